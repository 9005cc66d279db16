import AudioFiles
import Glibc
import Live
import SongModel
import SongText
import Timing

/// Plays a song through JACK, and lets it be changed meanwhile.
enum PlayCommand {
  private static let song = PositionalSpec("SONG", help: "a song file; - for standard input")
  private static let countIn = OptionSpec(
    "count-in", value: "SPAN", help: "what comes before bar 1: '1 bar', '3 beats'")
  private static let outputs = OptionSpec(
    "outputs", value: "KIND", help: "mix: the whole song (default); tracks: each by itself")
  static let connect = OptionSpec(
    "connect", value: "PORT,PORT", help: "connect to these ports, not to the loudspeakers")
  static let server = OptionSpec(
    "server", value: "NAME", help: "the JACK server (default: the usual one)")
  private static let pads = OptionSpec(
    "pads", help: "let keys and a MIDI keyboard play the song's sounds")
  private static let record = OptionSpec(
    "record", value: "FILE", help: "write down what is done, as a song file to render")

  static let spec = CommandSpec(
    "play", summary: "play a song through JACK, and change it while it runs",
    usage: ["SONG [--record FILE] [--pads]"], positionals: [song],
    options: [countIn, outputs, connect, server, pads, record, .force, .quiet],
    notes: [
      "Keys: space stops, and starts again at the bar. Left and right change the tempo by 1, down "
        + "and up by 10, and t taps it. [ and ] go to the section before and behind, at the next "
        + "bar line, and l repeats a section. 1 to 9 mute a track, - and + turn the volume. s "
        + "leaves out the click's subdivisions, and m two bars of it after every two. q ends it, "
        + "when what sounds has finished.",
      "MIDI, at the port tactus:midi: a program change goes to a section, controller 16 sets the "
        + "tempo to 60 and its value, and note 24 taps. With --pads, notes strike the sounds by the "
        + "General MIDI drum map, and so do the keys that the face shows.",
      "--record writes a session: the song with a list of all that was done, each at its exact "
        + "frame. 'tactus render' makes of it the samples that were heard.",
    ],
    examples: [
      "tactus play night-train.yaml --count-in '1 bar'",
      "tactus play night-train.yaml --pads --record session.yaml",
    ],
    seeAlso: ["render", "devices", "click"]
  ) { arguments, console throws(CommandLineMistake) in
    let kind = try arguments.value(outputs, expected: "mix or tracks") {
      PlayedSong.Outputs(rawValue: $0)
    }
    var settings = Settings()
    settings.song = PlayedSong.Options(
      countIn: arguments.text(countIn), hasPads: arguments.has(pads), outputs: kind ?? .mix)
    settings.ports = arguments.text(connect)?.split(separator: ",").map(String.init)
    settings.server = arguments.text(server)
    settings.session = arguments.text(record)
    settings.replaces = arguments.has(.force)
    return play(arguments.text(song)!, settings, on: console)
  }

  struct Settings {
    var song = PlayedSong.Options()
    var ports: [String]?
    var server: String?
    var session: String?
    var replaces = false
  }

  /// Plays a song file, or a text that stands for one. A signal that ends it ends the program.
  static func play(_ path: String, text: [UInt8]? = nil, _ settings: Settings, on console: Console)
    -> ExitCode
  {
    let (code, signal) = run(path, text: text, settings, on: console)
    guard let signal else { return code }
    console.flush()
    // As a shell reports a program that a signal has ended.
    Glibc.exit(128 + signal)
  }

  /// When it returns the server has seen us go.
  private static func run(
    _ path: String, text: [UInt8]?, _ settings: Settings, on console: Console
  ) -> (code: ExitCode, signal: Int32?) {
    do {
      let output = try JackOutput(server: settings.server)
      guard let rate = SampleRate(hertz: output.rate) else {
        console.message("tactus: the JACK server runs at \(output.rate) Hz, which no song can have")
        return (.fileTrouble, nil)
      }
      let played = try PlayedSong(path, text: text, settings.song, at: rate, on: console)
      let session = try settings.session.map {
        try SessionFile($0, of: played, replacing: settings.replaces)
      }
      let player = played.player
      try output.start(outputs: played.ports(settings.song.outputs)) {
        // Twice what is asked for at once is always there.
        player.widen(lead: Frame(2 * $0))
      }
      output.use(player.mixer)
      output.setPads(played.padsByNote)
      if let ports = settings.ports {
        try output.connect(to: ports)
      } else {
        output.connectToSystem()
      }
      PlaySignals.note()
      let terminal =
        console.err.terminal.isTerminal ? RawTerminal(descriptor: 0, screen: 2) : nil
      var loop = PlayLoop(played, output, terminal: terminal, session: session, on: console)
      defer { terminal?.restore() }
      let end = try loop.run()
      terminal?.restore()
      if let loss = PlayLoop.lossText(output.lostMessages) { console.message("tactus: \(loss)") }
      return tell(end, session: session?.path, on: console)
    } catch let failure as JackOutput.Failure {
      console.message("tactus: \(failure.message)")
      return (.fileTrouble, nil)
    } catch let refusal as Refusal {
      return (refusal.code, nil)
    } catch let failure as SessionFailure {
      console.message("tactus: \(failure.message)")
      return (.fileTrouble, nil)
    } catch let error as AudioFileError {
      console.message("tactus: \(error.description)")
      return (.fileTrouble, nil)
    } catch {
      preconditionFailure("a failure that nobody names: \(error)")
    }
  }

  private static func tell(_ end: PlayLoop.End, session: String?, on console: Console)
    -> (code: ExitCode, signal: Int32?)
  {
    if let session {
      console.message("tactus: the session is in \(quoted(session))")
    }
    switch end {
    case .over, .quit, .nextSong, .previousSong: return (.done, nil)
    case .serverGone:
      console.message("tactus: the JACK server has gone")
      return (.fileTrouble, nil)
    case .signal(let number): return (.done, number)
    }
  }
}
