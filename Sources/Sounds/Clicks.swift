import Timing

/// Clicks and beeps: what marks the beat.
///
/// The clicks are built alike, a fifth and an octave below the accent, so that they are one
/// instrument and yet told apart by pitch alone. Each has its energy where hearing is keenest, 1 to
/// 4 kHz, and is over before it masks what it is there for. From the main mode of the two louder
/// ones, half its level with half its decay is taken away: the start then stays level for a few
/// milliseconds, which is 3 dB louder for the same peak.
enum Clicks {
  static func high(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.030, rate: rate)
    sound.add([
      Mode(2400, 2, 0.030), Mode(2400, -1, 0.015), Mode(3600, 0.35, 0.018),
      Mode(4800, 0.15, 0.010), Mode(1200, -0.25, 0.020),
    ])
    return sound
  }

  static func low(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.036, rate: rate)
    sound.add([
      Mode(1600, 2, 0.036), Mode(1600, -1, 0.018), Mode(2400, 0.3, 0.022),
      Mode(3200, 0.2, 0.012), Mode(800, -0.2, 0.025),
    ])
    return sound
  }

  /// The negative mode dies at once: what is left swells for half a millisecond, a softer onset.
  static func soft(_ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.026, rate: rate)
    sound.add([
      Mode(1200, 1, 0.026), Mode(1200, -0.75, 0.003), Mode(2400, 0.15, 0.012),
    ])
    return sound
  }

  /// A sine that is at a quarter of its level on frame 0 and swells to the whole in 2 ms.
  static func beep(_ frequency: Double, _ rate: SampleRate) -> Synthesis {
    var sound = Synthesis(seconds: 0.080, rate: rate)
    sound.add([Mode(frequency, 1, .infinity), Mode(frequency, -0.75, 0.004)])
    return sound
  }
}
