import SongModel
import Timing

/// The events of a song in order, made as they are asked for, in memory that does not grow. Those of
/// a session are what was heard, its changes made.
///
/// This is the one source of the list of events, of the audio, of the MIDI file and of what is played
/// live.
public struct EventStream: Sequence, IteratorProtocol {
  private let song: Song
  private let countsTicks: Bool
  private var ensemble: Ensemble
  private var occurrences: Occurrences
  /// The walk through the current section: one of the two, or neither between sections.
  private var tickWalk: SectionWalk<TickRuler>?
  private var exactWalk: SectionWalk<ExactRuler>?
  private var isOver = false
  /// Of a session; it has streams of its own.
  private var performance: Performance?
  /// Events that are found before they are asked for, and how many of them are given away.
  private var ready: [Event] = []
  private var taken = 0

  public init(_ song: Song, at rate: SampleRate) { self.init(song, at: rate, countsTicks: true) }

  /// - Parameter countsTicks: whether positions are counted in ticks where there are some; the
  ///   events are the same.
  init(_ song: Song, at rate: SampleRate, countsTicks: Bool) {
    self.song = song
    self.countsTicks = countsTicks
    ensemble = Ensemble(song, at: rate)
    occurrences = Occurrences(song)
    if !song.live.isEmpty { performance = Performance(song, at: rate) }
  }

  /// The events from a passage on, as if the song began with it: takes in turn begin anew.
  ///
  /// - Parameters:
  ///   - song: one without changes.
  ///   - ensemble: the song's, which has found nothing yet: to make one takes a walk through the song.
  ///   - finder: of the song's passages.
  init(
    _ song: Song, _ ensemble: Ensemble, from occurrence: Occurrence, _ finder: inout PassageFinder
  ) {
    self.song = song
    countsTicks = true
    self.ensemble = ensemble
    occurrences = Occurrences(song)
    guard occurrence.index > 0 else { return }
    if let before = finder.find(occurrence.index - 1) { occurrences = before.rest }
    self.ensemble.dropCues(before: occurrence.startTime)
  }

  /// The next event. Cost: about a fifth of a microsecond.
  public mutating func next() -> Event? {
    if taken == ready.count {
      var list: [Event] = []
      swap(&list, &ready)
      list.removeAll(keepingCapacity: true)
      taken = 0
      appendNext(1, to: &list)
      ready = list
      if ready.isEmpty { return nil }
    }
    taken += 1
    return ready[taken - 1]
  }

  /// Appends the next events to a list: so many or somewhat more, or fewer at the end of the song.
  public mutating func appendNext(_ count: Int, to list: inout [Event]) {
    if taken < ready.count {
      list += ready[taken...]
      taken = ready.count
    }
    let end = list.count + count
    while list.count < end, !isOver {
      if performance == nil {
        findSome()
        ensemble.give(to: &list, atEnd: isOver)
      } else {
        perform(to: &list)
      }
    }
  }

  private mutating func perform(to list: inout [Event]) {
    switch performance!.next() {
    case .event(let event): list.append(event)
    case .beat: break
    case nil: isOver = true
    }
  }

  /// Finds some events, up to the end of a section, or enters the next section.
  private mutating func findSome() {
    // So many events stay in the processor's nearest cache until they are given away.
    let most = ensemble.found + 32
    if tickWalk != nil {
      if !tickWalk!.findEvents(for: &ensemble, upTo: most) { tickWalk = nil }
    } else if exactWalk != nil {
      if !exactWalk!.findEvents(for: &ensemble, upTo: most) { exactWalk = nil }
    } else {
      enterNextSection()
    }
  }

  private mutating func enterNextSection() {
    guard let occurrence = occurrences.next() else {
      ensemble.addCues(upTo: nil)
      isOver = true
      return
    }
    let grid = TickGrid(
      of: song.sections[occurrence.section], over: occurrence.bars, ensemble.patterns)
    if countsTicks, let perWholeNote = grid.perWholeNote {
      tickWalk = SectionWalk(
        occurrence, of: song, ensemble, TickRuler(perWholeNote: perWholeNote))
    } else {
      exactWalk = SectionWalk(occurrence, of: song, ensemble, ExactRuler())
    }
  }
}
