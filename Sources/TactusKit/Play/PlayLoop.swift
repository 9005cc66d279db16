import AudioFiles
import Glibc
import Live
import SongModel
import Timing

/// Plays one song until it is over, and is its face meanwhile: takes keys, and shows what happens.
struct PlayLoop {
  enum End {
    /// The song has ended, or was ended by hand.
    case over
    case nextSong, previousSong
    case quit
    /// The server went away.
    case serverGone
    /// The server has another sample rate than the song was read at.
    case rateChanged(Int)
    /// A signal, or the terminal has gone.
    case signal(Int32)
  }

  let played: PlayedSong
  let output: JackOutput
  let console: Console
  let terminal: RawTerminal?
  var number = 1
  var count = 1
  var session: SessionFile?
  var take: TakeFile?
  /// Where commands come from over the network.
  var network: OSCServer?
  /// Whether it starts and stops with the transport that all programs share.
  var hasTransport = false
  private var controls: PlayControls
  private var decoder = KeyDecoder()
  private var painter = ScreenPainter()
  private var state = PlayState()
  private var lastBar: (occurrence: Int, bar: Int)?
  private var lastSave = 0.0
  private var lastFollow = 0.0
  /// Why the session could not be written the last time.
  private var trouble: String?
  private var isLeaving = false

  private var player: Player { played.player }

  init(
    _ played: PlayedSong, _ output: JackOutput, terminal: RawTerminal?, session: SessionFile?,
    on console: Console
  ) {
    self.played = played
    self.output = output
    self.terminal = terminal
    self.session = session
    self.console = console
    controls = PlayControls(played)
  }

  /// Plays it. The session is written whatever ends it.
  mutating func run() throws(AudioFileError) -> End {
    let thread = PlayerThread()
    let output = output
    // The first sounds are there before they are asked for.
    _ = player.step()
    thread.run(player) { output.isFreewheeling }
    take?.start()
    let end = waitForTransport() ?? playThrough()
    thread.stop()
    if terminal != nil { console.err.write(painter.end()) }
    let changes = player.session
    try session?.write(changes)
    return end
  }

  private mutating func playThrough() -> End {
    output.setPlaying(true)
    let end = play()
    if hasTransport { output.setTransport(rolling: false) }
    if let take, !output.isGone {
      // What answers the last sounds is still on its way.
      let last = player.mixer.position.index + take.lag
      let limit = seconds + 2 + Double(take.lag) / Double(player.rate.hertz)
      while player.mixer.position.index < last, !output.isGone, seconds < limit { usleep(10_000) }
    }
    output.setPlaying(false)
    return end
  }

  /// Waits in silence until the transport is started, where there is one to follow.
  ///
  /// - Returns: what ends the waiting without it.
  private mutating func waitForTransport() -> End? {
    guard hasTransport else { return nil }
    state.isStopped = true
    state.message = "waiting for JACK's transport: space starts it"
    while !output.isTransportRolling {
      if PlaySignals.received != 0 { return .signal(PlaySignals.received) }
      if output.isGone { return .serverGone }
      paint()
      guard let terminal else {
        usleep(10_000)
        continue
      }
      guard let bytes = terminal.read(timeoutMilliseconds: 10) else { return .signal(SIGHUP) }
      for key in decoder.keys(bytes) {
        if key == .quit { return .quit }
        if key == .startStop { output.setTransport(rolling: true) }
      }
    }
    return nil
  }

  /// Does what the transport does.
  private mutating func follow(_ status: Player.Status, at now: Double) {
    if let beat = status.beat {
      output.tell(beat, length: (status.next?.frame.index ?? 0) - beat.frame.index)
    }
    // What was asked for takes a moment to be seen.
    if output.isTransportRolling == status.isStopped, now - lastFollow > 0.3 {
      lastFollow = now
      player.send(.startOrStop)
    }
  }

  private mutating func play() -> End {
    var wish: End?
    while true {
      if PlaySignals.received != 0 { return .signal(PlaySignals.received) }
      if output.isGone { return .serverGone }
      if output.rate != player.rate.hertz { return .rateChanged(output.rate) }
      let now = seconds
      if let terminal {
        guard let bytes = terminal.read(timeoutMilliseconds: 30) else { return .signal(SIGHUP) }
        let keys = bytes.isEmpty ? decoder.flush() : decoder.keys(bytes)
        for key in keys {
          // Who asks twice does not want to hear the end.
          if key == .quit && isLeaving { return .quit }
          wish = press(key, at: now) ?? wish
        }
      } else {
        usleep(30_000)
      }
      for command in messageCommands(at: now) { player.send(command) }
      for message in network?.messages().prefix(JackOutput.mostMessages) ?? [] {
        if message.path == "/tactus/quit" { wish = .quit }
        if let command = controls.command(for: message, at: now) { player.send(command) }
      }
      let status = player.status
      if status.isOver { return wish ?? .over }
      if hasTransport { follow(status, at: now) }
      show(status)
      if now - lastSave > 5 {
        lastSave = now
        let changes = player.session
        do throws(AudioFileError) {
          try session?.write(changes)
          trouble = nil
        } catch {
          // It may be possible at the end, which tells of it too.
          trouble = error.description
        }
      }
    }
  }

