import Glibc

/// An ordinary file open for reading.
final class InputFile {
  let path: String
  let size: Int
  /// Where a sequential reader stands.
  var position = 0
  /// The first error that reading met.
  private(set) var failure: SystemError?
  private let descriptor: Int32

  init(opening path: String) throws(AudioFileError) {
    func error(_ code: Int32) -> AudioFileError {
      AudioFileError(path: path, cause: .system(.open, SystemError(code: code)))
    }
    if path.utf8.contains(0) { throw error(EINVAL) }
    // Without O_NONBLOCK a named pipe would wait for its writer.
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    if descriptor < 0 { throw error(errno) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let code = errno
    self.path = path
    self.size = Int(status.st_size)
    self.descriptor = descriptor
    if !isKnown { throw error(code) }
    if status.st_mode & S_IFMT == S_IFDIR { throw error(EISDIR) }
    if status.st_mode & S_IFMT != S_IFREG { throw AudioFileError(path: path, cause: .notRegular) }
  }

  deinit { close(descriptor) }

  /// Reads up to `bytes.count` bytes; fewer at the end of the file or where reading fails.
  ///
  /// - Precondition: `offset` is not negative.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    if offset >= size { return 0 }
    var done = 0
    while done < bytes.count {
      let part = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
      let count = retrying { pread(descriptor, part.baseAddress, part.count, offset + done) }
      if count < 0 && failure == nil { failure = SystemError(code: errno) }
      if count <= 0 { break }
      done += count
    }
    return done
  }

  /// Up to `count` bytes from `offset`.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < size else { return [] }
    return [UInt8](unsafeUninitializedCapacity: min(count, size - offset)) { buffer, length in
      length = read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
  }
}
