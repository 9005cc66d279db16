/// Blocks of a FLAC stream that are encoded by themselves.
///
/// The frames depend on nothing but what stands here, so segments can be encoded in any order and at
/// one time. libFLAC gets one channel at a time, and only those that are worth it: by itself it
/// would encode the left, the right, their mean and their difference, and then keep two.
struct FLACSegment: Sendable {
  /// Interleaved samples: whole blocks, the last of the stream excepted.
  let words: [Int32]
  /// The number of the first block in the stream.
  let firstBlock: Int
  let shape: FLACShape
  /// libFLAC codes the numbers of its own blocks in one byte up to 128 of them; there are at most
  /// three times as many, as it has one encoder for the left, the right and the middle.
  static let blocks = 40

  /// Encodes it all. Costs about a hundredth of the time that the samples last, or less.
  func frames() throws(FLACFailure) -> FLACFrames {
    let block = FLACBlock(capacity: shape.blockFrames)
    var encoders = Encoders(shape: shape)
    var codings: [(frames: Int, channels: [FLACBlock.Channel: Source])] = []
    let total = words.count / shape.channels
    for start in stride(from: 0, to: total, by: shape.blockFrames) {
      let frames = min(shape.blockFrames, total - start)
      words.withUnsafeBufferPointer { words in
        block.fill(words.baseAddress! + start * shape.channels, frames, channels: shape.channels)
      }
      var channels: [FLACBlock.Channel: Source] = [:]
      for channel in block.worthwhile(shape) {
        if let value = block.constant(channel) {
          channels[channel] = .constant(value)
        } else {
          channels[channel] = try encoders.encode(channel, of: block)
        }
      }
      codings.append((frames, channels))
    }
    try encoders.finish()
    var result = FLACFrames(
      shape, firstBlock: firstBlock, capacity: encoders.size + 32 * codings.count)
    for (frames, channels) in codings { try append(channels, frames, to: &result) }
    return result
  }

  /// Where the code of a channel is.
  private enum Source {
    case constant(Int32)
    case frame(FLACLibrary, Int)
  }

  private struct Encoders {
    let shape: FLACShape
    var samples: FLACLibrary?
    var differences: FLACLibrary?
    /// Those of a short block, which ends what an encoder can do.
    var others: [FLACLibrary] = []

    mutating func encode(_ channel: FLACBlock.Channel, of block: FLACBlock) throws(FLACFailure)
      -> Source
    {
      let encoder: FLACLibrary
      if block.frames < shape.blockFrames {
        encoder = try FLACLibrary(shape, sampleBits: channel.bits(shape))
        others.append(encoder)
      } else if let known = channel == .side ? differences : samples {
        encoder = known
      } else {
        encoder = try FLACLibrary(shape, sampleBits: channel.bits(shape))
        if channel == .side { differences = encoder } else { samples = encoder }
      }
      return .frame(encoder, try encoder.encode(block.samples(channel), frames: block.frames))
    }

    var size: Int {
      others.reduce((samples?.size ?? 0) + (differences?.size ?? 0)) { $0 + $1.size }
    }

    func finish() throws(FLACFailure) {
      for encoder in [samples, differences] + others { try encoder?.finish() }
    }
  }

  /// Appends the frame of the channels that together are shortest.
  private func append(
    _ channels: [FLACBlock.Channel: Source], _ frames: Int, to result: inout FLACFrames
  ) throws(FLACFailure) {
    var subframes: [FLACBlock.Channel: FLACSubframe] = [:]
    for (channel, source) in channels {
      let bits = channel.bits(shape)
      switch source {
      case .constant(let value):
        subframes[channel] = FLACSubframe(constant: value, sampleBits: bits)
      case .frame(let encoder, let index):
        subframes[channel] = try FLACSubframe(
          frame: encoder.frame(index), frames: frames, sampleBits: bits)
      }
    }
    let ways = FLACBlock.ways(channels: shape.channels).compactMap { way, parts in
      let parts = parts.compactMap { subframes[$0] }
      return parts.count == shape.channels ? (way, parts, parts.reduce(0) { $0 + $1.bits }) : nil
    }
    let (way, parts, _) = ways.min { $0.2 < $1.2 }!
    result.append(parts, as: way, frames: frames)
  }
}
