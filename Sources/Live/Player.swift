import Engine
import Scheduler
import SongModel
import Synchronization
import Timing
import Workers

/// Plays a song through a ``LiveMixer``, and changes it when it is told to.
///
/// It runs ahead of what is heard by a little: all voices up to the horizon are handed over, and a
/// change takes effect there. What was done is kept, each change with its exact frame; a song with
/// these changes is a session, and renders to the samples that were heard.
public final class Player: @unchecked Sendable {
  // Commands come from any thread; `step` is called by one.

  /// What can be asked for while it plays.
  public enum Command: Sendable {
    /// Starts where it is stopped, and stops where it plays.
    case startOrStop
    case changeTempo(by: Rational)
    case setTempo(to: Rational)
    case toggleMute(lane: Int)
    case toggleSubdivisions
    case toggleGap
    case toggleLoop
    /// In decibels.
    case changeVolume(by: Rational)
    /// So many passages further, or back.
    case movePassage(by: Int)
    /// By its number, from 0.
    case setPassage(to: Int)
    /// The number of one of the pads.
    case strike(pad: Int, Velocity)
    /// Nothing more starts, and what sounds is finished.
    case finish
  }

  /// What can be shown of it.
  public struct Status: Sendable {
    public var beat: Beat?
    public var next: Beat?
    public var speed = Rational.one
    public var isStopped = false
    public var isLooping = false
    public var playsSubdivisions = true
    public var leavesGaps = false
    public var volume = Rational.zero
    /// By lane.
    public var isMuted: [Bool] = []
    /// Whether the song has ended, or was told to finish, and no sound is left.
    public var isOver = false
    /// The number of the passage, from 0; of the count-in it is the first one's.
    public var passage = 0
    /// How much of the song is left, in seconds, at the speed that it has now.
    public var remaining = 0.0
    public var message: String?
    /// Up to where it has been handed over; `nil` once there is no more to hand over.
    var horizon: Frame?
  }

  public let mixer: LiveMixer
  public let rate: SampleRate
  private let song: Song
  private let end: Seconds
  /// Before the first beat.
  private let firstTempo: Rational?
  /// How much later than its frame a sound is heard, where the master has a limiter.
  private let delay: Int
  /// Where all is heard that there was.
  private var lastSound: Int?
  private let pads: [Int]
  private let lead: Atomic<Int>
  private var performance: Performance
  private var waiting: Event?
  private var horizon = 0
  private var beats: [Beat] = []
  private var script: ArraySlice<(frame: Frame, command: Command)>
  private let inbox = Inbox<Command>()
  /// What was done, in the order in which it was noted.
  private let made: Guarded<[LiveChange]>
  private let shown: Guarded<Status>
  private var isFinishing = false

  /// - Parameters:
  ///   - pads: the sounds that can be struck by hand, by their index.
  ///   - lead: how far it runs ahead: so late after a key its effect is heard, at most.
  ///   - script: commands whose frames are known beforehand, in order.
  public init(
    _ song: Song, bank: SoundBank, master: MasterSettings, pads: [Int] = [], outputs: [Int]? = nil,
    lead: Frame, script: [(frame: Frame, command: Command)] = []
  ) {
    self.song = song
    end = song.endTime
    var occurrences = Occurrences(song)
    firstTempo = occurrences.next()?.tempos.first?.from.beatsPerMinute
    delay = master.delay
    self.pads = pads
    rate = bank.rate
    self.lead = Atomic(lead.index)
    self.script = script[...]
    performance = Performance(song, at: bank.rate)
    let hand = Hand(song)
    mixer = LiveMixer(
      song, bank: bank, outputs: outputs, master: master, pads: pads.map(hand.events(of:)))
    var status = Status()
    status.isMuted = Array(repeating: false, count: song.laneCount)
    shown = Guarded(status)
    made = Guarded(song.live)
  }

  /// Asks for something, which takes effect at the horizon.
  public func send(_ command: Command) { inbox.put(command) }

  /// Has it run ahead by more, where blocks have become larger.
  public func widen(lead frames: Frame) { lead.max(frames.index, ordering: .relaxed) }

  public var status: Status { shown.with { $0 } }

  /// What was done, in the order of time.
  public var changes: [LiveChange] {
    // Strokes are told of after they were heard.
    made.with { $0 }.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }

  /// What was done, and what makes a session of it that ends here, whatever ended it: what has been
  /// handed over is played, and nothing more starts.
  public var session: [LiveChange] {
    let horizon = shown.with { $0.horizon }
    let changes = changes
    guard let horizon else { return changes }
    var (isLooping, isStopped) = (false, false)
    for change in changes {
      switch change.action {
      case .loop(let isOn): isLooping = isOn
      case .stop: isStopped = true
      case .start: isStopped = false
      default: break
      }
    }
    // What was done since it was shown comes before the end too.
    let end = max(time(horizon), changes.last?.at ?? .zero)
    return changes + (isLooping ? [LiveChange(at: end, .loop(false))] : [])
      + (isStopped ? [] : [LiveChange(at: end, .stop)])
  }

  // MARK: - Running ahead

  /// Goes as far ahead of what is heard as it should.
  ///
  /// - Returns: whether there was anything to do.
  public func step() -> Bool {
    let position = mixer.position.index
    noteStrokes()
    let target = position + lead.load(ordering: .relaxed)
    let commands = inbox.take(waiting: 0)
    if !commands.isEmpty { shown.with { $0.message = nil } }
    for command in commands { perform(command, at: Frame(horizon)) }
    let isBehind = horizon < target
    while horizon < target {
      let next = script.first.map { min(max($0.frame.index, horizon), target) } ?? target
      guard advance(to: next) else { break }
      while let first = script.first, first.frame.index <= horizon {
        script.removeFirst()
        perform(first.command, at: Frame(horizon))
      }
    }
    show(at: position)
    return isBehind || !commands.isEmpty
  }

