import Timing

/// The cymbals of the acoustic kit: so many modes that they have no pitch, low ones at once, and
/// the high ones a few milliseconds later, as the metal hands its motion upwards.
enum AcousticCymbals {
  static func hat(_ rate: SampleRate) -> Synthesis {
    hat(seconds: 0.11, decay: 0.10, rate)
  }

  static func openHat(_ rate: SampleRate) -> Synthesis {
    hat(seconds: 0.75, decay: 0.85, rate)
  }

  /// Two cymbals of 14 inches: the body of the lower one, the shimmer of both, and the stick.
  private static func hat(seconds: Double, decay: Double, _ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: seconds, rate: rate)
    sound.add(
      Mode.cluster(
        16, from: 430, octaves: 2.8, level: 0.09, tilt: 2, decay: (0.6 * decay, 0.8 * decay),
        seed: 321))
    sound.add(
      Mode.cluster(
        64, from: 3000, octaves: 2.25, level: 0.10, tilt: 2, decay: (decay, 0.7 * decay),
        seed: 322))
    sound.add([Mode(4350, 0.5, 0.010), Mode(2700, 0.25, 0.012)])
    sound.add(
      Noise(seed: 323), through: [.highPass(5200), .lowPass(12_500)],
      envelope: [Decay(0.8, 0.022), Decay(0.35, 0.8 * decay)])
    sound.saturate(gain: 1)
    return sound
  }

  /// The two cymbals closed by the foot: no stick, and air between them.
  static func pedalHat(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.10, rate: rate)
    sound.add(
      Mode.cluster(
        16, from: 430, octaves: 2.8, level: 0.10, tilt: 0, decay: (0.07, 0.07), seed: 321))
    sound.add(
      Mode.cluster(
        40, from: 2700, octaves: 1.9, level: 0.13, tilt: -4, decay: (0.09, 0.06), seed: 324))
    sound.add(
      Noise(seed: 325), through: [.highPass(2600), .lowPass(8500)],
      envelope: [Decay(0.6, 0.08), Decay(-0.45, 0.012)])
    sound.saturate(gain: 1)
    return sound
  }

  /// 16 inches.
  static func crash(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 2.6, rate: rate)
    sound.add(
      Mode.cluster(
        26, from: 310, octaves: 2.6, level: 0.085, tilt: 2, decay: (2.6, 2.8), seed: 331))
    bloom(
      &sound,
      Mode.cluster(
        80, from: 1900, octaves: 2.9, level: 0.11, tilt: -1, decay: (2.6, 1.3), seed: 332),
      within: 0.050)
    sound.add([Mode(3300, 0.3, 0.012)])
    sound.add(
      Noise(seed: 333), through: [.bandPass(3800, q: 0.5)], envelope: [Decay(0.5, 0.03)])
    sound.add(
      Noise(seed: 334), through: [.highPass(3600), .lowPass(11_000)],
      envelope: [Decay(0.8, 0.7), Decay(0.4, 1.9), Decay(-1, 0.060)])
    sound.saturate(gain: 0.6)
    return sound
  }

  /// 20 inches: the tip of the stick, then the hum under a wash that never covers it.
  static func ride(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 2.2, rate: rate)
    tip(&sound, level: 1)
    sound.add([
      Mode(1870, 0.22, 1.4), Mode(2590, -0.30, 1.2), Mode(3410, 0.34, 1.0), Mode(4730, -0.28, 0.8),
      Mode(6250, 0.20, 0.6),
    ])
    wash(&sound, level: 0.07)
    return sound
  }

  /// The cup of the same cymbal, struck with the shoulder of the stick.
  static func rideBell(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 1.8, rate: rate)
    tip(&sound, level: 0.6)
    sound.add([
      Mode(742, 0.30, 1.5), Mode(1216, -0.45, 1.6), Mode(1893, 0.5, 1.4), Mode(2664, -0.55, 1.3),
      Mode(3538, 0.40, 1.1), Mode(4490, -0.26, 0.9), Mode(5560, 0.18, 0.7), Mode(7240, -0.1, 0.5),
    ])
    wash(&sound, level: 0.04)
    return sound
  }

  /// Wood on metal: a short bright noise with a few modes in it.
  private static func tip(_ sound: inout Synthesis, level: Double) {
    sound.add(
      Mode.cluster(
        12, from: 2400, octaves: 1.7, level: 0.28 * level, decay: (0.09, 0.04), seed: 341))
    sound.add([Mode(3150, 0.3 * level, 0.010)])
    sound.add(
      Noise(seed: 342), through: [.bandPass(5200, q: 0.7)],
      envelope: [Decay(0.9 * level, 0.016)])
  }

  /// The rest of the ride, low and high, which comes up behind the stroke.
  private static func wash(_ sound: inout Synthesis, level: Double) {
    sound.add(
      Mode.cluster(
        14, from: 290, octaves: 2.4, level: level, tilt: -2, decay: (2.6, 2.2), seed: 343))
    bloom(
      &sound,
      Mode.cluster(
        60, from: 1700, octaves: 2.8, level: level, tilt: -2, decay: (2.4, 1.2), seed: 344),
      within: 0.040)
    sound.add(
      Noise(seed: 345), through: [.highPass(4000), .lowPass(10_000)],
      envelope: [Decay(2.2 * level, 1.4), Decay(-2 * level, 0.060)])
  }

  /// Adds modes that come up: from each, four fifths of its level with a decay of `within` seconds
  /// are taken away at the start.
  private static func bloom(_ sound: inout Synthesis, _ modes: [Mode], within: Double) {
    sound.add(modes)
    sound.add(modes.map { Mode($0.frequency, -0.8 * $0.level, within) })
  }
}
