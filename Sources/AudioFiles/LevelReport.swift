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
    let found = Sample.peaks(samples, frames * channels)
    guard found[0].isFinite && found[1].isFinite else {
      return (0..<frames).first { frame in
        (0..<channels).contains { !samples[frame * channels + $0].float.isFinite }
      }
    }
    let blockPeak = found.max()
    if channels == 1 {
      peaks[0] = max(peaks[0], blockPeak)
    } else {
      for channel in 0..<channels { peaks[channel] = max(peaks[channel], found[channel]) }
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
