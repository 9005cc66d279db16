import Glibc
import SongText

/// Reads a text file whole, or standard input where the path is `-`.
///
/// A file beyond 64 MiB is refused: no song is that long, and a device may never end.
func readInput(_ path: String) throws(UnreadableFile) -> [UInt8] {
  try readInput(path, mebibytes: 64)
}

/// Reads a file whole that has no more than so many MiB.
func readInput(_ path: String, mebibytes limit: Int) throws(UnreadableFile) -> [UInt8] {
  let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw UnreadableFile(reason: reason(errno)) }
  defer { if path != "-" { close(descriptor) } }
  var bytes: [UInt8] = []
  let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
  defer { chunk.deallocate() }
  while true {
    let count = read(descriptor, chunk.baseAddress!, chunk.count)
    if count < 0 && errno == EINTR { continue }
    if count < 0 { throw UnreadableFile(reason: reason(errno)) }
    if count == 0 { return bytes }
    bytes += chunk[..<count]
    if bytes.count > limit << 20 {
      throw UnreadableFile(reason: "it is larger than \(limit) MiB")
    }
  }
}

/// What comes of reading a file; that it cannot be read is told on standard error.
func telling<Value>(
  _ path: String, on console: Console, _ read: () throws(UnreadableFile) -> Value
) throws(Refusal) -> Value {
  do throws(UnreadableFile) {
    return try read()
  } catch {
    console.message("tactus: cannot read \(quoted(path)): \(error.reason)")
    throw Refusal(code: .fileTrouble)
  }
}

/// The system's words for an error number.
func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Whether there is something of that name.
func fileExists(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0
}

/// Whether there is an ordinary file of that name, which writing would replace.
func isRegularFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
