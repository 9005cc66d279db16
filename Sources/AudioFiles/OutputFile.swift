import CLinux
import Glibc

/// A file that appears under its name only when it is complete, or a pipe.
///
/// A file is written beside its destination, under a name of its own, and renamed by ``commit()``.
/// An earlier file of that name stays whole until then. Whatever else ends the value removes the
/// unfinished file. A destination that is a symbolic link keeps the link and replaces the file
/// that it leads to.
///
/// Standard output, a named pipe and a device such as `/dev/null` are *streams*: they get each byte
/// when it is written, in order, and nothing of it can be taken back. A named pipe is opened when
/// it has a reader.
///
/// While a file is being written its path is known to the handler of
/// ``removeUnfinishedFilesOnSignals()``. Only a process that is killed outright, or a loss of power,
/// leaves the unfinished file behind; see ``removeLeftOvers(of:)``.
///
/// After an error every further call gives the same error. A limit on the size of files
/// (`RLIMIT_FSIZE`) and a reader that went away are errors only where the process ignores
/// `SIGXFSZ` and `SIGPIPE`; otherwise these signals end the process.
public struct OutputFile: ~Copyable {
  /// The path that stands for standard output.
  public static let standardOutput = "-"

  /// The destination, as the caller named it.
  public let path: String
  /// The bytes written so far.
  public private(set) var size = 0
  /// Whether bytes can only be appended.
  public let isStream: Bool

  private let destination: String
  private let temporary: String
  /// -1 once closed.
  private var descriptor: Int32
  /// Where signals find the temporary file while it is there and is ours to remove.
  private var slot: UnsafeMutablePointer<UnfinishedFiles.Slot>?
  private var failure: AudioFileError?
  /// The size that the file system has been asked to have room for.
  private var reserved = 0
  /// Where the disk counts as full, for tests.
  private let limit: Int

  /// Creates the temporary file, or opens the stream.
  ///
  /// - Parameter path: `-` is standard output.
  /// - Throws: where the folder is missing or may not be written to, where the destination is a
  ///   folder, a socket or a disk, or an existing file that is write-protected.
  public init(creating path: String) throws(AudioFileError) {
    try self.init(creating: path, limit: .max)
  }

  init(creating path: String, limit: Int) throws(AudioFileError) {
    func error(_ code: Int32) -> AudioFileError {
      AudioFileError(path: path, cause: .system(.create, SystemError(code: code)))
    }
    if path.utf8.contains(0) { throw error(EINVAL) }
    if path.isEmpty { throw error(ENOENT) }
    var descriptor: Int32 = -1
    var destination = ""
    var temporary = ""
    var slot: UnsafeMutablePointer<UnfinishedFiles.Slot>?
    if OutputFile.isStream(path: path) {
      // A copy, so that closing it leaves standard output as it was.
      descriptor =
        path == OutputFile.standardOutput
        ? fcntl(1, F_DUPFD_CLOEXEC, 3)
        : retrying { open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
    } else {
      destination = try OutputFile.target(of: path)
      let slash = destination.lastIndex(of: "/")
      let folder = slash.map { destination[...$0] } ?? ""
      let name = destination[
        (slash.map { destination.index(after: $0) } ?? destination.startIndex)...]
      if name.isEmpty { throw error(EISDIR) }
      let start = folder + OutputFile.temporaryStart(of: String(name))
      var attempt = 0
      var code: Int32 = 0
      repeat {
        temporary = "\(start)\(getpid())-\(attempt)\(OutputFile.temporaryEnd)"
        let created = UnfinishedFiles.add(temporary) { [temporary] in
          retrying { open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
        }
        (slot, descriptor, code) = (created.slot, created.result, errno)
        if descriptor < 0 { UnfinishedFiles.forget(created.slot) }
        attempt += 1
      } while descriptor < 0 && code == EEXIST && attempt < 10_000
      if descriptor < 0 { throw error(code) }
    }
    if descriptor < 0 { throw error(errno) }
    self.path = path
    self.destination = destination
    self.temporary = temporary
    self.descriptor = descriptor
    self.limit = limit
    isStream = temporary.isEmpty
    self.slot = slot
  }

  /// How the name of a temporary file begins and ends; the process and a number stand between.
  static func temporaryStart(of name: String) -> String {
    // A name may have 255 bytes, of which the additions take up to 40.
    var name = name[...]
    while name.utf8.count > 200 { name.removeLast() }
    return ".\(name).tactus-"
  }

  static let temporaryEnd = ".part"

  /// Writes a whole file, or all that goes into a stream.
  public static func write(_ bytes: [UInt8], to path: String) throws(AudioFileError) {
    var file = try OutputFile(creating: path)
    try file.write(bytes)
    try file.commit()
  }

  /// Whether a path is one of a stream: standard output, a named pipe or a device.
  public static func isStream(path: String) -> Bool {
    if path == standardOutput { return true }
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return false }
    return [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
  }

  /// The file to replace: where a link leads, else the path itself.
  private static func target(of path: String) throws(AudioFileError) -> String {
    var status = stat()
    if stat(path, &status) != 0 {
      if errno == ENOENT { return path }
      throw AudioFileError(path: path, cause: .system(.create, SystemError(code: errno)))
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw AudioFileError(path: path, cause: .system(.create, SystemError(code: EISDIR)))
    }
    if status.st_mode & S_IFMT != S_IFREG { throw AudioFileError(path: path, cause: .notRegular) }
    // Renaming would replace a write-protected file without asking.
    if faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0 {
      throw AudioFileError(path: path, cause: .system(.create, SystemError(code: errno)))
    }
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Has the file system find room for a file of so many bytes at once, where it can. It then need
  /// not look for room piece by piece, which is a quarter of the work of writing. What is not used
  /// is given back in the end, and at once where it is not enough: then writing tells, of a file that
  /// the file system may still be able to hold, as one does that compresses.
  mutating func reserve(_ bytes: Int) {
    if isStream || bytes > limit { return }
    if fallocate64(descriptor, FALLOC_FL_KEEP_SIZE, 0, bytes) == 0 {
      reserved = bytes
    } else {
      ftruncate(descriptor, size)
    }
  }

  /// Appends bytes.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(AudioFileError) {
    try write(bytes, at: size)
  }

  /// Appends bytes.
  public mutating func write(_ bytes: [UInt8]) throws(AudioFileError) {
    try write(bytes, at: size)
  }

  /// Writes bytes at an offset from the start of the file, over what stands there.
  ///
  /// - Precondition: no stream.
  public mutating func write(_ bytes: [UInt8], at offset: Int) throws(AudioFileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(AudioFileError) in
      try write(UnsafeRawBufferPointer(bytes), at: offset)
    }
  }

  /// Writes bytes at an offset from the start of the file, over what stands there.
  ///
  /// - Precondition: a stream gets its bytes in order.
  public mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int)
    throws(AudioFileError)
  {
    precondition(!isStream || offset == size, "a stream is written in order")
    if let failure { throw failure }
    let allowed = min(bytes.count, max(0, limit - offset))
    var done = 0
    while done < allowed {
      let part = UnsafeRawBufferPointer(rebasing: bytes[done..<allowed])
      let count = retrying {
        isStream
          ? Glibc.write(descriptor, part.baseAddress, part.count)
          : pwrite(descriptor, part.baseAddress, part.count, offset + done)
      }
      if count < 0 { throw fail(errno) }
      // A write of nothing would be tried for ever.
      if count == 0 { throw fail(ENOSPC) }
      done += count
      size = max(size, offset + done)
    }
    if done < bytes.count { throw fail(ENOSPC) }
  }

