/// Writes text as ASCII into memory that is large enough for it, which its owner has to know.
struct ByteWriter: ~Copyable {
  private let start: UnsafeMutablePointer<UInt8>
  /// The bytes that are written.
  private(set) var count = 0

  init(_ start: UnsafeMutablePointer<UInt8>) { self.start = start }

  mutating func write(_ byte: UInt8) {
    start[count] = byte
    count += 1
  }

  mutating func copy(_ bytes: [UInt8]) {
    // Most are one byte, or none.
    for byte in bytes { write(byte) }
  }

  mutating func copy(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
    (start + count).update(from: bytes, count: length)
    count += length
  }

  /// Writes again what stands at a place.
  mutating func `repeat`(_ place: Int, _ length: Int) { copy(start + place, length) }

  mutating func write(blanks: Int) {
    for _ in 0..<max(0, blanks) { write(UInt8(ascii: " ")) }
  }

  /// A number, at the right of so many columns at least.
  mutating func write(_ number: Int, width: Int) {
    write(number < 0, UInt64(number.magnitude), width: width)
  }

  mutating func write(_ isNegative: Bool, _ magnitude: UInt64, width: Int) {
    let digits = ByteWriter.digits(of: magnitude)
    write(blanks: width - digits - (isNegative ? 1 : 0))
    if isNegative { write(UInt8(ascii: "-")) }
    write(digits: magnitude, count: digits)
  }

  /// The last so many digits of a number, with zeros before it.
  mutating func write(digits number: UInt64, count digits: Int) {
    var rest = number
    var place = count + digits
    // Two digits for each long division.
    while place - count >= 2 {
      let (hundreds, pair) = rest.quotientAndRemainder(dividingBy: 100)
      let (tens, ones) = UInt32(pair).quotientAndRemainder(dividingBy: 10)
      start[place - 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: ones)
      start[place - 2] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tens)
      rest = hundreds
      place -= 2
    }
    if place > count { start[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10) }
    count += digits
  }

  static func digits(of number: UInt64) -> Int {
    var (digits, bound) = (1, UInt64(10))
    while number >= bound {
      digits += 1
      let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
      if overflow { break }
      bound = next
    }
    return digits
  }
}
