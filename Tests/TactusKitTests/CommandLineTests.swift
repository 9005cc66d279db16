import TactusKit
import Testing

@Suite("The command line")
struct CommandLineTests {
  @Test(
    "a right command line gives its values",
    arguments: [
      ("render a.yaml", "songs [\"a.yaml\"] out [] rate -"),
      ("render a.yaml b.yaml", "songs [\"a.yaml\", \"b.yaml\"] out [] rate -"),
      ("render - -o -", "songs [\"-\"] out [\"-\"] rate -"),
      (
        "render -o x.wav a -oy.mid -o=z.au",
        "songs [\"a\"] out [\"x.wav\", \"y.mid\", \"z.au\"] rate -"
      ),
      ("render --output x a --output=y", "songs [\"a\"] out [\"x\", \"y\"] rate -"),
      ("render a --rate 48000", "songs [\"a\"] out [] rate 48000"),
      ("render a --rate=48000", "songs [\"a\"] out [] rate 48000"),
      ("render -r48000 a", "songs [\"a\"] out [] rate 48000"),
      ("render -- --rate -o", "songs [\"--rate\", \"-o\"] out [] rate -"),
      ("render a -- --", "songs [\"a\", \"--\"] out [] rate -"),
      ("render -- --help", "songs [\"--help\"] out [] rate -"),
    ])
  func values(line: String, expected: String) {
    let (code, out, err) = run(line)
    #expect(code == .done)
    #expect(out == expected + " offset - title - force false quiet false\n")
    #expect(err == "")
  }

  @Test(
    "a value may begin with a dash, and hold an equals sign",
    arguments: [
      ("--offset -10ms", "offset -10ms title -"),
      ("--offset=-10ms", "offset -10ms title -"),
      ("--title --tempo=1", "offset - title --tempo=1"),
      ("--title=--force", "offset - title --force"),
      ("--title=a=b", "offset - title a=b"),
      ("--title -", "offset - title -"),
      // Its second letter is that of an option.
      ("--title Chorus", "offset - title Chorus"),
      ("--title \u{301}x", "offset - title \u{301}x"),
      ("--title=\u{301}x", "offset - title \u{301}x"),
    ])
  func dashedValues(options: String, expected: String) {
    let (code, out, err) = run("render a " + options)
    #expect(code == .done)
    #expect(out == "songs [\"a\"] out [] rate - \(expected) force false quiet false\n")
    #expect(err == "")
  }

  @Test("flags are set by their long and their short form", arguments: ["--force", "-f"])
  func flags(flag: String) {
    #expect(run("render a \(flag) --quiet").out.hasSuffix("force true quiet true\n"))
  }

  @Test(
    "an optional positional may be left out",
    arguments: [
      ("click 120", "tempo 120 meter - format -\n"),
      ("click 120 7/8 --format jsonl", "tempo 120 meter 7/8 format jsonl\n"),
    ])
  func optionalPositional(line: String, expected: String) {
    #expect(run(line).out == expected)
  }

  static let renderEnd = "\nRun 'demo render --help' for its options.\n"
  static let clickEnd = "\nRun 'demo click --help' for its options.\n"
  static let end = "\nRun 'demo --help' for the commands.\n"

