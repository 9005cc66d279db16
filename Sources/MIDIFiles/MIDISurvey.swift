import Scheduler
import SongModel
import Timing

/// What has to be known of a song before a tick of it can be written.
struct MIDISurvey {
  /// A fermata, and what it has to be over by.
  struct Hold {
    let at: WholeNotes
    let length: Seconds
    /// Where the next event, bar line, tempo, hold or end of the section is.
    var next: WholeNotes
    /// The quarter notes that the file waits for, because up to `next` even the slowest tempo is
    /// over before the hold is.
    var extraQuarters = 0
  }

  let occurrences: [Occurrence]
  /// The holds of each occurrence in order.
  private(set) var holds: [[Hold]] = []
  /// The tempo changes of each occurrence after its start.
  let changes: [[WholeNotes]]
  /// Of the events that are heard where they stand: the denominators of their positions in quarter
  /// notes, and how many events have each.
  private(set) var denominators: [Int128: Int] = [:]
  /// Whether an event is heard by the clock, earlier or later than where it stands.
  private(set) var hasShiftedEvents = false

  /// Cost: one walk through the song's events.
  init(_ song: Song) {
    occurrences = Array(Occurrences(song))
    changes = occurrences.map { occurrence in
      occurrence.isCountIn
        ? []
        : song.sections[occurrence.section].tempos.map(\.start).filter {
          occurrence.start < $0 && $0 < occurrence.bars.end
        }
    }
    for (occurrence, changes) in zip(occurrences, changes) {
      let section = song.sections[occurrence.section]
      let holds = occurrence.isCountIn ? [] : MIDISurvey.merged(section.holds, in: occurrence.bars)
      self.holds.append(
        holds.indices.map { index in
          let (at, length) = holds[index]
          let bars = occurrence.bars
          let nextBar = bars.start(ofBar: bars.bar(at: at) + 1)
          let nextHold = index + 1 < holds.count ? holds[index + 1].at : bars.end
          let nextChange = changes.first { $0 > at } ?? bars.end
          return Hold(at: at, length: length, next: min(nextBar, nextHold, nextChange, bars.end))
        })
    }
    for event in EventStream(song, at: MIDIDivision.rate) {
      guard isOnTime(event) else {
        hasShiftedEvents = true
        continue
      }
      denominators[event.position.quarterDenominator, default: 0] += 1
      let index = holds[event.occurrence].lastIndex { $0.at < event.position }
      if let index {
        let next = holds[event.occurrence][index].next
        holds[event.occurrence][index].next = min(next, event.position)
      }
    }
    for occurrence in occurrences {
      for index in holds[occurrence.index].indices {
        holds[occurrence.index][index].addQuarters(in: occurrence)
      }
    }
  }

  /// Whether an event is heard when its position is, and so belongs on the tick of that. Others
  /// are shifted by the clock, or stand where another section's tempo rules.
  func isOnTime(_ event: Event) -> Bool {
    let occurrence = occurrences[event.occurrence]
    return event.position >= occurrence.start && event.position <= occurrence.bars.end
      && occurrence.time(of: event.position) == event.time
  }

  /// One hold for each place, in order.
  private static func merged(
    _ holds: [Timing.Hold], in bars: BarMap
  ) -> [(at: WholeNotes, length: Seconds)] {
    var merged: [(at: WholeNotes, length: Seconds)] = []
    for hold in holds.sorted(by: { $0.at < $1.at })
    where hold.length > .zero && hold.at < bars.end {
      let earlier = merged.last?.at == hold.at ? merged.removeLast().length : .zero
      merged.append((hold.at, earlier + Seconds(hold.length)))
    }
    return merged
  }
}

extension MIDISurvey.Hold {
  /// What may be lost where the hold and what comes next lie between ticks: two of them, at the
  /// divisions that there are then.
  private static let margin = Fixed(Rational(1, 8192))

  fileprivate mutating func addQuarters(in occurrence: Occurrence) {
    let duration = (occurrence.time(of: next) - occurrence.time(of: at)).value
    let needed = duration * 1_000_000 / MIDITempoPlan.range.upperBound
    let room = (Fixed(next.count) - Fixed(at.count)) * 4 - MIDISurvey.Hold.margin
    extraQuarters = needed > room ? Int((needed - room).whole) + 1 : 0
  }
}
