/// Gives the events of a track one after another, without keeping them.
///
/// Ticks are sums of 28-bit steps in 64 bits, which no file can exceed. Cost: a few nanoseconds an
/// event, and memory for the data of the event that was given last.
public struct MIDITrackReader: Sendable {
  /// An event, and where the bytes of its message begin in the file.
  public struct Place: Sendable {
    public let event: MIDIEvent
    public let offset: Int
  }

  private var bytes: MIDIBytes
  private var runningStatus: UInt8?
  /// Of the event that was given last; once there are no more, the tick of the end of track.
  public private(set) var tick = 0
  /// Whether the end of track has been reached.
  public private(set) var isOver = false

  init(_ bytes: MIDIBytes) { self.bytes = bytes }

  /// The next event; `nil` at the end of track, from then on always.
  ///
  /// - Throws: where the bytes are no event, and where they lack the end of track or go on after
  ///   it. What comes after an error means nothing.
  public mutating func next() throws(MIDIError) -> Place? {
    guard !isOver else { return nil }
    guard bytes.offset < bytes.end else { throw bytes.error(.noEndOfTrack) }
    tick += try bytes.quantity()
    let offset = bytes.offset
    guard let message = try message() else {
      guard bytes.offset == bytes.end else { throw bytes.error(.bytesAfterEndOfTrack) }
      isOver = true
      return nil
    }
    return Place(event: MIDIEvent(tick: tick, message: message), offset: offset)
  }

  /// - Returns: `nil` for the end of track.
  private mutating func message() throws(MIDIError) -> MIDIMessage? {
    let first = try bytes.byte()
    switch first {
    case 0xF0:
      runningStatus = nil
      return .systemExclusive(try bytes.data())
    case 0xF7:
      runningStatus = nil
      return .escape(try bytes.data())
    case 0xFF:
      runningStatus = nil
      return try meta()
    case 0x80..<0xF0:
      runningStatus = first
      let value = try bytes.value()
      return try channelMessage(first, value)
    case 0xF1...0xFE: throw bytes.error(.badStatus(first), before: 1)
    default:
      guard let status = runningStatus else { throw bytes.error(.noStatus(first), before: 1) }
      return try channelMessage(status, first)
    }
  }

  private mutating func channelMessage(
    _ status: UInt8, _ first: UInt8
  ) throws(MIDIError) -> MIDIMessage {
    let channel = status & 0x0F + 1
    switch status & 0xF0 {
    case 0x80: return .noteOff(channel: channel, note: first, velocity: try bytes.value())
    case 0x90: return .noteOn(channel: channel, note: first, velocity: try bytes.value())
    case let kind where kind == 0xC0 || kind == 0xD0:
      return .channel(kind: kind, channel: channel, first: first, second: nil)
    case let kind:
      return .channel(kind: kind, channel: channel, first: first, second: try bytes.value())
    }
  }

  /// - Returns: `nil` for the end of track.
  private mutating func meta() throws(MIDIError) -> MIDIMessage? {
    let type = try bytes.byte()
    guard type < 0x80 else { throw bytes.error(.badMetaType(type), before: 1) }
    let lengthOffset = bytes.offset
    let data = try bytes.data()
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
    case 0x59:
      try expect(data.count == 2)
      let accidentals = Int8(bitPattern: data[0])
      // What is no key stays as it is.
      guard (-7...7).contains(accidentals), data[1] < 2 else { return .meta(type: type, data) }
      return .keySignature(accidentals: accidentals, isMinor: data[1] == 1)
    default:
      return .meta(type: type, data)
    }
  }
}
