import Engine
import Timing

/// How loud a file or a track is.
struct Levels {
  /// The largest magnitude of a sample; 1 is full scale.
  let peak: Float
  /// The largest magnitude between the samples too.
  let truePeak: Float
  /// Integrated loudness in LUFS; `nil` for silence, and for what is too short to be measured.
  let loudness: Rational?
  /// How many frames have a sample beyond full scale, and which is the first.
  let framesOver: Int
  let firstOver: Frame?
}

extension Levels {
  init(_ reading: LevelReading, lufs: Rational?) {
    self.init(
      peak: reading.samplePeaks.max() ?? 0, truePeak: reading.truePeaks.max() ?? 0,
      loudness: lufs, framesOver: reading.framesOver, firstOver: reading.firstOver)
  }
}
