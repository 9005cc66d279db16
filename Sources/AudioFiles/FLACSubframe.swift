/// One channel of a block, coded.
struct FLACSubframe {
  /// The code, filled up to whole bytes with zeros.
  let bytes: ArraySlice<UInt8>
  /// The length of the code.
  let bits: Int
  /// The checksum of the bytes.
  let sum: UInt16

  /// A channel that holds one value, of so many bits.
  init(constant value: Int32, sampleBits: Int) {
    // A kind of zero, in 8 bits, stands before the value.
    bits = 8 + sampleBits
    let size = (bits + 7) / 8
    let code = Int(value) & (1 << sampleBits - 1)
    let bytes = bigEndian(code << (8 * size - bits), bytes: size)
    self.bytes = bytes[...]
    sum = FLACChecksum.crc16(bytes)
  }

  /// The channel of a frame of libFLAC's that has only one.
  ///
  /// libFLAC tells its length in whole bytes. Where the code ends is found out by passing through it.
  init(
    frame: ArraySlice<UInt8>, frames: Int, sampleBits: Int
  ) throws(FLACFailure) {
    let unknown = FLACFailure(reason: "libFLAC made an unknown kind of frame")
    guard frame.count > 8 else { throw unknown }
    let start = frame.startIndex + FLACFrameHeader.size(of: frame)
    let end = frame.endIndex - 2
    guard start < end else { throw unknown }
    bytes = frame[start..<end]
    bits = bytes.withUnsafeBytes { bytes in
      var reader = FLACBitReader(bytes)
      reader.skipSubframe(frames: frames, sampleBits: sampleBits)
      return reader.position
    }
    // The rest of a byte at most is not of the code.
    guard (bits + 7) / 8 == bytes.count else { throw unknown }
    let header = FLACChecksum.crc16(frame[..<start])
    sum =
      UInt16(frame[end]) << 8 | UInt16(frame[end + 1])
      ^ FLACChecksum.shifted(header, bits: 8 * bytes.count)
  }
}

/// Passes through the code of a channel. Behind the end of the bytes it reads zeros.
///
/// Source: RFC 9639, section 9.2.
private struct FLACBitReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// As many bits of a window as are there wherever in a byte it begins.
  private static let windowBits = 57

  /// The bits from the position on, at the top.
  private var window: UInt64 {
    let place = position >> 3
    let word: UInt64
    if place + 8 <= bytes.count {
      word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    } else {
      word = (place..<place + 8).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
    }
    return word << UInt64(position & 7)
  }

  /// - Parameter count: 1 to 32.
  private mutating func number(_ count: Int) -> Int {
    let number = Int(window >> UInt64(64 - count))
    position += count
    return number
  }

  mutating func skipSubframe(frames: Int, sampleBits: Int) {
    let kind = number(7)
    var sampleBits = sampleBits
    // Low bits that are zero in all samples are left out; their number is in unary code.
    if number(1) == 1 {
      let unary = window.leadingZeroBitCount + 1
      position += unary
      sampleBits -= unary
    }
    switch kind {
    case 0: position += sampleBits
    case 1: position += frames * sampleBits
    case 8...12:
      position += (kind - 8) * sampleBits
      skipResidual(frames: frames, order: kind - 8)
    case 32...:
      let order = kind - 31
      position += order * sampleBits
      let precision = number(4) + 1
      position += 5 + order * precision
      skipResidual(frames: frames, order: order)
    // There are no others; so the end is not found where it should be.
    default: position = .max / 2
    }
  }

  private mutating func skipResidual(frames: Int, order: Int) {
    let parameterBits = number(2) == 0 ? 4 : 5
    let partitions = 1 << number(4)
    let escape = 1 << parameterBits - 1
    for partition in 0..<partitions {
      let count = frames / partitions - (partition == 0 ? order : 0)
      let parameter = number(parameterBits)
      if parameter == escape {
        let bits = number(5)
        position += count * bits
      } else {
        skipRice(count, parameter: parameter)
      }
      if position > 8 * bytes.count { return }
    }
  }

  /// Passes by numbers of which each is some zeros, a one, and `parameter` bits.
  ///
  /// Here most of the time is spent. So as many as a window holds are passed by at once.
  private mutating func skipRice(_ count: Int, parameter: Int) {
    let fixed = 1 + parameter
    var left = count
    while left > 0 && position < 8 * bytes.count {
      var window = self.window
      var used = 0
      while left > 0 {
        let size = window.leadingZeroBitCount &+ fixed
        if used &+ size > FLACBitReader.windowBits { break }
        used &+= size
        window &<<= UInt64(truncatingIfNeeded: size)
        left &-= 1
      }
      position += used
      if used == 0 {
        skipZeros()
        position += fixed
        left -= 1
      }
    }
  }

  /// Goes to the next one, however far.
  private mutating func skipZeros() {
    while position < 8 * bytes.count {
      let zeros = window.leadingZeroBitCount
      position += min(zeros, FLACBitReader.windowBits)
      if zeros < FLACBitReader.windowBits { return }
    }
  }
}
