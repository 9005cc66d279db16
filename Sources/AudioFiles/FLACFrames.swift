/// Frames of a FLAC stream, one after another.
struct FLACFrames: Sendable {
  private(set) var bytes: [UInt8] = []
  /// The size of each in bytes.
  private(set) var sizes: [Int] = []
  private let header: FLACFrameHeader
  private let firstBlock: Int

  /// - Parameter capacity: about how many bytes there will be.
  init(_ shape: FLACShape, firstBlock: Int, capacity: Int) {
    self.firstBlock = firstBlock
    bytes.reserveCapacity(capacity)
    header = FLACFrameHeader(shape)
  }

  /// Appends a frame of one channel or two.
  mutating func append(
    _ subframes: [FLACSubframe], as channels: FLACFrameHeader.Channels, frames: Int
  ) {
    let before = bytes.count
    let head = header.bytes(
      number: firstBlock + sizes.count, frames: frames, channels: channels)
    bytes += head
    let size = (subframes.reduce(0) { $0 + $1.bits } + 7) / 8
    var sum = FLACChecksum.shifted(FLACChecksum.crc16(head), bits: 8 * size)
    var position = 0
    for subframe in subframes {
      append(subframe.bytes, shiftedBy: position % 8)
      let end = position + 8 * subframe.bytes.count
      sum ^= FLACChecksum.shifted(subframe.sum, bits: 8 * size - end)
      position += subframe.bits
      // The zeros with which the bytes were filled up may be one too many.
      bytes.removeLast(bytes.count - before - head.count - (position + 7) / 8)
    }
    bytes += bigEndian(Int(sum), bytes: 2)
    sizes.append(bytes.count - before)
  }

  /// Appends bits from the first free one of the last byte on.
  ///
  /// - Parameter shift: how many of its bits are taken; 0 where it is full.
  private mutating func append(_ more: ArraySlice<UInt8>, shiftedBy shift: Int) {
    if shift == 0 {
      bytes += more
      return
    }
    let place = bytes.count - 1
    bytes.append(contentsOf: more)
    bytes.withUnsafeMutableBytes { bytes in
      // What is before a byte of the new ones, in place; and of it what goes into the next.
      var carry = UInt64(bytes[place]) << 56
      var index = place
      let count = more.count
      while index + 8 <= place + count {
        let word = UInt64(
          bigEndian: bytes.loadUnaligned(fromByteOffset: index + 1, as: UInt64.self))
        bytes.storeBytes(
          of: (carry | word >> UInt64(shift)).bigEndian, toByteOffset: index, as: UInt64.self)
        carry = word << UInt64(64 - shift)
        index += 8
      }
      while index < place + count {
        let byte = UInt64(bytes[index + 1]) << 56
        bytes[index] = UInt8((carry | byte >> UInt64(shift)) >> 56)
        carry = byte << UInt64(8 - shift)
        index += 1
      }
      bytes[index] = UInt8(carry >> 56)
    }
  }
}

/// The low bytes of a number, the highest first.
func bigEndian(_ number: Int, bytes count: Int) -> [UInt8] {
  (1...count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - $0))) }
}
