import SongText
import Timing

/// Reads a song of Beats: a mapping with `Song` and the patterns.
struct BeatsReader {
  private(set) var song = BeatsSong()
  private var folder: String?
  /// Indices into the song's patterns, by their names in lower case.
  private var patternIndices: [String: Int] = [:]
  private var steps = 0
  private var tracks = 0

  static let form = "a song of Beats begins with 'Song:' and, below it, 'Flow:'"

  private typealias Fault = ForeignFault

  /// - Throws: the first mistake.
  static func read(_ bytes: [UInt8]) throws(ForeignFault) -> BeatsSong {
    try checkSize(of: bytes, mebibytes: BeatsLimits.mebibytes, of: "a song of Beats")
    let root: YAMLTree
    do {
      root = try readYAML(bytes)
    } catch {
      throw ForeignFault(
        line: error.place?.line, column: error.place?.column, message: error.message,
        help: error.help ?? form)
    }
    guard root.characters <= BeatsLimits.characters else {
      throw ForeignFault(
        message: "with its aliases, the file has more than \(BeatsLimits.characters) characters",
        help: "take the song apart")
    }
    var reader = BeatsReader()
    try reader.read(root)
    return reader.song
  }

  private mutating func read(_ root: YAMLTree) throws(ForeignFault) {
    guard case .mapping(let entries) = root.content else {
      throw fault(root, "this is no song of Beats", Self.form)
    }
    let headers = entries.filter { $0.key.text?.lowercased() == "song" }
    guard let header = headers.last else {
      throw fault(root, "there is no 'Song'", Self.form)
    }
    if headers.count > 1 {
      remark("'Song' stands there \(headers.count) times; like Beats, only the last one is read.")
    }
    let fields = try self.fields(of: header.value)
    if let node = fields["tempo"], !node.isNothing { song.tempo = try tempo(node) }
    if let node = fields["folder"], !node.isNothing {
      let path = try text(node, "the folder", "write a path")
      guard path.utf8.count <= BeatsLimits.folder else {
        throw fault(
          node, "the folder's path is longer than \(BeatsLimits.folder) characters",
          "write a shorter path")
      }
      folder = path
      if !path.isEmpty, !path.hasPrefix("/"), !path.hasPrefix("~") {
        remark("'Folder' is counted from this file; Beats counts it from where it is started.")
      }
    }
    if let node = fields["swing"], !node.isNothing { song.swing = try swing(node) }
    if let node = fields["kit"], !node.isNothing { try readKit(node) }
    for entry in entries where entry.key.text?.lowercased() != "song" { try readPattern(entry) }
    guard let flow = fields["flow"] ?? fields["structure"], !flow.isNothing else {
      throw fault(header.value, "the song has no 'Flow'", "list the patterns: '- Verse: x2'")
    }
    try readFlow(flow)
  }

  // MARK: - The header

  private static let keys = ["tempo", "folder", "swing", "kit", "flow"]

  /// The values of the header by their keys in lower case; the last of several counts.
  private mutating func fields(of node: YAMLTree) throws(ForeignFault) -> [String: YAMLTree] {
    guard case .mapping(let entries) = node.content else {
      throw fault(node, "'Song' is no mapping", Self.form)
    }
    var fields: [String: YAMLTree] = [:]
    for entry in entries {
      guard let key = entry.key.text else {
        throw fault(entry.key.place, "a list is no key of 'Song'", Self.form)
      }
      let name = key.lowercased()
      if name == "structure" {
        remark("'\(shown(key))' is read as 'Flow', as Beats 1 did.")
      } else if !Self.keys.contains(name) {
        remark("'\(shown(key))' of 'Song' means nothing to Beats and is left out.")
      }
      if fields.updateValue(entry.value, forKey: name) != nil {
        remark("'\(shown(key))' of 'Song' stands there twice; like Beats, the last one is read.")
      }
    }
    return fields
  }

  private mutating func tempo(_ node: YAMLTree) throws(ForeignFault) -> Rational {
    let help = "write the quarter notes a minute, such as 120 or 97.5, without quotes"
    guard case .text(let text, isPlain: true) = node.content else {
      throw fault(node, "the tempo is no number", help)
    }
    do {
      let decimal = try ForeignDecimal(text.hasPrefix("+") ? String(text.dropFirst()) : text)
      guard Tempo.range.contains(decimal.value) else { throw ForeignDecimal.Fault.tooLarge }
      if !decimal.isExact {
        remark(
          "The tempo \(shown(text)) has more digits than a song can hold; here it is"
            + " \(decimal.value.written).")
      }
      return decimal.value
    } catch {
      guard case ForeignDecimal.Fault.tooLarge = error else {
        throw fault(node, "'\(shown(text))' is no tempo", help)
      }
      throw fault(
        node, "a song has tempos from 0.001 to 100000, and this is \(shown(text))", help)
    }
  }

