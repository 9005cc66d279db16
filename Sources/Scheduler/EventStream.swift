import SongModel
import Timing

/// The events of a song in order, made as they are asked for, in memory that does not grow.
///
/// This is the one source of the list of events, of the audio and of the MIDI file.
public struct EventStream: Sequence, IteratorProtocol {
  private let song: Song
  private let rate: SampleRate
  private var occurrences: Occurrences
  private var current: Occurrence?
  private var clicks: ClickCursor?
  private var hits: PatternCursor?
  /// Events found but not yet given away: a later one may stand on the same frame and come first.
  private var waiting = EventQueue()
  /// No event that is still to be found stands before this frame.
  private var horizon = Frame(Int.min)

  public init(_ song: Song, at rate: SampleRate) {
    self.song = song
    self.rate = rate
    occurrences = Occurrences(song)
  }

  public mutating func next() -> Event? {
    while true {
      if let first = waiting.first, first.frame < horizon { return waiting.removeFirst() }
      if !findNext() { return waiting.isEmpty ? nil : waiting.removeFirst() }
    }
  }

  /// Finds one more event, or enters the next section.
  ///
  /// - Returns: `false` at the end of the song.
  private mutating func findNext() -> Bool {
    guard let occurrence = current else { return enterNextSection() }
    switch (clicks!.current, hits!.current) {
    case (nil, nil):
      current = nil
    case (let (position, mark)?, let hit) where hit.map({ position <= $0.position }) ?? true:
      add(clickEvent(at: position, mark, in: occurrence))
      clicks!.advance()
    case (_, let (position, hit)?):
      add(hitEvent(at: position, hit, in: occurrence))
      hits!.advance()
    default:
      preconditionFailure("one of the two comes first")
    }
    return true
  }

  private mutating func enterNextSection() -> Bool {
    guard let occurrence = occurrences.next() else { return false }
    let section = song.sections[occurrence.section]
    var click = section.click
    if occurrence.isCountIn { click.isOn = true }
    current = occurrence
    clicks = ClickCursor(click, over: occurrence.bars)
    hits = PatternCursor(
      occurrence.isCountIn ? [] : section.play, of: song.patterns, over: occurrence.bars)
    return true
  }

  private mutating func add(_ event: Event) {
    horizon = event.frame
    waiting.insert(event)
  }

  private func clickEvent(
    at position: WholeNotes, _ mark: ClickGrid.Mark, in occurrence: Occurrence
  ) -> Event {
    let section = song.sections[occurrence.section]
    let time = occurrence.time(of: position)
    return Event(
      time: time, frame: time.frame(at: rate), lane: Event.click,
      sound: section.click.sounds[mark.step], velocity: mark.level.velocity,
      gain: mark.level.gain * section.click.volume.gain * section.volume.gain,
      pan: section.click.pan,
      occurrence: occurrence.index,
      section: occurrence.isCountIn ? nil : occurrence.section, position: position,
      bar: clicks!.barNumber + occurrence.barsBefore, place: clicks!.place)
  }

  private func hitEvent(at position: WholeNotes, _ hit: Hit, in occurrence: Occurrence) -> Event {
    let section = song.sections[occurrence.section]
    let time = occurrence.time(of: position)
    let bars = occurrence.bars
    let bar = position < .zero ? 0 : bars.bar(at: position)
    return Event(
      time: time, frame: time.frame(at: rate), lane: hit.track + 1,
      sound: song.tracks[hit.track].sound, velocity: hit.velocity,
      gain: hit.gain * section.volume.gain, pan: .center, occurrence: occurrence.index,
      section: occurrence.section,
      position: position, bar: bar + occurrence.barsBefore,
      place: BeatPlace(at: position - bars.start(ofBar: bar), in: bars.run(ofBar: bar)))
  }
}

/// Events in the order of their frames: a binary heap that keeps equals in the order of arrival.
struct EventQueue {
  private var heap: [(event: Event, arrival: Int)] = []
  private var arrivals = 0

  var isEmpty: Bool { heap.isEmpty }
  var first: Event? { heap.first?.event }

  mutating func insert(_ event: Event) {
    heap.append((event, arrivals))
    arrivals += 1
    var child = heap.count - 1
    while child > 0, precedes(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() -> Event {
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast().event
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && precedes(child, least) {
        least = child
      }
      if least == parent { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (heap[left], heap[right])
    if a.event.frame != b.event.frame { return a.event.frame < b.event.frame }
    if a.event.lane != b.event.lane { return a.event.lane < b.event.lane }
    return a.arrival < b.arrival
  }
}
