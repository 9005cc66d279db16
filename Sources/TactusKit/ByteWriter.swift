/// Writes text as ASCII into memory that is large enough for it, which its owner has to know: beside
/// the text itself there have to be ``slack`` bytes.
struct ByteWriter: ~Copyable {
  /// A text of a few bytes, kept in two machine words.
  struct ShortText: Sendable {
    static let longest = 16
    fileprivate let words: (UInt64, UInt64)
    let count: Int

    /// - Precondition: it has at most ``longest`` bytes.
    init(_ text: String) {
      precondition(text.utf8.count <= ShortText.longest, "a short text")
      var words = [UInt64](repeating: 0, count: 2)
      for (index, byte) in text.utf8.enumerated() {
        words[index / 8] |= UInt64(byte) << (8 * UInt64(index % 8))
      }
      self.words = (words[0], words[1])
      count = text.utf8.count
    }
  }

  /// Short texts and digits are stored as whole words, of which the next text overwrites what is too
  /// much.
  static let slack = 16

  private let start: UnsafeMutableRawPointer
  /// The bytes that are written.
  private(set) var count = 0

  init(_ start: UnsafeMutableRawPointer) { self.start = start }

  mutating func write(_ byte: UInt8) {
    start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  mutating func write(_ text: ShortText) {
    store(text.words.0, at: count)
    store(text.words.1, at: count + 8)
    count += text.count
  }

  mutating func copy(_ bytes: UnsafeRawPointer, _ length: Int) {
    (start + count).copyMemory(from: bytes, byteCount: length)
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
    if width > 0 { write(blanks: width - digits - (isNegative ? 1 : 0)) }
    if isNegative { write(UInt8(ascii: "-")) }
    write(digits: magnitude, count: digits)
  }

  /// The last so many digits of a number, with zeros before it.
  ///
  /// - Precondition: the number has no more digits.
  mutating func write(digits number: UInt64, count digits: Int) {
    if digits == 1 {
      write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number))
    } else if digits > 8 {
      let (upper, lower) = number.quotientAndRemainder(dividingBy: 100_000_000)
      write(digits: upper, count: digits - 8)
      store(ByteWriter.eightDigits(lower), at: count)
      count += 8
    } else {
      store(ByteWriter.eightDigits(number) >> UInt64(8 * (8 - digits)), at: count)
      count += digits
    }
  }

  private func store(_ word: UInt64, at place: Int) {
    start.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
  }

  /// The digits of a number below 10⁸, the first in the lowest byte: split in half and in half again,
  /// all parts of a word at once. 10486/2²⁰ and 103/2¹⁰ are near enough to 1/100 and 1/10 for four
  /// and two digits. After Paul Khuong, "How to print integers really fast", 2017.
  private static func eightDigits(_ number: UInt64) -> UInt64 {
    let (upper, lower) = number.quotientAndRemainder(dividingBy: 10_000)
    let fours = upper | lower << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x7F_0000_007F
    let twos = hundreds | (fours &- 100 &* hundreds) << 16
    let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
    return (tens | (twos &- 10 &* tens) << 8) | 0x3030_3030_3030_3030
  }

  static func digits(of number: UInt64) -> Int {
    var (rest, digits) = (number, 0)
    while rest >= 10_000 {
      rest /= 10_000
      digits += 4
    }
    return digits + (rest >= 1000 ? 4 : rest >= 100 ? 3 : rest >= 10 ? 2 : 1)
  }
}
