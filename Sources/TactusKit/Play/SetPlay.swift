import Engine
import Live
import SongModel
import Timing
import Workers

/// Plays the songs of a set one after the other, through the same ports. While one is played, the
/// next one is read.
struct SetPlay {
  /// Two, whatever the songs have: a song with one channel is heard on both.
  static let ports = ["left", "right"]

  private let set: SetFile
  private let options: PlayedSong.Options
  private var rate: SampleRate
  private let output: JackOutput
  private let lead: PlayerLead
  private let terminal: RawTerminal?
  private let console: Console
  private let reader = WorkerPool(count: 1)
  private var prepared: (item: Int, song: Future<Result<PlayedSong, Refused>>)?
  /// What the output plays has to live until it takes another one.
  private var current: PlayedSong?

  /// A song that could not be used after all, and what there is to say of it.
  private struct Refused: Error {
    let code: ExitCode
    let messages: String
  }

  init(
    _ set: SetFile, _ options: PlayedSong.Options, at rate: SampleRate, _ output: JackOutput,
    lead: PlayerLead, terminal: RawTerminal?, on console: Console
  ) {
    self.set = set
    self.options = options
    self.rate = rate
    self.output = output
    self.lead = lead
    self.terminal = terminal
    self.console = console
  }

  private var count: Int { self.set.order.count }

  /// Plays the whole set, or what is asked for instead.
  ///
  /// - Parameter onSong: told of each song that begins.
  mutating func run(onSong: (PlayedSong) -> Void = { _ in }) throws -> PlayLoop.End {
    var item = 0
    while true {
      let played = try song(item)
      lead.follow(played.player)
      output.use(played.player.mixer)
      output.setPads(played.padsByNote)
      current = played
      // One core at most, so that what plays has the others.
      prepare(item + 1, threads: 1)
      onSong(played)
      var loop = PlayLoop(played, output, terminal: terminal, session: nil, on: console)
      (loop.number, loop.count) = (item + 1, count)
      let end = try loop.run()
      switch end {
      case .over:
        if item + 1 == count { return .over }
        switch wait(after: item) {
        case .over, .nextSong: item += 1
        case .previousSong: break
        case let other: return other
        }
      case .nextSong:
        if item + 1 == count { return .over }
        item += 1
      case .previousSong: item = max(0, item - 1)
      case .rateChanged(let hertz):
        // The song begins again.
        guard let changed = SampleRate(hertz: hertz) else { return end }
        rate = changed
        prepared = nil
      case .quit, .serverGone, .signal: return end
      }
    }
  }

  private func wait(after item: Int) -> PlayLoop.End {
    let what = set.list.items[item]
    var interval = SetInterval(
      output, terminal: terminal, on: console, number: item + 2, count: count,
      title: set.title(ofItem: item + 1))
    return interval.run(pause: what.pause, stops: what.stops)
  }

  // MARK: - Reading

  /// Begins to read a song, if there is one.
  private mutating func prepare(_ item: Int, threads: Int) {
    guard item < count, prepared?.item != item else { return }
    let path = set.songs[set.order[item]].path
    let showsColor = console.err.terminal.showsColor
    var options = options
    options.threads = threads
    let song = reader.run { [options, rate] () -> Result<PlayedSong, Refused> in
      // The face is not to be disturbed; its notes were told before.
      let captured = CapturedConsole(showsColor: showsColor)
      do throws(Refusal) {
        return .success(try PlayedSong(path, options, at: rate, on: captured.console))
      } catch {
        return .failure(Refused(code: error.code, messages: captured.messages))
      }
    }
    prepared = (item, song)
  }

  /// A song that is ready to be played.
  private mutating func song(_ item: Int) throws(Refusal) -> PlayedSong {
    prepare(item, threads: WorkerPool.cores)
    let result = prepared!.song.value()
    // A song is played once.
    prepared = nil
    switch result {
    case .success(let song): return song
    case .failure(let refused):
      if !refused.messages.isEmpty { console.message(String(refused.messages.dropLast())) }
      throw Refusal(code: refused.code)
    }
  }
}
