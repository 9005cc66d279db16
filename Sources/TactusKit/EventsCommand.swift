import Scheduler
import SongModel
import Timing

/// How a list of events is written.
enum EventFormat: String, CaseIterable {
  case text
  case csv
  case jsonl

  private static let columns = [
    "frame", "seconds", "bar", "beat", "section", "track", "sound", "velocity",
  ]

  /// The lines before the first event.
  var header: String? {
    switch self {
    case .text: line(EventFormat.columns)
    case .csv: line(EventFormat.columns)
    case .jsonl: nil
    }
  }

  func line(_ fields: [String]) -> String {
    switch self {
    case .text:
      let widths = [10, 18, 4, 8, -14, -12, -12, 8]
      let cells = zip(fields, widths).map { field, width in
        let blanks = String(repeating: " ", count: max(0, abs(width) - field.count))
        return width < 0 ? field + blanks : blanks + field
      }
      return cells.joined(separator: " ")
    case .csv: return fields.map(EventFormat.csvField).joined(separator: ",")
    case .jsonl:
      // Numbers stand as they are; names, and beats such as 3+1/8, are strings.
      let quoted = zip(EventFormat.columns, fields).map { column, field in
        let isNumber = ["frame", "seconds", "bar", "velocity"].contains(column)
        return (column, isNumber ? field : JSON.string(field))
      }
      return JSON.object(quoted)
    }
  }

  /// A field as RFC 4180 has it: quoted where it holds a comma, a quotation mark or a line break.
  private static func csvField(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}

/// Lists every event of a song.
enum EventsCommand {
  private static let song = PositionalSpec("SONG", help: "the song file; - for standard input")
  private static let rate = OptionSpec(
    "rate", value: "HZ", help: "frames a second, 8000 to 384000 (default: the song's)")
  private static let format = OptionSpec(
    "format", value: "FORMAT", help: "text, csv or jsonl (default: text)")

  static let spec = CommandSpec(
    "events", summary: "list every event with its frame",
    usage: ["SONG [--rate HZ] [--format text|csv|jsonl]"], positionals: [song],
    options: [rate, format],
    notes: [
      "Prints one line for each sound that starts: its frame, its exact time in seconds, bar, "
        + "beat, section, track, sound and velocity, sorted by frame, then by track with the "
        + "click first. The first sample of the sound stands on that frame of the audio file."
    ],
    examples: ["tactus events night-train.yaml --rate 44100 --format csv"],
    seeAlso: ["render", "check"]
  ) { arguments, console throws(CommandLineMistake) in
    let rate = try arguments.sampleRate(rate)
    let format =
      try arguments.value(format, expected: "text, csv or jsonl", read: EventFormat.init) ?? .text
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
    if let header = format.header { console.print(header) }
    for event in EventStream(song, at: rate) {
      console.print(
        format.line([
          "\(event.frame.index)", event.time.formatted(decimals: 12), "\(event.bar)",
          event.place.description, song.sectionName(of: event), song.name(ofLane: event.lane),
          song.sounds[event.sound].name, "\(event.velocity.value)",
        ]))
      // Whoever reads has gone.
      if console.out.failure != nil { return }
    }
  }
}

extension Song {
  /// What lists call the section of an event.
  func sectionName(of event: Event) -> String {
    event.section.map { sections[$0].name.value } ?? Occurrence.countInName
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
