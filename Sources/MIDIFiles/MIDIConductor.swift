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
    let isSession = !song.live.isEmpty
    let first = survey.passes.first
    let silence = isSession ? first?.heard.startTime ?? survey.lastTime : Seconds(song.output.start)
    let leadIn = LeadIn(silence, longest: isSession ? 500_000 : MIDITempoPlan.range.upperBound)
    timeline = MIDITimeline(division: division, leadIn: leadIn.quarters * division)
    tempo = MIDITempoPlan(division: division)
    end = timeline.leadIn
    heading =
      [MIDIEvent(tick: 0, message: .text(.text, "tactus \(version)"))]
      + (song.title.map { [MIDIEvent(tick: 0, message: .text(.trackName, $0))] } ?? [])
    var meters = MIDIMeterPlan()
    if leadIn.quarters > 0 {
      notes.append(.leadIn(quarters: leadIn.quarters, silence))
      events.append(MIDIEvent(tick: 0, message: .text(.marker, "silence")))
      if let first, let signature = keySignature(of: song.sections[first.occurrence.section]) {
        events.append(MIDIEvent(tick: 0, message: signature))
      }
      events.append(MIDIEvent(tick: 0, message: .timeSignature(meters.addLeadIn())))
      leadIn.add(to: &tempo, division: division)
    }
    var texts = MIDITexts(song)
    var told = Set(notes)
    for pass in survey.passes {
      let section = song.sections[pass.occurrence.section]
      let news = try add(pass, section, survey, &meters, &texts, tempoStep: tempoStep)
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
    _ pass: MIDIPass, _ section: Section, _ survey: MIDISurvey,
    _ meters: inout MIDIMeterPlan, _ texts: inout MIDITexts, tempoStep: WholeNotes?
  ) throws(MIDIExportError) -> [MIDIReport.Note] {
    let holds = survey.holds[pass.index]
    guard timeline.add(pass, holds) else { throw .songTooLong }
    let timeline = self.timeline
    func tick(_ position: WholeNotes) -> Int { timeline.tick(of: position, in: pass.index) }
    end = tick(pass.end)
    let course = MIDICourse(of: pass, in: survey, on: timeline, tempoStep: tempoStep)
    hasSteps = hasSteps || course.hasSteps
    for stretch in course.stretches {
      do throws(MIDITempoLimit) {
        try tempo.add(stretch, barLine: { timeline.barLine(before: $0, in: pass) })
      } catch {
        throw .tempo(
          section: pass.occurrence.name, quartersPerMinute: course.tempo(of: stretch, at: error),
          error)
      }
    }
    let (signatures, notes) = meters.add(pass, holds)
    var found = [(pass.start, MIDIMessage.text(.marker, pass.occurrence.name))]
    if let signature = keySignature(of: section) { found.append((pass.start, signature)) }
    found += texts.add(pass, holds, on: timeline).map {
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

  /// - Parameter longest: how long a quarter note may be, in microseconds.
  /// - Precondition: `silence` is not negative.
  init(_ silence: Seconds, longest: Int) {
    precondition(silence >= .zero, "silence of no negative length")
    let exact = silence.value * 1_000_000 + Fixed(whole: 0, fraction: 1 << 127)
    microseconds = Int(exact.whole)
    quarters = (microseconds + longest - 1) / longest
  }

  /// As many quarter notes of one microsecond more as are left over when all are made equal.
  func add(to plan: inout MIDITempoPlan, division: Int) {
    let (each, longer) = microseconds.quotientAndRemainder(dividingBy: quarters)
    plan.add(microseconds: each + 1, to: longer * division)
    plan.add(microseconds: each, to: quarters * division)
  }
}
