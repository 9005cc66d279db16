import SongModel
import Timing

/// Square waves that run all the time, as in a machine that has been switched on for long; a sound
/// is what a filter lets through of them from some moment on.
struct SquareWaves {
  /// The waves, each of amplitude 1, and 13 ms more than a sound of them lasts.
  private let waves: Synthesis
  private let length: Int

  /// Pitches in hertz. Cost: about 200 ns a frame for six of them.
  init(_ pitches: [Double], seconds: Double, seed: UInt64, rate: SampleRate) {
    var waves = Synthesis(seconds: seconds, rate: rate)
    length = waves.samples.count
    waves.samples += Array(repeating: 0, count: rate.frames(0.013))
    for pitch in pitches { waves.add(Mode.square(pitch, seed: seed)) }
    self.waves = waves
  }

  /// The sound of a band of them. The filters have settled, and of 2 ms it begins with the lowest
  /// sample: so it begins on its first frame at every rate, and downwards, where it leaves room for
  /// clicks and drums, which begin upwards.
  func band(_ filters: [Filter]) -> Synthesis {
    var sound = waves
    sound.filter(filters)
    // In 10 ms a resonance of 500 Hz or more with a q of 2 falls by 60 dB.
    let settled = sound.rate.frames(0.010)
    var start = settled
    for index in settled..<settled + sound.rate.frames(0.002)
    where sound.samples[index] < sound.samples[start] {
      start = index
    }
    sound.samples = Array(sound.samples[start..<start + length])
    return sound
  }
}

extension Mode {
  /// The harmonics of a square wave of amplitude 1, as far as 18 kHz.
  ///
  /// They are its odd harmonics k at 4/(πk). Their signs are drawn by lot, which keeps the level of
  /// each and spares the edges: where a sound begins is chance, and an edge would be a click there.
  fileprivate static func square(_ pitch: Double, seed: UInt64) -> [Mode] {
    let noise = Noise(seed: seed)
    return stride(from: 1.0, through: 18_000 / pitch, by: 2).map { harmonic in
      let sign = noise.value(at: Int(pitch * harmonic)) < 0 ? -1.0 : 1
      return Mode(pitch * harmonic, sign * 1.2732395447351628 / harmonic, .infinity)
    }
  }
}
