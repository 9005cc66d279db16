import SongModel
import Timing

/// A gain that changes from a frame on, in a straight line, so that no step is heard.
struct GainRamp: BitwiseCopyable {
  /// The first frame that is not at the old gain.
  let frame: Int
  let from: Double
  let to: Double
  /// How many frames it takes.
  let length: Int

  /// Always the same gain.
  static func steady(_ gain: Double) -> GainRamp {
    GainRamp(frame: .min / 2, from: gain, to: gain, length: 1)
  }

  /// How many frames a change of volume takes.
  static func length(at rate: SampleRate) -> Int {
    Seconds(LiveChange.fade).frame(at: rate).index
  }

  @_noAllocation @_noLocks
  func gain(at frame: Int) -> Double {
    if frame < self.frame { return from }
    let done = frame - self.frame + 1
    return done >= length ? to : from + (to - from) * (Double(done) / Double(length))
  }

  /// What is heard when another change comes, perhaps before this one has arrived.
  @_noAllocation @_noLocks
  func changed(to gain: Double, at frame: Int) -> GainRamp {
    GainRamp(frame: frame, from: self.gain(at: frame - 1), to: gain, length: length)
  }

  /// Multiplies samples that begin with a frame.
  @_noAllocation @_noLocks
  func scale(_ samples: UnsafeMutablePointer<Float>, _ count: Int, from first: Int) {
    if frame + length <= first {
      if to == 1 { return }
      for index in 0..<count { samples[index] = Float(Double(samples[index]) * to) }
      return
    }
    for index in 0..<count {
      samples[index] = Float(Double(samples[index]) * gain(at: first + index))
    }
  }
}
