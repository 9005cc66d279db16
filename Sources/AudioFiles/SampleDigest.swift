import CNettle

/// A SHA-256 of decoded samples: of the interleaved samples as little-endian signed integers of the
/// file's bit depth, or as IEEE 754 bits. So WAV and FLAC of one render have the same digest.
struct SampleDigest: ~Copyable {
  private var context = sha256_ctx()

  init() { nettle_sha256_init(&context) }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    nettle_sha256_update(
      &context, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
  }

  /// 64 hexadecimal digits.
  consuming func finish() -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
