import Diagnostics
import Scheduler
import SongModel
import SongText
import Timing

/// Tells every mistake of a song, and renders nothing.
enum CheckCommand {
  private static let songs = PositionalSpec(
    "SONG", repeats: true, help: "a song or a set; - for standard input")

  static let spec = CommandSpec(
    "check", summary: "find every mistake of a song", usage: ["SONG... [--json]"],
    positionals: [songs], options: [.json],
    notes: [
      "Reads the songs and all that they name, and tells every mistake with its place. A song "
        + "without mistakes gets one line with what it holds. Of a set all songs are checked."
    ],
    examples: ["tactus check night-train.yaml"], seeAlso: ["render", "events"]
  ) { arguments, console throws(CommandLineMistake) in
    var code = ExitCode.done
    for path in arguments.all(songs) {
      let result = check(path, asJSON: arguments.has(.json), on: console)
      if code == .done { code = result }
    }
    return code
  }

  private static func check(_ path: String, asJSON: Bool, on console: Console) -> ExitCode {
    do throws(Refusal) {
      switch try readSongOrSetFile(path, on: console) {
      case .song(let reading):
        show(reading.diagnostics, asJSON: asJSON, on: console)
        guard let song = reading.song else { return reading.code }
        try checkSounds(of: song, on: console)
        if !asJSON { console.print("\(path): \(summary(of: song))") }
        return .done
      case .set(let reading): return try check(reading, path, asJSON: asJSON, on: console)
      }
    } catch {
      return error.code
    }
  }

  /// A set, and every song in it.
  private static func check(
    _ reading: SetReading, _ path: String, asJSON: Bool, on console: Console
  ) throws(Refusal) -> ExitCode {
    var songs = SetSongs(reading)
    songs.read()
    for diagnostics in songs.diagnostics { show(diagnostics, asJSON: asJSON, on: console) }
    guard let file = songs.file(path) else { return songs.code }
    var code = ExitCode.done
    for song in file.songs {
      do throws(Refusal) {
        try checkSounds(of: song.song, on: console)
        if !asJSON { console.print("\(song.path): \(summary(of: song.song))") }
      } catch {
        if code == .done { code = error.code }
      }
    }
    if !asJSON && code == .done {
      console.print("\(path): no mistakes, a set of \(counted(file.order.count, "song"))")
    }
    return code
  }

  private static func show(_ diagnostics: DiagnosticList, asJSON: Bool, on console: Console) {
    if asJSON {
      for diagnostic in diagnostics.inOrder() { console.print(json(diagnostic)) }
    } else {
      console.show(diagnostics)
    }
  }

  /// What the song holds, in a line.
  private static func summary(of song: Song) -> String {
    var sections = 0
    var bars = 0
    for occurrence in Occurrences(song) where !occurrence.isCountIn {
      sections += 1
      bars += occurrence.bars.lastBar
    }
    let rate = song.output.rate
    return [
      "no mistakes", counted(sections, "section"), counted(bars, "bar"),
      clockText(song.endTime.frame(at: rate), at: rate),
    ].joined(separator: ", ")
  }

  private static func json(_ diagnostic: Diagnostic) -> String {
    let (span, problem) = (diagnostic.span, diagnostic.problem)
    var fields: [(String, String)] = [
      ("file", JSON.string(span.source.path)), ("line", "\(span.start.line)"),
      ("column", "\(span.start.column)"), ("endLine", "\(span.end.line)"),
      ("endColumn", "\(span.end.column)"), ("severity", JSON.string(problem.severity.rawValue)),
      ("id", JSON.string(problem.id)), ("message", JSON.string(problem.message)),
    ]
    if let help = problem.help { fields.append(("help", JSON.string(help))) }
    return JSON.object(fields)
  }
}
