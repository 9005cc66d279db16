import SongModel

extension BuiltInSound {
  /// The note of the General MIDI percussion map that comes nearest, within the 35 to 81 that every
  /// General MIDI synthesizer sounds. No two built-in sounds share one.
  var percussionNote: UInt8 {
    switch self {
    case .kick: 36
    case .rim: 37
    case .snare: 38
    case .clap: 39
    case .hat: 42
    case .tomLow: 45
    case .openHat: 46
    case .tomMid: 47
    case .crash: 49
    case .tomHigh: 50
    case .ride: 51
    case .tambourine: 54
    case .cowbell: 56
    case .beepHigh: 60  // high bongo
    case .beepLow: 61  // low bongo
    case .clickHigh: 67  // high agogo
    case .clickLow: 68  // low agogo
    case .clickSoft: 69  // cabasa
    case .shaker: 70
    case .clave: 75
    case .woodHigh: 76
    case .woodLow: 77
    }
  }
}

/// Where each sound of a song is played.
struct MIDIKey: Hashable {
  let channel: UInt8
  let note: UInt8

  /// A key for each sound, in the order of `sounds`: the note that the kit states, else the one of
  /// the built-in sound that the name or else the source names, else the lowest from 35 on that no
  /// other sound of the song has.
  static func keys(of sounds: [Sound]) throws(MIDIExportError) -> [MIDIKey] {
    let known = sounds.map { $0.note.map(UInt8.init) ?? builtIn($0)?.percussionNote }
    var taken = Set(known.compactMap { $0 })
    var keys: [MIDIKey] = []
    for (sound, note) in zip(sounds, known) {
      guard let note = note ?? Array(35...127).first(where: { !taken.contains($0) }) else {
        throw .tooManySounds(sound: sound.name)
      }
      taken.insert(note)
      keys.append(MIDIKey(channel: UInt8(sound.channel), note: note))
    }
    return keys
  }

  private static func builtIn(_ sound: Sound) -> BuiltInSound? {
    if let named = BuiltInSound(rawValue: sound.name) { return named }
    guard case .builtIn(let source) = sound.source else { return nil }
    return source
  }
}
