import Timing

/// The drums of the acoustic kit: two skins and a shell that ring together, and the stick.
///
/// The ratios of the modes of a skin are those of an ideal round membrane: Rossing, "Science of
/// Percussion Instruments". A real drum's are moved by the air that it holds; so are some of these.
enum AcousticDrums {
  /// A skin of 22 inches and the one in front of it, damped, struck by felt.
  static func kick(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.34, rate: rate)
    sound.add(Sweep(from: 104, to: 63, glide: 0.10, level: 1, decay: 0.37))
    // The skin in front, and the shell: they too begin at rest.
    sound.add(Sweep(from: 97, to: 97, glide: 1, level: 0.35, decay: 0.22))
    sound.add(Sweep(from: 152, to: 152, glide: 1, level: 0.25, decay: 0.13))
    sound.saturate(gain: 1.6)
    sound.add([Mode(3600, 0.22, 0.007), Mode(640, 0.10, 0.020)])
    sound.add(
      Noise(seed: 301), through: [.lowPass(1300), .highPass(150)], envelope: [Decay(0.5, 0.035)])
    sound.add(
      Noise(seed: 302), through: [.bandPass(4200, q: 0.8)], envelope: [Decay(1.0, 0.018)])
    sound.saturate(gain: 0.8)
    return sound
  }

  /// Brass, 14 inches: the skins' modes, a ring that is left open, and wires that answer a moment
  /// after the stick.
  static func snare(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.40, rate: rate)
    sound.add(Sweep(from: 238, to: 208, glide: 0.060, level: 0.5, decay: 0.24))
    sound.add([
      Mode(336, 0.22, 0.17), Mode(446, 0.14, 0.16), Mode(558, 0.10, 0.14), Mode(642, 0.09, 0.14),
      Mode(931, 0.07, 0.24), Mode(1480, 0.05, 0.12),
    ])
    sound.add(
      Noise(seed: 303), through: [.bandPass(2600, q: 0.6)], envelope: [Decay(0.8, 0.022)])
    sound.add(
      Noise(seed: 304), through: [.highPass(2300), .lowPass(10_500)],
      envelope: [Decay(0.55, 0.14), Decay(0.34, 0.40), Decay(-0.65, 0.008)])
    sound.add(
      Noise(seed: 305), through: [.bandPass(1100, q: 0.8)], envelope: [Decay(0.16, 0.16)])
    sound.saturate(gain: 1)
    return sound
  }

  /// The side stick: hoop and shell, the drum under them, and a rustle of the wires.
  static func rim(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.14, rate: rate)
    sound.add([
      Mode(1260, 1, 0.050), Mode(655, -0.45, 0.060), Mode(2090, -0.6, 0.034),
      Mode(3380, 0.45, 0.020), Mode(208, 0.22, 0.13),
    ])
    sound.add(
      Noise(seed: 306), through: [.highPass(2500), .lowPass(9000)],
      envelope: [Decay(0.45, 0.008), Decay(0.05, 0.11)])
    return sound
  }

  static func tomHigh(_ rate: SampleRate) -> Synthesis {
    tom(pitch: 152, seconds: 0.62, rate)
  }

  static func tomMid(_ rate: SampleRate) -> Synthesis {
    tom(pitch: 114, seconds: 0.74, rate)
  }

  static func tomLow(_ rate: SampleRate) -> Synthesis {
    tom(pitch: 81, seconds: 0.92, rate)
  }

  /// Struck off its middle, so that the modes that turn about it (1.59, 2.14, 2.65) speak too; the
  /// lower skin answers at 1.08 and beats with the upper one.
  private static func tom(pitch: Double, seconds: Double, _ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: seconds, rate: rate)
    sound.add(
      Sweep(from: 1.16 * pitch, to: pitch, glide: 0.26, level: 1, decay: 0.95 * seconds))
    sound.add([
      Mode(1.08 * pitch, -0.28, 0.7 * seconds), Mode(1.59 * pitch, 0.42, 0.50 * seconds),
      Mode(2.14 * pitch, -0.26, 0.38 * seconds), Mode(2.30 * pitch, 0.14, 0.34 * seconds),
      Mode(2.65 * pitch, 0.16, 0.30 * seconds), Mode(2.92 * pitch, -0.12, 0.26 * seconds),
      Mode(3.50 * pitch, 0.10, 0.22 * seconds), Mode(4.06 * pitch, -0.08, 0.18 * seconds),
    ])
    sound.saturate(gain: 0.5)
    // The slap of the stick on the skin, its click, and the shell.
    sound.add([Mode(2250, 0.10, 0.010)])
    sound.add(
      Noise(seed: 311), through: [.bandPass(1900, q: 0.7)], envelope: [Decay(0.5, 0.026)])
    sound.add(
      Noise(seed: 312), through: [.bandPass(380, q: 0.8)], envelope: [Decay(0.14, 0.14)])
    return sound
  }
}
