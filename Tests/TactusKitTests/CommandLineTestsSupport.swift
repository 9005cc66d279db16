import TactusKit

/// A console that keeps what is written to it, for the tests of commands.
final class RecordingConsole {
  private final class Bytes {
    var all: [UInt8] = []
    var text: String { String(decoding: all, as: UTF8.self) }
  }

  private let outBytes = Bytes()
  private let errBytes = Bytes()
  let console: Console
  /// The time that the console's clock shows.
  var now: Duration {
    get { time.now }
    set { time.now = newValue }
  }
  private final class Time { var now = Duration.zero }
  private let time = Time()

  var out: String { outBytes.text }
  var err: String { errBytes.text }

  /// - Parameter width: The columns of a terminal behind standard error; `nil` for a pipe.
  init(width: Int? = nil, locale: String = "C.UTF-8") {
    let environment = { name in name == "LANG" ? locale : nil }
    let pipe = Terminal(isTerminal: false, environment: environment)
    let screen = Terminal(isTerminal: width != nil, environment: environment, width: { width })
    func sink(_ bytes: Bytes) -> ConsoleStream.Sink {
      { chunk in
        bytes.all += chunk
        return chunk.count
      }
    }
    console = Console(
      out: ConsoleStream(terminal: pipe, capacity: 64 * 1024, sink: sink(outBytes)),
      err: ConsoleStream(terminal: screen, capacity: 0, sink: sink(errBytes)),
      clock: { [time] in time.now })
  }
}

/// What is wrong with the help texts and examples of a program: lines too wide, trailing blanks,
/// examples that do not parse, names that are not unique or not known.
func helpFaults(of program: Program) -> [String] {
  var faults: [String] = []
  let names = program.commands.map(\.name)
  if Set(names).count != names.count { faults.append("two commands have one name") }
  for name in program.commands.flatMap(\.seeAlso) where !names.contains(name) {
    faults.append("see also: \(name)")
  }
  for (title, text) in program.allHelpTexts {
    for line in text.split(separator: "\n") where line.count > 80 || line.hasSuffix(" ") {
      faults.append("\(title): \(line)")
    }
  }
  for example in program.examples + program.commands.flatMap(\.examples) {
    let words = shellWords(example)
    guard words.first == program.name else {
      faults.append("not a command line: \(example)")
      continue
    }
    let (result, command) = program.request(Array(words.dropFirst()))
    if case .failure(let mistake) = result {
      faults += mistake.lines(program: program.name, command: command)
    }
  }
  return faults
}

/// The words of a command line, where single quotation marks hold blanks together.
func shellWords(_ line: String) -> [String] {
  var words = [""]
  var isQuoted = false
  for character in line {
    switch character {
    case "'": isQuoted.toggle()
    case " " where !isQuoted: words.append("")
    default: words[words.count - 1].append(character)
    }
  }
  return words.filter { !$0.isEmpty }
}

extension OptionSpec {
  fileprivate static let output = OptionSpec(
    "output", "o", value: "FILE", repeats: true, help: "the file to write")
  fileprivate static let rate = OptionSpec("rate", "r", value: "HZ", help: "frames a second")
  fileprivate static let offset = OptionSpec("offset", value: "TIME", help: "moves all hits")
  fileprivate static let title = OptionSpec("title", value: "TEXT", help: "the title")
  fileprivate static let force = OptionSpec(
    "force", "f",
    help: "replace a file even if it was written by another program, or by hand, without asking")
  fileprivate static let format = OptionSpec("format", value: "NAME", help: "text, csv or jsonl")
}

extension PositionalSpec {
  fileprivate static let songs = PositionalSpec("SONG", repeats: true, help: "a song file")
  fileprivate static let tempo = PositionalSpec("TEMPO", help: "beats a minute")
  fileprivate static let meter = PositionalSpec(
    "METER", isOptional: true, help: "the meter, 4/4 without it")
}

enum DemoFormat: String, CaseIterable {
  case text, csv, jsonl
}

/// A small program whose commands print what they were given.
let demo = Program(
  name: "demo", version: "1.2.3", summary: "a program to test with",
  groups: [
    Program.Group(
      "make",
      [
        CommandSpec(
          "render", summary: "render songs", usage: ["SONG... [-o FILE]...", "- -o FILE"],
          positionals: [.songs],
          options: [.output, .rate, .offset, .title, .force, .quiet],
          notes: [
            "The ending of a name picks the format of the file, and several files come from one pass."
          ],
          examples: ["demo render a.yaml -o a.wav --rate 48000"], seeAlso: ["click"]
        ) { arguments, console throws(CommandLineMistake) in
          let hertz = try arguments.value(.rate, expected: "a whole number", read: { Int($0) })
          let songs = arguments.all(.songs)
          guard songs.count < 4 || !arguments.has(.output) else {
            throw .conflict("'-o'", "four songs")
          }
          console.print(
            "songs \(songs) out \(arguments.all(.output)) rate \(hertz.map(String.init) ?? "-")"
              + " offset \(arguments.text(.offset) ?? "-") title \(arguments.text(.title) ?? "-")"
              + " force \(arguments.has(.force)) quiet \(console.isQuiet)")
          return .done
        },
        CommandSpec(
          "click", summary: "a click", usage: ["TEMPO [METER]"],
          positionals: [.tempo, .meter],
          options: [.format, .output], examples: ["demo click 120", "demo click 97.5 7/8"]
        ) { arguments, console throws(CommandLineMistake) in
          let format = try arguments.choice(.format, as: DemoFormat.self)
          guard arguments.has(.output) || format != .csv else { throw .missingOption(.output) }
          let tempo = arguments.text(.tempo) ?? "?"
          guard Int(tempo) != nil else {
            throw .wrongValue(tempo, of: "TEMPO", expected: "beats a minute, such as 120")
          }
          let meter = arguments.text(.meter) ?? "-"
          console.print("tempo \(tempo) meter \(meter) format \(format?.rawValue ?? "-")")
          return .done
        },
      ]),
    Program.Group(
      "look",
      [
        CommandSpec(
          "sounds", summary: "list the sounds", usage: [""], examples: ["demo sounds"]
        ) { _, console throws(CommandLineMistake) in
          console.print("rim")
          console.message("a sound is out of tune")
          return .wrongSong
        }
      ]),
  ],
  examples: ["demo click 120"])
