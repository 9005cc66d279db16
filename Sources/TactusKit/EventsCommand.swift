import MIDIFiles
import Scheduler
import SongModel
import Timing

/// What a list of events is for: a table, or the timeline of another program.
enum EventFormat {
  case table(EventTable)
  case audacity
  case reaper

  /// By the name that the command line gives it.
  init?(_ name: String) {
    switch name {
    case "audacity": self = .audacity
    case "reaper": self = .reaper
    default:
      guard let table = EventTable(rawValue: name) else { return nil }
      self = .table(table)
    }
  }

  /// Whether places are frames too, and not only seconds.
  var countsFrames: Bool {
    if case .table = self { true } else { false }
  }
}

/// Lists every event of a song.
enum EventsCommand {
  private static let song = PositionalSpec("SONG", help: "the song file; - for standard input")
  private static let rate = OptionSpec(
    "rate", value: "HZ", help: "frames a second, 8000 to 384000 (default: the song's)")
  private static let format = OptionSpec(
    "format", value: "FORMAT", help: "text, csv, jsonl, audacity or reaper (default: text)")

  static let spec = CommandSpec(
    "events", summary: "list every event with its frame",
    usage: ["SONG [--rate HZ] [--format text|csv|jsonl|audacity|reaper]"], positionals: [song],
    options: [rate, format],
    notes: [
      "Prints one line for each sound that starts: its frame, its exact time in seconds, bar, "
        + "beat, section, track, sound and velocity, sorted by frame, then by track with the "
        + "click first. The first sample of the sound stands on that frame of the audio file.",
      "--format audacity prints a label track with the sections and the events, --format reaper "
        + "the lines of a REAPER project with the sections as markers, the tempo and the metres.",
    ],
    examples: [
      "tactus events night-train.yaml --rate 44100 --format csv",
      "tactus events night-train.yaml --format audacity",
    ],
    seeAlso: ["render", "check"]
  ) { arguments, console throws(CommandLineMistake) in
    let rate = try arguments.sampleRate(rate)
    let format =
      try arguments.value(
        format, expected: "text, csv, jsonl, audacity or reaper", read: EventFormat.init)
      ?? .table(.text)
    if rate != nil, !format.countsFrames {
      throw .conflict("'--rate'", "a format that counts seconds")
    }
    do throws(Refusal) {
      let file = try loadSong(arguments.text(song)!, on: console)
      list(file.song, at: rate ?? file.song.output.rate, as: format, on: console)
      return .done
    } catch {
      return error.code
    }
  }

  private static func list(
    _ song: Song, at rate: SampleRate, as format: EventFormat, on console: Console
  ) {
    switch format {
    case .table(let table): listEvents(of: song, at: rate, as: table, on: console)
    case .audacity:
      var labels = AudacityLabels(song, print: console.print)
      for event in EventStream(song, at: rate) {
        labels.add(event)
        if console.out.failure != nil { return }
      }
      labels.finish()
    case .reaper:
      let (lines, notes) = reaperLines(of: song)
      for line in lines { console.print(line) }
      for note in notes { console.message("tactus: warning: \(note)") }
    }
  }
}

extension Arguments {
  /// The value of a `--rate` option.
  func sampleRate(_ option: OptionSpec) throws(CommandLineMistake) -> SampleRate? {
    try value(option, expected: "a whole number of hertz from 8000 to 384000") {
      Int($0).flatMap(SampleRate.init(hertz:))
    }
  }
}
