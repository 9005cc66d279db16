import Scheduler
import SongModel
import Timing

/// A song as a standard MIDI file of format 1.
///
/// The first track holds tempo, metres and the names of sections as markers. The click follows
/// where it sounds at all, then each drum track under its name.
///
/// Every tick is exact where a division up to 32767 pulses a quarter note can hold all positions
/// of the song, and every event is within half a frame at 48 kHz of its exact time by the file's
/// own tempo events; where no division can, the report says how far notes are off.
///
/// - Parameter version: of the program, for the text at the file's start.
/// - Throws: where a tempo, the length or the sounds are beyond what MIDI has.
///
/// Cost: two walks through the song's events.
public func midiFile(
  of song: Song, version: String
) throws(MIDIExportError) -> (bytes: [UInt8], report: MIDIReport) {
  let keys = try MIDIKey.keys(of: song.sounds)
  try checkLength(of: song)
  let division = MIDIDivision(for: song)
  let conductor = try MIDIConductor(song, division: division.pulses, version: version)
  let names = ["click"] + song.tracks.map(\.name)
  // A 32nd is an eighth of a quarter note; the division is at least 96.
  var notes = MIDINotes(tracks: names, length: division.pulses / 8)
  var deviation = MIDIDeviation(conductor)
  var onsets = OnsetOrder()
  for event in EventStream(song, at: MIDIDivision.rate) {
    let place = conductor.timeline.place(of: event.position, in: event.occurrence)
    deviation.add(event, at: place)
    onsets.add(
      MIDINotes.Onset(
        tick: place.tick, track: event.lane, key: keys[event.sound],
        velocity: UInt8(event.velocity.value)),
      onFrame: event.frame, to: &notes)
  }
  onsets.flush(to: &notes)
  notes.end(at: conductor.end)
  let isWritten = names.indices.map { $0 != Event.click || notes.counts[$0] > 0 }
  let written = names.indices.filter { isWritten[$0] }
  let report = MIDIReport(
    pulsesPerQuarter: division.pulses, ticksAreExact: division.isExact,
    largestTickDeviation: division.isExact ? .zero : deviation.ticks,
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
  for occurrence in Occurrences(song) where !timeline.add(occurrence) { throw .songTooLong }
}

/// Brings notes from the order of frames to that of ticks, and within a tick of tracks.
///
/// Within a frame events stand in the order of their tracks, though their ticks may differ; and a
/// tick may span two frames where ticks are rounded. So notes wait until a later frame brings a
/// later tick.
private struct OnsetOrder {
  private var waiting: [MIDINotes.Onset] = []
  private var frame = Frame(Int.min)
  private var last = 0

  mutating func add(_ onset: MIDINotes.Onset, onFrame frame: Frame, to notes: inout MIDINotes) {
    if frame > self.frame, onset.tick > last { flush(to: &notes) }
    waiting.append(onset)
    self.frame = frame
    last = max(last, onset.tick)
  }

  mutating func flush(to notes: inout MIDINotes) {
    let order = waiting.indices.sorted {
      (waiting[$0].tick, waiting[$0].track, $0) < (waiting[$1].tick, waiting[$1].track, $1)
    }
    for index in order { notes.add(waiting[index]) }
    waiting.removeAll(keepingCapacity: true)
  }
}

/// The farthest that events are from their ticks and times.
private struct MIDIDeviation {
  private(set) var ticks = Fixed.zero
  /// In the units of the tempo plan.
  private var units = Fixed.zero
  private let timeline: MIDITimeline
  private let changes: [MIDITempoPlan.Change]
  /// The tempo in force at the latest event.
  private var current = 0

  init(_ conductor: MIDIConductor) {
    timeline = conductor.timeline
    // A song without a single tick has no tempo.
    changes = conductor.tempo.changes + [.init(tick: .max, microseconds: 0, time: 0)]
  }

  var seconds: Seconds { Seconds(units / (1_000_000 * timeline.division)) }

  mutating func add(_ event: Event, at place: (tick: Int, rest: Fixed)) {
    ticks = max(ticks, place.rest.magnitude)
    while current + 1 < changes.count, changes[current + 1].tick <= place.tick { current += 1 }
    while current > 0, changes[current].tick > place.tick { current -= 1 }
    let change = changes[current]
    let time = change.time + change.microseconds * (place.tick - change.tick)
    units = max(units, (timeline.units(event.time) - Fixed(whole: Int64(time))).magnitude)
  }
}