  /// Hands over what is heard before a frame.
  ///
  /// - Returns: `false` where there is no room for it, until something has been heard.
  private func advance(to frame: Int) -> Bool {
    while true {
      if let event = waiting {
        guard mixer.room > 0 else { return false }
        mixer.play(event)
        waiting = nil
      }
      switch performance.next(before: Frame(frame)) {
      case .event(let event): waiting = event
      case .beat(let beat): beats.append(beat)
      case nil:
        horizon = frame
        mixer.publish(horizon: Frame(frame))
        return true
      }
    }
  }

  private func noteStrokes() {
    while let stroke = mixer.nextStruck() {
      note(LiveChange(at: time(stroke.frame), .pad(sound: pads[stroke.pad], stroke.velocity)))
    }
  }

  private func note(_ change: LiveChange) { made.with { $0.append(change) } }

  private func time(_ frame: Frame) -> Rational {
    Rational(Int128(frame.index), Int128(rate.hertz))
  }

  // MARK: - Commands

  private func make(_ action: LiveChange.Action, at frame: Frame) {
    let change = LiveChange(at: time(frame), action)
    performance.add(change)
    note(change)
    if case .volume(let level) = action, !mixer.changeVolume(to: level.gain, at: frame) {
      tell("too many changes of volume at once")
    }
    // The next command finds it made, and comes a frame later.
    _ = advance(to: frame.index + 1)
  }

  private func tell(_ message: String) { shown.with { $0.message = message } }

  private func perform(_ command: Command, at frame: Frame) {
    switch command {
    case .startOrStop: make(performance.isStopped ? .start : .stop, at: frame)
    case .changeTempo(by: let change):
      guard let written else { return }
      changeTempo(to: written * performance.speed + change, written, at: frame)
    case .setTempo(to: let tempo):
      guard let written else { return }
      changeTempo(to: tempo, written, at: frame)
    case .toggleMute(let lane):
      guard (0..<song.laneCount).contains(lane) else { return }
      make(.mute(lane: lane, toggle(\.isMuted[lane])), at: frame)
    case .toggleSubdivisions:
      make(.subdivisions(toggle(\.playsSubdivisions)), at: frame)
    case .toggleGap:
      make(.gap(toggle(\.leavesGaps)), at: frame)
    case .toggleLoop:
      make(.loop(toggle(\.isLooping)), at: frame)
    case .changeVolume(by: let change):
      let volume = status.volume + change
      guard Player.volumes.contains(volume) else {
        return tell("the volume stays within -60 and 12 dB")
      }
      shown.with { $0.volume = volume }
      make(.volume(.decibels(Decibels(volume))), at: frame)
    case .movePassage(by: let step): go(to: (performance.currentPassage ?? 0) + step, at: frame)
    case .setPassage(to: let number): go(to: number, at: frame)
    case .strike(let pad, let velocity):
      if pads.indices.contains(pad), !mixer.strike(pad: pad, velocity) {
        tell("too many strokes at once")
      }
    case .finish:
      isFinishing = true
      // So that the session has an end.
      if status.isLooping { make(.loop(toggle(\.isLooping)), at: frame) }
      if !performance.isStopped && !performance.isOver { make(.stop, at: frame) }
    }
  }

  /// In decibels.
  private static let volumes = Rational(-60)...Rational(12)

  private func toggle(_ setting: WritableKeyPath<Status, Bool>) -> Bool {
    shown.with {
      $0[keyPath: setting].toggle()
      return $0[keyPath: setting]
    }
  }

  /// Beats a minute as they are written where the song is now.
  private var written: Rational? { beats.last?.written ?? status.beat?.written ?? firstTempo }

  private func changeTempo(to tempo: Rational, _ written: Rational, at frame: Frame) {
    let speed = tempo / written
    guard LiveChange.speeds.contains(speed) else {
      return tell("a tempo stays within a hundredth and a hundred times what is written")
    }
    make(.speed(speed), at: frame)
  }

  private func go(to number: Int, at frame: Frame) {
    guard (0..<song.passageCount).contains(number) else {
      return tell(number < 0 ? "this is the first section" : "this is the last section")
    }
    make(.passage(number), at: frame)
  }

  // MARK: - What is shown

  private func show(at position: Int) {
    let heard = beats.prefix { $0.frame.index <= position }
    let isSilent =
      (performance.isOver || isFinishing && performance.isStopped) && waiting == nil
      && mixer.voiceCount == 0 && position >= performance.endTime.frame(at: rate).index
      && mixer.isEmpty
    if !isSilent { lastSound = nil }
    // What the limiter looked ahead for is still to be heard.
    if isSilent && lastSound == nil { lastSound = position + delay }
    let isOver = lastSound.map { position >= $0 } ?? false
    let left = end - performance.songTime(at: Frame(position))
    // Of what was never begun nothing was heard.
    let horizon = performance.isOver ? nil : position == 0 ? .zero : Frame(self.horizon)
    let remaining = max(0, Double(left.milliseconds) / 1000 / performance.speed.double)
    shown.with {
      if let beat = heard.last { $0.beat = beat }
      $0.next = beats.dropFirst(heard.count).first
      $0.speed = performance.speed
      $0.isStopped = performance.isStopped
      $0.isOver = isOver
      $0.passage = performance.currentPassage ?? $0.passage
      $0.remaining = remaining
      $0.horizon = horizon
    }
    beats.removeFirst(heard.count)
  }
}
