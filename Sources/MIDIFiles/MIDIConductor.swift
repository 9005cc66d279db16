import Scheduler
import SongModel
import Timing

/// Tempo, metre, key and the names of sections; and the timeline that they define.
struct MIDIConductor {
  private(set) var timeline: MIDITimeline
  private(set) var tempo: MIDITempoPlan
  private(set) var notes: [MIDIReport.Note] = []
  private(set) var end: Int
  /// Whether any ramp is written in steps.
  private(set) var hasSteps = false
  /// What the file begins with: the program and the title.
  let heading: [MIDIEvent]
  /// All that follows, ascending by tick; of one tick in the order marker, key, texts, time
  /// signature, tempo.
  private(set) var events: [MIDIEvent] = []

  /// Of the last section that has one.
  private var key: Key?

  /// Cost: proportional to the number of sections and of tempo events.
  init(
    _ song: Song, _ survey: MIDISurvey, division: Int, tempoStep: WholeNotes?, version: String
  ) throws(MIDIExportError) {
    let leadIn = LeadIn(song.output.start)
    timeline = MIDITimeline(division: division, leadIn: leadIn.quarters * division)
    tempo = MIDITempoPlan(division: division)
    end = timeline.leadIn
    heading =
      [MIDIEvent(tick: 0, message: .text(.text, "tactus \(version)"))]
      + (song.title.map { [MIDIEvent(tick: 0, message: .text(.trackName, $0))] } ?? [])
    var meters = MIDIMeterPlan()
    if leadIn.quarters > 0 {
      notes.append(.leadIn(quarters: leadIn.quarters, Seconds(song.output.start)))
      events.append(MIDIEvent(tick: 0, message: .text(.marker, "silence")))
      if let first = survey.occurrences.first,
        let signature = keySignature(of: song.sections[first.section])
      {
        events.append(MIDIEvent(tick: 0, message: signature))
      }
      events.append(MIDIEvent(tick: 0, message: .timeSignature(meters.addLeadIn())))
      leadIn.add(to: &tempo, division: division)
    }
    var texts = MIDITexts(song)
    var told = Set(notes)
    for occurrence in survey.occurrences {
      let section = song.sections[occurrence.section]
      let news = try add(occurrence, section, survey, &meters, &texts, tempoStep: tempoStep)
      for note in news where told.insert(note).inserted { notes.append(note) }
    }
    addTempos()
  }

  /// The whole track, where it is one of its own.
  var track: MIDITrackWriter {
    var track = MIDITrackWriter()
    for event in heading + events { track.add(event.message, at: event.tick) }
    track.end(at: end)
    return track
  }

  private mutating func add(
    _ occurrence: Occurrence, _ section: Section, _ survey: MIDISurvey,
    _ meters: inout MIDIMeterPlan, _ texts: inout MIDITexts, tempoStep: WholeNotes?
  ) throws(MIDIExportError) -> [MIDIReport.Note] {
    let holds = survey.holds[occurrence.index]
    guard timeline.add(occurrence, holds) else { throw .songTooLong }
    let timeline = self.timeline
    func tick(_ position: WholeNotes) -> Int { timeline.tick(of: position, in: occurrence.index) }
    end = tick(occurrence.bars.end)
    let course = MIDICourse(of: occurrence, in: survey, on: timeline, tempoStep: tempoStep)
    hasSteps = hasSteps || course.hasSteps
    for stretch in course.stretches {
      do throws(MIDITempoLimit) {
        try tempo.add(stretch, barLine: { timeline.barLine(before: $0, in: occurrence) })
      } catch {
        throw .tempo(
          section: occurrence.name, quartersPerMinute: course.tempo(of: stretch, at: error), error)
      }
    }
    let (signatures, notes) = meters.add(occurrence, holds)
    var found = [(occurrence.start, MIDIMessage.text(.marker, occurrence.name))]
    if let signature = keySignature(of: section) { found.append((occurrence.start, signature)) }
    found += texts.add(occurrence, holds, on: timeline).map {
      ($0.position, .text(.text, $0.text.description))
    }
    found += signatures.map { ($0.position, .timeSignature($0.signature)) }
    // Sorting is stable: of one tick all stays in this order.
    events += found.map { MIDIEvent(tick: tick($0.0), message: $0.1) }.sorted { $0.tick < $1.tick }
    return notes
  }

  /// The key signature of a section, where it is another than that in force.
  private mutating func keySignature(of section: Section) -> MIDIMessage? {
    guard let new = section.key, new != key else { return nil }
    key = new
    return .keySignature(accidentals: Int8(new.accidentals), isMinor: new.isMinor)
  }

  /// Puts the tempo events among the others, behind those of the same tick.
  private mutating func addTempos() {
    var merged: [MIDIEvent] = []
    merged.reserveCapacity(events.count + tempo.changes.count)
    var changes = tempo.changes[...]
    func isDue(before tick: Int) -> Bool { changes.first.map { $0.tick < tick } ?? false }
    func event(_ change: MIDITempoPlan.Change) -> MIDIEvent {
      MIDIEvent(
        tick: change.tick, message: .tempo(microsecondsPerQuarter: change.microseconds))
    }
    for other in events {
      while isDue(before: other.tick) { merged.append(event(changes.removeFirst())) }
      merged.append(other)
    }
    events = merged + changes.map(event)
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
