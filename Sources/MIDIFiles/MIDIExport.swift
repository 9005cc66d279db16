import Scheduler
import SongModel
import Timing

/// A song as a standard MIDI file of format 1.
///
/// The first track holds tempo, metres and the names of sections as markers. The click follows
/// where it sounds at all, then each drum track under its name, then the cues where there are any.
///
/// Every tick is exact where a division up to 32767 pulses a quarter note can hold all positions
/// of the song, and every event is within half a frame at 48 kHz of its exact time by the file's
/// own tempo events; where no division can, the report says how far notes are off. Ramps are as
/// many tempo events as that takes, and a hold is a slow tempo up to the next note or bar line.
///
/// What is shifted by the clock, as grace notes, offsets and humanized hits are, comes on the tick
/// whose time is nearest, at the finest division that holds the rest.
///
/// - Parameter version: of the program, for the text at the file's start.
/// - Throws: where a tempo, the length or the sounds are beyond what MIDI has.
///
/// Cost: two walks through the song's events, and memory for each of them.
public func midiFile(
  of song: Song, version: String
) throws(MIDIExportError) -> (bytes: [UInt8], report: MIDIReport) {
  let keys = try MIDIKey.keys(of: song.sounds)
  try checkLength(of: song)
  let survey = MIDISurvey(song)
  let division = MIDIDivision(for: survey)
  let conductor = try MIDIConductor(song, survey, division: division.pulses, version: version)
  let names = ["click"] + song.tracks.map(\.name) + ["cue"]
  var deviation = MIDIDeviation(conductor)
  var onsets: [MIDINotes.Onset] = []
  for event in EventStream(song, at: MIDIDivision.rate) {
    guard conductor.timeline.reaches(event.time) else { throw .songTooLong }
    let tick = deviation.place(event, isOnTime: survey.isOnTime(event))
    onsets.append(
      MIDINotes.Onset(
        tick: tick, track: event.lane, key: keys[event.sound],
        velocity: UInt8(event.velocity.value)))
  }
  let order = onsets.indices.sorted {
    (onsets[$0].tick, onsets[$0].track, $0) < (onsets[$1].tick, onsets[$1].track, $1)
  }
  // A 32nd is an eighth of a quarter note; the division is at least 96.
  let length = division.pulses / 8
  var notes = MIDINotes(tracks: names, length: length)
  for index in order { notes.add(onsets[index]) }
  // What the clock moves beyond the last bar is heard all the same.
  let last = order.last.map { onsets[$0].tick } ?? 0
  notes.end(at: last < conductor.end ? conductor.end : last + length)
  let written = names.indices.filter {
    song.tracks.indices.contains($0 - 1) || notes.counts[$0] > 0
  }
  let ticksAreExact = division.isExact && !survey.hasShiftedEvents
  let report = MIDIReport(
    pulsesPerQuarter: division.pulses, ticksAreExact: ticksAreExact,
    largestTickDeviation: ticksAreExact ? .zero : deviation.ticks,
    largestDeviation: deviation.seconds, tempoEvents: conductor.tempo.changes.count,
    tracks: written.map { (names[$0], notes.counts[$0]) }, notes: conductor.notes)
  do {
    let bytes = try MIDIFile.bytes(
      format: .simultaneousTracks, division: .pulsesPerQuarter(division.pulses),
      tracks: [conductor.track] + written.map { notes.tracks[$0] })
    return (bytes, report)
  } catch {
    throw .file(error)
  }
}

/// Before anything walks through the events of a song that is too long: with one pulse to the
/// quarter note, which every division exceeds.
private func checkLength(of song: Song) throws(MIDIExportError) {
  var timeline = MIDITimeline(division: 1, leadIn: 0)
  for occurrence in Occurrences(song) where !timeline.add(occurrence, []) {
    throw .songTooLong
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

  /// - Parameter isOnTime: whether the event belongs on the tick of its position; others come on
  ///   the tick that is nearest to their time.
  mutating func place(_ event: Event, isOnTime: Bool) -> Int {
    let time = timeline.units(event.time)
    let (tick, rest) =
      isOnTime
      ? timeline.place(of: event.position, in: event.occurrence) : clock.tick(at: time)
    ticks = max(ticks, rest.magnitude)
    units = max(units, (time - Fixed(whole: Int64(clock.time(of: tick)))).magnitude)
    return tick
  }
}
