import AudioFiles
import Glibc

/// What a batch has finished so far, kept in its output folder until the manifest is written: after
/// an interruption, power loss included, the next run takes what is in it as done.
///
/// A line for each song, a JSON object `{"song": …, "outputs": […]}` with the outputs as the manifest
/// has them. Of several lines on one song the last one counts. A last line that is not complete
/// is what an interruption leaves, and is cut away.
final class BatchJournal {
  private let path: String
  private let descriptor: Int32
  /// What an earlier run has finished.
  private(set) var finished: [PathName: [Manifest.Output]] = [:]

  enum Fault: Error {
    /// Another batch is writing into the folder.
    case busy
    /// An error number of the system.
    case system(Int32)
  }

  static func fileName(of shard: Shard?) -> String {
    shard.map { ".tactus-batch-\($0.index)-of-\($0.count).jsonl" } ?? ".tactus-batch.jsonl"
  }

  /// Opens the journal of an interrupted run, or begins one, and keeps other runs from it.
  init(in folder: String, of shard: Shard?) throws(Fault) {
    let path = Paths.join(folder, BatchJournal.fileName(of: shard))
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
      if descriptor < 0 { throw .system(errno) }
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        let code = errno
        // Some network disks have no locks; then there is no protection either.
        if code != ENOLCK && code != EOPNOTSUPP {
          close(descriptor)
          throw code == EWOULDBLOCK ? .busy : .system(code)
        }
      }
      var status = stat()
      fstat(descriptor, &status)
      if status.st_nlink > 0 {
        self.path = path
        self.descriptor = descriptor
        break
      }
      // The run before has just ended and removed it.
      close(descriptor)
    }
    do throws(UnreadableFileBytes) {
      try readLines()
    } catch {
      throw .system(error.code)
    }
  }

  deinit { close(descriptor) }

  private struct UnreadableFileBytes: Error {
    let code: Int32
  }

  private func readLines() throws(UnreadableFileBytes) {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(descriptor, &chunk, chunk.count, bytes.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw UnreadableFileBytes(code: errno) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    var end = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard line.endIndex < bytes.count, let (song, outputs) = BatchJournal.entry(Array(line))
      else { break }
      finished[song] = outputs
      end = line.endIndex + 1
    }
    if end < bytes.count, ftruncate(descriptor, end) != 0 {
      throw UnreadableFileBytes(code: errno)
    }
  }

  private static func entry(_ line: [UInt8]) -> (PathName, [Manifest.Output])? {
    guard let json = JSONValue(line), let song = json["song"]?.string,
      let items = json["outputs"]?.list
    else { return nil }
    let outputs = items.compactMap { Manifest.Output($0) }
    return outputs.count == items.count ? (PathName(song), outputs) : nil
  }

  /// Adds songs, and waits until they are on the disk.
  ///
  /// - Precondition: their files are on the disk already.
  func add(_ songs: [(PathName, [Manifest.Output])]) throws(Fault) {
    if songs.isEmpty { return }
    let text = songs.map { song, outputs in
      JSON.object([
        ("song", JSON.string(song.text)), ("outputs", JSON.list(outputs.map(\.json))),
      ]) + "\n"
    }.joined()
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { throw .system(count < 0 ? errno : ENOSPC) }
      done += count
    }
    if fsync(descriptor) != 0 { throw .system(errno) }
  }

  /// Removes it, as the manifest says all that it said.
  func remove() { unlink(path) }
}
