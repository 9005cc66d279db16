/// What all blocks of one FLAC stream have in common.
struct FLACShape: Hashable, Sendable {
  /// 16 or 24 bits, and one or two channels.
  let format: AudioFormat
  /// The level, 0 to 8.
  let compression: Int

  /// The length of every block but the last.
  ///
  /// As libFLAC has it by itself: the levels below 3 do without linear prediction, to which shorter
  /// blocks are better. Both lengths are of the streamable subset at any rate.
  var blockFrames: Int { compression < 3 ? 1152 : 4096 }

  var bits: Int { format.samples.bits }
  var channels: Int { format.channels }
}

/// What stands before the samples of a block, as FLAC's streamable subset has it.
///
/// Source: RFC 9639, sections 9.1 and 7.
struct FLACFrameHeader {
  /// What the first and the second part of a block hold.
  enum Channels: UInt8 {
    case mono = 0
    case leftRight = 1
    case leftSide = 8
    case sideRight = 9
    case midSide = 10
  }

  private let shape: FLACShape
  private let rateCode: UInt8
  private let rateBytes: [UInt8]

  init(_ shape: FLACShape) {
    self.shape = shape
    (rateCode, rateBytes) = FLACFrameHeader.code(ofRate: shape.format.rate.hertz)
  }

  /// - Parameters:
  ///   - number: of the block in the stream, below 2³¹.
  ///   - frames: the block's length, 1 to 65536.
  func bytes(number: Int, frames: Int, channels: Channels) -> [UInt8] {
    let (sizeCode, sizeBytes) = FLACFrameHeader.code(ofSize: frames)
    let bitsCode: UInt8 = shape.bits == 16 ? 4 : 6
    var bytes: [UInt8] = [
      0xFF, 0xF8, sizeCode << 4 | rateCode, channels.rawValue << 4 | bitsCode << 1,
    ]
    bytes += FLACFrameHeader.coded(number) + sizeBytes + rateBytes
    bytes.append(FLACChecksum.crc8(bytes))
    return bytes
  }

  /// The size of the header that a frame begins with, whose number is below 128.
  ///
  static func size(of frame: ArraySlice<UInt8>) -> Int {
    let codes = frame[frame.startIndex + 2]
    let sizeBytes = [6: 1, 7: 2][codes >> 4] ?? 0
    let rateBytes = [12: 1, 13: 2, 14: 2][codes & 15] ?? 0
    return 6 + sizeBytes + rateBytes
  }

  private static func code(ofSize frames: Int) -> (UInt8, [UInt8]) {
    switch frames {
    case 1152: (3, [])
    case 4096: (12, [])
    case ...256: (6, [UInt8(frames - 1)])
    default: (7, [UInt8((frames - 1) >> 8), UInt8(truncatingIfNeeded: frames - 1)])
    }
  }

  private static func code(ofRate hertz: Int) -> (UInt8, [UInt8]) {
    let known: [Int: UInt8] = [
      88_200: 1, 176_400: 2, 192_000: 3, 8000: 4, 16_000: 5, 22_050: 6, 24_000: 7, 32_000: 8,
      44_100: 9, 48_000: 10, 96_000: 11,
    ]
    if let code = known[hertz] { return (code, []) }
    // In hertz where 16 bits hold that, else in tens of hertz.
    let (code, number): (UInt8, Int) = hertz <= 65_535 ? (13, hertz) : (14, hertz / 10)
    return (code, [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)])
  }

  /// A number as UTF-8 codes a character, with up to 31 bits.
  private static func coded(_ number: Int) -> [UInt8] {
    if number < 0x80 { return [UInt8(number)] }
    var rest = number
    var bytes: [UInt8] = []
    // The first byte has a one for each byte, a zero, and room for what is left.
    while rest >> (6 - bytes.count) != 0 {
      bytes.append(0x80 | UInt8(rest & 0x3F))
      rest >>= 6
    }
    let ones = UInt8(truncatingIfNeeded: 0xFF00 >> (bytes.count + 1))
    bytes.append(ones | UInt8(rest))
    return bytes.reversed()
  }
}
