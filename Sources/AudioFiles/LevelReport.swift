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

  /// Counts a block that starts at `start`, its channels in turn.
  ///
  /// - Returns: the first frame of the block with a sample that is infinite or not a number;
  ///   `nil` where there is none.
  mutating func count<Sample: StoredSample>(
    _ samples: UnsafePointer<Sample>, frames: Int, channels: Int, start: Int, clips: Bool
  ) -> Int? {
    var blockPeak: Float = 0
    for channel in 0..<channels {
      let peak = Sample.peak(samples + channel, frames * channels - channel, channels: channels)
      guard peak.isFinite else {
        return (0..<frames).first { frame in
          (0..<channels).contains { !samples[frame * channels + $0].float.isFinite }
        }
      }
      peaks[channel] = max(peaks[channel], peak)
      blockPeak = max(blockPeak, peak)
    }
    if clips && blockPeak > 1 {
      for frame in 0..<frames
      where (0..<channels).contains(where: { abs(samples[frame * channels + $0].float) > 1 }) {
        if clippedFrames == 0 { firstClipped = Frame(start + frame) }
        clippedFrames += 1
      }
    }
    return nil
  }

  /// Adds what follows from a frame on.
  mutating func add(_ next: LevelReport, from frame: Int) {
    for channel in peaks.indices { peaks[channel] = max(peaks[channel], next.peaks[channel]) }
    if firstClipped == nil, let first = next.firstClipped {
      firstClipped = Frame(frame) + first
    }
    clippedFrames += next.clippedFrames
  }
}
