import CSamplerate
import Sounds
import Timing

/// Reads a whole audio file of any format that libsndfile knows, at the rate of the song.
///
/// Integer samples of up to 24 bits are read exactly, as the sample over 2ⁿ⁻¹. Where the file has
/// another rate it is resampled once, at the best quality of libsamplerate; n frames become
/// ⌈n·ratio⌉, and what stood on frame 0 stays there. Resampling takes about a twelfth of the
/// sound's length.
///
/// - Throws: where the file is missing, unreadable, not audio, damaged, cut short or empty; where
///   it has more than two channels or more than 2²⁸ frames at either rate; where a sample is
///   infinite or not a number.
public func readSamples(path: String, at rate: SampleRate) throws(AudioFileError) -> SampleBuffer {
  try readSamples(path: path, at: rate, limit: 1 << 28)
}

func readSamples(path: String, at rate: SampleRate, limit: Int) throws(AudioFileError)
  -> SampleBuffer
{
  var sound = try SoundFile(opening: path)
  let channels = sound.channels
  if channels > 2 { throw AudioFileError(path: path, cause: .tooManyChannels(channels)) }
  let fileRate = Int(sound.info.samplerate)
  let (up, down) = (rate.hertz, fileRate)
  guard down > 0, up == down || src_is_valid_ratio(Double(up) / Double(down)) != 0 else {
    throw AudioFileError(path: path, cause: .rateTooFar(from: fileRate, to: rate))
  }
  // As many frames of the file as give `limit` frames.
  let fileLimit = min(limit, limit * down / up)
  if let promised = sound.promisedFrames, promised > fileLimit {
    throw AudioFileError(path: path, cause: .tooLong(limit: limit))
  }

  // Grows with what is there, whatever the header promises.
  var samples: [Float] = []
  let block = 1 << 16
  var chunk = [Float](repeating: 0, count: block * channels)
  while true {
    let count = try sound.read(block, into: &chunk)
    if count == 0 { break }
    samples += chunk[..<(count * channels)]
    if samples.count / channels > fileLimit {
      throw AudioFileError(path: path, cause: .tooLong(limit: limit))
    }
  }
  try sound.close()
  if samples.isEmpty { throw AudioFileError(path: path, cause: .noSamples) }
  if let bad = samples.firstIndex(where: { !$0.isFinite }) {
    throw AudioFileError(path: path, cause: .notFinite(frame: bad / channels))
  }

  if up != down {
    samples = resampled(samples, channels: channels, up: up, down: down)
    // The filter may carry the largest of finite samples past the end of what a Float holds.
    if let bad = samples.firstIndex(where: { !$0.isFinite }) {
      throw AudioFileError(path: path, cause: .notFinite(frame: bad / channels * down / up))
    }
  }
  if channels == 1 { return SampleBuffer(channels: [samples], rate: rate) }
  let sides = (0..<channels).map { channel in
    stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
  }
  return SampleBuffer(channels: sides, rate: rate)
}

/// Interleaved samples at `up / down` times their rate.
///
/// - Precondition: a ratio that libsamplerate knows.
private func resampled(_ samples: [Float], channels: Int, up: Int, down: Int) -> [Float] {
  let frames = samples.count / channels
  let wanted = (frames * up + down - 1) / down
  // libsamplerate gives a frame more or less than that; what it lacks stays silent.
  let room = wanted + 16
  var result = [Float](repeating: 0, count: room * channels)
  let code = samples.withUnsafeBufferPointer { input in
    result.withUnsafeMutableBufferPointer { output in
      var data = SRC_DATA()
      data.data_in = input.baseAddress
      data.data_out = output.baseAddress
      data.input_frames = frames
      data.output_frames = room
      data.src_ratio = Double(up) / Double(down)
      return src_simple(&data, Int32(SRC_SINC_BEST_QUALITY), Int32(channels))
    }
  }
  precondition(code == 0, "a ratio and a number of channels that libsamplerate knows")
  result.removeLast((room - wanted) * channels)
  return result
}
