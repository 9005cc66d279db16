import Diagnostics
import Scheduler
import SongModel
import SongText
import Timing

/// Reads a song that stands alone: it finds no other file.
func readAlone(_ bytes: [UInt8]) -> SongReading {
  readSong(bytes, path: "fuzz.yaml") { _ throws(UnreadableFile) in
    throw UnreadableFile(reason: "there is none")
  }
}

/// There is a song or a mistake that says why not; every mistake can be told; and a song plays.
func checkSong(_ input: [UInt8]) throws(BrokenLaw) {
  let reading = readAlone(input)
  try expect(
    reading.song != nil || reading.diagnostics.hasErrors, "without a song a mistake is said")
  _ = DiagnosticRenderer().render(reading.diagnostics)
  guard let song = reading.song else { return }
  let events = firstEvents(of: song)
  try expect(
    zip(events, events.dropFirst()).allSatisfy { $0.frame <= $1.frame },
    "no event comes before the one before it")
}

/// The first 200 events of a song that is short; a long one can be silent for hours.
func firstEvents(of song: Song) -> [Event] {
  let shortest = Seconds(Rational(60))
  let occurrences = Array(Occurrences(song).prefix(20))
  guard occurrences.count < 20, occurrences.allSatisfy({ $0.endTime < shortest }) else { return [] }
  // A silent passage can be played over and over until something is done.
  guard song.live.allSatisfy({ $0.at < 10 }) else { return [] }
  return Array(EventStream(song, at: .standard).prefix(200))
}

/// A comment before a file moves the place of every mistake by one line, and changes nothing else.
func checkPlaces(_ input: [UInt8]) throws(BrokenLaw) {
  let plain = readAlone(input)
  _ = DiagnosticRenderer().render(plain.diagnostics)
  // A byte order mark means something only at the very start.
  let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
  guard !marks.contains(where: input.starts) else { return }
  let moved = readAlone(Array("# a comment\n".utf8) + input)
  let before = plain.diagnostics.inOrder().map { TellTale($0, linesBefore: 0) }
  let after = moved.diagnostics.inOrder().map { TellTale($0, linesBefore: 1) }
  try expect(before == after, "a comment moves mistakes by a line", "\(before), then \(after)")
}

/// Which mistake, and where.
private struct TellTale: Equatable, CustomStringConvertible {
  let id: String
  let start: SourceSpan.Place
  let end: SourceSpan.Place

  init(_ diagnostic: Diagnostic, linesBefore: Int) {
    id = diagnostic.problem.id
    let span = diagnostic.span
    // What concerns the whole file has no line of it.
    let lines = span.source.text.isEmpty ? 0 : linesBefore
    func moved(_ place: SourceSpan.Place) -> SourceSpan.Place {
      SourceSpan.Place(line: place.line - lines, column: place.column)
    }
    start = moved(span.start)
    end = moved(span.end)
  }

  var description: String { "\(id) \(start.line):\(start.column)-\(end.line):\(end.column)" }
}
