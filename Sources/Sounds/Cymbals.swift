import Timing

/// Cymbals: a cluster of metallic modes in a wash of noise.
enum Cymbals {
  static func hat(_ rate: SampleRate) -> Synthesis {
    hat(seconds: 0.085, decay: 0.085, rate)
  }

  static func openHat(_ rate: SampleRate) -> Synthesis {
    hat(seconds: 0.55, decay: 0.62, rate)
  }

  /// The same two cymbals, closed or open: the same modes and noise, and another decay.
  private static func hat(seconds: Double, decay: Double, _ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: seconds, rate: rate)
    sound.add(
      Mode.cluster(
        36, from: 3100, octaves: 2.2, level: 0.16, tilt: 3, decay: (0.7 * decay, decay), seed: 31))
    // The edge of the stick.
    sound.add([Mode(3300, 0.15, 0.008)])
    sound.add(
      Noise(seed: 32), through: [.highPass(6800), .lowPass(14_500)],
      envelope: [Decay(0.5, 0.03), Decay(0.55, decay)])
    // Evens out the spikes of the noise, whose height is chance and would set the loudness.
    sound.saturate(gain: 1)
    return sound
  }

  static func crash(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 2.0, rate: rate)
    sound.add(
      Mode.cluster(
        44, from: 450, octaves: 4.7, level: 0.07, tilt: 6, decay: (2.6, 1.5), seed: 41))
    sound.add([Mode(2700, 0.2, 0.012)])
    // The low modes sound at once, the wash builds up behind them.
    sound.add(
      Noise(seed: 42), through: [.highPass(3000), .lowPass(13_000)],
      envelope: [Decay(0.75, 0.5), Decay(0.5, 1.9), Decay(-0.8, 0.03)])
    sound.saturate(gain: 0.6)
    return sound
  }

  static func ride(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 1.6, rate: rate)
    // The ping.
    sound.add([
      Mode(3150, 0.5, 0.9), Mode(4420, -0.45, 0.7), Mode(5830, 0.35, 0.5), Mode(2280, 0.3, 1.1),
      Mode(3150, 0.5, 0.03),
    ])
    sound.add(
      Mode.cluster(
        28, from: 380, octaves: 4.9, level: 0.12, tilt: 3, decay: (2.2, 1.2), seed: 51))
    sound.add(
      Noise(seed: 52), through: [.highPass(4500), .lowPass(13_000)],
      envelope: [Decay(0.6, 0.03), Decay(0.2, 1.3)])
    return sound
  }
}