  private func swing(_ node: YAMLTree) throws(ForeignFault) -> BeatsSwing {
    guard case .text(let text, isPlain: true) = node.content,
      let swing = Int(text).flatMap(BeatsSwing.init)
    else { throw fault(node, "the swing is neither 8 nor 16", "write 'Swing: 8' or 'Swing: 16'") }
    return swing
  }

  private mutating func readKit(_ node: YAMLTree) throws(ForeignFault) {
    let form = "an item reads '- snare: snare.wav' or '- snare: [one.wav, two.wav]'"
    guard case .list(let items) = node.content else {
      throw fault(node, "'Kit' is no list", form)
    }
    for item in items {
      let entry = try onlyEntry(of: item, "an item of the kit", form)
      guard let label = entry.key.text else {
        throw fault(entry.key.place, "a sound of the kit has one name", form)
      }
      if song.kit.isDefined(label) {
        remark("'\(shown(label))' stands in the kit twice; like Beats, the last one is read.")
      }
      if case .list(let files) = entry.value.content {
        var paths: [String] = []
        for file in files { paths.append(try path(text(file, "this item", form))) }
        if paths.isEmpty { throw fault(entry.value, "the sound has no files", form) }
        song.kit.define(label, files: paths)
        let stems = paths.map(BeatsKit.stem)
        if Set(stems).count < stems.count {
          remark(
            "Files of '\(shown(label))' have the same name; like Beats, the last of them is played"
              + " for each.")
        }
      } else {
        song.kit.define(label, file: path(try text(entry.value, "the file", form)))
      }
    }
  }

  /// A file's path, counted from the song's folder.
  private func path(_ file: String) -> String {
    guard let folder, !folder.isEmpty, !file.hasPrefix("/"), !file.hasPrefix("~") else {
      return file
    }
    return folder.hasSuffix("/") ? folder + file : "\(folder)/\(file)"
  }

  // MARK: - Patterns

  private mutating func readPattern(_ entry: YAMLTree.Entry) throws(ForeignFault) {
    let form = "a track reads '- snare: ..X...X.'"
    guard let name = entry.key.text else {
      throw fault(entry.key.place, "a pattern has one name", form)
    }
    guard case .list(let items) = entry.value.content, !items.isEmpty else {
      throw fault(
        entry.value.isNothing ? entry.key.place : entry.value.place,
        "the pattern '\(shown(name))' has no list of tracks", form)
    }
    var pattern = BeatsPattern(name: name)
    for item in items { try readTrack(item, form, into: &pattern) }
    steps += pattern.steps * pattern.tracks.count
    let key = name.lowercased()
    if let index = patternIndices[key] {
      remark(
        "'\(shown(name))' is a pattern twice, as capitals make no difference; like Beats, the last"
          + " one is read.")
      song.patterns[index] = pattern
    } else {
      patternIndices[key] = song.patterns.count
      song.patterns.append(pattern)
    }
  }

  private mutating func readTrack(
    _ item: YAMLTree, _ form: String, into pattern: inout BeatsPattern
  )
    throws(ForeignFault)
  {
    let entry = try onlyEntry(of: item, "a track", form)
    if entry.key.names.isEmpty {
      throw fault(entry.key.place, "the track names no sound", "write '- [kick, snare]: X...'")
    }
    let rhythm =
      entry.value.isNothing
      ? "" : try text(entry.value, "the rhythm", "a rhythm reads 'X...X...'")
    var hits: [Int] = []
    var count = 0
    for (offset, sign) in rhythm.unicodeScalars.enumerated() {
      switch sign {
      case "X": hits.append(count)
      case ".": break
      case "|", " ": continue
      default:
        throw fault(
          entry.value.place(ofScalar: offset), "'\(shown(String(sign)))' is no step of a rhythm",
          "a rhythm has 'X' for a sound, '.' for a rest, and '|' and blanks for the eye")
      }
      count += 1
    }
    pattern.steps = max(pattern.steps, count)
    guard steps + pattern.steps * (pattern.tracks.count + 1) <= BeatsLimits.steps else {
      throw fault(
        entry.key.place, "the patterns have more than \(BeatsLimits.steps) steps",
        "take the song apart")
    }
    for name in entry.key.names {
      for label in song.kit.parts(of: name) {
        tracks += 1
        guard tracks <= BeatsLimits.tracks else {
          throw fault(
            entry.key.place, "the patterns have more than \(BeatsLimits.tracks) tracks",
            "take the song apart")
        }
        if song.kit.files[label] == nil { song.kit.addUnnamed(label, file: path(label)) }
        pattern.tracks.append(BeatsPattern.Track(label: label, hits: hits))
      }
    }
  }

