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

  let passes: [MIDIPass]
  /// The holds of each pass in order.
  private(set) var holds: [[Hold]] = []
  /// The tempo changes of each pass after its start.
  let changes: [[WholeNotes]]
  /// Of the events that are heard where they stand: the denominators of their positions in quarter
  /// notes, and how many events have each.
  private(set) var denominators: [Int128: Int] = [:]
  /// Whether an event is heard by the clock, earlier or later than where it stands.
  private(set) var hasShiftedEvents = false
  /// When the last event is heard; zero where there is none.
  let lastTime: Seconds
  /// Of a session.
  private let home: Home?

  /// Cost: one walk through the song's events.
  init(_ song: Song) {
    var passes = song.passes
    let isSession = !song.live.isEmpty
    changes = passes.map { pass in
      pass.occurrence.isCountIn
        ? []
        : song.sections[pass.occurrence.section].tempos.map(\.start).filter {
          pass.start < $0 && $0 < pass.musicEnd
        }
    }
    for (pass, changes) in zip(passes, changes) {
      let section = song.sections[pass.occurrence.section]
      let isHeld = !section.holds.isEmpty && !pass.occurrence.isCountIn
      holds.append(isHeld ? MIDISurvey.holds(of: section, in: pass, changes) : [])
    }
    let home = isSession ? Home(passes) : nil
    self.home = home
    var last = Seconds.zero
    for event in EventStream(song, at: song.eventRate) {
      last = max(last, event.time)
      guard let pass = MIDISurvey.pass(of: event, among: passes, home) else {
        hasShiftedEvents = true
        continue
      }
      denominators[event.position.quarterDenominator, default: 0] += 1
      let index = holds[pass].lastIndex { $0.at < event.position }
      if let index {
        let next = holds[pass][index].next
        holds[pass][index].next = min(next, event.position)
      }
    }
    if isSession, !passes.isEmpty { passes[passes.count - 1].extend(to: last) }
    self.passes = passes
    lastTime = last
    for pass in passes {
      for index in holds[pass.index].indices { holds[pass.index][index].addQuarters(in: pass) }
    }
  }

  /// The pass in which an event is heard when its position is, so that it belongs on the tick of
  /// that. Others are shifted by the clock, struck by hand, or stand where another section's tempo
  /// rules.
  func pass(of event: Event) -> Int? { MIDISurvey.pass(of: event, among: passes, home) }

  private static func pass(
    of event: Event, among passes: [MIDIPass], _ home: Home?
  ) -> Int? {
    let candidates = home?.candidates(at: event.time) ?? event.occurrence...event.occurrence
    return candidates.last { index in
      guard passes.indices.contains(index) else { return false }
      let pass = passes[index]
      return pass.occurrence.index == event.occurrence && event.position >= pass.start
        && event.position <= pass.heard.end ?? pass.end
        && pass.heard.time(of: event.position) == event.time
    }
  }

  /// Finds the passes of a session by the clock.
  private struct Home {
    private let starts: [Seconds]

    init(_ passes: [MIDIPass]) { starts = passes.map(\.heard.startTime) }

    /// The pass that is heard at a time, and the one before, which may end just then.
    func candidates(at time: Seconds) -> ClosedRange<Int> {
      let index = starts.partitionIndex { $0 > time } - 1
      return index - 1...index
    }
  }

  private static func holds(
    of section: Section, in pass: MIDIPass, _ changes: [WholeNotes]
  ) -> [Hold] {
    let (bars, end) = (pass.occurrence.bars, pass.musicEnd)
    // What is stopped while it is held only rests.
    let holds = merged(section.holds, in: bars).filter { hold in
      pass.start <= hold.at && hold.at < end
        && (pass.heard.end != nil
          || pass.heard.live(of: pass.occurrence.time(of: hold.at) + hold.length)
            < pass.heard.endTime)
    }
    return holds.indices.map { index in
      let (at, length) = holds[index]
      let nextBar = bars.start(ofBar: bars.bar(at: at) + 1)
      let nextHold = index + 1 < holds.count ? holds[index + 1].at : end
      let nextChange = changes.first { $0 > at } ?? end
      return Hold(at: at, length: length, next: min(nextBar, nextHold, nextChange, end))
    }
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

  fileprivate mutating func addQuarters(in pass: MIDIPass) {
    let duration = (pass.heard.time(of: next) - pass.heard.time(of: at)).value
    let needed = duration * 1_000_000 / MIDITempoPlan.range.upperBound
    let room = (Fixed(next.count) - Fixed(at.count)) * 4 - MIDISurvey.Hold.margin
    extraQuarters = needed > room ? Int((needed - room).whole) + 1 : 0
  }
}
