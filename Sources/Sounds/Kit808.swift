import Timing

/// The drum machine whose every sound is a circuit: resonant filters that are struck by a pulse,
/// six square waves for all metal, and noise.
///
/// The square waves, the cymbal's two bands and their order are those of Werner, Abel and Smith,
/// "The TR-808 Cymbal: a Physically-Informed, Circuit-Bendable, Digital Model" (2014). The other
/// pitches lie where the machines that have been measured have theirs; decays and levels are
/// chosen for this kit.
enum Kit808 {
  /// A long sine that falls by an octave and more within its first wave, and the pulse that struck
  /// it.
  static func kick(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.95, rate: rate)
    sound.add(Sweep(from: 132, to: 51, glide: 0.045, level: 1, decay: 1.05))
    sound.saturate(gain: 0.7)
    sound.add([Mode(1050, 0.12, 0.010), Mode(2600, 0.08, 0.005)])
    return sound
  }

  /// Two resonators, and noise without anything low in it.
  static func snare(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.24, rate: rate)
    sound.add([Mode(180, 0.62, 0.20), Mode(330, -0.5, 0.12)])
    sound.add(
      Noise(seed: 101), through: [.highPass(2400), .lowPass(11_000)],
      envelope: [Decay(0.25, 0.05), Decay(0.55, 0.21)])
    sound.saturate(gain: 1.4)
    return sound
  }

  /// One noise that a saw opens three times, 11 ms apart, and then once more for long.
  static func clap(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.36, rate: rate)
    for (index, start) in [0, 0.011, 0.022].enumerated() {
      sound.add([Mode(1000, 0.16, 0.008)], at: start)
      sound.add(
        Noise(seed: 111 + UInt64(index)), through: [.bandPass(1000, q: 1.8), .highPass(500)],
        envelope: [Decay(1.5, 0.024)], at: start)
    }
    sound.add(
      Noise(seed: 114), through: [.bandPass(1000, q: 1.8), .highPass(500)],
      envelope: [Decay(1.1, 0.06), Decay(0.6, 0.36)], at: 0.033)
    sound.saturate(gain: 1.6)
    return sound
  }

  /// Two resonators, overdriven: over before it is a tone.
  static func rim(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.040, rate: rate)
    sound.add([Mode(1667, 1, 0.032), Mode(455, 0.8, 0.030)])
    sound.saturate(gain: 3)
    return sound
  }

  static func tomHigh(_ rate: SampleRate) -> Synthesis {
    tom(pitch: 190, seconds: 0.40, rate)
  }

  static func tomMid(_ rate: SampleRate) -> Synthesis {
    tom(pitch: 138, seconds: 0.48, rate)
  }

  static func tomLow(_ rate: SampleRate) -> Synthesis {
    tom(pitch: 96, seconds: 0.58, rate)
  }

  /// A pure sine that sinks a little, and dull noise behind it in place of a room.
  private static func tom(pitch: Double, seconds: Double, _ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: seconds, rate: rate)
    sound.add(
      Sweep(from: 1.22 * pitch, to: pitch, glide: 0.30, level: 1, decay: 1.05 * seconds))
    sound.add([Mode(820, 0.12, 0.010)])
    sound.add(
      Noise(seed: 121), through: [.lowPass(900)],
      envelope: [Decay(0.16, 0.9 * seconds), Decay(-0.12, 0.02)])
    return sound
  }

  static func hat(_ rate: SampleRate) -> Synthesis {
    hat(seconds: 0.070, decay: 0.080, rate)
  }

  static func openHat(_ rate: SampleRate) -> Synthesis {
    hat(seconds: 0.45, decay: 0.50, rate)
  }

  /// The six square waves of the machine, in hertz.
  private static let oscillators = [205.3, 304.4, 369.6, 522.7, 540, 800]

  /// The upper band of the square waves, open or closed.
  private static func hat(seconds: Double, decay: Double, _ rate: SampleRate) -> Synthesis {
    let waves = SquareWaves(oscillators, seconds: seconds, seed: 131, rate: rate)
    var sound = waves.band([.bandPass(7900, q: 1.6), .highPass(6800)])
    // The transistor that lets them pass bends them, and so fills the gaps between the harmonics.
    sound.saturate(gain: 5)
    sound.shape([Decay(1, decay)])
    return sound
  }

  /// The upper band of the square waves for short, the lower one for long.
  static func crash(_ rate: SampleRate) -> Synthesis {
    let waves = SquareWaves(oscillators, seconds: 1.2, seed: 143, rate: rate)
    var sound = waves.band([.bandPass(7100, q: 1.3), .highPass(5000)])
    sound.saturate(gain: 3)
    sound.shape([Decay(0.6, 0.35), Decay(0.3, 0.9)])
    var low = waves.band([.bandPass(3440, q: 1.6), .highPass(2600)])
    low.saturate(gain: 2)
    low.shape([Decay(0.5, 1.3)])
    sound.add(low)
    sound.add([Mode(3440, 0.2, 0.006)])
    return sound
  }

  /// Two of the square waves, through an amplifier that closes fast and then slowly.
  static func cowbell(_ rate: SampleRate) -> Synthesis {
    let waves = SquareWaves([540, 800], seconds: 0.32, seed: 151, rate: rate)
    var sound = waves.band([.bandPass(2300, q: 0.6), .highPass(450)])
    sound.saturate(gain: 0.8)
    sound.shape([Decay(0.5, 0.05), Decay(0.5, 0.36)])
    return sound
  }

  /// One resonator, overdriven.
  static func clave(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.050, rate: rate)
    sound.add([Mode(2500, 1, 0.055)])
    sound.saturate(gain: 2)
    return sound
  }

  /// Maracas: a puff of the brightest noise.
  static func shaker(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.055, rate: rate)
    sound.add([Mode(3200, 0.10, 0.005)])
    sound.add(
      Noise(seed: 161), through: [.highPass(5600), .lowPass(14_000)],
      envelope: [Decay(1, 0.060), Decay(-0.85, 0.018)])
    sound.saturate(gain: 1)
    return sound
  }
}
