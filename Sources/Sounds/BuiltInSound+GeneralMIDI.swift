import SongModel

extension BuiltInSound {
  /// The key of the General MIDI percussion map, 35 to 81, that comes nearest to the sound.
  ///
  /// The clicks share the keys of the wood blocks and the side stick, which is what a General MIDI
  /// player can click with; among themselves they differ.
  public var generalMIDINote: Int {
    switch self {
    case .clickHigh, .woodHigh: 76  // Hi Wood Block
    case .clickLow, .woodLow: 77  // Low Wood Block
    case .clickSoft, .rim: 37  // Side Stick
    case .beepHigh: 67  // High Agogo
    case .beepLow: 68  // Low Agogo
    case .clave: 75  // Claves
    case .cowbell: 56  // Cowbell
    case .kick: 36  // Bass Drum 1
    case .snare: 38  // Acoustic Snare
    case .clap: 39  // Hand Clap
    case .hat: 42  // Closed Hi-Hat
    case .openHat: 46  // Open Hi-Hat
    case .tomHigh: 50  // High Tom
    case .tomMid: 47  // Low-Mid Tom
    case .tomLow: 45  // Low Tom
    case .crash: 49  // Crash Cymbal 1
    case .ride: 51  // Ride Cymbal 1
    case .shaker: 70  // Maracas
    case .tambourine: 54  // Tambourine
    }
  }
}
