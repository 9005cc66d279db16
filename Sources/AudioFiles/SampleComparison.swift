import CSndfile
import Glibc
import Timing

/// How the samples of a file differ from those that were expected.
public struct SampleDifference: Hashable, Sendable {
  /// The first frame with a difference.
  public let frame: Frame
  /// The first channel of that frame with a difference, 0 for the left one.
  public let channel: Int
  /// That sample in the file, and as it was expected; 1 is full scale.
  public let found: Double
  public let expected: Double
  /// The largest magnitude of a difference in the whole file.
  public internal(set) var largest: Double
  /// How many frames differ.
  public internal(set) var frames: Int
}

/// Compares the samples of a file with expected ones, block by block, at the file's own depth.
///
/// Integers are compared as integers, so that nothing is lost, and floating-point samples by their
/// bits. Cost: that of decoding and converting; constant memory.
public struct SampleComparison: ~Copyable {
  /// What came of it.
  public struct Outcome: Hashable, Sendable {
    /// `nil` where all frames that both have agree.
    public let difference: SampleDifference?
    /// How many frames the file has, as far as it can be read.
    public let found: Frame
    public let expected: Frame
    /// Why no more of the file can be read, where it is damaged or cut short.
    public let damage: AudioFileError?

    /// Whether the file holds exactly what was expected.
    public var isEqual: Bool { difference == nil && found == expected && damage == nil }
  }

  /// The rate in hertz; that of a foreign file may lie outside of ``SampleRate``.
  public let hertz: Int
  public let channels: Int
  /// At what depth samples are compared.
  public let samples: SampleFormat
  private var sound: SoundFile
  private let dither: Dither?
  private var expectedFrames = 0
  private var foundFrames = 0
  private var hasEnded = false
  private var damage: AudioFileError?
  private var difference: SampleDifference?
  private var expectedWords: [Int32]
  private var foundWords: [Int32]
  private static let blockFrames = 4096

  /// Opens the file.
  ///
  /// - Parameter dither: what a file of 16 bits was written with.
  /// - Throws: where the file is missing, unreadable or not audio.
  public init(opening path: String, dither: Dither?) throws(AudioFileError) {
    sound = try SoundFile(opening: path)
    hertz = Int(sound.info.samplerate)
    channels = sound.channels
    samples = sound.samples
    self.dither = samples == .int16 ? dither : nil
    let room = SampleComparison.blockFrames * channels
    expectedWords = Array(repeating: 0, count: room)
    foundWords = Array(repeating: 0, count: room)
  }

  /// How what is expected has to be encoded.
  ///
  /// - Precondition: the file has one or two channels.
  public func encoding(at rate: SampleRate) -> SampleEncoding {
    SampleEncoding(
      format: AudioFormat(container: .wav, samples: samples, rate: rate, channels: channels),
      dither: dither, order: nil)
  }

  /// Compares the next frames with expected ones, encoded as ``encoding(at:)`` says.
  public mutating func add(_ block: EncodedBlock) {
    var start = 0
    while start < block.frames {
      let count = min(SampleComparison.blockFrames, block.frames - start)
      let words = block.words[start * channels..<(start + count) * channels]
      expectedWords.replaceSubrange(0..<words.count, with: words)
      compare(count)
      start += count
    }
  }

  /// Compares all frames with those of another file, which is decoded.
  ///
  /// - Throws: where that one is missing, unreadable, damaged or not audio.
  /// - Precondition: it has the same channels and depth.
  public mutating func add(decoding path: String) throws(AudioFileError) {
    var other = try SoundFile(opening: path)
    precondition(other.channels == channels && other.samples == samples, "files of one kind")
    while true {
      let count = try other.readWords(SampleComparison.blockFrames, into: &expectedWords)
      if count == 0 { break }
      compare(count)
    }
    try other.close()
  }

  /// Compares so many frames of ``expectedWords`` with the next ones of the file.
  private mutating func compare(_ frames: Int) {
    let first = expectedFrames
    expectedFrames += frames
    let read = hasEnded ? 0 : readFrames(frames)
    let size = read * channels * MemoryLayout<Int32>.size
    if memcmp(expectedWords, foundWords, size) == 0 { return }
    for frame in 0..<read {
      var differs = false
      for channel in 0..<channels {
        let index = frame * channels + channel
        guard expectedWords[index] != foundWords[index] else { continue }
        differs = true
        note(channel, of: Frame(first + frame), index)
      }
      if differs { difference!.frames += 1 }
    }
  }

  private mutating func note(_ channel: Int, of frame: Frame, _ index: Int) {
    let (found, expected) = (value(foundWords[index]), value(expectedWords[index]))
    if difference == nil {
      difference = SampleDifference(
        frame: frame, channel: channel, found: found, expected: expected, largest: 0, frames: 0)
    }
    // What is not a number is as far from any sample as can be.
    let size = (found - expected).magnitude
    difference!.largest = max(difference!.largest, size.isNaN ? .infinity : size)
  }

  private func value(_ word: Int32) -> Double {
    samples.isInteger
      ? Double(word) / Double(Int64(1) << Int64(samples.bits - 1))
      : Double(Float(bitPattern: UInt32(bitPattern: word)))
  }

  /// Reads up to so many frames; fewer at the end of the file.
  private mutating func readFrames(_ frames: Int) -> Int {
    var done = 0
    do throws(AudioFileError) {
      while done < frames {
        let count = try foundWords.withUnsafeMutableBufferPointer {
          [channels] words throws(AudioFileError) in
          try sound.readWords(frames - done, into: words.baseAddress! + done * channels)
        }
        if count == 0 {
          hasEnded = true
          break
        }
        done += count
      }
    } catch {
      damage = error
      hasEnded = true
    }
    foundFrames += done
    return done
  }

  /// What came of it, once all that is expected has been compared. Reads the rest of the file.
  public consuming func finish() -> Outcome {
    while !hasEnded { _ = readFrames(SampleComparison.blockFrames) }
    return Outcome(
      difference: difference, found: Frame(foundFrames), expected: Frame(expectedFrames),
      damage: damage)
  }
}

extension SoundFile {
  /// How the samples are digested and compared: integers at the file's depth, of 16 bits at least,
  /// all others as floating-point numbers.
  var samples: SampleFormat {
    switch Int(info.format) & SF_FORMAT_SUBMASK {
    case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16: .int16
    case SF_FORMAT_PCM_24: .int24
    case SF_FORMAT_PCM_32: .int32
    default: .float32
    }
  }

  /// Reads up to `frames` frames of interleaved words.
  ///
  /// - Returns: how many there were; 0 at the end.
  mutating func readWords(_ frames: Int, into words: UnsafeMutablePointer<Int32>)
    throws(AudioFileError) -> Int
  {
    guard samples.isInteger else {
      // A word is as large as a Float, and holds its bits.
      return try words.withMemoryRebound(to: Float.self, capacity: frames * channels) {
        floats throws(AudioFileError) in
        try read(frames, into: floats)
      }
    }
    let count = try read(frames, into: words)
    let shift = Int32(32 - samples.bits)
    for index in 0..<(count * channels) { words[index] &>>= shift }
    return count
  }
}
