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
    /// A tempo, a time signature or an end of track of a wrong length.
    case badMetaLength(type: UInt8, Int)
    /// The type of a meta event is above 127.
    case badMetaType(UInt8)
  }

  /// Of the byte that is wrong, from the start of the file.
  public let offset: Int
  public let cause: Cause

  public init(offset: Int, cause: Cause) {
    self.offset = offset
    self.cause = cause
  }
}

/// Reads a standard MIDI file of any format. Chunks of unknown kinds are passed over, as the
/// standard asks.
///
/// Cost: proportional to the number of bytes; the memory stays below 40 times theirs.
public func readMIDIFile(_ bytes: [UInt8]) throws(MIDIError) -> MIDIFile {
  var reader = MIDIReader(bytes)
  return try reader.file()
}

private struct MIDIReader {
  private let bytes: [UInt8]
  private var offset = 0
  /// Where the chunk that is being read ends.
  private var end: Int
  /// What the file is said to lack where the bytes end too early.
  private var cause = MIDIError.Cause.fileEnds

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
  }

  mutating func file() throws(MIDIError) -> MIDIFile {
    guard bytes.starts(with: "MThd".utf8) else { throw MIDIError(offset: 0, cause: .notMIDI) }
    offset = 4
    let headerEnd = try enterChunk()
    guard headerEnd - offset >= 6 else { throw error(.headerTooShort(headerEnd - offset)) }
    let number = try word()
    guard let format = MIDIFile.Format(rawValue: UInt16(number)) else {
      throw error(.unknownFormat(number), before: 2)
    }
    let countOffset = offset
    let promised = try word()
    if format == .singleTrack && promised != 1 {
      throw error(.tracksOfFormatZero(promised), before: 2)
    }
    let division = try division()
    leaveChunk(at: headerEnd)
    var tracks: [MIDITrack] = []
    while offset < bytes.count {
      guard bytes.count - offset >= 8 else { throw error(.fileEnds) }
      let isTrack = bytes[offset..<offset + 4].elementsEqual("MTrk".utf8)
      offset += 4
      let chunkEnd = try enterChunk()
      if isTrack { tracks.append(try track()) }
      leaveChunk(at: chunkEnd)
    }
    guard tracks.count == promised else {
      throw MIDIError(
        offset: countOffset, cause: .trackCount(promised: promised, found: tracks.count))
    }
    return MIDIFile(format: format, division: division, tracks: tracks)
  }

  /// Reads a chunk's length and bounds the reading to it.
  private mutating func enterChunk() throws(MIDIError) -> Int {
    let claimed = try word() << 16 | word()
    guard claimed <= bytes.count - offset else {
      throw error(.chunkTooLong(claimed: claimed, left: bytes.count - offset), before: 4)
    }
    end = offset + claimed
    cause = .trackEnds
    return end
  }

  private mutating func leaveChunk(at chunkEnd: Int) {
    offset = chunkEnd
    end = bytes.count
    cause = .fileEnds
  }

  private mutating func division() throws(MIDIError) -> MIDIFile.Division {
    let word = try word()
    if word < 0x8000 {
      guard word > 0 else { throw error(.badDivision(word), before: 2) }
      return .pulsesPerQuarter(word)
    }
    let (frames, ticks) = (256 - word >> 8, word & 0xFF)
    guard [24, 25, 29, 30].contains(frames), ticks > 0 else {
      throw error(.badDivision(word), before: 2)
    }
    return .timeCode(framesPerSecond: frames, ticksPerFrame: ticks)
  }

  private mutating func track() throws(MIDIError) -> MIDITrack {
    var events: [MIDIEvent] = []
    var tick = 0
    var runningStatus: UInt8?
    while true {
      guard offset < end else { throw error(.noEndOfTrack) }
      tick += try quantity()
      let first = try byte()
      switch first {
      case 0xF0:
        runningStatus = nil
        events.append(MIDIEvent(tick: tick, message: .systemExclusive(try data())))
      case 0xF7:
        runningStatus = nil
        events.append(MIDIEvent(tick: tick, message: .escape(try data())))
      case 0xFF:
        runningStatus = nil
        guard let message = try meta() else {
          guard offset == end else { throw error(.bytesAfterEndOfTrack) }
          return MIDITrack(events: events, end: tick)
        }
        events.append(MIDIEvent(tick: tick, message: message))
      case 0x80..<0xF0:
        runningStatus = first
        let value = try self.value()
        let message = try channelMessage(first, value)
        events.append(MIDIEvent(tick: tick, message: message))
      case 0xF1...0xFE:
        throw error(.badStatus(first), before: 1)
      default:
        guard let status = runningStatus else { throw error(.noStatus(first), before: 1) }
        let message = try channelMessage(status, first)
        events.append(MIDIEvent(tick: tick, message: message))
      }
    }
  }

  private mutating func channelMessage(
    _ status: UInt8, _ first: UInt8
  ) throws(MIDIError) -> MIDIMessage {
    let channel = status & 0x0F + 1
    switch status & 0xF0 {
    case 0x80: return .noteOff(channel: channel, note: first, velocity: try value())
    case 0x90: return .noteOn(channel: channel, note: first, velocity: try value())
    case let kind where kind == 0xC0 || kind == 0xD0:
      return .channel(kind: kind, channel: channel, first: first, second: nil)
    case let kind:
      return .channel(kind: kind, channel: channel, first: first, second: try value())
    }
  }

  /// - Returns: `nil` for the end of track.
  private mutating func meta() throws(MIDIError) -> MIDIMessage? {
    let type = try byte()
    guard type < 0x80 else { throw error(.badMetaType(type), before: 1) }
    let lengthOffset = offset
    let data = try data()
    func expect(_ isRight: Bool) throws(MIDIError) {
      guard isRight else {
        throw MIDIError(
          offset: lengthOffset, cause: .badMetaLength(type: type, data.count))
      }
    }
    if let kind = MIDIMessage.TextKind(rawValue: type) { return .text(kind, data) }
    switch type {
    case 0x2F:
      try expect(data.isEmpty)
      return nil
    case 0x51:
      try expect(data.count == 3)
      return .tempo(
        microsecondsPerQuarter: Int(data[0]) << 16 | Int(data[1]) << 8 | Int(data[2]))
    case 0x58:
      try expect(data.count == 4)
      return .timeSignature(
        MIDITimeSignature(
          numerator: data[0], denominatorPower: data[1], clocksPerClick: data[2],
          thirtySecondsPerQuarter: data[3]))
    default:
      return .meta(type: type, data)
    }
  }

  /// Bytes after their own number.
  private mutating func data() throws(MIDIError) -> [UInt8] {
    let start = offset
    let count = try quantity()
    guard count <= end - offset else {
      throw MIDIError(
        offset: start, cause: .messageTooLong(claimed: count, left: end - offset))
    }
    offset += count
    return Array(bytes[offset - count..<offset])
  }

  private mutating func quantity() throws(MIDIError) -> Int {
    let start = offset
    var value = 0
    for _ in 0..<4 {
      let byte = try byte()
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    throw MIDIError(offset: start, cause: .quantityTooLong)
  }

  private mutating func value() throws(MIDIError) -> UInt8 {
    let value = try byte()
    guard value < 0x80 else { throw error(.badValue(value), before: 1) }
    return value
  }

  private mutating func word() throws(MIDIError) -> Int {
    let high = try byte()
    return Int(high) << 8 | Int(try byte())
  }

  private mutating func byte() throws(MIDIError) -> UInt8 {
    guard offset < end else { throw error(cause) }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// An error at the place that is being read, or so many bytes before it.
  private func error(_ cause: MIDIError.Cause, before: Int = 0) -> MIDIError {
    MIDIError(offset: offset - before, cause: cause)
  }
}
