/// Blocks of a FLAC stream that are encoded by themselves.
///
/// The frames depend on nothing but what stands here, so segments can be encoded in any order and at
/// one time. libFLAC codes what is worth it. A block in which nothing changes needs no encoder. Of
/// a block with two equal channels only one is encoded; for libFLAC to find that out by itself it
/// would have to encode the left, the right, their mean and their difference.
struct FLACSegment: Sendable {
  /// Interleaved samples: whole blocks, the last of the stream excepted.
  let words: [Int32]
  /// The number of the first block in the stream.
  let firstBlock: Int
  let shape: FLACShape
  /// libFLAC codes the numbers of its own blocks in one byte up to 128 of them.
  static let blocks = 32

  /// How the next block is coded.
  private enum Coding {
    case constant([Int32])
    case twins
    case plain
  }

  /// Encodes it all. Costs about a hundredth of the time that the samples last, or less.
  func frames() throws(FLACFailure) -> FLACFrames {
    let blockFrames = shape.blockFrames
    let planes = UnsafeMutablePointer<Int32>.allocate(capacity: 2 * blockFrames)
    defer { planes.deallocate() }
    let (first, second) = (planes, planes + blockFrames)
    // In place of the second of two equal channels: a marker, see ``FLACFrames/append(twins:frames:)``.
    let markers = [Int32](repeating: 1, count: blockFrames)
    var codings: [(coding: Coding, frames: Int)] = []
    var plain: FLACLibrary?
    var twins: FLACLibrary?
    let total = words.count / shape.channels
    for start in stride(from: 0, to: total, by: blockFrames) {
      let frames = min(blockFrames, total - start)
      let coding = words.withUnsafeBufferPointer { words in
        split(words.baseAddress! + start * shape.channels, frames, first, second)
      }
      codings.append((coding, frames))
      switch coding {
      case .constant: break
      case .twins:
        if twins == nil { twins = try FLACLibrary(shape, tellsChannelsApart: true) }
        try markers.withUnsafeBufferPointer { markers throws(FLACFailure) in
          try twins!.encode(UnsafePointer(first), markers.baseAddress!, frames: frames)
        }
      case .plain:
        if plain == nil { plain = try FLACLibrary(shape) }
        try plain!.encode(UnsafePointer(first), UnsafePointer(second), frames: frames)
      }
    }
    try plain?.finish()
    try twins?.finish()
    return try joined(codings, plain, twins)
  }

  /// Takes the channels of a block apart, and finds out what there is to code.
  private func split(
    _ words: UnsafePointer<Int32>, _ frames: Int, _ first: UnsafeMutablePointer<Int32>,
    _ second: UnsafeMutablePointer<Int32>
  ) -> Coding {
    var changes: Int32 = 0
    var differences: Int32 = 0
    if shape.channels == 1 {
      for i in 0..<frames {
        first[i] = words[i]
        changes |= words[i] ^ words[0]
      }
      return changes == 0 ? .constant([words[0]]) : .plain
    }
    for i in 0..<frames {
      let (left, right) = (words[2 &* i], words[2 &* i &+ 1])
      first[i] = left
      second[i] = right
      changes |= (left ^ words[0]) | (right ^ words[1])
      differences |= left ^ right
    }
    if changes == 0 { return .constant([words[0], words[1]]) }
    // Short blocks are not coded in the way that the marker needs.
    return differences == 0 && frames == shape.blockFrames ? .twins : .plain
  }

  private func joined(
    _ codings: [(coding: Coding, frames: Int)], _ plain: FLACLibrary?, _ twins: FLACLibrary?
  ) throws(FLACFailure) -> FLACFrames {
    var result = FLACFrames(shape, firstBlock: firstBlock)
    var nextPlain = 0
    var nextTwins = 0
    for (coding, frames) in codings {
      switch coding {
      case .constant(let values): result.append(constant: values, frames: frames)
      case .twins:
        try result.append(twins: twins!.frame(nextTwins), frames: frames)
        nextTwins += 1
      case .plain:
        try result.append(plain!.frame(nextPlain), frames: frames)
        nextPlain += 1
      }
    }
    return result
  }
}
