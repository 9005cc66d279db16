import SongModel
import Timing

/// A song's events from a passage on, as they are written, until it is cut.
struct Strand {
  /// From where on nothing of it is heard.
  struct Cut: Sendable {
    let occurrence: Int
    let position: WholeNotes
    /// By the song's own times.
    let time: Seconds
  }

  var clock: LiveClock
  private(set) var next: Event?
  private var events: EventStream
  private let first: Int
  /// Where it begins in its first passage; what is written before it is left out.
  private let start: WholeNotes
  /// Nothing is heard before the change that brought it about.
  private let earliest: Frame
  private(set) var cut: Cut?

  init(
    _ song: Song, _ ensemble: Ensemble, from occurrence: Occurrence, position: WholeNotes? = nil,
    clock: LiveClock, earliest: Frame, _ finder: inout PassageFinder
  ) {
    events = EventStream(song, ensemble, from: occurrence, &finder)
    first = occurrence.index
    start = position ?? occurrence.start
    self.clock = clock
    self.earliest = earliest
    next = events.next()
    // The whole song is heard from its first event on, whatever that is.
    if position != nil { skip() }
  }

  private mutating func skip() {
    while let event = next, event.occurrence == first, event.position < start {
      next = events.next()
    }
  }

  mutating func advance() { next = events.next() }

  mutating func end(at cut: Cut) { self.cut = cut }

  /// When the next event is heard.
  func frame(at rate: SampleRate) -> Frame? {
    next.map { max(earliest, clock.live(of: $0.time).frame(at: rate)) }
  }

  /// Passes over events that are cut off. A hit may be heard before its place and after it: so it is
  /// the place that counts, and the end is there only when nothing can be late any more.
  mutating func dropCutEvents(longestLag: Seconds) {
    guard let cut else { return }
    while let event = next {
      if event.time > cut.time + longestLag {
        next = nil
      } else if event.occurrence > cut.occurrence
        || event.occurrence == cut.occurrence && event.position >= cut.position
      {
        next = events.next()
      } else {
        return
      }
    }
  }
}
