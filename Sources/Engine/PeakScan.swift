import Timing

/// How high a stretch of a stream reaches. Amplitudes, 1 is full scale; left first, and for one
/// channel the second is zero.
public struct StretchPeaks: Hashable, Sendable {
  /// The largest magnitude of a sample of each channel.
  public internal(set) var samplePeaks = SIMD2<Float>.zero
  /// The largest magnitude of each channel between the samples too, never below its sample peak.
  public internal(set) var truePeaks = SIMD2<Float>.zero
  /// How many frames have a sample beyond ±1.
  public internal(set) var framesOver = 0
  /// The first of those frames, counted from the first of the stretch.
  public internal(set) var firstOver: Int?

  /// Takes in the peaks of another stretch of the stream.
  ///
  /// - Parameter start: its first frame, counted from the first of this stretch.
  public mutating func join(_ other: StretchPeaks, from start: Int) {
    samplePeaks = larger(samplePeaks, other.samplePeaks)
    truePeaks = larger(truePeaks, other.truePeaks)
    framesOver += other.framesOver
    if let first = other.firstOver.map({ start + $0 }) {
      firstOver = min(firstOver ?? first, first)
    }
  }
}

/// Measures the peaks of stretches of a stream, each by itself, in any order.
///
/// The largest peaks of all stretches, and the sums of their frames beyond full scale, are those
/// that ``LevelMeter`` finds in the whole stream.
public struct PeakScan: ~Copyable, Sendable {
  /// How many frames in front of a stretch are read: up to 23. At the start of a stream they are
  /// silent.
  public let before: Int
  /// How many frames behind a stretch are read: up to 12. At the end of a stream they are silent.
  public var after: Int { filter.after }

  private let channels: Int
  private let filter: TruePeakFilter

  /// - Parameter channels: 1 or 2.
  public init(rate: SampleRate, channels: Int) {
    precondition((1...2).contains(channels), "mono or stereo")
    self.channels = channels
    filter = TruePeakFilter(rate: rate)
    // A stretch also looks at what lies between the frames just before it and its own: for the
    // first one of a stream that is where the interpolated sound rises.
    before = filter.before + filter.after
  }

  /// Measures a stretch.
  ///
  /// A piece of ``TruePeakFilter/piece`` frames is interpolated only where its largest sample, and
  /// those of its neighbours, could lead to a peak above the floor. Else it takes about half a
  /// nanosecond a frame of two channels; where much of the sound is interpolated, 20.
  ///
  /// - Parameters:
  ///   - samples: the first frame of the stretch, channels interleaved. ``before`` frames in front
  ///     of it are read too, and ``after`` behind it.
  ///   - floors: for each channel what is known to be reached elsewhere: a true peak that is no
  ///     higher may be reported as anything from the sample peak to the floor.
  @specialized(where S == Int32)
  @specialized(where S == Float)
  public func peaks<S: KSample>(
    of samples: UnsafePointer<S>, count: Int, floors: SIMD2<Float> = .zero
  ) -> StretchPeaks {
    var peaks = StretchPeaks()
    let pieces = (count + TruePeakFilter.piece - 1) / TruePeakFilter.piece
    // Of the frames in front, of each piece, and zero.
    withUnsafeTemporaryAllocation(of: SIMD2<Float>.self, capacity: pieces + 2) { heights in
      heights.initialize(repeating: .zero)
      heights[0] = height(samples - before * channels, before)
      for i in 0..<pieces {
        let start = i * TruePeakFilter.piece
        let size = min(TruePeakFilter.piece, count - start)
        let height = self.height(samples + start * channels, size)
        heights[i + 1] = height
        peaks.samplePeaks = larger(peaks.samplePeaks, height)
        if height.max() > 1 { countOver(samples, start..<start + size, &peaks) }
      }
      peaks.truePeaks = peaks.samplePeaks
      guard filter.after > 0 else { return }
      // The last piece may be shorter than what the one before it looks ahead.
      heights[pieces] = larger(heights[pieces], height(samples + count * channels, after))
      interpolate(samples, count, heights, floors, &peaks)
    }
    return peaks
  }

  /// The largest magnitudes of the samples of some frames.
  @inline(__always)
  private func height<S: KSample>(_ samples: UnsafePointer<S>, _ count: Int) -> SIMD2<Float> {
    let total = count &* channels
    var heights = Lanes.zero
    var at = 0
    while at &+ 8 <= total {
      let values = UnsafeRawPointer(samples + at).loadUnaligned(as: SIMD8<S>.self)
      heights = larger(heights, magnitudes(S.levels(values)))
      at &+= 8
    }
    while at < total {
      let value = S.levels(SIMD8(repeating: samples[at]))
      var one = Lanes.zero
      one[at & 7] = magnitudes(value)[0]
      heights = larger(heights, one)
      at &+= 1
    }
    return channels == 1
      ? SIMD2(heights.max(), 0) : SIMD2(heights.evenHalf.max(), heights.oddHalf.max())
  }

  private func countOver<S: KSample>(
    _ samples: UnsafePointer<S>, _ frames: Range<Int>, _ peaks: inout StretchPeaks
  ) {
    for frame in frames where height(samples + frame * channels, 1).max() > 1 {
      peaks.framesOver += 1
      peaks.firstOver = peaks.firstOver ?? frame
    }
  }

  /// Raises the true peaks to what lies between the samples.
  private func interpolate<S: KSample>(
    _ samples: UnsafePointer<S>, _ count: Int, _ heights: UnsafeMutableBufferPointer<SIMD2<Float>>,
    _ floors: SIMD2<Float>, _ peaks: inout StretchPeaks
  ) {
    var limits = larger(peaks.truePeaks, floors)
    for i in -1..<heights.count - 2 {
      // The frames just before the stretch come first.
      let start = i < 0 ? -after : i * TruePeakFilter.piece
      let size = i < 0 ? after : min(TruePeakFilter.piece, count - start)
      let height = larger(
        heights[i + 1], larger(heights[max(i, 0)], heights[i + 2]))
      for channel in 0..<channels where filter.reach * height[channel] > limits[channel] {
        let peak = truePeak(
          samples + start * channels + channel, size, above: limits[channel])
        guard peak > limits[channel] else { continue }
        limits[channel] = peak
        peaks.truePeaks[channel] = peak
      }
    }
  }

  /// The largest peak of some frames of a channel, or `floor` where none exceeds it.
  private func truePeak<S: KSample>(
    _ samples: UnsafePointer<S>, _ count: Int, above floor: Float
  ) -> Float {
    let read = filter.before + count + filter.after
    return withUnsafeTemporaryAllocation(
      of: Float.self, capacity: 2 * TruePeakFilter.piece + read + TruePeakFilter.lanes
    ) { memory in
      memory.initialize(repeating: 0)
      let levels = memory.baseAddress!
      let channel = levels + TruePeakFilter.piece
      for i in 0..<read {
        channel[i] = S.levels(SIMD8(repeating: samples[(i - filter.before) * channels]))[0]
      }
      let first = channel + filter.before
      guard filter.mayExceed(floor, from: first, count: count) else { return floor }
      filter.raise(levels, to: first, count: count)
      var peak = floor
      for i in 0..<count { peak = max(peak, levels[i]) }
      return peak
    }
  }
}

private func larger(_ left: SIMD2<Float>, _ right: SIMD2<Float>) -> SIMD2<Float> {
  left.replacing(with: right, where: left .< right)
}
