import AudioFiles
import Diagnostics
import MIDIFiles
import SongModel
import SongText
import Timing

/// Renders songs to audio and MIDI files.
enum RenderCommand {
  private static let songs = PositionalSpec(
    "SONG", repeats: true, help: "a song file; - for standard input")

  static let spec = CommandSpec(
    "render", summary: "turn songs into audio and MIDI files",
    usage: ["SONG -o FILE [-o FILE]...", "SONG..."], positionals: [songs],
    options: [.output, .rate, .bits, .channels, .tempo, .force, .json, .quiet],
    notes: [
      "The ending of FILE picks the format: .wav, .flac or .mid. Several files come from one "
        + "pass. Without -o, SONG.yaml becomes SONG.wav beside it.",
      "An existing file is replaced only if it was written by tactus, or with --force.",
    ],
    examples: [
      "tactus render night-train.yaml -o night-train.wav -o night-train.mid",
      "tactus render songs/a.yaml songs/b.yaml --rate 44100 --bits 16",
    ],
    seeAlso: ["check", "events", "click"]
  ) { arguments, console throws(CommandLineMistake) in
    let paths = arguments.all(songs)
    let settings = try RenderSettings(arguments, hasTempo: true)
    if paths.count > 1 && !settings.targets.isEmpty {
      throw .conflict("'--output'", "several songs")
    }
    if paths.count > 1 && paths.contains("-") {
      throw .conflict("standard input", "other songs")
    }
    var code = ExitCode.done
    for path in paths {
      let result = render(path, settings, on: console)
      if code == .done { code = result }
    }
    return code
  }

  private static func render(_ path: String, _ settings: RenderSettings, on console: Console)
    -> ExitCode
  {
    do throws(Refusal) {
      return render(
        try loadSong(path, tempo: settings.tempo, on: console), settings, on: console)
    } catch {
      return error.code
    }
  }

  /// Renders a song that has been read, and reports what was written.
  static func render(_ file: SongFile, _ settings: RenderSettings, on console: Console)
    -> ExitCode
  {
    var file = file
    settings.apply(to: &file.song.output)
    var targets = settings.targets
    if targets.isEmpty {
      let kind = RenderPlan.Target.Kind(rawValue: file.song.output.format)!
      targets = [RenderPlan.Target(path: file.pathWithoutEnding + "." + kind.rawValue, kind: kind)]
    }
    let rendering = Rendering(
      file: file, plan: RenderPlan(targets: targets, replacesOthers: settings.replacesOthers),
      console: console)
    do throws(RenderFailure) {
      let files = try rendering.run()
      let report = RenderReport(song: file.song, files: files)
      console.write(settings.asJSON ? report.json : report.text)
      for warning in report.warnings { console.message("tactus: warning: \(warning)") }
      return .done
    } catch {
      switch error {
      case .file(let error): console.message("tactus: \(error.description)")
      case .midi(let path, let error):
        console.message("tactus: cannot write \(quoted(path)): \(error)")
      case .told(let code): return code
      }
      return .fileTrouble
    }
  }
}

/// What the options of a rendering command say.
struct RenderSettings {
  let targets: [RenderPlan.Target]
  let rate: SampleRate?
  let bits: Output.Bits?
  let channels: Int?
  let tempo: TempoText?
  let replacesOthers: Bool
  let asJSON: Bool

  /// - Precondition: the command declares the options that every rendering has.
  init(_ arguments: Arguments, hasTempo: Bool) throws(CommandLineMistake) {
    var targets: [RenderPlan.Target] = []
    for path in arguments.all(.output) {
      guard let target = RenderPlan.Target(path: path) else {
        throw .wrongValue(
          path, of: "--output", expected: "a name that ends in .wav, .flac or .mid")
      }
      if targets.contains(where: { $0.path == path }) {
        throw .conflict("'--output \(path)'", "the same file again")
      }
      targets.append(target)
    }
    self.targets = targets
    rate = try arguments.sampleRate(.rate)
    bits = try arguments.value(.bits, expected: "16, 24, 32 or float", read: Output.Bits.init)
    channels = try arguments.value(.channels, expected: "1 or 2") {
      Int($0).flatMap { (1...2).contains($0) ? $0 : nil }
    }
    tempo =
      !hasTempo
      ? nil
      : try arguments.value(.tempo, expected: "a tempo such as 120, 97.5 or '3/8 = 72'") {
        TempoText($0)
      }
    replacesOthers = arguments.has(.force)
    asJSON = arguments.has(.json)
  }

  func apply(to output: inout Output) {
    output.rate = rate ?? output.rate
    output.bits = bits ?? output.bits
    output.channels = channels ?? output.channels
  }
}

extension OptionSpec {
  static let output = OptionSpec(
    "output", "o", value: "FILE", repeats: true, help: "a file to write; its ending is its format")
  static let rate = OptionSpec("rate", value: "HZ", help: "frames a second, 8000 to 384000")
  static let bits = OptionSpec("bits", value: "N", help: "16, 24, 32 or float")
  static let channels = OptionSpec("channels", value: "N", help: "1 or 2")
  static let tempo = OptionSpec(
    "tempo", value: "TEMPO", help: "in place of the song's own top-level tempo")
  static let force = OptionSpec("force", help: "replace any existing file")
  static let json = OptionSpec("json", help: "report as JSON")
}

extension SongFile {
  /// The path without its ending, for files beside the song.
  var pathWithoutEnding: String {
    guard path != "-" else { return "song" }
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/"), dot != path.startIndex
    else { return path }
    return String(path[..<dot])
  }
}
