/// The checksums of FLAC's frames: remainders of polynomials, the highest bit first, from 0.
///
/// Source: RFC 9639, sections 9.1.8 and 9.3.
enum FLACChecksum {
  /// Of a frame's header, by x⁸ + x² + x + 1.
  static func crc8(_ bytes: [UInt8]) -> UInt8 {
    bytes.reduce(0) { sum, byte in table8[Int(sum ^ byte)] }
  }

  /// Of a frame or a part of it, by x¹⁶ + x¹⁵ + x² + 1.
  static func crc16(_ bytes: some Sequence<UInt8>) -> UInt16 {
    bytes.reduce(0) { sum, byte in sum << 8 ^ table16[Int(UInt8(sum >> 8) ^ byte)] }
  }

  /// What a sum becomes by `bits` bits of zero behind the message: its product with x to that power.
  ///
  /// The sum of a frame is the exclusive or of the sums of its parts, each shifted by what comes
  /// after it. So it is known without passing through the frame. Cost: some hundred additions,
  /// whatever the number of bits.
  ///
  /// - Parameter bits: may be negative, where as many zeros are taken away.
  static func shifted(_ sum: UInt16, bits: Int) -> UInt16 {
    // The polynomial is (x + 1)·(x¹⁵ + x + 1), by which the powers of x repeat so often.
    let period = 32_767
    var (sum, rest, power) = (sum, (bits % period + period) % period, UInt16(2))
    while rest > 0 {
      if rest & 1 == 1 { sum = product(sum, power) }
      power = product(power, power)
      rest >>= 1
    }
    return sum
  }

  /// The product of two polynomials, less the multiples of the checksum's.
  private static func product(_ one: UInt16, _ other: UInt16) -> UInt16 {
    var (product, power) = (UInt16(0), one)
    for bit in 0..<16 {
      if other >> UInt16(bit) & 1 == 1 { product ^= power }
      power = power << 1 ^ (power >> 15 == 1 ? 0x8005 : 0)
    }
    return product
  }

  private static let table8: [UInt8] = (0..<256).map { index in
    (0..<8).reduce(UInt8(index)) { sum, _ in sum << 1 ^ (sum >> 7 == 1 ? 0x07 : 0) }
  }

  private static let table16: [UInt16] = (0..<256).map { index in
    (0..<8).reduce(UInt16(index) << 8) { sum, _ in sum << 1 ^ (sum >> 15 == 1 ? 0x8005 : 0) }
  }
}
