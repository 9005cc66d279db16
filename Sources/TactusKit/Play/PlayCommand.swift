import AudioFiles
import Glibc
import Live
import SongModel
import SongText
import Timing

/// Plays a song through JACK, and lets it be changed meanwhile.
enum PlayCommand {
  private static let song = PositionalSpec("SONG", help: "a song or a set; - for standard input")
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

  private static let transport = OptionSpec(
    "transport", help: "start and stop with JACK's transport, and tell it bar, beat and tempo")
  private static let osc = OptionSpec(
    "osc", value: "PORT", help: "take commands of Open Sound Control at this UDP port")
  private static let take = OptionSpec(
    "take", value: "FILE", help: "record what comes in meanwhile, as a WAV file")
  private static let from = OptionSpec(
    "from", value: "PORT,PORT", help: "what the take is of (default: the microphones)")

  static let spec = CommandSpec(
    "play", summary: "play a song or a set through JACK, and change it while it runs",
    usage: ["SONG [--record FILE] [--pads]", "SET"], positionals: [song],
    options: [
      countIn, outputs, connect, server, pads, record, take, from, transport, osc, .force, .quiet,
    ],
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
      "--osc takes /tactus/start-stop, tempo, tempo-by, tap, section, section-by, loop, mute, "
        + "volume-by, subdivisions, gap, pad and quit, with a number where one is needed.",
      "With --transport it waits until JACK's transport is started, by any program or with space, "
        + "and is stopped with it.",
      "--take records one port or two from the song's first frame on, the way out and in again "
        + "taken off, with the song's sections as markers.",
      "A set is played song after song: n goes to the next one and p to the one before. Where the set "
        + "says 'stop: true' the next one waits for space, or for MIDI note 24.",
    ],
    examples: [
      "tactus play night-train.yaml --take take.wav",
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
    settings.ports = arguments.text(connect).map(ports)
    settings.server = arguments.text(server)
    settings.session = arguments.text(record)
    settings.take = arguments.text(take)
    settings.hasTransport = arguments.has(transport)
    settings.takeFrom = arguments.text(from).map(ports)
    if settings.takeFrom != nil && settings.take == nil {
      throw .needsTarget(from, "a take", example: "--take FILE.wav")
    }
    if let count = settings.takeFrom?.count, !(1...2).contains(count) {
      throw .wrongValue(arguments.text(from)!, of: "'--from'", expected: "one port or two")
    }
    settings.osc = try arguments.value(osc, expected: "a port from 1 to 65535") {
      Int($0).flatMap { (1...65_535).contains($0) ? $0 : nil }
    }
    settings.replaces = arguments.has(.force)
    let path = arguments.text(song)!
    let text: [UInt8]
    do throws(Refusal) {
      text = try telling(path, on: console) { () throws(UnreadableFile) in try readInput(path) }
    } catch {
      return error.code
    }
    if isSet(text, path: path) {
      // A session is one song.
      if settings.session != nil { throw .conflict("'--record'", "a set") }
      if kind == .tracks { throw .conflict("'--outputs tracks'", "a set") }
      if settings.take != nil { throw .conflict("'--take'", "a set") }
      if settings.hasTransport { throw .conflict("'--transport'", "a set") }
      if settings.osc != nil { throw .conflict("'--osc'", "a set") }
    }
    return play(path, text: text, settings, on: console)
  }

  /// The ports that a list names.
  static func ports(_ list: String) -> [String] { list.split(separator: ",").map(String.init) }

  struct Settings {
    var song = PlayedSong.Options()
    var ports: [String]?
    var server: String?
    var session: String?
    var take: String?
    var takeFrom: [String]?
    var hasTransport = false
    var osc: Int?
    var replaces = false
  }

  /// Plays a song or a set, whose text has been read. A signal that ends it ends the program.
  static func play(
    _ path: String, text: [UInt8], _ settings: Settings, on console: Console
  ) -> ExitCode {
    let (code, signal) = run(path, text: text, settings, on: console)
    guard let signal else { return code }
    console.flush()
    // As a shell reports a program that a signal has ended.
    Glibc.exit(128 + signal)
  }

  private typealias Outcome = (code: ExitCode, signal: Int32?)

