/// The checksums of FLAC's frames: remainders of polynomials, the highest bit first, from 0.
///
/// Source: RFC 9639, sections 9.1.8 and 9.3.
enum FLACChecksum {
  /// Of a frame's header, by x⁸ + x² + x + 1.
  static func crc8(_ bytes: [UInt8]) -> UInt8 {
    bytes.reduce(0) { sum, byte in table8[Int(sum ^ byte)] }
  }

  /// Of bytes after others with the sum `sum`, by x¹⁶ + x¹⁵ + x² + 1.
  static func crc16(_ bytes: some Sequence<UInt8>, after sum: UInt16 = 0) -> UInt16 {
    bytes.reduce(sum) { sum, byte in sum << 8 ^ table16[Int(UInt8(sum >> 8) ^ byte)] }
  }

  /// What a sum becomes by `count` bytes of zero, which is a product with x⁸ to that power.
  ///
  /// The remainder of a sum of polynomials is the sum of their remainders. So where some bits of a
  /// long message change, its checksum changes by that of the changed bits alone, and by this.
  /// Cost: some hundred additions, whatever the count.
  static func crc16(_ sum: UInt16, zeros count: Int) -> UInt16 {
    var (sum, count, power) = (sum, count, UInt16(1) << 8)
    while count > 0 {
      if count & 1 == 1 { sum = product(sum, power) }
      power = product(power, power)
      count >>= 1
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