  /// Appends the bytes of several places, as if they stood in one.
  ///
  /// - Parameter parts: are used up.
  mutating func write(_ parts: UnsafeMutableBufferPointer<iovec>) throws(AudioFileError) {
    if let failure { throw failure }
    var next = 0
    while next < parts.count {
      let some = parts[next..<min(next + OutputFile.mostParts, parts.count)]
      // The last bytes of a full disk are written one part after the other.
      if size + some.reduce(0, { $0 + $1.iov_len }) > limit {
        for part in some {
          try write(UnsafeRawBufferPointer(start: part.iov_base, count: part.iov_len))
        }
        next = some.endIndex
        continue
      }
      let list = UnsafePointer(parts.baseAddress! + next)
      var count = retrying {
        isStream
          ? writev(descriptor, list, Int32(some.count))
          : pwritev(descriptor, list, Int32(some.count), size)
      }
      if count < 0 { throw fail(errno) }
      if count == 0 { throw fail(ENOSPC) }
      size += count
      while next < parts.count, count >= parts[next].iov_len {
        count -= parts[next].iov_len
        next += 1
      }
      if count > 0 {
        parts[next].iov_base += count
        parts[next].iov_len -= count
      }
    }
  }

  /// What Linux takes in one call.
  private static let mostParts = 1024

  /// Gives the complete file its name, or closes the stream.
  ///
  /// No process ever sees a half file under the name. But the system may write the bytes to the
  /// disk later, up to half a minute on Linux by default, so that a loss of power can leave a half
  /// file, or the earlier one.
  ///
  /// - Parameter durably: whether to wait until the bytes and the name are on the disk, so that not
  ///   even a loss of power does that. Cost: that of the disk, from milliseconds to seconds. For
  ///   many files, ``writeDisk(holding:)`` after them costs less.
  public consuming func commit(durably: Bool = false) throws(AudioFileError) {
    try complete(durably: durably)
  }

  /// Removes what was written.
  public consuming func abandon() {}

  mutating func complete(durably: Bool = false) throws(AudioFileError) {
    if let failure { throw failure }
    if reserved > size && retrying({ ftruncate(descriptor, size) }) != 0 { throw fail(errno) }
    if durably && !isStream && retrying({ fsync(descriptor) }) != 0 { throw fail(errno) }
    let closing = descriptor
    descriptor = -1
    // Linux has released the descriptor whatever close returns; an interruption loses nothing.
    if close(closing) != 0 && errno != EINTR { throw fail(errno) }
    guard let renamed = slot else { return }
    if rename(temporary, destination) != 0 { throw fail(errno) }
    slot = nil
    UnfinishedFiles.forget(renamed)
    if durably { try writeFolder() }
  }

  /// Brings the name to the disk, which is a matter of the folder.
  private mutating func writeFolder() throws(AudioFileError) {
    let slash = destination.lastIndex(of: "/")
    let folder = slash.map { String(destination[...$0]) } ?? "."
    let descriptor = retrying { open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
    // A folder that may be written to but not read: nothing can be done about its name.
    if descriptor < 0 { return }
    defer { close(descriptor) }
    // Some file systems refuse it for folders, which is no failure of the file.
    if retrying({ fsync(descriptor) }) != 0 && errno != EINVAL { throw fail(errno) }
  }

  private mutating func fail(_ code: Int32) -> AudioFileError {
    let error = AudioFileError(path: path, cause: .system(.write, SystemError(code: code)))
    failure = error
    return error
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let slot {
      unlink(temporary)
      UnfinishedFiles.forget(slot)
    }
  }
}

/// The result of a system call, made again as often as a signal interrupts it.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
