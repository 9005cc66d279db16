import SongModel
import Timing

/// The events of a song: once, or over and over for a file that is a loop.
///
/// Each turn starts a whole number of frames after the one before, as the file does when it is
/// repeated, and has the same events.
public struct Timeline: Sequence, IteratorProtocol {
  private let song: Song
  private let rate: SampleRate
  /// The frames of a turn; `nil` where there is only one.
  private let period: Frame?
  /// A turn of which there is an event left. A turn goes on past the start of the next where its
  /// last hits are played late.
  private struct Turn {
    var events: EventStream
    let start: Frame
    var next: Event
  }
  private var turns: [Turn] = []
  private var begun = 0
  private var hasEvents: Bool

  /// - Precondition: a period is at least one frame.
  public init(_ song: Song, at rate: SampleRate, period: Frame? = nil) {
    precondition(period.map { $0 > .zero } ?? true, "a turn of at least a frame")
    self.song = song
    self.rate = rate
    self.period = period
    hasEvents = false
    begin()
    hasEvents = !turns.isEmpty
  }

  public mutating func next() -> Event? {
    guard hasEvents else { return nil }
    if let period {
      while earliest.map({ turns[$0].next.frame.index >= begun * period.index }) ?? true { begin() }
    }
    guard let index = earliest else { return nil }
    let event = turns[index].next
    if let next = turns[index].events.next() {
      turns[index].next = next.moved(by: turns[index].start)
    } else {
      turns.remove(at: index)
    }
    return event
  }

  /// The turn with the next event; of several on one frame by the order of lanes, then of turns.
  private var earliest: Int? {
    turns.indices.min { left, right in
      let (a, b) = (turns[left].next, turns[right].next)
      return (a.frame.index, a.lane, left) < (b.frame.index, b.lane, right)
    }
  }

  private mutating func begin() {
    let start = Frame((period?.index ?? 0) * begun)
    begun += 1
    var events = EventStream(song, at: rate)
    guard let first = events.next() else { return }
    turns.append(Turn(events: events, start: start, next: first.moved(by: start)))
  }
}

extension Event {
  /// The same event, so many frames later.
  fileprivate func moved(by frames: Frame) -> Event {
    guard frames != .zero else { return self }
    var event = self
    event.frame = frame + frames
    return event
  }
}
