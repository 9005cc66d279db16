extension BuiltInSound {
  /// The key of the General MIDI percussion map that comes nearest to the sound, within the 35 to
  /// 81 that every General MIDI synthesizer sounds.
  ///
  /// No two sounds of no kit share one, and no two sounds that can be heard under one kit, so that
  /// a MIDI file says which of them it means.
  public var generalMIDINote: Int {
    switch self {
    case .kick, .kick808, .kick909, .acousticKick: 36  // Bass Drum 1
    case .rim, .rim808, .rim909, .acousticRim: 37  // Side Stick
    case .snare, .snare808, .snare909, .acousticSnare: 38  // Acoustic Snare
    case .clap, .clap808, .clap909: 39  // Hand Clap
    case .hat, .hat808, .hat909, .acousticHat: 42  // Closed Hi-Hat
    case .acousticPedalHat: 44  // Pedal Hi-Hat
    case .tomLow, .tomLow808, .tomLow909, .acousticTomLow: 45  // Low Tom
    case .openHat, .openHat808, .openHat909, .acousticOpenHat: 46  // Open Hi-Hat
    case .tomMid, .tomMid808, .tomMid909, .acousticTomMid: 47  // Low-Mid Tom
    case .crash, .crash808, .crash909, .acousticCrash: 49  // Crash Cymbal 1
    case .tomHigh, .tomHigh808, .tomHigh909, .acousticTomHigh: 50  // High Tom
    case .ride, .ride909, .acousticRide: 51  // Ride Cymbal 1
    case .acousticRideBell: 53  // Ride Bell
    case .tambourine: 54  // Tambourine
    case .cowbell, .cowbell808: 56  // Cowbell
    case .beepHigh: 60  // High Bongo
    case .beepLow: 61  // Low Bongo
    case .clickHigh: 67  // High Agogo
    case .clickLow: 68  // Low Agogo
    case .clickSoft: 69  // Cabasa
    case .shaker, .shaker808: 70  // Maracas
    case .clave, .clave808: 75  // Claves
    case .woodHigh, .metronomeWood: 76  // Hi Wood Block
    case .woodLow, .metronomeSoft: 77  // Low Wood Block
    case .metronomeBell: 81  // Open Triangle
    }
  }
}
