import Glibc

/// A file that is written, read and thrown away. It is removed with this value, and by signals; see
/// ``removeUnfinishedFilesOnSignals()``.
public final class ScratchFile {
  /// It exists, is empty, and can be replaced.
  public let path: String
  private let slot: UnsafeMutablePointer<UnfinishedFiles.Slot>

  /// Makes it in `TMPDIR`, or else in `/tmp`.
  ///
  /// - Parameter ending: of the file's name, without the dot.
  public init(ending: String) throws(AudioFileError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/tactus-XXXXXX.\(ending)".utf8CString)
    let descriptor = mkstemps(&template, Int32(ending.utf8.count + 1))
    if descriptor < 0 {
      throw AudioFileError(path: parent, cause: .system(.create, SystemError(code: errno)))
    }
    close(descriptor)
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    slot = UnfinishedFiles.add(path, create: {}).slot
  }

  deinit {
    unlink(path)
    UnfinishedFiles.forget(slot)
  }
}
