import SongModel
import Sounds
import Timing

/// The samples of a sound as its file or the synthesis gives them, before anything is done to them.
public struct RawSound: Sendable {
  /// One array for mono, two for stereo, left first; all equally long. Full scale is ±1; finite.
  public let channels: [[Float]]
  /// The rate in hertz, at least 1; that of a foreign file may lie outside of ``SampleRate``.
  public let hertz: Int

  /// The longest sound in frames: 46 minutes at 48 kHz, 1 GiB in stereo.
  public static let longest = 1 << 27

  /// - Precondition: the samples are finite.
  public init(_ buffer: SampleBuffer) {
    channels = buffer.channels
    hertz = buffer.rate.hertz
  }

  /// Reads a whole audio file of any format that libsndfile knows.
  ///
  /// Integer samples of up to 24 bits are read exactly, as the sample over 2ⁿ⁻¹. The cost is that of
  /// decoding; the memory is the result's, and half as much again while it grows.
  ///
  /// - Throws: where the file is missing, unreadable, not audio, damaged, cut short or empty; where
  ///   it has more than two channels or more than ``longest`` frames; where a sample is infinite or
  ///   not a number.
  public init(reading path: String) throws(AudioFileError) {
    try self.init(reading: path, limit: RawSound.longest)
  }

  init(reading path: String, limit: Int) throws(AudioFileError) {
    var sound = try SoundFile(opening: path)
    let count = sound.channels
    if count > 2 { throw AudioFileError(path: path, cause: .tooManyChannels(count)) }
    let promise = sound.promisedFrames ?? 0
    if promise > limit { throw AudioFileError(path: path, cause: .tooLong(limit: limit)) }

    var channels = [[Float]](repeating: [], count: count)
    // A header may lie: only as much is taken ahead as a file of that size can hold uncompressed.
    if promise <= sound.size {
      for channel in 0..<count { channels[channel].reserveCapacity(promise) }
    }
    let block = 1 << 16
    var chunk = [Float](repeating: 0, count: block * count)
    while true {
      let frames = try sound.read(block, into: &chunk)
      if frames == 0 { break }
      let start = channels[0].count
      if start + frames > limit { throw AudioFileError(path: path, cause: .tooLong(limit: limit)) }
      if let bad = chunk[..<(frames * count)].firstIndex(where: { !$0.isFinite }) {
        throw AudioFileError(path: path, cause: .notFinite(frame: start + bad / count))
      }
      for channel in 0..<count {
        channels[channel].append(
          contentsOf: oneChannel(channel, of: chunk, channels: count, frames: frames))
      }
    }
    hertz = Int(sound.info.samplerate)
    try sound.close()
    if channels[0].isEmpty { throw AudioFileError(path: path, cause: .noSamples) }
    self.channels = channels
  }

  /// The length in frames of its own rate.
  public var frames: Int { channels[0].count }
}
