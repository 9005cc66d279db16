import SongModel
import Timing

/// One pass of the limiter: turns the sound down where its true peak exceeds a target.
///
/// No sample comes out beyond the target, and no peak beyond it by more than ``Limiter`` derives.
/// A frame of gain 1 comes out with its bits.
struct LimiterStage: ~Copyable {
  /// How many frames the output lies behind the input.
  let delay: Int
  /// How many frames before a frame it depends on.
  let memory: Int
  /// Whether peaks are looked for between samples, so that the bound of what comes out is above the
  /// target.
  var isInterpolated: Bool { filter.factor > 1 }
  /// The amplitude that no sample comes out above.
  private let target: Double
  private let limit: Float
  private let filter: TruePeakFilter
  private var window: SampleWindow
  private var curve: AttenuationCurve
  private let levels: UnsafeMutablePointer<Float>
  /// Frames taken in since the last that may have a peak above the target.
  private var harmless: Int

  /// The most frames that one block may have.
  static let largestBlock = 512

  init(target: Double, rate: SampleRate, channels: Int) {
    let filter = TruePeakFilter(rate: rate)
    // At least 2.5 ms, and never so short that the bound of the limiter fails.
    var box = 128
    while 400 * box < rate.hertz { box *= 2 }
    // Half a cycle of 20 Hz, so that the gain does not follow a bass note's own wave.
    let curve = AttenuationCurve(box: box, hold: rate.hertz / 40, release: rate.hertz / 4)
    delay = filter.after + curve.delay
    memory = curve.memory - curve.delay + filter.before
    self.target = target
    limit = Float(target).nextDown
    window = SampleWindow(
      kept: delay, channels: channels, largestBlock: LimiterStage.largestBlock)
    self.curve = curve
    levels = .allocate(capacity: LimiterStage.largestBlock)
    levels.initialize(repeating: 0, count: LimiterStage.largestBlock)
    harmless = filter.before + filter.after
    self.filter = filter
  }

  deinit { levels.deallocate() }

  /// Replaces a block by the one ``delay`` frames before it.
  ///
  /// - Parameter isHarmless: whether it is known that no peak of these frames exceeds the target,
  ///   as long as none of the frames before them does.
  /// - Returns: whether any gain was not 1.
  mutating func process(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>?, count: Int,
    isHarmless: Bool
  ) -> Bool {
    let newest = window.append(left: left, right: right, count: count)
    harmless = isHarmless ? min(harmless, filter.before + filter.after) + count : 0
    let isNeeded = harmless < count + filter.before + filter.after && measure(newest, count: count)
    let source = newest - delay
    if !isNeeded && curve.isIdle {
      copy(source, to: left, count: count)
      if let right { copy(source + window.stride, to: right, count: count) }
      return false
    }
    if !isNeeded { levels.update(repeating: 0, count: count) }
    for i in 0..<count {
      let gain = curve.gain(need: need(of: levels[i]))
      left[i] = Float(Double(source[i]) * gain)
      if let right { right[i] = Float(Double(source[window.stride + i]) * gain) }
    }
    return true
  }

  /// Puts the peaks of the frames that have now become known into `levels`, 0 where they are known
  /// not to exceed the target.
  ///
  /// - Returns: whether any exceeds it. If not, `levels` are undefined.
  private func measure(_ newest: UnsafePointer<Float>, count: Int) -> Bool {
    var doesExceed = false
    var start = 0
    while start < count {
      let size = min(TruePeakFilter.piece, count - start)
      var isRaised = false
      (levels + start).update(repeating: 0, count: TruePeakFilter.piece)
      for channel in 0..<window.channels {
        let samples = newest + (channel * window.stride + start - filter.after)
        if filter.mayExceed(limit, from: samples, count: size) {
          filter.raise(levels + start, to: samples, count: size)
          isRaised = true
        }
      }
      if isRaised {
        for i in start..<(start + size) where levels[i] > limit { doesExceed = true }
      }
      start += size
    }
    return doesExceed
  }

  /// The attenuation that brings a level to the target, rounded up.
  private func need(of level: Float) -> Int64 {
    guard Double(level) > target else { return 0 }
    let whole = AttenuationCurve.whole
    return min(whole, Int64((1 - target / Double(level)) * Double(whole)) + 1)
  }
}
