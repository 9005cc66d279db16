import AudioFiles
import Engine
import SongModel
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

/// Measures all of them, block by block.
final class LevelMeasurement {
  private var meter: LevelMeter
  private var loudness: LoudnessMeter?

  init(rate: SampleRate, channels: Int, expectedFrames: Frame) {
    meter = LevelMeter(rate: rate, channels: channels)
    loudness = LoudnessMeter(rate: rate, channels: channels, expectedFrames: expectedFrames)
  }

  func add(left: UnsafePointer<Float>, right: UnsafePointer<Float>?, count: Int) {
    meter.add(left: left, right: right, count: count)
    loudness?.add(left: left, right: right, count: count)
  }

  /// Adds some frames of a block.
  func add(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>?, _ frames: Range<Int>) {
    guard !frames.isEmpty else { return }
    add(
      left: left + frames.lowerBound, right: right.map { $0 + frames.lowerBound },
      count: frames.count)
  }

  /// The levels of all that was added. Called once, last.
  func finish() -> Levels {
    let reading = meter.reading
    return Levels(
      peak: reading.samplePeaks.max() ?? 0, truePeak: reading.truePeaks.max() ?? 0,
      loudness: loudness.take()?.finish()?.lufs, framesOver: reading.framesOver,
      firstOver: reading.firstOver)
  }
}
