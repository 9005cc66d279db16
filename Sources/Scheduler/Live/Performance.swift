import SongModel
import Timing

/// A song as it is heard while somebody changes it: faster or slower, with lanes that are silent,
/// from passage to passage, and with sounds that are played by hand.
///
/// Whoever plays it asks for what comes before a frame, and may then change anything from that frame
/// on. What is heard depends on the changes and their times alone, not on when they were made known:
/// so a session that is rendered later is what was heard.
///
/// Where nothing is changed it is the song's own ``EventStream``, event for event.
///
/// The walk is over what comes first: a change, the end of a passage, a beat or an event, in this
/// order where they fall on one frame.
public struct Performance {
  /// What comes next.
  public enum Item: Sendable {
    case event(Event)
    case beat(Beat)
  }

  /// A passage that is heard, and when it ends or is cut, by the song's own times.
  struct Passage {
    let occurrence: Occurrence
    var end: Seconds
    var endPosition: WholeNotes
  }

  let song: Song
  let rate: SampleRate
  /// No hit is heard later than this after the place where it is written.
  private let longestLag: Seconds
  private var changes: [LiveChange]
  private var made = 0
  /// By lane.
  var isMuted: [Bool]
  var playsSubdivisions = true
  var leavesGaps = false
  var isLooping = false
  let hand: Hand
  /// The oldest first. The last one is the passage's, or that of the upcoming one; the others
  /// finish what they have begun.
  var strands: [Strand] = []
  /// The passage that is heard; `nil` after the last one, and while it is stopped.
  var passage: Passage?
  /// When the passage's times are heard.
  var clock = LiveClock()
  var beats: BeatWalk?
  /// What begins at the next bar line, where the passage is cut.
  var upcoming: Occurrence?
  /// Where to go on, while it is stopped.
  var rest: (occurrence: Occurrence, bar: Int?)?
  /// When the last passage ended, or everything was stopped.
  public internal(set) var endTime: Seconds
  var ready: [Event] = []
  var finder: PassageFinder
  /// What every strand begins with.
  let ensemble: Ensemble
  /// What has been heard so far, where that is kept; the last one may go on.
  public internal(set) var passages: [HeardPassage] = []
  let keepsPassages: Bool

  /// - Parameters:
  ///   - song: its own changes are made, and more can be added.
  ///   - keepsPassages: in memory that grows with their number.
  public init(_ song: Song, at rate: SampleRate, keepsPassages: Bool = false) {
    self.keepsPassages = keepsPassages
    var plain = song
    plain.live = []
    self.song = plain
    self.rate = rate
    changes = song.live
    longestLag = Seconds(song.patterns.map(\.longestLag).max() ?? .zero)
    isMuted = Array(repeating: false, count: song.laneCount)
    hand = Hand(song)
    endTime = Seconds(song.output.start)
    finder = PassageFinder(plain)
    ensemble = Ensemble(plain, at: rate)
    guard let first = occurrence(0) else { return }
    strands = [
      Strand(plain, ensemble, from: first, clock: clock, earliest: Frame(Int.min), &finder)
    ]
    enter(first)
  }

  /// Whether nothing more is heard, unless something is changed.
  public var isOver: Bool {
    strands.isEmpty && passage == nil && rest == nil && made == changes.count && ready.isEmpty
  }

  /// Whether it has been stopped, and can be started again.
  public var isStopped: Bool { rest != nil }

  /// The number of the passage that is heard, waited for or gone on with, from 0.
  public var currentPassage: Int? {
    let occurrence = upcoming ?? passage?.occurrence ?? rest?.occurrence
    return occurrence.map { max(0, $0.index - (song.countIn == nil ? 0 : 1)) }
  }

  /// What time of the song it is at a frame, as its own tempos have it.
  public func songTime(at frame: Frame) -> Seconds {
    clock.song(at: Seconds(Rational(Int128(frame.index), Int128(rate.hertz))))
  }

  /// Of the written tempo.
  public var speed: Rational { clock.speed }

  /// Adds a change.
  ///
  /// - Precondition: it is not earlier than any other, or than what has been asked for.
  public mutating func add(_ change: LiveChange) { changes.append(change) }

  /// The next event or beat before a frame; `nil` where there is none, unless something is changed.
  ///
  /// - Parameter limit: `nil` for the end.
  public mutating func next(before limit: Frame? = nil) -> Item? {
    while true {
      if !ready.isEmpty { return .event(ready.removeFirst()) }
      let event = earliestEvent()
      let change = made < changes.count ? Seconds(changes[made].at).frame(at: rate) : nil
      let end = passage.map { clock.live(of: $0.end).frame(at: rate) }
      let beat = beats?.time.map { clock.live(of: $0).frame(at: rate) }
      guard let first = [change, end, beat, event?.frame].compactMap(\.self).min(),
        limit.map({ first < $0 }) ?? true
      else { return nil }
      if change == first {
        made += 1
        make(changes[made - 1], at: first)
      } else if end == first {
        endPassage(at: first)
      } else if beat == first {
        return .beat(beats!.take(at: first, speed: speed))
      } else if let heard = take(from: event!.strand, at: first) {
        return .event(heard)
      }
    }
  }

  /// The strand that has the next event; of several on one frame by the order of lanes, then of age.
  private mutating func earliestEvent() -> (strand: Int, frame: Frame)? {
    for index in strands.indices { strands[index].dropCutEvents(longestLag: longestLag) }
    strands.removeAll { $0.next == nil }
    let frames = strands.map { $0.frame(at: rate)! }
    let earliest = strands.indices.min {
      let (left, right) = (strands[$0].next!.lane, strands[$1].next!.lane)
      return (frames[$0].index, left, $0) < (frames[$1].index, right, $1)
    }
    return earliest.map { ($0, frames[$0]) }
  }

  /// Takes an event from its strand, and gives it unless it is silent.
  private mutating func take(from strand: Int, at frame: Frame) -> Event? {
    var event = strands[strand].next!
    strands[strand].advance()
    if isMuted[event.lane] { return nil }
    if event.lane == Song.clickLane {
      if event.isSubdivision && !playsSubdivisions { return nil }
      if leavesGaps && isInGap(event) { return nil }
    }
    // What comes early of the passage behind, while this one is played over and over.
    if isLooping, let passage, event.occurrence > passage.occurrence.index { return nil }
    let time = strands[strand].clock.live(of: event.time)
    // What would have come before the change that brought it about comes with that.
    let isLate = time.frame(at: rate) < frame
    event.move(
      to: isLate ? Seconds(Rational(Int128(frame.index), Int128(rate.hertz))) : time, frame)
    return event
  }

  /// Two bars are played, and two are left out, from the passage's first.
  private func isInGap(_ event: Event) -> Bool {
    guard let passage, !passage.occurrence.isCountIn else { return false }
    let bar = event.bar - passage.occurrence.barsBefore
    return bar > 0 && (bar - 1) / 2 % 2 == 1
  }
}

extension Pattern {
  /// How much later than written, in seconds, one of its hits may be heard.
  fileprivate var longestLag: Rational {
    lines.map { $0.humanize.timing + max(.zero, $0.offset) }.max() ?? .zero
  }
}
