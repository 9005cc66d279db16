import Scheduler
import SongModel
import Timing

/// The first track: tempo, metre and the names of sections; and the timeline that they define.
struct MIDIConductor {
  private(set) var timeline: MIDITimeline
  private(set) var tempo: MIDITempoPlan
  private(set) var track = MIDITrackWriter()
  private(set) var notes: [MIDIReport.Note] = []
  private(set) var end: Int
  /// All but the tempo, ascending by tick.
  private var events: [(tick: Int, message: MIDIMessage)] = []

  /// Cost: proportional to the number of sections and of tempo events.
  init(
    _ song: Song, _ survey: MIDISurvey, division: Int, version: String
  ) throws(MIDIExportError) {
    let leadIn = LeadIn(song.output.start)
    timeline = MIDITimeline(division: division, leadIn: leadIn.quarters * division)
    tempo = MIDITempoPlan(division: division)
    end = timeline.leadIn
    track.add(.text(.text, "tactus \(version)"), at: 0)
    if let title = song.title { track.add(.text(.trackName, title), at: 0) }
    var meters = MIDIMeterPlan()
    if leadIn.quarters > 0 {
      notes.append(.leadIn(quarters: leadIn.quarters, Seconds(song.output.start)))
      events.append((0, .text(.marker, "silence")))
      events.append((0, .timeSignature(meters.addLeadIn())))
      leadIn.add(to: &tempo, division: division)
    }
    var told = Set(notes)
    for occurrence in survey.occurrences {
      for note in try add(occurrence, survey, &meters) where told.insert(note).inserted {
        notes.append(note)
      }
    }
    write()
  }

  private mutating func add(
    _ occurrence: Occurrence, _ survey: MIDISurvey, _ meters: inout MIDIMeterPlan
  ) throws(MIDIExportError) -> [MIDIReport.Note] {
    let holds = survey.holds[occurrence.index]
    guard timeline.add(occurrence, holds) else { throw .songTooLong }
    let timeline = self.timeline
    let start = timeline.tick(of: occurrence.start, in: occurrence.index)
    end = timeline.tick(of: occurrence.bars.end, in: occurrence.index)
    let course = MIDICourse(of: occurrence, in: survey, on: timeline)
    for stretch in course.stretches {
      do throws(MIDITempoLimit) {
        try tempo.add(stretch, barLine: { timeline.barLine(before: $0, in: occurrence) })
      } catch {
        throw .tempo(
          section: occurrence.name, quartersPerMinute: course.tempo(of: stretch, at: error), error)
      }
    }
    let (entries, notes) = meters.add(occurrence, holds)
    events.append((start, .text(.marker, occurrence.name)))
    for entry in entries {
      let tick = timeline.tick(of: entry.position, in: occurrence.index)
      if let text = entry.text { events.append((tick, .text(.text, text))) }
      events.append((tick, .timeSignature(entry.signature)))
    }
    return notes
  }

  /// Writes all in the order of ticks; of one tick in the order marker, text, time signature,
  /// tempo.
  private mutating func write() {
    var changes = tempo.changes[...]
    func isDue(before tick: Int) -> Bool { changes.first.map { $0.tick < tick } ?? false }
    for (tick, message) in events {
      while isDue(before: tick) { write(changes.removeFirst()) }
      track.add(message, at: tick)
    }
    for change in changes { write(change) }
    track.end(at: end)
  }

  private mutating func write(_ change: MIDITempoPlan.Change) {
    track.add(.tempo(microsecondsPerQuarter: change.microseconds), at: change.tick)
  }
}

/// The silence before a song as quarter notes: as few as a tempo event can make so long.
private struct LeadIn {
  let microseconds: Int
  let quarters: Int

  /// - Precondition: `start` is not negative.
  init(_ start: Rational) {
    precondition(start >= .zero, "silence of no negative length")
    let exact = Fixed(start) * 1_000_000 + Fixed(whole: 0, fraction: 1 << 127)
    microseconds = Int(exact.whole)
    let longest = MIDITempoPlan.range.upperBound
    quarters = (microseconds + longest - 1) / longest
  }

  /// As many quarter notes of one microsecond more as are left over when all are made equal.
  func add(to plan: inout MIDITempoPlan, division: Int) {
    let (each, longer) = microseconds.quotientAndRemainder(dividingBy: quarters)
    plan.add(microseconds: each + 1, to: longer * division)
    plan.add(microseconds: each, to: quarters * division)
  }
}
