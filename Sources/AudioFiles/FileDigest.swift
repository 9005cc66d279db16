/// What identifies the bytes of a file.
public struct FileDigest: Hashable, Sendable {
  /// The SHA-256 in 64 hexadecimal digits.
  public let sha256: String
  /// The size in bytes.
  public let bytes: Int

  /// Of bytes in memory.
  public init(of bytes: [UInt8]) {
    var digest = SampleDigest()
    bytes.withUnsafeBytes { digest.update($0) }
    self.init(sha256: digest.finish(), bytes: bytes.count)
  }

  /// Of an ordinary file. Cost: reading it, in constant memory.
  public init(ofFile path: String) throws(AudioFileError) {
    let file = try InputFile(opening: path)
    var digest = SampleDigest()
    var offset = 0
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = file.read(into: chunk, at: offset)
      if let failure = file.failure {
        throw AudioFileError(path: path, cause: .system(.read, failure))
      }
      if count == 0 { break }
      digest.update(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      offset += count
    }
    self.init(sha256: digest.finish(), bytes: offset)
  }

  private init(sha256: String, bytes: Int) {
    self.sha256 = sha256
    self.bytes = bytes
  }
}
