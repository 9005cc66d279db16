import Diagnostics
import Scheduler
import SongModel
import SongText
import Timing

/// A song that has been read without an error.
struct SongFile {
  let path: String
  var song: Song
}

extension DiagnosticList {
  /// What a command ends with that was given such a file: a file that cannot be read is another
  /// trouble than a mistake.
  var code: ExitCode {
    let errors = inOrder().filter { $0.problem.severity == .error }
    let isUnreadable = errors.allSatisfy {
      switch $0.problem {
      case .song(.unreadableKit), .song(.unreadableSong): true
      default: false
      }
    }
    return errors.isEmpty ? .done : isUnreadable ? .fileTrouble : .wrongSong
  }
}

extension SongReading {
  var code: ExitCode { diagnostics.code }

  /// Whether the file is a set, and no song.
  var isSet: Bool {
    diagnostics.inOrder().contains {
      if case .song(.setNotSong) = $0.problem { true } else { false }
    }
  }
}

/// Why a song cannot be used; the reason has been told already.
struct Refusal: Error {
  let code: ExitCode
}

extension Console {
  /// Shows what there is to say of a song.
  func show(_ diagnostics: DiagnosticList) {
    let text = DiagnosticRenderer(usesColor: err.terminal.showsColor).render(diagnostics)
    if !text.isEmpty { message(text.hasSuffix("\n") ? String(text.dropLast()) : text) }
  }

  /// Shows what is told unasked: everything but notes.
  func showTroubles(_ diagnostics: DiagnosticList) {
    var troubles = DiagnosticList()
    for diagnostic in diagnostics.inOrder() where diagnostic.problem.severity != .note {
      troubles.report(diagnostic.problem, at: diagnostic.span, related: diagnostic.related)
    }
    show(troubles)
  }
}

/// Reads a song and tells its mistakes on standard error.
///
/// - Parameter tempo: stands in place of the song's own top-level tempo.
func loadSong(
  _ path: String, tempo: TempoText? = nil, on console: Console
) throws(Refusal) -> SongFile {
  let reading = try readSongFile(path, tempo: tempo, on: console)
  console.showTroubles(reading.diagnostics)
  guard let song = reading.song else { throw Refusal(code: reading.code) }
  return SongFile(path: path, song: song)
}

/// Reads a song and keeps its mistakes for the caller.
///
/// - Parameter read: reads the song, then what it names.
func readSongFile(
  _ path: String, tempo: TempoText? = nil,
  read: @escaping (String) throws(UnreadableFile) -> [UInt8] = readInput, on console: Console
) throws(Refusal) -> SongReading {
  let text = try telling(path, on: console) { () throws(UnreadableFile) in try read(path) }
  return checkStart(of: readSong(text, path: path, tempo: tempo, readFile: read))
}

/// Adds the mistake of a sound that would start before the file does: a flam or a cue at its very
/// beginning.
func checkStart(of reading: SongReading) -> SongReading {
  guard let song = reading.song else { return reading }
  var events = EventStream(song, at: song.output.rate)
  guard let first = events.next(), first.time < .zero else { return reading }
  var diagnostics = reading.diagnostics
  let section = song.sections[first.section ?? 0]
  // Rounded up to a millisecond, which is what the user has to add.
  let milliseconds = (Seconds.zero - first.time).milliseconds
  diagnostics.report(
    .song(
      .beforeTheFile(
        track: song.name(ofLane: first.lane),
        by: milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms")),
    at: section.name.span)
  return SongReading(song: nil, diagnostics: diagnostics)
}
