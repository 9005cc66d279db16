/// What a MIDI file cannot hold.
public enum MIDIWriteError: Error, Hashable, Sendable {
  /// A track, counted from 0, is longer than its 32-bit length can say.
  case trackTooLarge(track: Int)
  /// A text or a system exclusive message of more than 268,435,455 bytes.
  case messageTooLarge(track: Int)
  /// More than 65,535 tracks.
  case tooManyTracks(Int)
}

extension MIDIWriteError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .trackTooLarge(let track): "track \(track) is beyond the 4 GiB that a MIDI file can hold"
    case .messageTooLarge(let track): "track \(track) holds a text beyond the 256 MiB of MIDI"
    case .tooManyTracks(let count): "\(count) tracks; a MIDI file can hold 65535"
    }
  }
}

extension MIDIFile {
  /// The file's bytes. Cost: proportional to the number of events.
  ///
  /// - Precondition: ticks ascend, and every value is within the range that its type states.
  public func bytes() throws(MIDIWriteError) -> [UInt8] {
    var writers: [MIDITrackWriter] = []
    for track in tracks {
      var writer = MIDITrackWriter()
      for event in track.events { writer.add(event.message, at: event.tick) }
      writer.end(at: track.end)
      writers.append(writer)
    }
    return try MIDIFile.bytes(format: format, division: division, tracks: writers)
  }

  /// Puts the header before tracks that are ended.
  static func bytes(
    format: Format, division: Division, tracks: [MIDITrackWriter],
    largestTrack: Int = Int(UInt32.max)
  ) throws(MIDIWriteError) -> [UInt8] {
    guard tracks.count <= Int(UInt16.max) else { throw .tooManyTracks(tracks.count) }
    var bytes = Array("MThd".utf8)
    bytes.appendBigEndian(UInt32(6))
    bytes.appendBigEndian(format.rawValue)
    bytes.appendBigEndian(UInt16(tracks.count))
    bytes.appendBigEndian(division.word)
    bytes.reserveCapacity(bytes.count + tracks.reduce(0) { $0 + 8 + $1.bytes.count })
    for (index, track) in tracks.enumerated() {
      guard !track.holdsTooLargeMessage else { throw .messageTooLarge(track: index) }
      guard track.bytes.count <= largestTrack else { throw .trackTooLarge(track: index) }
      bytes += "MTrk".utf8
      bytes.appendBigEndian(UInt32(track.bytes.count))
      bytes += track.bytes
    }
    return bytes
  }
}

extension MIDIFile.Division {
  fileprivate var word: UInt16 {
    switch self {
    case .pulsesPerQuarter(let pulses):
      precondition((1...32767).contains(pulses), "1 to 32767 pulses per quarter")
      return UInt16(pulses)
    case .timeCode(let frames, let ticks):
      precondition([24, 25, 29, 30].contains(frames) && (1...255).contains(ticks), "time code")
      return UInt16(256 - frames) << 8 | UInt16(ticks)
    }
  }
}

/// Turns the events of one track into bytes as they come.
struct MIDITrackWriter {
  /// The largest number that a variable-length quantity can hold.
  static let largestQuantity = 0x0FFF_FFFF

  private(set) var bytes: [UInt8] = []
  private(set) var holdsTooLargeMessage = false
  private(set) var tick = 0

  mutating func add(_ message: MIDIMessage, at tick: Int) {
    addDelta(to: tick)
    switch message {
    case .noteOff(let channel, let note, let velocity):
      addChannelMessage(0x80, channel, note, velocity)
    case .noteOn(let channel, let note, let velocity):
      addChannelMessage(0x90, channel, note, velocity)
    case .channel(let kind, let channel, let first, let second):
      precondition(kind >= 0xA0 && kind <= 0xE0 && kind & 0x0F == 0, "a kind of message")
      precondition((kind == 0xC0 || kind == 0xD0) == (second == nil), "a kind's values")
      addChannelMessage(kind, channel, first, second)
    case .systemExclusive(let data):
      bytes.append(0xF0)
      add(data)
    case .escape(let data):
      bytes.append(0xF7)
      add(data)
    case .text(let kind, let data):
      addMeta(kind.rawValue, data)
    case .tempo(let microseconds):
      precondition((0...0xFF_FFFF).contains(microseconds), "24 bits of microseconds")
      addMeta(
        0x51, [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) })
    case .timeSignature(let signature):
      addMeta(
        0x58,
        [
          signature.numerator, signature.denominatorPower, signature.clocksPerClick,
          signature.thirtySecondsPerQuarter,
        ])
    case .keySignature(let accidentals, let isMinor):
      precondition((-7...7).contains(accidentals), "up to seven sharps or flats")
      addMeta(0x59, [UInt8(bitPattern: accidentals), isMinor ? 1 : 0])
    case .meta(let type, let data):
      precondition(type < 0x80 && type != 0x2F, "a meta event but the end of track")
      addMeta(type, data)
    }
  }

  /// Writes the end of track.
  mutating func end(at tick: Int) {
    addDelta(to: tick)
    addMeta(0x2F, [])
  }

  /// Where one step cannot reach the tick, empty texts lie on the way.
  private mutating func addDelta(to tick: Int) {
    precondition(tick >= self.tick, "ticks ascend")
    while tick - self.tick > MIDITrackWriter.largestQuantity {
      addQuantity(MIDITrackWriter.largestQuantity)
      addMeta(MIDIMessage.TextKind.text.rawValue, [])
      self.tick += MIDITrackWriter.largestQuantity
    }
    addQuantity(tick - self.tick)
    self.tick = tick
  }

  private mutating func addChannelMessage(
    _ kind: UInt8, _ channel: UInt8, _ first: UInt8, _ second: UInt8?
  ) {
    precondition((1...16).contains(channel), "channels are 1 to 16")
    precondition(first < 0x80 && second ?? 0 < 0x80, "values are 0 to 127")
    bytes.append(kind | (channel - 1))
    bytes.append(first)
    if let second { bytes.append(second) }
  }

  private mutating func addMeta(_ type: UInt8, _ data: [UInt8]) {
    bytes.append(0xFF)
    bytes.append(type)
    add(data)
  }

  private mutating func add(_ data: [UInt8]) {
    guard data.count <= MIDITrackWriter.largestQuantity else {
      holdsTooLargeMessage = true
      return
    }
    addQuantity(data.count)
    bytes += data
  }

  /// Seven bits a byte, the highest first; all but the last byte have their top bit set.
  private mutating func addQuantity(_ value: Int) {
    for shift in [21, 14, 7] where value >> shift > 0 {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift) | 0x80)
    }
    bytes.append(UInt8(truncatingIfNeeded: value) & 0x7F)
  }
}

extension [UInt8] {
  fileprivate mutating func appendBigEndian(_ value: some FixedWidthInteger) {
    for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
