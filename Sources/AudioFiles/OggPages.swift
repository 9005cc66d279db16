/// Gives the pages of an Ogg file a fixed serial number.
///
/// libsndfile draws one by chance, so that no two files of the same sound would be alike. It only
/// tells apart the streams of one file, and there is one. Source: RFC 3533, section 6.
struct OggPages: EncodedFilter {
  /// What has not made a whole page yet.
  private var pending: [UInt8] = []
  private static let headSize = 27
  /// The letters `tact`.
  private static let serial: [UInt8] = [0x74, 0x61, 0x63, 0x74]

  let shift = 0

  mutating func pass(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    pending += bytes
    var ready: [UInt8] = []
    var start = 0
    while let size = OggPages.pageSize(pending[start...]) {
      var page = Array(pending[start..<start + size])
      page.replaceSubrange(14..<18, with: OggPages.serial)
      // The checksum is that of the page with zeros in its place.
      page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
      let sum = OggPages.checksum(page)
      withUnsafeBytes(of: sum.littleEndian) { page.replaceSubrange(22..<26, with: $0) }
      ready += page
      start += size
    }
    pending.removeFirst(start)
    return ready
  }

  /// The size of the page that the bytes begin with, `nil` where it is not whole.
  private static func pageSize(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= headSize else { return nil }
    let segments = Int(bytes[bytes.startIndex + 26])
    guard bytes.count >= headSize + segments else { return nil }
    let sizes = bytes.dropFirst(headSize).prefix(segments)
    let size = headSize + segments + sizes.reduce(0) { $0 + Int($1) }
    return bytes.count >= size ? size : nil
  }

  /// A CRC of 32 bits with the polynomial 04C11DB7, the highest bit first, from 0.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)] }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { sum, _ in
      sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0)
    }
  }
}
