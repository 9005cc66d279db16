import CNettle

/// The MD5 of all samples of a FLAC stream, by which a decoder knows that it has them right.
///
/// It is that of the interleaved samples as little-endian integers (RFC 9639, section 8.2). It cannot
/// be computed in parts side by side.
///
/// Whoever shares it lets one thread at a time use it.
final class FLACDigest: @unchecked Sendable {
  private var context = md5_ctx()
  private let samples: SampleFormat
  /// Packed samples; few, so that they stay in the cache.
  private var packed: [UInt8]
  private static let wordsAtOnce = 4096

  init(_ samples: SampleFormat) {
    self.samples = samples
    // One byte more, as packing asks for.
    packed = Array(repeating: 0, count: FLACDigest.wordsAtOnce * samples.bytes + 1)
    nettle_md5_init(&context)
  }

  /// Goes on with more samples. Costs about 2 ns a byte.
  func update(_ words: [Int32]) {
    words.withUnsafeBufferPointer { words in
      packed.withUnsafeMutableBytes { packed in
        for start in stride(from: 0, to: words.count, by: FLACDigest.wordsAtOnce) {
          let end = min(start + FLACDigest.wordsAtOnce, words.count)
          SampleConversion.pack(
            UnsafeBufferPointer(rebasing: words[start..<end]), as: samples,
            into: packed.baseAddress!)
          nettle_md5_update(
            &context, (end - start) * samples.bytes,
            packed.baseAddress!.assumingMemoryBound(to: UInt8.self))
        }
      }
    }
  }

  /// The sum, 16 bytes. Called once, last.
  func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_SIZE))
    nettle_md5_digest(&context, digest.count, &digest)
    return digest
  }
}
