/// Frames of a FLAC stream, one after another.
///
/// libFLAC's frames get the numbers that they have in the whole stream. That changes the length of
/// their headers, and the checksums.
struct FLACFrames: Sendable {
  private(set) var bytes: [UInt8] = []
  /// The size of each in bytes.
  private(set) var sizes: [Int] = []
  private let shape: FLACShape
  private let header: FLACFrameHeader
  private let firstBlock: Int

  init(_ shape: FLACShape, firstBlock: Int) {
    self.shape = shape
    self.firstBlock = firstBlock
    header = FLACFrameHeader(shape)
  }

  /// Appends a block that holds one value a channel.
  mutating func append(constant values: [Int32], frames: Int) {
    var frame = header.bytes(
      number: number, frames: frames, channels: values.count == 1 ? .mono : .leftRight)
    for value in values {
      // The kind of the subframe: constant.
      frame.append(0)
      frame += bigEndian(Int(value), bytes: shape.bits / 8)
    }
    append(frame, [], sum: FLACChecksum.crc16(frame))
  }

  /// Appends a frame of libFLAC's.
  mutating func append(_ frame: ArraySlice<UInt8>, frames: Int) throws(FLACFailure) {
    let parts = try FrameParts(frame)
    let new = header.bytes(number: number, frames: frames, channels: parts.channels)
    append(new, parts.body, sum: parts.sum(header: new))
  }

  /// Appends a block of two equal channels.
  ///
  /// Their difference is a constant of nothing but zero bits: 8 for the kind, and one more than a
  /// sample has for the value. These bits follow the last one of the left channel, and where that is
  /// cannot be seen from outside.
  ///
  /// - Parameter frame: libFLAC's, of the left channel and, told apart from it, a constant 1. That
  ///   one is the last bit that is set, so that it shows where the channel ends. It takes one bit
  ///   less than the difference.
  mutating func append(twins frame: ArraySlice<UInt8>, frames: Int) throws(FLACFailure) {
    let parts = try FrameParts(frame)
    var body = parts.body
    let tail = body.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let rest = tail.trailingZeroBitCount
    guard parts.channels == .leftRight, rest < 8,
      tail >> UInt64(rest) & (1 << UInt64(8 + shape.bits) - 1) == 1
    else { throw FLACFailure(reason: "libFLAC did not code a constant") }
    let new = header.bytes(number: number, frames: frames, channels: .leftSide)
    let marker = UInt8(1) << UInt8(rest)
    body[body.endIndex - 1] ^= marker
    var sum = parts.sum(header: new) ^ FLACChecksum.crc16([marker])
    if rest == 0 {
      body.append(0)
      sum = FLACChecksum.crc16([0], after: sum)
    }
    append(new, body, sum: sum)
  }

  private var number: Int { firstBlock + sizes.count }

  private mutating func append(_ header: [UInt8], _ body: ArraySlice<UInt8>, sum: UInt16) {
    let before = bytes.count
    bytes += header
    bytes += body
    bytes += bigEndian(Int(sum), bytes: 2)
    sizes.append(bytes.count - before)
  }
}

/// A frame of libFLAC's, taken apart.
private struct FrameParts {
  let channels: FLACFrameHeader.Channels
  let body: ArraySlice<UInt8>
  private let header: ArraySlice<UInt8>
  private let sum: UInt16

  init(_ frame: ArraySlice<UInt8>) throws(FLACFailure) {
    let unknown = FLACFailure(reason: "libFLAC made an unknown kind of frame")
    guard frame.count > 4,
      let channels = FLACFrameHeader.Channels(rawValue: frame[frame.startIndex + 3] >> 4)
    else { throw unknown }
    self.channels = channels
    let start = frame.startIndex + FLACFrameHeader.size(of: frame)
    let end = frame.endIndex - 2
    guard start < end else { throw unknown }
    header = frame[..<start]
    body = frame[start..<end]
    sum = UInt16(frame[end]) << 8 | UInt16(frame[end + 1])
  }

  /// The checksum of the frame with another header.
  func sum(header new: [UInt8]) -> UInt16 {
    let change = FLACChecksum.crc16(header) ^ FLACChecksum.crc16(new)
    return sum ^ FLACChecksum.crc16(change, zeros: body.count)
  }
}

/// The low bytes of a number, the highest first.
func bigEndian(_ number: Int, bytes count: Int) -> [UInt8] {
  (1...count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - $0))) }
}
