import Scheduler
import SongModel
import Timing

/// A song as a standard MIDI file of format 1, or of format 0 where the options say so.
///
/// The first track holds tempo, metres, keys and the names of sections as markers. The click follows
/// where it sounds at all, then each drum track under its name, then the cues where there are any.
/// In format 0 all of that is in one track, under the song's title.
///
/// Every tick is exact where a division up to 32767 pulses a quarter note can hold all positions
/// of the song, and every event is within half a frame at 48 kHz of its exact time by the file's
/// own tempo events; where no division can, the report says how far notes are off. Ramps are as
/// many tempo events as that takes, and a hold is a slow tempo up to the next note or bar line.
/// What these numbers cannot say exactly stands in texts on the first track: see ``ConductorText``.
///
/// What is shifted by the clock, as grace notes, offsets and humanized hits are, comes on the tick
/// whose time is nearest, at the finest division that holds the rest.
///
/// A note ends on the tick that is nearest to the end of its sound, and at least one tick after it
/// began, or where the next of its kind begins.
///
/// - Parameter version: of the program, for the text at the file's start.
/// - Throws: where a tempo, the length or the sounds are beyond what MIDI has.
///
/// Cost: two walks through the song's events, and memory for each of them.
public func midiFile(
  of song: Song, options: MIDIOptions = MIDIOptions(), version: String
) throws(MIDIExportError) -> (bytes: [UInt8], report: MIDIReport) {
  let keys = try MIDIKey.keys(of: song.sounds)
  try checkLength(of: song)
  let survey = MIDISurvey(song)
  let division = MIDIDivision(for: survey, noteLength: options.noteLength)
  let conductor = try MIDIConductor(
    song, survey, division: division.pulses, tempoStep: options.tempoStep, version: version)
  let isMerged = options.format == .singleTrack
  var lanes = MIDILanes(of: song, keys: keys)
  var deviation = MIDIDeviation(conductor)
  var lengths = MIDINoteLengths(options, conductor)
  var onsets: [MIDINotes.Onset] = []
  for event in EventStream(song, at: song.eventRate) {
    guard conductor.timeline.reaches(event.time) else { throw .songTooLong }
    let tick = deviation.place(event, in: survey.pass(of: event))
    lanes.add(event)
    onsets.append(
      MIDINotes.Onset(
        tick: tick, track: isMerged ? 0 : event.lane, key: keys[event.sound],
        velocity: UInt8(event.velocity.value), off: try lengths.off(of: event, at: tick)))
  }
  let order = onsets.indices.sorted {
    (onsets[$0].tick, onsets[$0].track, $0) < (onsets[$1].tick, onsets[$1].track, $1)
  }
  let written = lanes.written
  var tracks = lanes.names.indices.map { MIDIMergedTrack(leading: lanes.heading(of: $0)) }
  if isMerged {
    let notes = written.flatMap { lane in
      let track = ConductorText.track(lanes.names[lane]).description
      return [MIDIEvent(tick: 0, message: .text(.text, track))] + lanes.noteTexts(of: lane)
    }
    let end = MIDIEvent(tick: conductor.end, message: .text(.text, "\(ConductorText.end)"))
    tracks = [MIDIMergedTrack(leading: conductor.heading + notes + conductor.events + [end])]
  }
  var notes = MIDINotes(on: tracks)
  for index in order { notes.add(onsets[index]) }
  notes.end(at: conductor.end)
  let ticksAreExact = division.isExact && !survey.hasShiftedEvents
  let report = MIDIReport(
    format: options.format, pulsesPerQuarter: division.pulses, ticksAreExact: ticksAreExact,
    largestTickDeviation: ticksAreExact ? .zero : deviation.ticks,
    largestDeviation: deviation.seconds,
    tempoStep: conductor.hasSteps ? options.tempoStep : nil,
    tempoEvents: conductor.tempo.changes.count,
    tracks: written.map { (lanes.names[$0], lanes.counts[$0]) }, notes: conductor.notes)
  var finished = notes.tracks.map(\.finished)
  if !isMerged { finished = [conductor.track] + written.map { finished[$0] } }
  do {
    let bytes = try MIDIFile.bytes(
      format: options.format, division: .pulsesPerQuarter(division.pulses), tracks: finished)
    return (bytes, report)
  } catch {
    throw .file(error)
  }
}

/// Before anything walks through the events of a song that is too long: with one pulse to the
/// quarter note, which every division exceeds.
private func checkLength(of song: Song) throws(MIDIExportError) {
  var timeline = MIDITimeline(division: 1, leadIn: 0)
  func add(_ pass: MIDIPass) throws(MIDIExportError) {
    guard timeline.add(pass, []) else { throw .songTooLong }
  }
  if song.live.isEmpty {
    // One after the other: there may be more than any memory holds.
    for heard in song.passagesHeard() { try add(MIDIPass(heard, index: 0, next: nil)) }
  } else {
    for pass in song.passes { try add(pass) }
  }
}

/// Finds the tick of each event, and the farthest that events are from their ticks and times.
private struct MIDIDeviation {
  private(set) var ticks = Fixed.zero
  /// In the units of the tempo plan.
  private var units = Fixed.zero
  private let timeline: MIDITimeline
  private var clock: MIDIClock

  init(_ conductor: MIDIConductor) {
    timeline = conductor.timeline
    clock = MIDIClock(conductor.tempo)
  }

  var seconds: Seconds { Seconds(units / (1_000_000 * timeline.division)) }

  /// - Parameter pass: on the tick of whose position the event belongs; others come on the tick
  ///   that is nearest to their time.
  mutating func place(_ event: Event, in pass: Int?) -> Int {
    let time = timeline.units(event.time)
    let (tick, rest) =
      pass.map { timeline.place(of: event.position, in: $0) } ?? clock.tick(at: time)
    ticks = max(ticks, rest.magnitude)
    units = max(units, (time - Fixed(whole: Int64(clock.time(of: tick)))).magnitude)
    return tick
  }
}

/// Finds the tick on which each note ends.
private struct MIDINoteLengths {
  private let options: MIDIOptions
  private let timeline: MIDITimeline
  /// One for each sound, so that each is asked in ascending order.
  private var clocks: [MIDIClock]
  /// In ticks, where the sound's own length does not count.
  private let fixed: Int

  init(_ options: MIDIOptions, _ conductor: MIDIConductor) {
    self.options = options
    timeline = conductor.timeline
    clocks = Array(repeating: MIDIClock(conductor.tempo), count: options.soundLengths.count)
    let length = options.noteLength ?? WholeNotes(1, 32)
    let ticks = length.count * Rational(Int128(4 * timeline.division)) + Rational(1, 2)
    fixed = max(1, Int(ticks.floor))
  }

  mutating func off(of event: Event, at tick: Int) throws(MIDIExportError) -> Int {
    guard options.noteLength == nil, clocks.indices.contains(event.sound),
      let length = options.soundLengths[event.sound]
    else { return tick + fixed }
    let end = event.time + length
    guard timeline.reaches(end) else { throw .songTooLong }
    return max(tick + 1, clocks[event.sound].tick(at: timeline.units(end)).tick)
  }
}
