import Timing

/// How loud the written samples were.
public struct LevelReport: Hashable, Sendable {
  /// The largest magnitude of each channel, left first; 1 is full scale.
  public internal(set) var peaks: [Float]
  /// The frames with a sample beyond ±1, which integer samples cannot hold and so were cut to full
  /// scale. Always 0 for floating-point samples, which keep them.
  public internal(set) var clippedFrames = 0
  /// The first of the clipped frames.
  public internal(set) var firstClipped: Frame?

  init(channels: Int) { peaks = Array(repeating: 0, count: channels) }

  /// Counts a block that starts at `start`.
  ///
  /// - Returns: the first frame of the block with a sample that is infinite or not a number;
  ///   `nil` where there is none.
  mutating func count(
    _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>?, start: Int,
    clips: Bool
  ) -> Int? {
    var blockPeak: Float = 0
    for (index, channel) in [left, right].enumerated() {
      guard let channel else { continue }
      guard let peak = LevelReport.peak(channel) else {
        // Either channel may hold the earlier one.
        return left.indices.first { !left[$0].isFinite || right?[$0].isFinite == false }
      }
      peaks[index] = max(peaks[index], peak)
      blockPeak = max(blockPeak, peak)
    }
    if clips && blockPeak > 1 {
      for i in left.indices where abs(left[i]) > 1 || abs(right?[i] ?? 0) > 1 {
        if clippedFrames == 0 { firstClipped = Frame(start + i) }
        clippedFrames += 1
      }
    }
    return nil
  }

  /// The largest magnitude, or `nil` where a sample is infinite or not a number.
  ///
  /// Magnitudes of IEEE 754 order as their bits do, with the infinite and the undefined on top, so
  /// that one integer maximum, which the processor takes of several samples at once, finds both.
  private static func peak(_ samples: UnsafeBufferPointer<Float>) -> Float? {
    var largest: Int32 = 0
    for sample in samples {
      largest = max(largest, Int32(bitPattern: sample.bitPattern & 0x7fff_ffff))
    }
    let peak = Float(bitPattern: UInt32(bitPattern: largest))
    return peak.isFinite ? peak : nil
  }
}
