import Timing

/// The drum machine of circuits for its skins and of memories with six bits for its metal.
///
/// What is added to what follows the machine's block diagram; pitches, decays and levels, most of
/// which it leaves to a knob, are chosen to sound like it.
enum Kit909 {
  /// A sine that falls from high within 30 ms, overdriven to a near triangle, and a click of noise.
  static func kick(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.40, rate: rate)
    sound.add(Sweep(from: 430, to: 53, glide: 0.095, level: 1, decay: 0.46))
    sound.saturate(gain: 3)
    sound.add([Mode(2100, 0.25, 0.005)])
    sound.add(
      Noise(seed: 201), through: [.highPass(900), .lowPass(9000)], envelope: [Decay(0.5, 0.016)])
    return sound
  }

  /// Two swept tones a sixth apart, and two noises: all of it at first, the bright one for longer.
  static func snare(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.26, rate: rate)
    sound.add(Sweep(from: 330, to: 168, glide: 0.030, level: 0.5, decay: 0.15))
    sound.add(Sweep(from: 480, to: 275, glide: 0.030, level: 0.36, decay: 0.11))
    sound.saturate(gain: 1.5)
    sound.add([Mode(1900, 0.4, 0.005)])
    sound.add(Noise(seed: 202), through: [.lowPass(8000)], envelope: [Decay(0.6, 0.07)])
    sound.add(
      Noise(seed: 203), through: [.highPass(3200), .lowPass(15_000)],
      envelope: [Decay(1.0, 0.25)])
    sound.saturate(gain: 1.6)
    return sound
  }

  /// Four bursts 10 ms apart, bright, and a short room after them.
  static func clap(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.26, rate: rate)
    for (index, start) in [0, 0.0100, 0.0198, 0.0300].enumerated() {
      sound.add([Mode(1500, 0.3, 0.006)], at: start)
      sound.add(
        Noise(seed: 211 + UInt64(index)), through: [.bandPass(1600, q: 0.8), .highPass(700)],
        envelope: [Decay(1.2, 0.017)], at: start)
    }
    sound.add(
      Noise(seed: 215), through: [.bandPass(1450, q: 0.9), .highPass(700)],
      envelope: [Decay(0.55, 0.20)])
    sound.add(
      Noise(seed: 216), through: [.highPass(4000), .lowPass(13_000)],
      envelope: [Decay(0.16, 0.16)])
    sound.saturate(gain: 2)
    return sound
  }

  /// Three resonators, driven hard: a knock.
  static func rim(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.055, rate: rate)
    sound.add([Mode(222, 0.5, 0.035), Mode(512, 1, 0.045), Mode(1020, -0.75, 0.035)])
    sound.saturate(gain: 4)
    sound.add([Mode(3400, 0.2, 0.006)])
    return sound
  }

  static func tomHigh(_ rate: SampleRate) -> Synthesis {
    tom(pitch: 156, seconds: 0.36, rate)
  }

  static func tomMid(_ rate: SampleRate) -> Synthesis {
    tom(pitch: 112, seconds: 0.44, rate)
  }

  static func tomLow(_ rate: SampleRate) -> Synthesis {
    tom(pitch: 79, seconds: 0.54, rate)
  }

  /// Two swept tones a fifth apart, overdriven together, and the noise of the stroke.
  private static func tom(pitch: Double, seconds: Double, _ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: seconds, rate: rate)
    sound.add(
      Sweep(from: 2.1 * pitch, to: pitch, glide: 0.16, level: 1, decay: 1.05 * seconds))
    sound.add(
      Sweep(from: 3.1 * pitch, to: 1.5 * pitch, glide: 0.16, level: 0.4, decay: 0.5 * seconds))
    sound.saturate(gain: 1.4)
    sound.add([Mode(1700, 0.15, 0.006)])
    sound.add(
      Noise(seed: 221), through: [.lowPass(6000), .highPass(300)],
      envelope: [Decay(0.25, 0.03), Decay(0.04, 0.2)])
    return sound
  }

  static func hat(_ rate: SampleRate) -> Synthesis {
    hat(seconds: 0.075, envelope: [Decay(0.3, 0.020), Decay(0.7, 0.085)], rate)
  }

  static func openHat(_ rate: SampleRate) -> Synthesis {
    hat(seconds: 0.48, envelope: [Decay(0.25, 0.05), Decay(0.75, 0.62)], rate)
  }

  /// One recording of a hi-hat, in six bits, through an amplifier that closes sooner or later.
  private static func hat(
    seconds: Double, envelope: [Decay], _ rate: SampleRate
  ) -> Synthesis {
    var sound = Synthesis(seconds: seconds, rate: rate)
    sound.add(
      Mode.cluster(
        40, from: 4200, octaves: 1.9, level: 0.12, tilt: 4, decay: (1.5, 1.5), seed: 231))
    sound.add([Mode(3600, 0.4, 0.006)])
    sound.add(
      Noise(seed: 232), through: [.highPass(7600), .highPass(5000), .lowPass(15_500)],
      envelope: [Decay(0.8, 1.5)])
    grain(&sound)
    sound.shape(envelope)
    return sound
  }

  static func crash(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 1.5, rate: rate)
    sound.add(
      Mode.cluster(
        48, from: 620, octaves: 4.5, level: 0.08, tilt: 5, decay: (2.4, 1.8), seed: 241))
    sound.add([Mode(3300, 0.5, 0.010)])
    sound.add(
      Noise(seed: 242), through: [.highPass(4200), .lowPass(14_000)],
      envelope: [Decay(1.1, 2.4)])
    grain(&sound)
    sound.shape([Decay(0.5, 0.45), Decay(0.5, 1.6)])
    return sound
  }

  /// More wash than ping.
  static func ride(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 1.2, rate: rate)
    sound.add([
      Mode(3720, 0.30, 1.6), Mode(5260, -0.35, 1.4), Mode(6840, 0.25, 1.2),
      Mode(5260, 0.5, 0.025), Mode(8100, 0.3, 0.02),
    ])
    sound.add(
      Mode.cluster(
        32, from: 900, octaves: 3.8, level: 0.09, tilt: 4, decay: (2, 1.6), seed: 251))
    sound.add(
      Noise(seed: 252), through: [.highPass(6000), .lowPass(15_000)],
      envelope: [Decay(0.5, 2)])
    grain(&sound)
    sound.shape([Decay(0.45, 0.25), Decay(0.55, 1.3)])
    return sound
  }

  /// What the memory does to a recording: levelled, so that it uses its steps, and rounded to six
  /// bits, 31 steps on each side of zero. The noise that this makes dies with the sound.
  private static func grain(_ sound: inout Synthesis) {
    sound.saturate(gain: 1.2)
    sound.quantize(steps: 31)
  }
}
