import SongModel

extension BuiltInSound {
  /// What the sound is, in at most 40 characters, for lists.
  public var summary: String {
    switch self {
    case .clickHigh: "bright click for the accent, 2.4 kHz"
    case .clickLow: "click for the beat, 1.6 kHz"
    case .clickSoft: "soft click between the beats, 1.2 kHz"
    case .beepHigh: "pure tone, A6, 1760 Hz"
    case .beepLow: "pure tone, A5, 880 Hz"
    case .woodHigh: "high wood block, 1.2 kHz"
    case .woodLow: "low wood block, 0.8 kHz"
    case .clave: "claves, 2.5 kHz"
    case .cowbell: "cowbell, 560 and 845 Hz"
    case .rim: "stick laid across the snare, on the rim"
    case .kick: "bass drum, 50 Hz, with its beater"
    case .snare: "snare drum, 186 Hz, with its wires"
    case .clap: "several hands, not quite together"
    case .hat: "closed hi-hat"
    case .openHat: "open hi-hat, the same cymbals"
    case .tomHigh: "high tom, 172 Hz"
    case .tomMid: "middle tom, 126 Hz"
    case .tomLow: "low tom, 88 Hz"
    case .crash: "crash cymbal, two seconds"
    case .ride: "ride cymbal, with a clear ping"
    case .shaker: "shaker, one stroke"
    case .tambourine: "tambourine, four pairs of jingles"
    }
  }
}
