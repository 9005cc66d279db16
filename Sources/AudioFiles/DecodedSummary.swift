import Timing

/// What an audio file holds once decoded, whatever its container.
public struct DecodedSummary: Hashable, Sendable {
  /// A magnitude of samples, exact.
  public enum Peak: Hashable, Sendable, CustomStringConvertible {
    /// Of 2ⁿ⁻¹ for full scale, n being the number of bits.
    case integer(Int, bits: Int)
    case float(Float)

    /// `4194304/8388608`, or `0.5`.
    public var description: String {
      switch self {
      case .integer(let value, let bits): "\(value)/\(1 << (bits - 1))"
      case .float(let value): "\(value)"
      }
    }
  }

  /// The SHA-256, in hexadecimal digits, of the interleaved samples as little-endian signed
  /// integers of the file's bit depth (16 for 8-bit files), or as the bits of IEEE 754 single
  /// precision where the samples are no integers. WAV and FLAC of one render agree.
  public let digest: String
  /// The length.
  public let frames: Frame
  /// The rate in hertz; that of a foreign file may lie outside of ``SampleRate``.
  public let hertz: Int
  public let channels: Int
  /// How the samples were digested.
  public let samples: SampleFormat
  /// The largest magnitude of any channel.
  public let peak: Peak
}

/// Decodes a file and digests its samples, in constant memory.
///
/// - Throws: where the file is missing, unreadable, not audio, damaged or cut short.
public func decodedSummary(path: String) throws(AudioFileError) -> DecodedSummary {
  var sound = try SoundFile(opening: path)
  let samples = sound.samples
  let channels = sound.channels
  let block = 1 << 14
  var words = [Int32](repeating: 0, count: block * channels)
  var bytes = [UInt8](repeating: 0, count: block * channels * samples.bytes + 1)
  var digest = SampleDigest()
  var frames = 0
  var largest: UInt32 = 0
  while true {
    let read = try sound.readWords(block, into: &words)
    if read == 0 { break }
    let count = read * channels
    for i in 0..<count {
      // Without the sign, the bits of a floating-point number order as its magnitude does.
      let magnitude =
        samples.isInteger ? words[i].magnitude : UInt32(bitPattern: words[i] & 0x7FFF_FFFF)
      largest = max(largest, magnitude)
    }
    words.withUnsafeBufferPointer { words in
      bytes.withUnsafeMutableBytes { bytes in
        SampleConversion.pack(
          UnsafeBufferPointer(rebasing: words[..<count]), as: samples, into: bytes.baseAddress!)
      }
    }
    bytes.withUnsafeBytes { bytes in
      digest.update(UnsafeRawBufferPointer(rebasing: bytes[..<(count * samples.bytes)]))
    }
    frames += read
  }
  let (hertz, peak) = (
    Int(sound.info.samplerate),
    samples.isInteger
      ? DecodedSummary.Peak.integer(Int(largest), bits: samples.bits)
      : .float(Float(bitPattern: largest))
  )
  try sound.close()
  return DecodedSummary(
    digest: digest.finish(), frames: Frame(frames), hertz: hertz, channels: channels,
    samples: samples, peak: peak)
}
