import SongModel

extension BuiltInSound {
  /// The largest sample, relative to full scale: the balance of the kits.
  ///
  /// Judged by the loudest 100 ms of each sound, weighted as loudness meters do: kick and snare in
  /// front, hats and ride 3 to 10 dB behind. A sound of a kit is within 2 dB of the one whose name
  /// it takes. Kick, snare, hat and crash stay below full scale together when they fall on one
  /// frame, and so do a click, kick, hat and crash.
  var peak: Decibels {
    switch self {
    case .clickHigh, .clickLow, .woodHigh, .woodLow: Decibels(-6)
    case .acousticRim: Decibels(-7)
    case .clickSoft, .acousticKick: Decibels(-8)
    case .kick, .snare, .rim, .clave, .kick808, .snare808, .clap808, .acousticSnare,
      .metronomeWood, .metronomeSoft:
      Decibels(-9)
    case .clap, .kick909, .clap909, .acousticTomHigh, .acousticTomMid, .acousticTomLow:
      Decibels(-10)
    case .tomHigh, .tomMid, .tomLow, .cowbell, .tomHigh808, .tomMid808, .tomLow808,
      .cowbell808, .tomHigh909, .tomMid909, .tomLow909:
      Decibels(-11)
    case .clave808, .snare909, .metronomeBell: Decibels(-12)
    case .crash, .crash808, .rim808, .rim909: Decibels(-13)
    case .beepHigh, .beepLow, .crash909, .acousticCrash: Decibels(-14)
    case .ride, .openHat909, .acousticRide, .acousticRideBell: Decibels(-15)
    case .shaker808, .hat909, .acousticPedalHat: Decibels(-16)
    case .hat, .hat808, .ride909, .acousticHat: Decibels(-17)
    case .openHat, .openHat808, .shaker, .tambourine, .acousticOpenHat: Decibels(-18)
    }
  }
}
