import SongModel
import Timing

/// The tempo of a file from its start to its end.
struct MIDITempoReading {
  /// A tempo from a position on.
  struct Change {
    let at: WholeNotes
    let tempo: DraftTempo
    /// Of a ramp.
    var length: Ramp.Length?
  }

  private(set) var changes: [Change]
  private(set) var holds: [Timing.Hold] = []
  private(set) var remarks: [String] = []
  /// What the tempo events alone say.
  private let plain: [Change]

  /// When a position is heard by the tempo that has been taken.
  var map: TempoMap { TempoMap(spans: changes.map(\.span), holds: holds) }
  /// When it is heard by the tempo events alone.
  var clock: TempoMap { TempoMap(spans: plain.map(\.span), holds: []) }

  /// Takes the tempo events alone, where notes stand at places that the exact tempo has no time for:
  /// in the middle of a fermata.
  mutating func takeEvents() {
    changes = plain
    holds = []
    remarks = [
      "A note is heard inside a fermata, which no position of a song is; the tempo is that of the "
        + "file's tempo events."
    ]
  }

  /// Takes the exact tempos that texts say where they agree with the file's tempo events, and else
  /// those events to the microsecond.
  init(_ score: MIDIScore) {
    plain = MIDITempoReading.plain(score)
    changes = plain
    guard score.texts.contains(where: \.item.isOfTempo) else { return }
    var (exact, holds) = MIDITempoReading.exact(score, plain)
    guard MIDITempoReading.agree(exact, holds, plain, score) else {
      remarks.append(
        "The texts that say the exact tempo do not fit the file's tempo events, which have been "
          + "changed since; the tempo is that of the events.")
      return
    }
    MIDITempoReading.merge(&exact)
    changes = exact
    self.holds = holds
  }

  /// The tempo in force at a position, and where it began. Cost: the logarithm of their number.
  func change(at position: WholeNotes) -> Change {
    changes[max(0, changes.partitionIndex(where: { $0.at > position }) - 1)]
  }

  /// The changes between two positions.
  func changes(after start: WholeNotes, before end: WholeNotes) -> ArraySlice<Change> {
    changes[changes.partitionIndex(where: { $0.at > start })...].prefix { $0.at < end }
  }

  func holds(from start: WholeNotes, before end: WholeNotes) -> ArraySlice<Timing.Hold> {
    holds[holds.partitionIndex(where: { $0.at >= start })...].prefix { $0.at < end }
  }

  // MARK: - Tempo events

  /// What the tempo events say: microseconds a quarter note, exactly.
  private static func plain(_ score: MIDIScore) -> [Change] {
    var changes = [Change(at: .zero, tempo: .steady(.standard))]
    for event in score.tempos {
      let change = Change(
        at: score.position(event.tick), tempo: .steady(tempo(event.microseconds)))
      if changes[changes.count - 1].at == change.at { changes.removeLast() }
      changes.append(change)
    }
    merge(&changes)
    return changes
  }

  /// A tempo beyond what a song can state in quarter notes is stated in longer notes.
  private static func tempo(_ microseconds: Int) -> Tempo {
    let quarters = Rational(60_000_000, Int128(microseconds))
    guard quarters > Tempo.range.upperBound else { return Tempo(beatsPerMinute: quarters) }
    return Tempo(beatsPerMinute: quarters / 4000, beat: WholeNotes(1000, 1))
  }

  private static func merge(_ changes: inout [Change]) {
    var merged: [Change] = []
    for change in changes {
      if case .steady = change.tempo, let last = merged.last, last.tempo == change.tempo {
        continue
      }
      merged.append(change)
    }
    changes = merged
  }

  // MARK: - Texts

  /// The tempos of the texts, and between them those of events that no text explains.
  private static func exact(
    _ score: MIDIScore, _ plain: [Change]
  ) -> (changes: [Change], holds: [Timing.Hold]) {
    var changes: [Change] = []
    var holds: [Timing.Hold] = []
    var events = plain[...]
    var isExplained = false
    func takeEvents(before position: WholeNotes) {
      while let event = events.first, event.at < position {
        if !isExplained { changes.append(event) }
        events.removeFirst()
      }
    }
    for (tick, text) in score.texts where text.isOfTempo {
      let at = score.position(tick)
      takeEvents(before: at)
      let change: Change
      switch text {
      case .tempo(let tempo):
        change = Change(at: at, tempo: .steady(tempo))
        // Events that differ from what a microsecond can say come after it.
        isExplained = !tempo.isWholeMicroseconds
      case .ramp(let from, let to, let length, let curve):
        change = Change(
          at: at, tempo: .ramp(from: from, to: to, curve: curve), length: length)
        isExplained = true
      case .hold(let seconds):
        holds.append(Timing.Hold(at: at, length: seconds))
        isExplained = true
        continue
      default: continue
      }
      if let last = changes.last, last.at == at { changes.removeLast() }
      changes.append(change)
      if let event = events.first, event.at == at { events.removeFirst() }
    }
    takeEvents(before: score.position(score.end) + WholeNotes(1, 1))
    if changes.first?.at != .zero { changes.insert(plain[0], at: 0) }
    return (changes, holds)
  }

  /// What the file's own clock and the exact one may be apart: half a frame at 48 kHz by its tempo
  /// events, and as much for what is rounded to ticks and microseconds on the way.
  private static let tolerance = Seconds(Rational(1, 48_000))

  /// Whether the exact tempos reach each text when the tempo events do.
  private static func agree(
    _ exact: [Change], _ holds: [Timing.Hold], _ plain: [Change], _ score: MIDIScore
  ) -> Bool {
    let ours = TempoMap(spans: exact.map(\.span), holds: holds)
    let file = TempoMap(spans: plain.map(\.span), holds: [])
    let ticks = score.texts.filter { $0.item.isOfTempo }.map(\.tick) + [score.end]
    return ticks.allSatisfy { tick in
      let position = score.position(tick)
      let difference = ours.time(of: position) - file.time(of: position)
      return difference <= tolerance && -difference <= tolerance
    }
  }
}

extension MIDITempoReading.Change {
  var span: TempoSpan {
    switch tempo {
    case .steady(let tempo): TempoSpan(start: at, from: tempo)
    case .ramp(let from, let to, let curve):
      TempoSpan(start: at, from: from, ramp: Ramp(to: to, length: length!, curve: curve))
    }
  }
}

extension ConductorText {
  fileprivate var isOfTempo: Bool {
    switch self {
    case .tempo, .ramp, .hold: true
    case .meter, .beat, .pickup, .swing, .end, .track, .sound: false
    }
  }
}

extension Array {
  /// The first index whose element meets a condition that all after it meet too, or the end.
  func partitionIndex(where isReached: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isReached(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
