/// A standard MIDI file as plain values.
public struct MIDIFile: Hashable, Sendable {
  public enum Format: UInt16, Hashable, Sendable {
    /// One track that holds everything.
    case singleTrack = 0
    /// Tracks that sound together; the first holds tempo, metre and markers.
    case simultaneousTracks = 1
    /// Tracks that are pieces of their own.
    case independentTracks = 2
  }

  /// What a tick is.
  public enum Division: Hashable, Sendable {
    /// Ticks in a quarter note, 1 to 32767.
    case pulsesPerQuarter(Int)
    /// Ticks of clock time: 24, 25, 29 (which stands for 29.97) or 30 frames a second, each of
    /// 1 to 255 ticks.
    case timeCode(framesPerSecond: Int, ticksPerFrame: Int)
  }

  public var format: Format
  public var division: Division
  public var tracks: [MIDITrack]

  public init(format: Format, division: Division, tracks: [MIDITrack]) {
    self.format = format
    self.division = division
    self.tracks = tracks
  }
}

/// A track: its events in order, and where it ends.
public struct MIDITrack: Hashable, Sendable {
  /// Ascending by tick.
  public var events: [MIDIEvent]
  /// The tick of the end of track, not before the last event.
  public var end: Int

  public init(events: [MIDIEvent], end: Int) {
    self.events = events
    self.end = end
  }
}

/// A message and when it is due.
public struct MIDIEvent: Hashable, Sendable {
  /// Ticks since the track's start.
  public var tick: Int
  public var message: MIDIMessage

  public init(tick: Int, message: MIDIMessage) {
    self.tick = tick
    self.message = message
  }
}

/// What an event of a track says. Channels are 1 to 16; notes and velocities 0 to 127.
public enum MIDIMessage: Hashable, Sendable {
  /// The kinds of text that a file names; the value is the type of the meta event.
  public enum TextKind: UInt8, CaseIterable, Hashable, Sendable {
    case text = 1
    case copyright, trackName, instrument, lyric, marker, cuePoint
  }

  case noteOff(channel: UInt8, note: UInt8, velocity: UInt8)
  /// A velocity of 0 ends the note, as a note off does.
  case noteOn(channel: UInt8, note: UInt8, velocity: UInt8)
  /// Any other message to a channel: its kind is the high half of the status byte, 0xA0 to 0xE0.
  /// Program changes (0xC0) and channel pressure (0xD0) have no second value.
  case channel(kind: UInt8, channel: UInt8, first: UInt8, second: UInt8?)
  /// What follows 0xF0, with the closing 0xF7 where it is complete.
  case systemExclusive([UInt8])
  /// What follows 0xF7: the continuation of a system exclusive message, or bytes sent as they are.
  case escape([UInt8])
  /// Text as its bytes; tactus writes UTF-8, other programs write what they please.
  case text(TextKind, [UInt8])
  /// Microseconds that a quarter note lasts, 0 to 16777215.
  case tempo(microsecondsPerQuarter: Int)
  case timeSignature(MIDITimeSignature)
  /// Sharps where positive, flats where negative, -7 to 7.
  case keySignature(accidentals: Int8, isMinor: Bool)
  /// Any other meta event but the end of track, which is ``MIDITrack/end``.
  case meta(type: UInt8, [UInt8])

  static func text(_ kind: TextKind, _ text: String) -> MIDIMessage {
    .text(kind, Array(text.utf8))
  }
}

/// A metre as a MIDI file states it.
public struct MIDITimeSignature: Hashable, Sendable {
  public var numerator: UInt8
  /// The denominator is 2 to this power.
  public var denominatorPower: UInt8
  /// MIDI clocks, 24 to a quarter note, from one click of a metronome to the next.
  public var clocksPerClick: UInt8
  /// 8 unless the file redefines the quarter note.
  public var thirtySecondsPerQuarter: UInt8

  public init(
    numerator: UInt8, denominatorPower: UInt8, clocksPerClick: UInt8,
    thirtySecondsPerQuarter: UInt8 = 8
  ) {
    self.numerator = numerator
    self.denominatorPower = denominatorPower
    self.clocksPerClick = clocksPerClick
    self.thirtySecondsPerQuarter = thirtySecondsPerQuarter
  }
}
