extension BuiltInSound {
  /// The key of the General MIDI percussion map that comes nearest to the sound, within the 35 to
  /// 81 that every General MIDI synthesizer sounds.
  ///
  /// No two sounds share one, so that a MIDI file says which of them it means.
  public var generalMIDINote: Int {
    switch self {
    case .kick: 36  // Bass Drum 1
    case .rim: 37  // Side Stick
    case .snare: 38  // Acoustic Snare
    case .clap: 39  // Hand Clap
    case .hat: 42  // Closed Hi-Hat
    case .tomLow: 45  // Low Tom
    case .openHat: 46  // Open Hi-Hat
    case .tomMid: 47  // Low-Mid Tom
    case .crash: 49  // Crash Cymbal 1
    case .tomHigh: 50  // High Tom
    case .ride: 51  // Ride Cymbal 1
    case .tambourine: 54  // Tambourine
    case .cowbell: 56  // Cowbell
    case .beepHigh: 60  // High Bongo
    case .beepLow: 61  // Low Bongo
    case .clickHigh: 67  // High Agogo
    case .clickLow: 68  // Low Agogo
    case .clickSoft: 69  // Cabasa
    case .shaker: 70  // Maracas
    case .clave: 75  // Claves
    case .woodHigh: 76  // Hi Wood Block
    case .woodLow: 77  // Low Wood Block
    }
  }
}
