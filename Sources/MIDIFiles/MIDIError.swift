/// Why some bytes are no standard MIDI file, and where.
public struct MIDIError: Error, Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    /// The bytes do not begin with `MThd`.
    case notMIDI
    /// The file ends in the middle of a header.
    case fileEnds
    /// A chunk claims more bytes than the file has left.
    case chunkTooLong(claimed: Int, left: Int)
    /// The header has fewer than its 6 bytes.
    case headerTooShort(Int)
    case unknownFormat(Int)
    /// No pulses, or a frame rate that is none of 24, 25, 29 and 30.
    case badDivision(Int)
    /// The header promises another number of tracks than there are.
    case trackCount(promised: Int, found: Int)
    /// Format 0 has one track.
    case tracksOfFormatZero(Int)
    /// A track's bytes end in the middle of an event.
    case trackEnds
    /// A track has no end of track.
    case noEndOfTrack
    case bytesAfterEndOfTrack
    /// A variable-length quantity of more than 4 bytes.
    case quantityTooLong
    /// A value where a status byte is due, with no running status.
    case noStatus(UInt8)
    /// A status byte that a file cannot hold.
    case badStatus(UInt8)
    /// A byte above 127 where a value is due.
    case badValue(UInt8)
    /// A message claims more bytes than its track has left.
    case messageTooLong(claimed: Int, left: Int)
    /// A tempo, a time signature, a key signature or an end of track of a wrong length.
    case badMetaLength(type: UInt8, Int)
    /// The type of a meta event is above 127.
    case badMetaType(UInt8)
    /// A tempo of zero microseconds, which no song can have.
    case noTempo
  }

  /// Of the byte that is wrong, from the start of the file.
  public let offset: Int
  public let cause: Cause

  public init(offset: Int, cause: Cause) {
    self.offset = offset
    self.cause = cause
  }
}