  /// What the messages over MIDI ask for. Of those that come at once the last tempo counts, and the
  /// last section: a knob sends more than anybody hears.
  private mutating func messageCommands(at now: Double) -> [Player.Command] {
    var tempo: Player.Command?
    var passage: Player.Command?
    // Whoever sends without end must not hold up the rest.
    for _ in 0..<JackOutput.mostMessages {
      guard let message = output.nextMessage() else { break }
      switch controls.command(for: message, at: now) {
      case .setTempo(let value)?: tempo = .setTempo(to: value)
      case .setPassage(let number)?: passage = .setPassage(to: number)
      default: break
      }
    }
    return [passage, tempo].compactMap { $0 }
  }

  /// - Returns: what comes after the song, where the key asks for that.
  private mutating func press(_ key: PlayKey, at now: Double) -> End? {
    if key == .startStop && hasTransport {
      output.setTransport(rolling: !output.isTransportRolling)
    } else if let command = controls.command(for: key, at: now) {
      player.send(command)
    }
    switch key {
    case .quit:
      isLeaving = true
      return .quit
    case .nextSong where count > 1, .previousSong where count > 1:
      player.send(.finish)
      return key == .nextSong ? .nextSong : .previousSong
    default: return nil
    }
  }

  private var seconds: Double {
    let (whole, rest) = console.clock().components
    return Double(whole) + Double(rest) * 1e-18
  }

  // MARK: - The face

  private mutating func show(_ status: Player.Status) {
    update(status)
    guard terminal != nil else { return showPlainly(status) }
    paint()
  }

  private mutating func paint() {
    guard terminal != nil else { return }
    let lines = PlayScreen().lines(
      state, width: console.err.terminal.width - 1, showsColor: console.err.terminal.showsColor,
      showsUnicode: console.err.terminal.showsUnicode)
    console.err.write(painter.paint(lines, width: console.err.terminal.width))
  }

  /// A line for each bar, where nothing can be drawn.
  private mutating func showPlainly(_ status: Player.Status) {
    guard !console.isQuiet, let beat = status.beat,
      lastBar.map({ $0 != (beat.occurrence, beat.bar) }) ?? true
    else { return }
    lastBar = (beat.occurrence, beat.bar)
    console.message(PlayScreen().plainLine(state))
  }

  private mutating func update(_ status: Player.Status) {
    let position = max(0, player.mixer.position.index - played.delay.index)
    let rate = Double(player.rate.hertz)
    state.title = played.song.title ?? played.path
    (state.songNumber, state.songCount) = (number, count)
    state.sectionNumber = status.passage + 1
    state.sectionCount = played.song.passageCount
    if let beat = status.beat {
      state.section = beat.name
      (state.bar, state.beat, state.beatCount) = (beat.bar, beat.beat, beat.count)
      state.isAccent = beat.beat == 1
      state.meter = "\(beat.meter)"
      state.tempo = beat.written.double * status.speed.double
      let length = status.next.map { $0.frame.index - beat.frame.index } ?? Int(rate / 2)
      state.beatAge = min(1, Double(position - beat.frame.index) / Double(max(1, length)))
    }
    state.elapsed = Double(position) / rate
    state.remaining = status.isLooping || played.song.output.loop ? nil : status.remaining
    state.isStopped = status.isStopped
    state.isLooping = status.isLooping
    state.playsSubdivisions = status.playsSubdivisions
    state.leavesGaps = status.leavesGaps
    state.volume = status.volume.double
    state.tracks = status.isMuted.indices.filter { $0 != played.song.cueLane || hasCues }.map {
      PlayState.Track(name: played.song.name(ofLane: $0), isMuted: status.isMuted[$0])
    }
    state.pads = played.pads.compactMap { pad in
      pad.key.map { PlayState.Pad(key: $0, name: pad.name) }
    }
    let peaks = player.mixer.takePeaks()
    state.left.show(decibels(peaks[0]))
    state.right.show(decibels(peaks[1]))
    state.xruns = output.xruns
    state.lateSounds = player.mixer.lateVoices + player.mixer.lostVoices
    state.voices = player.mixer.voiceCount
    state.sampleRate = player.rate.hertz
    state.bufferSize = output.blockSize
    state.recording = session?.path
    state.message = status.message ?? trouble ?? PlayLoop.lossText(output.lostMessages)
  }

  /// What is said of messages over MIDI that found no room.
  static func lossText(_ count: Int) -> String? {
    count > 0 ? "too many MIDI messages at once: \(count) lost" : nil
  }

  private var hasCues: Bool { played.song.sections.contains { $0.cue != nil } }

  private func decibels(_ amplitude: Float) -> Double {
    amplitude > 0 ? 20 * log10(Double(amplitude)) : -.infinity
  }
}