  /// When it returns the server has seen us go.
  private static func run(
    _ path: String, text: [UInt8], _ settings: Settings, on console: Console
  ) -> Outcome {
    do {
      let output = try JackOutput(server: settings.server)
      guard let rate = SampleRate(hertz: output.rate) else {
        console.message("tactus: the JACK server runs at \(output.rate) Hz, which no song can have")
        return (.fileTrouble, nil)
      }
      if isSet(text, path: path) {
        let set = try SetFile(forPlaying: path, text, settings.song, at: rate, on: console)
        return try run(set, settings, at: rate, output, on: console)
      }
      var played = try PlayedSong(path, text: text, settings.song, at: rate, on: console)
      let session = try settings.session.map {
        try SessionFile($0, of: played, replacing: settings.replaces)
      }
      let lead = PlayerLead()
      let channels = settings.take == nil ? 0 : settings.takeFrom?.count ?? 2
      let inputs = channels == 1 ? ["take"] : ["take left", "take right"]
      try output.start(
        outputs: played.ports(settings.song.outputs), inputs: channels == 0 ? [] : inputs
      ) { lead.widen(toBlocksOf: $0) }
      let terminal = try begin(output, settings, on: console)
      defer { terminal?.restore() }
      if channels > 0 { try output.connectInputs(to: settings.takeFrom) }
      let take = try settings.take.map {
        try TakeFile(
          $0, of: played, output, channels: channels, replacing: settings.replaces)
      }
      if settings.hasTransport { try output.leadTransport() }
      let network = try settings.osc.map { try OSCServer(port: $0) }
      var end: PlayLoop.End
      while true {
        lead.follow(played.player)
        output.use(played.player.mixer)
        output.setPads(played.padsByNote)
        var loop = PlayLoop(played, output, terminal: terminal, session: session, on: console)
        loop.take = take
        loop.network = network
        loop.hasTransport = settings.hasTransport
        end = try loop.run()
        // With another sample rate the section begins again; but what is written down has one rate.
        guard case .rateChanged(let hertz) = end, session == nil, take == nil,
          let rate = SampleRate(hertz: hertz)
        else { break }
        let passage = played.player.status.passage
        played = try PlayedSong(
          path, text: text, settings.song, at: rate, from: passage, on: console)
      }
      terminal?.restore()
      if let loss = PlayLoop.lossText(output.lostMessages) { console.message("tactus: \(loss)") }
      if let summary = try take?.finish() {
        console.message(
          "tactus: the take is in \(quoted(summary.path)), "
            + clockText(summary.frames, at: played.player.rate))
        if output.isInputFull {
          console.message("tactus: warning: the disk was too slow, and the take ends too early")
        }
        if !played.player.changes.allSatisfy(\.keepsTimes) {
          console.message(
            "tactus: warning: the song was changed, and the take's markers are where it is written")
        }
      }
      return tell(end, session: session?.path, on: console)
    } catch let failure as JackOutput.Failure {
      console.message("tactus: \(failure.message)")
      return (.fileTrouble, nil)
    } catch let failure as OSCServer.Failure {
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

  /// Plays a set of songs that are known to be right.
  private static func run(
    _ set: SetFile, _ settings: Settings, at rate: SampleRate, _ output: JackOutput,
    on console: Console
  ) throws -> Outcome {
    let lead = PlayerLead()
    try output.start(outputs: SetPlay.ports) { lead.widen(toBlocksOf: $0) }
    let terminal = try begin(output, settings, on: console)
    defer { terminal?.restore() }
    var play = SetPlay(
      set, settings.song, at: rate, output, lead: lead, terminal: terminal, on: console)
    let end = try play.run()
    terminal?.restore()
    return tell(end, session: nil, on: console)
  }

  /// Connects the ports, and takes the keyboard where there is one.
  private static func begin(_ output: JackOutput, _ settings: Settings, on console: Console)
    throws(JackOutput.Failure) -> RawTerminal?
  {
    if let ports = settings.ports {
      try output.connect(to: ports)
    } else {
      output.connectToSystem()
    }
    PlaySignals.note()
    return console.err.terminal.isTerminal ? RawTerminal(descriptor: 0, screen: 2) : nil
  }

  private static func tell(_ end: PlayLoop.End, session: String?, on console: Console) -> Outcome {
    if let session {
      console.message("tactus: the session is in \(quoted(session))")
    }
    switch end {
    case .over, .quit, .nextSong, .previousSong: return (.done, nil)
    case .serverGone:
      console.message("tactus: the JACK server has gone")
      return (.fileTrouble, nil)
    case .rateChanged(let rate):
      console.message("tactus: the JACK server now runs at \(rate) Hz: play the song again")
      return (.fileTrouble, nil)
    case .signal(let number): return (.done, number)
    }
  }
}
