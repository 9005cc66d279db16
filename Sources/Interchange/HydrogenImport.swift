import SongModel
import Timing

/// A song as a person would write it, from a Hydrogen song (`.h2song`) or pattern (`.h2pattern`).
///
/// Every onset is exact: patterns in ticks of 1/192 whole note with their lead, lag and swing, tempos
/// and lengths of columns as Hydrogen plays them in song mode. What a song cannot say stands in
/// remarks, each kind once. Docs/import-hydrogen.md lists both.
///
/// - Parameters:
///   - bytes: the file, XML in UTF-8 or another encoding that it declares and libexpat reads.
///   - title: the title where the file has none.
///   - searchPaths: folders in which Hydrogen's drumkits lie, each in a folder of its name; such as
///     `/usr/share/hydrogen/data/drumkits`.
///   - exists: whether there is a file of a path; one that is not absolute counts from the folder of
///     the file that is read. The paths of the draft are such paths.
///   - readFile: what a file holds, `nil` where it cannot be read; asked for a drumkit that a pattern
///     names.
/// - Throws: the first mistake: what is no well-formed XML, no song or pattern of Hydrogen's, a value
///   that is not what its element holds, or a limit of ``XMLLimit`` and ``HydrogenReading``.
public func songDraft(
  hydrogen bytes: [UInt8], title: String? = nil, searchPaths: [String] = [],
  exists: (String) -> Bool, readFile: (String) -> [UInt8]?
) throws(ForeignFault) -> SongDraft {
  let root = try xmlDocument(bytes)
  var draft: SongDraft
  switch root.name {
  case "song":
    var maker = HydrogenDraft(song: try HydrogenReading.song(root))
    draft = try maker.draft(searchPaths: searchPaths, exists: exists)
    draft.remarks.insert("From a song of Hydrogen.", at: 0)
  case "drumkit_pattern":
    var maker = HydrogenDraft(
      song: try HydrogenReading.patternSong(
        root, searchPaths: searchPaths, readFile: readFile))
    draft = try maker.draft(searchPaths: searchPaths, exists: exists)
    draft.remarks.insert(
      "From a pattern of Hydrogen, which has no tempo: 120 beats a minute.", at: 0)
  case "drumkit_info":
    throw root.fault(
      "this is a drumkit of Hydrogen, which holds sounds and no song",
      help: "import a song (.h2song) or a pattern (.h2pattern) that plays it")
  default:
    throw root.fault(
      "<song> or <drumkit_pattern> was expected, and this is <\(root.name)>",
      help: "import a song (.h2song) or a pattern (.h2pattern) of Hydrogen's")
  }
  try draft.checkDuration()
  if draft.title == nil { draft.title = title }
  return draft
}

extension HydrogenReading {
  /// A pattern as a song of one column, with the drumkit that it names.
  static func patternSong(
    _ root: XMLElement, searchPaths: [String], readFile: (String) -> [UInt8]?
  ) throws(ForeignFault) -> HydrogenSong {
    guard let element = root["pattern"] else {
      throw root.fault(
        "there is no <pattern> in <drumkit_pattern>",
        help: "this is no pattern that Hydrogen has saved")
    }
    let pattern = try self.pattern(element)
    let drumkit = root.words("drumkit_name")
    var instruments: [HydrogenInstrument] = []
    if let drumkit {
      let paths = (searchPaths + ["."]).map { "\($0)/\(drumkit)/drumkit.xml" }
      for path in paths {
        guard let bytes = readFile(path) else { continue }
        instruments = try self.drumkit(bytes, named: drumkit, at: path)
        break
      }
    }
    let known = Set(instruments.map(\.id))
    for id in Set(pattern.notes.map(\.instrument)).subtracting(known).sorted() where id >= 0 {
      instruments.append(unknownInstrument(id, drumkit: drumkit))
    }
    return HydrogenSong(
      name: pattern.name, author: root.words("author") ?? element.words("author"),
      notes: element.words("info"), license: root.words("license"), tempo: 120, volume: .one,
      isLooped: false, swing: .zero, humanizeTime: .zero, humanizeVelocity: .zero,
      isTimelineOn: false, tempoMarkers: [], tags: [], panLaw: straightPanLaw, hasEffects: false,
      hasAutomation: false, hasPlaybackTrack: false, instruments: instruments,
      patterns: [pattern], columns: [[0]], namesUnknownPatterns: false)
  }

  private static func drumkit(_ bytes: [UInt8], named name: String, at path: String)
    throws(ForeignFault) -> [HydrogenInstrument]
  {
    do {
      let (elements, volumes) = try kit(of: xmlDocument(bytes))
      return try elements.map { element throws(ForeignFault) in
        var instrument = try instrument(element, componentVolumes: volumes)
        instrument.drumkit = name
        return instrument
      }
    } catch {
      throw ForeignFault(
        message:
          "in the drumkit \(XMLElement.quoted(path)), line \(error.line ?? 1): \(error.message)",
        help: error.help)
    }
  }

  /// What stands for an instrument that a pattern numbers and no drumkit describes: Hydrogen's kits
  /// of General MIDI begin with the bass drum, key 36.
  private static func unknownInstrument(_ id: Int, drumkit: String?) -> HydrogenInstrument {
    HydrogenInstrument(
      id: id, name: "", drumkit: drumkit, drumkitPath: nil, volume: .one, gain: .one, pan: .zero,
      isMuted: false, isSoloed: false, pitchOffset: .zero, randomPitch: .zero,
      followsVelocity: true, hasFilter: false, hasEnvelope: false, hasEffects: false,
      muteGroup: nil, stopsItself: false, midiChannel: nil,
      midiNote: id < 92 ? id + 36 : nil, selection: .velocity, layers: [], furtherComponents: 0,
      isUnknown: true)
  }
}