  // MARK: - The flow

  private mutating func readFlow(_ node: YAMLTree) throws(ForeignFault) {
    let form = "an item reads '- Verse: x2', or '- Verse' for once"
    guard case .list(let items) = node.content else { throw fault(node, "'Flow' is no list", form) }
    var total = 0
    for item in items {
      let (name, times) = try flowItem(item, form)
      guard times > 0 else { continue }
      guard let pattern = patternIndices[name.lowercased()] else {
        throw fault(
          item, "there is no pattern '\(shown(name))'", "write the pattern, or 'x0' behind its name"
        )
      }
      total += times
      guard total <= BeatsLimits.flow else {
        throw fault(
          item, "the flow plays more than \(BeatsLimits.flow) patterns", "take the song apart")
      }
      song.flow.append((pattern, times))
    }
  }

  private mutating func flowItem(_ item: YAMLTree, _ form: String) throws(ForeignFault)
    -> (name: String, times: Int)
  {
    if case .text(let name, _) = item.content { return (name, 1) }
    let entry = try onlyEntry(of: item, "an item of the flow", form)
    guard let name = entry.key.text else {
      throw fault(entry.key.place, "an item of the flow is one pattern", form)
    }
    let repeats = "write the number of repeats as x2"
    let times = try text(entry.value, "the number of repeats", repeats)
    let digits = times.unicodeScalars.dropFirst()
    guard times.hasPrefix("x"), !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) })
    else { throw fault(entry.value, "'\(shown(times))' is no number of repeats", repeats) }
    guard let count = Int(String(digits)), count <= BeatsLimits.flow else {
      throw fault(
        entry.value, "the flow plays more than \(BeatsLimits.flow) patterns", "take the song apart")
    }
    return (name, count)
  }

  // MARK: - Values

  private mutating func remark(_ text: String) { song.remarks.append(text) }

  /// The one entry of an item; Beats does not look at others.
  private mutating func onlyEntry(of item: YAMLTree, _ what: String, _ form: String)
    throws(ForeignFault) -> YAMLTree.Entry
  {
    guard case .mapping(let entries) = item.content, let first = entries.first else {
      throw fault(item, "\(what) is no name with a value", form)
    }
    for entry in entries.dropFirst() {
      remark(
        "'\(shown(entry.key.names.joined(separator: ", ")))' in line \(entry.key.place.line) is not"
          + " played, as Beats reads one name of an item.")
    }
    return first
  }

  private func text(_ node: YAMLTree, _ what: String, _ form: String) throws(ForeignFault)
    -> String
  {
    guard case .text(let text, _) = node.content, !node.isNothing else {
      throw fault(node, "\(what) is no text", form)
    }
    return text
  }

  private func fault(_ node: YAMLTree, _ message: String, _ help: String) -> ForeignFault {
    fault(node.place, message, help)
  }

  private func fault(_ place: YAMLTree.Place, _ message: String, _ help: String) -> ForeignFault {
    ForeignFault(line: place.line, column: place.column, message: message, help: help)
  }
}

extension YAMLTree {
  /// Of all texts and keys, in bytes, those that an alias repeats counted again.
  fileprivate var characters: Int {
    switch content {
    case .text(let text, _): text.utf8.count
    case .list(let items): items.reduce(0) { $0 + $1.characters }
    case .mapping(let entries):
      entries.reduce(0) { sum, entry in
        entry.key.names.reduce(sum + entry.value.characters) { $0 + $1.utf8.count }
      }
    }
  }

  /// Whether YAML takes it for nothing.
  fileprivate var isNothing: Bool {
    guard case .text(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }
}

extension YAMLTree.Key {
  /// `nil` for a list.
  fileprivate var text: String? { isList ? nil : names[0] }
}
