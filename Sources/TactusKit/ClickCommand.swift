import Diagnostics
import SongModel
import SongText
import Timing

/// Makes a click without a song file, by writing the song that the command line stands for.
enum ClickCommand {
  private static let tempo = PositionalSpec(
    "TEMPO", help: "beats a minute: 120, 97.5, '3/8 = 72'; or a ramp: 80..120")
  private static let meter = PositionalSpec(
    "METER", isOptional: true, help: "the metre: 4/4, 7/8, 2+2+3/8 (default: 4/4)")
  private static let bars = OptionSpec("bars", value: "N", help: "how many bars (default: 16)")
  private static let subdivide = OptionSpec(
    "subdivide", value: "N,N", help: "split each beat into so many parts: 2, or 2,3")
  private static let countIn = OptionSpec(
    "count-in", value: "SPAN", help: "what comes before bar 1: '1 bar', '3 beats'")
  private static let swing = OptionSpec(
    "swing", value: "P", help: "delay every second eighth: 50% is straight, 66% a shuffle")
  private static let printSong = OptionSpec(
    "print-song", help: "print the song file that this stands for")

  private static let plays = OptionSpec("play", help: "play it through JACK, as 'tactus play' does")

  static let spec = CommandSpec(
    "click", summary: "make a click track without a song file, or play one",
    usage: [
      "TEMPO [METER] [--bars N] -o FILE", "TEMPO [METER] --play",
      "TEMPO [METER] [--bars N] --print-song",
    ],
    positionals: [tempo, meter],
    options: [
      bars, subdivide, countIn, swing, .output, printSong, .format, .rate, .bits, .channels,
      .compression, .threads, .force, .json, plays, PlayCommand.server, PlayCommand.connect, .quiet,
    ],
    notes: [
      "The ending of FILE picks the format, as for 'tactus render'.",
      "With --print-song the click is the start of a song file of your own.",
      "With --play it goes on until it is ended, unless --bars or a ramp says how long it is.",
    ],
    examples: [
      "tactus click 120 -o click.wav",
      "tactus click 97.5 2+2+3/8 --subdivide 2 --count-in '1 bar' -o click.flac",
      "tactus click 120 7/8 --play",
    ],
    seeAlso: ["render", "new"]
  ) { arguments, console throws(CommandLineMistake) in
    let lines = try lines(arguments)
    let text = lines.map { "\($0.key): \($0.value)\n" }.joined()
    let reading = readSong(Array(text.utf8), path: "-") { _ throws(UnreadableFile) in
      throw UnreadableFile(reason: "there is no such file")
    }
    guard let song = reading.song else {
      let first = reading.diagnostics.inOrder()[0]
      let line = lines[first.span.start.line - 1]
      throw .wrongValue(
        line.argument, of: line.name, expected: expectation(first.problem))
    }
    if arguments.has(printSong) {
      console.write(text)
      return .done
    }
    if arguments.has(plays) {
      if arguments.has(.output) { throw .conflict("'--play'", "'--output'") }
      var settings = PlayCommand.Settings()
      settings.server = arguments.text(PlayCommand.server)
      settings.ports = arguments.text(PlayCommand.connect).map(PlayCommand.ports)
      return PlayCommand.play("click", text: Array(text.utf8), settings, on: console)
    }
    guard arguments.has(.output) else { throw .missingOption(.output) }
    return try RenderCommand.render(
      SongFile(path: "click", song: song), try RenderSettings(arguments, isSongFile: false),
      on: console)
  }

  /// A line of the song, and the argument that it comes from.
  private struct Line {
    let key: String
    let value: String
    let name: String
    let argument: String
  }

  private static func lines(_ arguments: Arguments) throws(CommandLineMistake) -> [Line] {
    var lines: [Line] = []
    func add(_ key: String, _ name: String, _ argument: String?, _ value: (String) -> String)
      throws(CommandLineMistake)
    {
      guard let argument else { return }
      // Nothing that means something to YAML: a value stays a value.
      guard argument.unicodeScalars.allSatisfy(isHarmless), !argument.isEmpty else {
        throw .wrongValue(argument, of: name, expected: "digits, letters and / + . , = % or blanks")
      }
      lines.append(Line(key: key, value: value(argument), name: name, argument: argument))
    }
    try add("tempo", "TEMPO", arguments.text(tempo)) { $0.replacing("..", with: " -> ") }
    try add("meter", "METER", arguments.text(meter)) { $0 }
    // As good as endless, where it is played and its tempo stays.
    let isEndless = arguments.has(plays) && arguments.text(tempo)?.contains("..") == false
    try add("bars", "--bars", arguments.text(bars) ?? (isEndless ? "100000" : "16")) { $0 }
    try add("count-in", "--count-in", arguments.text(countIn)) { $0 }
    try add("click", "--subdivide", arguments.text(subdivide)) { "{subdivisions: [\($0)]}" }
    // What swings of a click are the halves of its units.
    let unit = arguments.text(meter).flatMap { $0.split(separator: "/").last.flatMap { Int($0) } }
    try add("swing", "--swing", arguments.text(swing)) { share in
      "{amount: \(share), unit: 1/\(min(unit ?? 4, 99) * 2)}"
    }
    return lines
  }

  /// What a problem of the song says of the values that there are.
  private static func expectation(_ problem: Problem) -> String {
    for lead in ["write it like ", "allowed: "] {
      if let help = problem.help, help.hasPrefix(lead) { return String(help.dropFirst(lead.count)) }
    }
    return problem.help ?? problem.message
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "a"..."z", "A"..."Z", " ", "/", "+", ".", ",", "=", "%": true
    default: false
    }
  }
}
