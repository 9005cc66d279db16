import CLinux
import Glibc

/// Waits until all that was written to the disk that holds a file, by whomever, is on it: the bytes
/// and the names of files.
///
/// Cost: that of the disk for all that waits to be written; for thousands of small files it is a
/// small part of what it costs to wait for each of them.
///
/// - Throws: where the file cannot be opened, and where the disk reports that it lost something.
public func writeDisk(holding path: String) throws(AudioFileError) {
  let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
  if descriptor < 0 {
    throw AudioFileError(path: path, cause: .system(.open, SystemError(code: errno)))
  }
  defer { close(descriptor) }
  if retrying({ syncfs(descriptor) }) != 0 {
    throw AudioFileError(path: path, cause: .system(.write, SystemError(code: errno)))
  }
}

/// Which disk a file is on: a number that is the same for all files of one disk; `nil` where there
/// is no such file.
public func disk(holding path: String) -> UInt64? {
  var status = stat()
  return stat(path, &status) == 0 ? UInt64(status.st_dev) : nil
}
