import SongModel

/// Where each sound of a song is played.
struct MIDIKey: Hashable {
  let channel: UInt8
  let note: UInt8

  /// A key for each sound, in the order of `sounds`: the note that the kit states, else the one of
  /// the built-in sound that the name or else the source names, else the lowest from 35 on that no
  /// other sound of the song has.
  static func keys(of sounds: [Sound]) throws(MIDIExportError) -> [MIDIKey] {
    let known = sounds.map { $0.note ?? builtIn($0)?.generalMIDINote }
    var taken = Set(known.compactMap { $0 })
    var keys: [MIDIKey] = []
    for (sound, note) in zip(sounds, known) {
      guard let note = note ?? (35...127).first(where: { !taken.contains($0) }) else {
        throw .tooManySounds(sound: sound.name)
      }
      taken.insert(note)
      keys.append(MIDIKey(channel: UInt8(sound.channel), note: UInt8(note)))
    }
    return keys
  }

  private static func builtIn(_ sound: Sound) -> BuiltInSound? {
    if let named = BuiltInSound(rawValue: sound.name) { return named }
    guard case .builtIn(let source) = sound.takes[0].source else { return nil }
    return source
  }
}
