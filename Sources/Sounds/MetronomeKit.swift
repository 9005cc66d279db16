import Timing

/// The metronome that is wound up: a bell for the accent, its wooden case for the beat.
enum MetronomeKit {
  /// The partials of a bell about its strike note, from the hum an octave below: Rossing, "Science
  /// of Percussion Instruments". The strike note lies at 2093 Hz, C7, where a band has little else,
  /// and the partials from there to the double of it are the strongest.
  static func bell(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.60, rate: rate)
    let strike = 2093.0
    let partials: [(ratio: Double, level: Double, decay: Double)] = [
      (0.5, 0.22, 0.75), (1, 1, 0.62), (1.2, -0.5, 0.55), (1.5, 0.35, 0.42), (2, -0.7, 0.45),
      (2.5, 0.28, 0.28), (2.67, -0.25, 0.25), (3, 0.2, 0.22), (4, -0.15, 0.15), (5.33, 0.1, 0.10),
    ]
    sound.add(partials.map { Mode(strike * $0.ratio, $0.level, $0.decay) })
    // The clapper.
    sound.add([Mode(1.2 * strike, 0.4, 0.02), Mode(2 * strike, 0.5, 0.02)])
    sound.add(Noise(seed: 401), through: [.bandPass(6000, q: 0.8)], envelope: [Decay(0.3, 0.006)])
    return sound
  }

  /// The escapement, and the case that it knocks on.
  static func wood(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.10, rate: rate)
    sound.add([
      Mode(1010, 1.4, 0.095), Mode(1010, -0.4, 0.012), Mode(1.72 * 1010, -0.55, 0.050),
      Mode(2.31 * 1010, 0.50, 0.034), Mode(3.48 * 1010, 0.15, 0.016), Mode(430, -0.20, 0.060),
    ])
    sound.add(
      Noise(seed: 402), through: [.bandPass(3600, q: 0.7)], envelope: [Decay(0.25, 0.006)])
    sound.saturate(gain: 0.8)
    return sound
  }

  /// The same wood under a felt: a fifth lower, and without its edge.
  static func softWood(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.070, rate: rate)
    sound.add([
      Mode(674, 1, 0.062), Mode(674, -0.6, 0.004), Mode(1.72 * 674, 0.22, 0.028),
      Mode(2.31 * 674, -0.12, 0.018), Mode(340, -0.15, 0.040),
    ])
    sound.add(
      Noise(seed: 403), through: [.bandPass(1500, q: 0.8)], envelope: [Decay(0.2, 0.006)])
    return sound
  }
}
