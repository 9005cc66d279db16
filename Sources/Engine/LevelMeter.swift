import Timing

/// How high a stretch of sound reaches. Amplitudes, 1 is full scale.
public struct LevelReading: Hashable, Sendable {
  /// The largest magnitude of a sample of each channel, left first.
  public internal(set) var samplePeaks: [Float]
  /// The largest magnitude of each channel between the samples too, never below its sample peak.
  public internal(set) var truePeaks: [Float]
  /// How many frames have a sample beyond ±1.
  public internal(set) var framesOver: Int
  /// The first of those frames, counted from the first that the meter was fed with.
  public internal(set) var firstOver: Frame?
}

/// Measures sample peaks and true peaks of a stream, block by block, with the same reading for any
/// division into blocks.
///
/// The true peak is the one of EBU R 128 as libebur128 estimates it; see ``TruePeakFilter``. Sound
/// is interpolated only where it could exceed the largest peak so far: two channels take about 2 ns
/// a frame, and 20 where the sound stays close to that peak. Nothing is allocated after the meter
/// is made, but by ``reading``.
public struct LevelMeter: ~Copyable {
  private let channels: Int
  private let filter: TruePeakFilter
  private var window: SampleWindow
  private let levels: UnsafeMutablePointer<Float>
  private var samplePeaks = SIMD2<Float>.zero
  private var truePeaks = SIMD2<Float>.zero
  private var framesOver = 0
  private var firstOver: Frame?
  private var position = 0

  private static let largestBlock = 512

  /// - Parameter channels: 1 or 2.
  public init(rate: SampleRate, channels: Int) {
    precondition((1...2).contains(channels), "mono or stereo")
    self.channels = channels
    filter = TruePeakFilter(rate: rate)
    window = SampleWindow(
      kept: filter.before + filter.after, channels: channels,
      largestBlock: LevelMeter.largestBlock)
    levels = .allocate(capacity: TruePeakFilter.piece)
    levels.initialize(repeating: 0, count: TruePeakFilter.piece)
  }

  deinit { levels.deallocate() }

  /// Takes in the next `count` frames; `right` is ignored for one channel.
  ///
  /// - Precondition: the samples are finite, and there is a `right` for two channels.
  public mutating func add(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>?, count: Int
  ) {
    precondition(channels == 1 || right != nil, "a pointer for each channel")
    var start = 0
    while start < count {
      let size = min(LevelMeter.largestBlock, count - start)
      let right = if let right { right + start } else { nil as UnsafePointer<Float>? }
      let place = window.append(left: left + start, right: right, count: size)
      measureSamples(place, count: size)
      for channel in 0..<channels {
        truePeaks[channel] = truePeak(
          from: place + channel * window.stride - filter.after, count: size,
          above: max(truePeaks[channel], samplePeaks[channel]))
      }
      position += size
      start += size
    }
  }

  /// What has been measured so far, as if the sound ended here: the true peaks include what rings
  /// beyond the last sample.
  public var reading: LevelReading {
    var peaks = truePeaks
    for channel in 0..<channels where filter.after > 0 {
      let end = window.end(of: channel)
      end.update(repeating: 0, count: SampleWindow.slack)
      peaks[channel] = truePeak(
        from: end - filter.after, count: filter.after, above: peaks[channel])
    }
    return LevelReading(
      samplePeaks: (0..<channels).map { samplePeaks[$0] },
      truePeaks: (0..<channels).map { peaks[$0] }, framesOver: framesOver, firstOver: firstOver)
  }

  private mutating func measureSamples(_ place: UnsafePointer<Float>, count: Int) {
    var highest: Float = 0
    for channel in 0..<channels {
      let samples = place + channel * window.stride
      var peak: Int32 = 0
      for i in 0..<count {
        peak = max(peak, Int32(bitPattern: samples[i].bitPattern & 0x7fff_ffff))
      }
      let magnitude = Float(bitPattern: UInt32(bitPattern: peak))
      samplePeaks[channel] = max(samplePeaks[channel], magnitude)
      highest = max(highest, magnitude)
    }
    guard highest > 1 else { return }
    let last = place + (channels - 1) * window.stride
    for i in 0..<count where abs(place[i]) > 1 || abs(last[i]) > 1 {
      if framesOver == 0 { firstOver = Frame(position + i) }
      framesOver += 1
    }
  }

  /// The largest peak of the frames from `samples` on, or `floor` where none exceeds it.
  private func truePeak(
    from samples: UnsafePointer<Float>, count: Int, above floor: Float
  ) -> Float {
    var peak = floor
    var start = 0
    while start < count {
      let size = min(TruePeakFilter.piece, count - start)
      if filter.mayExceed(peak, from: samples + start, count: size) {
        levels.update(repeating: 0, count: TruePeakFilter.piece)
        filter.raise(levels, to: samples + start, count: size)
        for i in 0..<size { peak = max(peak, levels[i]) }
      }
      start += size
    }
    return peak
  }
}
