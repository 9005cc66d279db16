/// The bytes of a file from an offset up to the end of what is being read, taken one after another.
struct MIDIBytes {
  let bytes: [UInt8]
  private(set) var offset: Int
  /// Where reading has to stop.
  let end: Int
  /// What the file is said to lack where the bytes end too early.
  let shortage: MIDIError.Cause

  /// - Precondition: the range lies within the bytes.
  init(_ bytes: [UInt8], _ range: Range<Int>, shortage: MIDIError.Cause) {
    precondition(range.upperBound <= bytes.count, "a part of the file")
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
    self.shortage = shortage
  }

  mutating func byte() throws(MIDIError) -> UInt8 {
    guard offset < end else { throw error(shortage) }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// 0 to 127.
  mutating func value() throws(MIDIError) -> UInt8 {
    let value = try byte()
    guard value < 0x80 else { throw error(.badValue(value), before: 1) }
    return value
  }

  mutating func word() throws(MIDIError) -> Int {
    let high = try byte()
    return Int(high) << 8 | Int(try byte())
  }

  /// A variable-length quantity, up to 268,435,455.
  mutating func quantity() throws(MIDIError) -> Int {
    let start = offset
    var value = 0
    for _ in 0..<4 {
      let byte = try byte()
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    throw MIDIError(offset: start, cause: .quantityTooLong)
  }

  /// Bytes after their own number.
  mutating func data() throws(MIDIError) -> [UInt8] {
    let start = offset
    let count = try quantity()
    guard count <= end - offset else {
      throw MIDIError(offset: start, cause: .messageTooLong(claimed: count, left: end - offset))
    }
    offset += count
    return Array(bytes[offset - count..<offset])
  }

  /// An error at the place that is being read, or so many bytes before it.
  func error(_ cause: MIDIError.Cause, before: Int = 0) -> MIDIError {
    MIDIError(offset: offset - before, cause: cause)
  }
}
