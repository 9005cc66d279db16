/// A track in which some events are known beforehand and lie before all others of their tick: the
/// names of a track of notes, or, where a file has only one track, all of the conductor's.
struct MIDIMergedTrack {
  private var writer = MIDITrackWriter()
  private var leading: ArraySlice<MIDIEvent>

  /// - Precondition: ticks ascend.
  init(leading: [MIDIEvent]) { self.leading = leading[...] }

  /// - Precondition: ticks ascend.
  mutating func add(_ message: MIDIMessage, at tick: Int) {
    addLeading(upTo: tick)
    writer.add(message, at: tick)
  }

  /// Ends the track with its last event, or at `tick` where that is later.
  mutating func end(notBefore tick: Int) {
    addLeading(upTo: .max)
    writer.end(at: max(tick, writer.tick))
  }

  private mutating func addLeading(upTo tick: Int) {
    while let event = leading.first, event.tick <= tick {
      writer.add(event.message, at: event.tick)
      leading.removeFirst()
    }
  }

  var finished: MIDITrackWriter { writer }
}
