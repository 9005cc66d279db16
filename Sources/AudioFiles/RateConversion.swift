import CSamplerate

/// The number of frames that `frames` become at `ratio` times their rate: ⌈frames·ratio⌉.
///
/// A product of less than 2⁻²⁰ above a whole number is that number: more than what the rounding
/// of a ratio adds, and less than what a ratio of two rates below a megahertz can have.
func convertedLength(_ frames: Int, ratio: Double) -> Double {
  (Double(frames) * ratio - 0x1p-20).rounded(.up)
}

/// Samples at `ratio` times their rate, through the best converter of libsamplerate, with frame 0
/// left on frame 0; the same bits on every processor.
///
/// One conversion reaches from 1/256 to 256; what lies beyond is made in two of the square root.
/// The cost is about a tenth of the sound's length in stereo, at 48 kHz.
///
/// - Parameters:
///   - channels: one or two, of equal length.
///   - length: the number of frames of the result, which the caller has found bearable.
/// - Precondition: a finite ratio above 0.
func converted(_ channels: [[Float]], ratio: Double, length: Int) -> [[Float]] {
  guard Samplerate.isValidRatio(ratio) != 0 else {
    let root = ratio.squareRoot()
    let half = Int(convertedLength(channels[0].count, ratio: root))
    return converted(
      converted(channels, ratio: root, length: half), ratio: root, length: length)
  }
  let state = Samplerate.new(Int32(SRC_SINC_BEST_QUALITY), Int32(channels.count), nil)
  precondition(state != nil, "one or two channels, and memory for a converter")
  defer { _ = Samplerate.delete(state) }

  // In blocks, so that interleaving takes no copy of the whole.
  let block = 1 << 12
  var input = [Float](repeating: 0, count: block * channels.count)
  var output = input
  var result = [[Float]](repeating: [], count: channels.count)
  for channel in channels.indices { result[channel].reserveCapacity(length) }
  var position = 0
  while result[0].count < length {
    interleave(channels, from: position, into: &input)
    let (used, made) = convert(
      input, ratio: ratio, into: &output, frames: block, room: min(block, length - result[0].count),
      state)
    for channel in channels.indices {
      result[channel] += oneChannel(channel, of: output, channels: channels.count, frames: made)
    }
    position += used
  }
  return result
}

/// - Returns: how many frames of `input` were used, and how many of `output` made.
private func convert(
  _ input: [Float], ratio: Double, into output: inout [Float], frames: Int, room: Int,
  _ state: OpaquePointer?
) -> (used: Int, made: Int) {
  var data = SRC_DATA()
  let code = input.withUnsafeBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      data.data_in = input.baseAddress
      data.data_out = output.baseAddress
      data.input_frames = frames
      data.output_frames = room
      data.src_ratio = ratio
      return Samplerate.process(state, &data)
    }
  }
  precondition(code == 0, "a ratio that libsamplerate knows")
  return (data.input_frames_used, data.output_frames_gen)
}

/// Fills a block with the frames from `start` on, and with silence behind the last: told of an end,
/// libsamplerate stops a frame early or late, or gives nothing at all for a single frame.
private func interleave(
  _ channels: [[Float]], from start: Int, into block: inout [Float]
) {
  let stride = channels.count
  block.withUnsafeMutableBufferPointer { block in
    for (index, channel) in channels.enumerated() {
      channel.withUnsafeBufferPointer { channel in
        let frames = block.count / stride
        let count = max(0, min(frames, channel.count - start))
        for i in 0..<count { block[i &* stride &+ index] = channel[start &+ i] }
        for i in count..<frames { block[i &* stride &+ index] = 0 }
      }
    }
  }
}

/// One channel of the first `frames` frames of interleaved samples.
func oneChannel(_ channel: Int, of block: [Float], channels: Int, frames: Int) -> [Float] {
  block.withUnsafeBufferPointer { block in
    [Float](unsafeUninitializedCapacity: frames) { result, count in
      for i in 0..<frames { result[i] = block[i &* channels &+ channel] }
      count = frames
    }
  }
}