  @Test(
    "a wrong command line is told in full, on standard error, with code 64",
    arguments: [
      ("", "demo: a command is missing" + end),
      (
        "rendr a", "demo: unknown command 'rendr'\n  help: did you mean 'render'?" + end
      ),
      ("zzzzzzzz", "demo: unknown command 'zzzzzzzz'" + end),
      ("-", "demo: unknown option '-'" + end),
      ("--versoin", "demo: unknown option '--versoin'\n  help: did you mean '--version'?" + end),
      (
        "render a --rat 1",
        "demo render: unknown option '--rat'\n  help: did you mean '--rate'?" + renderEnd
      ),
      (
        "render a --fource=1",
        "demo render: unknown option '--fource'\n  help: did you mean '--force'?" + renderEnd
      ),
      (
        "render a -title x",
        "demo render: unknown option '-title'\n  help: did you mean '--title'?" + renderEnd
      ),
      ("render a -10ms", "demo render: unknown option '-10ms'" + renderEnd),
      (
        "render a --rate",
        "demo render: option '--rate' needs a value\n  help: write '--rate HZ'" + renderEnd
      ),
      (
        "render a --rate=",
        "demo render: option '--rate' needs a value\n  help: write '--rate HZ'" + renderEnd
      ),
      (
        "render a -o", "demo render: option '-o' needs a value\n  help: write '-o FILE'" + renderEnd
      ),
      (
        "render a -o -- b",
        "demo render: option '-o' needs a value\n  help: write '-o FILE'" + renderEnd
      ),
      (
        "render a -o --force",
        "demo render: option '-o' needs a value\n"
          + "  help: '--force' is an option; as a value, write '--output=--force'" + renderEnd
      ),
      (
        "render a --force=yes",
        "demo render: option '--force' takes no value, but has 'yes'" + renderEnd
      ),
      ("render a -fx", "demo render: option '-f' takes no value, but has 'x'" + renderEnd),
      ("render a --rate 1 -r 2", "demo render: option '-r' is given twice" + renderEnd),
      ("render a --force --force", "demo render: option '--force' is given twice" + renderEnd),
      (
        "render",
        "demo render: SONG is missing\n  help: write 'demo render SONG... [-o FILE]...'"
          + renderEnd
      ),
      (
        "click 120 4/4 x",
        "demo click: unexpected 'x'\n  help: write 'demo click TEMPO [METER]'" + clickEnd
      ),
      (
        "sounds x",
        "demo sounds: unexpected 'x'\n  help: write 'demo sounds'\n"
          + "Run 'demo sounds --help' for its options.\n"
      ),
      (
        "render a --rate 1k",
        "demo render: --rate cannot be '1k'\n  help: expected a whole number" + renderEnd
      ),
      (
        "click abc",
        "demo click: TEMPO cannot be 'abc'\n  help: expected beats a minute, such as 120"
          + clickEnd
      ),
      (
        "click 120 --format cvs",
        "demo click: --format cannot be 'cvs'\n  help: expected one of text, csv, jsonl" + clickEnd
      ),
      (
        "click 120 --format csv",
        "demo click: option '--output FILE' is missing" + clickEnd
      ),
      (
        "render a b c d -o x",
        "demo render: '-o' and four songs do not go together" + renderEnd
      ),
      (
        "render a --\u{1B}[31m\n",
        "demo render: unknown option '--\\u{1B}[31m\\u{A}'" + renderEnd
      ),
    ])
  func mistakes(line: String, message: String) {
    let (code, out, err) = run(line)
    #expect(code == .wrongCommandLine)
    #expect(out == "")
    #expect(err == message)
  }

  @Test(
    "help and the version are given wherever they are asked for, even in a wrong line",
    arguments: [
      ("--help", demo.helpText), ("-h render", demo.helpText),
      ("render --help", demo.helpText(of: demo.commands[0])),
      ("render a -o -h --bogus", demo.helpText(of: demo.commands[0])),
      ("click --wrong -h", demo.helpText(of: demo.commands[1])),
      ("--version", "demo 1.2.3\n"), ("render --version", "demo 1.2.3\n"),
    ])
  func helpAnywhere(line: String, expected: String) {
    let (code, out, err) = run(line)
    #expect(code == .done)
    #expect(out == expected)
    #expect(err == "")
  }

  @Test("a command's own code is the program's")
  func ownCode() {
    let (code, out, err) = run("sounds")
    #expect(code == .wrongSong)
    #expect(out == "rim\n")
    #expect(err == "a sound is out of tune\n")
  }

  @Test("the exit codes have the numbers that scripts know")
  func exitCodes() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 64, 141])
  }

  private func run(_ line: String) -> (code: ExitCode, out: String, err: String) {
    let recording = RecordingConsole()
    let code = demo.run(
      line.unicodeScalars.split(separator: " ").map { String($0) }, on: recording.console)
    return (code, recording.out, recording.err)
  }
}
