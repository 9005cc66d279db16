import MIDIFiles

/// Where a MIDI file first differs from what was expected.
struct MIDIFileDifference {
  /// The first byte that differs; the length of the shorter file where it begins the other.
  let byte: Int
  /// The first event that differs, in words; `nil` where one of the files cannot be read, or all
  /// events are the same.
  let event: String?

  /// - Returns: `nil` where the files are equal.
  init?(_ found: [UInt8], _ expected: [UInt8]) {
    guard found != expected else { return nil }
    byte = zip(found, expected).prefix { $0 == $1 }.count
    event = MIDIFileDifference.event(found, expected)
  }

  var text: String {
    "byte \(byte) is the first that differs" + (event.map { ": " + $0 } ?? "")
  }

  private static func event(_ found: [UInt8], _ expected: [UInt8]) -> String? {
    guard let file = try? readMIDIFile(found), let wanted = try? readMIDIFile(expected) else {
      return nil
    }
    if file.division != wanted.division {
      return "\(file.division), and the song gives \(wanted.division)"
    }
    for (index, (one, other)) in zip(file.tracks, wanted.tracks).enumerated() {
      let same = zip(one.events, other.events).prefix { $0 == $1 }.count
      if same < max(one.events.count, other.events.count) {
        return "track \(index), "
          + "\(text(one.events, same)), and the song gives \(text(other.events, same))"
      }
      if one.end != other.end {
        return "track \(index) ends at tick \(one.end), and the song's at \(other.end)"
      }
    }
    let (count, wantedCount) = (file.tracks.count, wanted.tracks.count)
    return count == wantedCount
      ? nil : "it has \(counted(count, "track")), and the song gives \(wantedCount)"
  }

  private static func text(_ events: [MIDIEvent], _ index: Int) -> String {
    guard events.indices.contains(index) else { return "nothing more" }
    return "tick \(events[index].tick) \(events[index].message)"
  }
}
