/// The notes of all tracks, each ended before the next of its kind begins.
///
/// A channel plays a note once: where it sounds on two tracks, ending one ends the other. So a
/// note lasts for a 32nd, or until the next of the same note and channel, whichever is first:
/// on its own track up to the very tick of the next, with the note off written before the note
/// on, and one tick less where the next is on another track, because nothing orders tracks within
/// a tick. Of several such notes on one tick all but the last are over at once.
struct MIDINotes {
  /// A note as it comes from the song.
  struct Onset {
    let tick: Int
    let track: Int
    let key: MIDIKey
    let velocity: UInt8
  }

  private struct Sounding {
    let onset: Onset
    var off: Int
  }

  private(set) var tracks: [MIDITrackWriter]
  private(set) var counts: [Int]
  private let length: Int
  /// In the order in which they began; at most one for each key.
  private var sounding: [Sounding] = []
  /// What came with the latest tick.
  private var group: [Onset] = []

  /// - Parameter length: how long a note lasts where nothing ends it, in ticks.
  init(tracks names: [String], length: Int) {
    tracks = names.map { name in
      var track = MIDITrackWriter()
      track.add(.text(.trackName, name), at: 0)
      return track
    }
    counts = names.map { _ in 0 }
    self.length = length
  }

  /// - Precondition: ticks ascend, and within a tick the tracks.
  mutating func add(_ onset: Onset) {
    if let tick = group.first?.tick, tick < onset.tick { writeGroup() }
    group.append(onset)
    counts[onset.track] += 1
  }

  /// Ends all notes and tracks at the song's end.
  mutating func end(at end: Int) {
    writeGroup()
    for index in sounding.indices { sounding[index].off = min(sounding[index].off, end) }
    endNotes(upTo: end)
    for index in tracks.indices { tracks[index].end(at: end) }
  }

  private mutating func writeGroup() {
    guard let tick = group.first?.tick else { return }
    for next in group {
      guard let index = sounding.firstIndex(where: { $0.onset.key == next.key }) else { continue }
      let before = sounding[index].onset
      let last = before.track == next.track ? tick : max(before.tick, tick - 1)
      sounding[index].off = min(sounding[index].off, last)
    }
    endNotes(upTo: tick)
    for (index, onset) in group.enumerated() {
      tracks[onset.track].add(
        .noteOn(channel: onset.key.channel, note: onset.key.note, velocity: onset.velocity),
        at: tick)
      let isLast = !group[(index + 1)...].contains { $0.key == onset.key }
      if isLast {
        sounding.append(Sounding(onset: onset, off: tick + length))
      } else {
        writeOff(onset, at: tick)
      }
    }
    group.removeAll(keepingCapacity: true)
  }

  private mutating func endNotes(upTo tick: Int) {
    let ended = sounding.filter { $0.off <= tick }
    sounding.removeAll { $0.off <= tick }
    // A stable order: by tick, and of one tick in the order in which they began.
    let order = ended.indices.sorted { (ended[$0].off, $0) < (ended[$1].off, $1) }
    for index in order { writeOff(ended[index].onset, at: ended[index].off) }
  }

  private mutating func writeOff(_ onset: Onset, at tick: Int) {
    tracks[onset.track].add(
      .noteOff(channel: onset.key.channel, note: onset.key.note, velocity: 64), at: tick)
  }
}
