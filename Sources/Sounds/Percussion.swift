import Timing

/// Hand percussion: wood, metal and grains.
enum Percussion {
  static func woodBlock(_ pitch: Double, _ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.11, rate: rate)
    sound.add([
      Mode(pitch, 1, 0.10), Mode(1.47 * pitch, -0.35, 0.055), Mode(2.62 * pitch, 0.35, 0.035),
      Mode(4.10 * pitch, 0.15, 0.016),
    ])
    sound.add(Noise(seed: 61), through: [.bandPass(3000, q: 0.7)], envelope: [Decay(0.25, 0.006)])
    return sound
  }

  /// 2.76 is the second mode of a free bar: Rossing, "Science of Percussion Instruments".
  static func clave(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.10, rate: rate)
    sound.add([Mode(2480, 1, 0.095), Mode(2.76 * 2480, 0.18, 0.025), Mode(1180, 0.12, 0.02)])
    return sound
  }

  /// Two square waves that do not fit together, each rung as a bell: a stroke and a slower rest.
  static func cowbell(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.40, rate: rate)
    for pitch in [562.0, 845.0] {
      var sign = 1.0
      for harmonic in stride(from: 1.0, through: 11, by: 2) {
        // The body is strongest around 1 kHz: the lowest tone is held back a little.
        let level = pitch * harmonic < 600 ? 0.7 : sign / harmonic
        sign = -sign
        let damping = 1 + 0.12 * (harmonic - 1)
        sound.add([
          Mode(pitch * harmonic, 0.6 * level, 0.08 / damping),
          Mode(pitch * harmonic, 0.4 * level, 0.45 / damping),
        ])
      }
    }
    return sound
  }

  /// The stick laid across the snare drum and struck on its rim.
  static func rim(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.06, rate: rate)
    sound.add([
      Mode(1720, 1, 0.050), Mode(470, -0.55, 0.050), Mode(830, 0.3, 0.035),
      Mode(2650, -0.4, 0.022),
    ])
    sound.add(
      Noise(seed: 62), through: [.highPass(2500), .lowPass(9000)], envelope: [Decay(0.4, 0.010)])
    return sound
  }

  /// Grains that reach the wall one after another: the only sound here whose noise swells.
  static func shaker(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.13, rate: rate)
    sound.add([Mode(3000, 0.06, 0.006)])
    sound.add(
      Noise(seed: 63), through: [.bandPass(6800, q: 1.0), .lowPass(13_000)],
      envelope: [Decay(1, 0.14), Decay(-0.8, 0.035)])
    sound.saturate(gain: 1)
    return sound
  }

  /// Pairs of jingles that strike at slightly different times, each with a pitch of its own.
  static func tambourine(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.28, rate: rate)
    sound.add([Mode(1900, 0.4, 0.006)])
    let jingles: [(start: Double, level: Double)] = [
      (0, 1), (0.0085, 0.6), (0.0190, 0.75), (0.0330, 0.45),
    ]
    for (index, jingle) in jingles.enumerated() {
      let seed = 70 + UInt64(index)
      sound.add(
        Mode.cluster(
          10, from: 3600, octaves: 1.9, level: 0.22 * jingle.level, tilt: 4, decay: (0.16, 0.26),
          seed: seed),
        at: jingle.start)
      sound.add(
        Noise(seed: seed + 10), through: [.highPass(6000), .lowPass(14_000)],
        envelope: [Decay(0.6 * jingle.level, 0.05), Decay(0.25 * jingle.level, 0.2)],
        at: jingle.start)
    }
    sound.saturate(gain: 1)
    return sound
  }
}
