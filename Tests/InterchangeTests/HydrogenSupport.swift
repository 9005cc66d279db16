import Diagnostics
import Foundation
import Scheduler
import SongModel
import SongText
import Testing
import Timing

@testable import Interchange

/// Where the tests and their files are.
let hydrogenFolder = String(#filePath.prefix(upTo: #filePath.lastIndex(of: "/")!))
/// Where the package `hydrogen-data` has its songs and drumkits.
let hydrogenData = "/usr/share/hydrogen/data"

func hydrogenBytes(_ path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// The draft of a song in XML, where no file exists but those named.
func hydrogenDraft(
  _ xml: String, title: String? = nil, searchPaths: [String] = [], files: Set<String> = [],
  contents: [String: String] = [:]
) throws(ForeignFault) -> SongDraft {
  try songDraft(
    hydrogen: Array(xml.utf8), title: title, searchPaths: searchPaths,
    exists: { files.contains($0) }, readFile: { contents[$0].map { Array($0.utf8) } })
}

/// The song of a draft, by way of its text.
func song(of draft: SongDraft) throws -> Song {
  let text = songText(of: draft)
  let reading = readSong(Array(text.utf8), path: "imported.yaml") { path throws(UnreadableFile) in
    throw UnreadableFile(reason: "a test reads no files")
  }
  return try #require(
    reading.song, "\(DiagnosticRenderer().render(reading.diagnostics))\n\(text)")
}

/// A hit as it is heard.
struct HeardHit: Hashable, Comparable, CustomStringConvertible {
  let frame: Int
  let track: String
  let velocity: Int

  static func < (left: HeardHit, right: HeardHit) -> Bool {
    (left.frame, left.track, left.velocity) < (right.frame, right.track, right.velocity)
  }

  var description: String { "\(frame) \(track) \(velocity)" }
}

/// What is heard of a draft, without what is left to chance.
func heard(_ draft: SongDraft) throws -> [HeardHit] {
  var draft = draft
  // Chance and mutes leave out or move what the XML has.
  draft.strips = []
  for pattern in draft.patterns.indices {
    draft.patterns[pattern].humanize = .none
    for track in draft.patterns[pattern].tracks.indices {
      for hit in draft.patterns[pattern].tracks[track].hits.indices {
        draft.patterns[pattern].tracks[track].hits[hit].probability = .one
      }
    }
  }
  let song = try song(of: draft)
  return EventStream(song, at: SampleRate(hertz: 48_000)!).map {
    HeardHit(
      frame: $0.frame.index,
      track: $0.lane == Song.clickLane ? "the click" : song.tracks[$0.lane - 1].name,
      velocity: $0.velocity.value)
  }.sorted()
}

/// What `hydrogen_times.py` computes from the XML.
func computedHits(_ path: String) throws -> [HeardHit] {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
  process.arguments = [hydrogenFolder + "/hydrogen_times.py", path]
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  try #require(process.terminationStatus == 0)
  return text.split(separator: "\n").map { line in
    let fields = line.split(separator: "\t")
    return HeardHit(frame: Int(fields[0])!, track: String(fields[1]), velocity: Int(fields[2])!)
  }
}

// MARK: - Songs in XML

struct XMLNote {
  var at: Int
  var instrument = 0
  var velocity = "0.8"
  var more = ""

  var xml: String {
    "<note><position>\(at)</position><velocity>\(velocity)</velocity>"
      + "<instrument>\(instrument)</instrument>\(more)</note>"
  }
}

func xmlPattern(_ name: String, size: Int = 192, denominator: Int = 4, _ notes: [XMLNote]) -> String
{
  "<pattern><name>\(name)</name><size>\(size)</size><denominator>\(denominator)</denominator>"
    + "<noteList>\(notes.map(\.xml).joined())</noteList></pattern>"
}

func xmlInstrument(_ id: Int, _ name: String, _ more: String = "", layers: String = "") -> String {
  "<instrument><id>\(id)</id><name>\(name)</name>\(more)"
    + "<instrumentComponent><component_id>0</component_id><gain>1</gain>\(layers)"
    + "</instrumentComponent></instrument>"
}

func xmlLayer(_ file: String, _ low: String = "0", _ high: String = "1", _ more: String = "")
  -> String
{
  "<layer><filename>\(file)</filename><min>\(low)</min><max>\(high)</max>\(more)</layer>"
}

let kickAndSnare =
  xmlInstrument(0, "Kick", layers: xmlLayer("kick.wav"))
  + xmlInstrument(1, "Snare", layers: xmlLayer("snare.wav"))
/// What ``kickAndSnare`` names.
let kickAndSnareFiles: Set<String> = ["kick.wav", "snare.wav"]

/// A song with columns such as `["a", "a+b", ""]`.
func xmlSong(
  _ more: String, instruments: String = kickAndSnare, _ patterns: [String], columns: [String]
) -> String {
  let groups = columns.map { column in
    "<group>"
      + column.split(separator: "+").map { "<patternID>\($0)</patternID>" }.joined() + "</group>"
  }
  return "<song><bpm>120</bpm><volume>1</volume><name>test</name>\(more)"
    + "<instrumentList>\(instruments)</instrumentList>"
    + "<patternList>\(patterns.joined())</patternList>"
    + "<patternSequence>\(groups.joined())</patternSequence></song>"
}

func xmlSong(instruments: String = kickAndSnare, _ patterns: [String], columns: [String]) -> String
{
  xmlSong("", instruments: instruments, patterns, columns: columns)
}
