import SongModel

/// A MIDI file in words: a line for the file, one for each track with its name, and one for each
/// other event with its tick. The same file always gives the same text, so it is what golden files
/// hold.
public func describe(_ file: MIDIFile) -> String {
  var text =
    "format \(file.format.rawValue), \(file.tracks.count) "
    + (file.tracks.count == 1 ? "track" : "tracks") + ", \(file.division)\n"
  for (index, track) in file.tracks.enumerated() {
    let name = track.events.firstIndex { $0.isName }
    text += "track \(index)"
    if let name, case .text(_, let data) = track.events[name].message {
      text += " \(quoted(data))"
    }
    text += "\n"
    for (index, event) in track.events.enumerated() where index != name {
      text += line(event.tick, event.message.description)
    }
    text += line(track.end, "end")
  }
  return text
}

extension MIDIEvent {
  /// Whether it names the track from its start.
  fileprivate var isName: Bool {
    guard case .text(.trackName, _) = message else { return false }
    return tick == 0
  }
}

private func line(_ tick: Int, _ words: String) -> String {
  let number = String(tick)
  return String(repeating: " ", count: max(0, 9 - number.count)) + number + " " + words + "\n"
}

extension MIDIFile.Division: CustomStringConvertible {
  public var description: String {
    switch self {
    case .pulsesPerQuarter(let pulses): "\(pulses) pulses per quarter"
    case .timeCode(let frames, let ticks):
      "\(frames == 29 ? "29.97" : "\(frames)") frames per second, \(ticks) ticks per frame"
    }
  }
}

extension MIDIMessage: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noteOff(let channel, let note, let velocity):
      // 64 is what a keyboard sends that does not measure how a key is released.
      "off ch\(channel) note \(note)" + (velocity == 64 ? "" : " velocity \(velocity)")
    case .noteOn(let channel, let note, let velocity):
      "on  ch\(channel) note \(note) velocity \(velocity)"
    case .channel(let kind, let channel, let first, let second):
      "\(MIDIMessage.names[Int(kind >> 4) - 10]) ch\(channel) \(first)"
        + (second.map { " \($0)" } ?? "")
    case .systemExclusive(let data): "system exclusive" + hexadecimal(data)
    case .escape(let data): "escape" + hexadecimal(data)
    case .text(let kind, let data): "\(kind.name) \(quoted(data))"
    case .tempo(let microseconds): "tempo \(microseconds) µs"
    case .timeSignature(let signature): "time signature \(signature)"
    case .keySignature(let accidentals, let isMinor):
      // The names of keys are the song language's.
      "key "
        + (Key(accidentals: Int(accidentals), isMinor: isMinor)?.description ?? "\(accidentals)")
    case .meta(let type, let data): "meta \(type)" + hexadecimal(data)
    }
  }

  /// Of the kinds 0xA0 to 0xE0.
  private static let names = ["pressure", "control", "program", "channel pressure", "bend"]
}

extension MIDIMessage.TextKind {
  fileprivate var name: String {
    switch self {
    case .text: "text"
    case .copyright: "copyright"
    case .trackName: "name"
    case .instrument: "instrument"
    case .lyric: "lyric"
    case .marker: "marker"
    case .cuePoint: "cue"
    }
  }
}

extension MIDITimeSignature: CustomStringConvertible {
  /// As written on paper, and the metronome's clicks where they are not the units of the metre. A
  /// file can state denominators of up to 2 to the power of 255: they are left as a power.
  public var description: String {
    let power = Int(denominatorPower)
    var text = "\(numerator)/" + (power < 32 ? "\(1 << power)" : "2^\(power)")
    // 96 clocks to a whole note.
    if power >= 6 || Int(clocksPerClick) != 96 >> power { text += ", click \(clocksPerClick)" }
    if thirtySecondsPerQuarter != 8 { text += ", \(thirtySecondsPerQuarter) 32nds per quarter" }
    return text
  }
}

private func hexadecimal(_ data: [UInt8]) -> String {
  data.map { ($0 < 16 ? " 0" : " ") + String($0, radix: 16, uppercase: true) }.joined()
}

/// Text between quotation marks, on one line: what would end it or the text is escaped.
private func quoted(_ data: [UInt8]) -> String {
  var text = "\""
  for scalar in String(decoding: data, as: UTF8.self).unicodeScalars {
    switch scalar {
    case "\"", "\\": text += "\\\(scalar)"
    case "\n": text += "\\n"
    case _ where scalar.properties.generalCategory == .control:
      text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text + "\""
}
