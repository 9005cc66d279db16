/// The notes of all tracks, each ended before the next of its kind begins.
///
/// A channel plays a note once: where it sounds on two tracks, ending one ends the other. So a
/// note lasts for its length, or until the next of the same note and channel, whichever is first:
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
    /// Where it ends unless another of its kind begins before, at least one tick later.
    let off: Int
  }

  private struct Sounding {
    let onset: Onset
    var off: Int
  }

  private(set) var tracks: [MIDIMergedTrack]
  /// In the order in which they began; at most one for each key.
  private var sounding: [Sounding] = []
  /// What came with the latest tick.
  private var group: [Onset] = []

  init(on tracks: [MIDIMergedTrack]) { self.tracks = tracks }

  /// - Precondition: ticks ascend, and within a tick the tracks.
  mutating func add(_ onset: Onset) {
    if let tick = group.first?.tick, tick < onset.tick { writeGroup() }
    group.append(onset)
  }

  /// Ends all notes, and each track after its last one, but not before the song's end.
  mutating func end(at end: Int) {
    writeGroup()
    endNotes(upTo: .max)
    for index in tracks.indices { tracks[index].end(notBefore: end) }
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
        sounding.append(Sounding(onset: onset, off: onset.off))
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
