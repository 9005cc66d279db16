import Timing

/// Drums: a skin whose pitch falls as it comes to rest, what it is struck with, and noise.
enum Drums {
  static func kick(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.42, rate: rate)
    sound.add(Sweep(from: 210, to: 50, glide: 0.12, level: 1, decay: 0.50))
    // Overtones, so that the drum is there on small loudspeakers too.
    sound.saturate(gain: 1.6)
    // The beater.
    sound.add([Mode(1150, 0.14, 0.014), Mode(2900, 0.12, 0.008)])
    sound.add(
      Noise(seed: 1), through: [.lowPass(5000), .highPass(400)], envelope: [Decay(0.22, 0.020)])
    return sound
  }

  static func snare(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.28, rate: rate)
    // The two lowest modes of the shell and both skins.
    sound.add(Sweep(from: 290, to: 186, glide: 0.040, level: 0.55, decay: 0.18))
    sound.add([Mode(332, 0.22, 0.12), Mode(475, 0.10, 0.08), Mode(1250, 0.10, 0.02)])
    // The wires: first the slap against the skin, then their rattle.
    sound.add(
      Noise(seed: 2), through: [.highPass(1400), .lowPass(9500)],
      envelope: [Decay(0.55, 0.07), Decay(0.42, 0.27)])
    sound.add(
      Noise(seed: 3), through: [.bandPass(4200, q: 0.9)], envelope: [Decay(0.35, 0.20)])
    sound.saturate(gain: 1.2)
    return sound
  }

  /// Several hands that do not meet exactly, then the room.
  static func clap(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.30, rate: rate)
    for (index, start) in [0, 0.0095, 0.0200].enumerated() {
      sound.add([Mode(1150, 0.10, 0.006)], at: start)
      sound.add(
        Noise(seed: 10 + UInt64(index)), through: [.bandPass(1250, q: 1.1), .lowPass(12_000)],
        envelope: [Decay(1, 0.016)], at: start)
    }
    sound.add(
      Noise(seed: 14), through: [.bandPass(1250, q: 1.1), .lowPass(12_000)],
      envelope: [Decay(0.8, 0.05), Decay(0.45, 0.24)], at: 0.0290)
    sound.add(
      Noise(seed: 15), through: [.bandPass(4500, q: 0.7), .lowPass(12_000)],
      envelope: [Decay(0.12, 0.15)])
    sound.saturate(gain: 2)
    return sound
  }

  static func tomHigh(_ rate: SampleRate) -> Synthesis {
    tom(pitch: 172, seconds: 0.42, rate)
  }

  static func tomMid(_ rate: SampleRate) -> Synthesis {
    tom(pitch: 126, seconds: 0.50, rate)
  }

  static func tomLow(_ rate: SampleRate) -> Synthesis {
    tom(pitch: 88, seconds: 0.60, rate)
  }

  /// 1.59, 2.14 and 2.30 are the next modes of an ideal round membrane: Rossing, "Science of
  /// Percussion Instruments".
  private static func tom(pitch: Double, seconds: Double, _ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: seconds, rate: rate)
    sound.add(
      Sweep(from: 1.45 * pitch, to: pitch, glide: 0.22, level: 1, decay: seconds * 1.15))
    sound.saturate(gain: 0.8)
    sound.add([
      Mode(1.59 * pitch, 0.22, seconds * 0.5), Mode(2.14 * pitch, -0.12, seconds * 0.35),
      Mode(2.30 * pitch, -0.08, seconds * 0.3), Mode(1400, 0.06, 0.012),
    ])
    // The stick, and a breath of air.
    sound.add(
      Noise(seed: 20), through: [.highPass(500), .lowPass(4500)],
      envelope: [Decay(0.20, 0.022), Decay(0.03, 0.12)])
    return sound
  }
}
