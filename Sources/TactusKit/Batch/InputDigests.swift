import AudioFiles
import SongText
import Synchronization

/// The digests of kits and samples, each worked out once, for all songs that share them.
///
/// A file has to be asked for here before its samples are read. If it changes in between, the old
/// digest goes into the manifest, and the next run with `--changed` makes the song again.
final class InputDigests: Sendable {
  private let known = Mutex<[PathName: String?]>([:])

  /// The SHA-256 of a file; `nil` where it cannot be read.
  func digest(of path: String) -> String? {
    let name = PathName(path)
    if let digest = known.withLock({ $0[name] }) { return digest }
    let digest = try? FileDigest(ofFile: path).sha256
    known.withLock { $0[name] = digest }
    return digest
  }
}

/// Reads a song and its kit, and notes what it has read.
final class InputTrace {
  private let song: String
  private(set) var inputs: [Manifest.Input] = []
  /// The kits, as they can be opened.
  private(set) var kits: [String] = []

  /// - Parameter song: the song's path.
  init(_ song: String) { self.song = song }

  /// Reads the song, or a kit that it names.
  func read(_ path: String) throws(UnreadableFile) -> [UInt8] {
    if path != song { kits.append(path) }
    let bytes = try readInput(path)
    note(path, FileDigest(of: bytes).sha256)
    return bytes
  }

  /// Notes the samples, in the order in which the song names them.
  func addSamples(_ paths: [String], _ digests: InputDigests) {
    for path in paths { note(path, digests.digest(of: path)) }
  }

  private func note(_ path: String, _ sha256: String?) {
    let input = Manifest.Input(path: InputTrace.counted(path, fromSong: song), sha256: sha256)
    if !inputs.contains(input) { inputs.append(input) }
  }

  /// A path as a song names it, counted from the song's folder.
  private static func counted(_ path: String, fromSong song: String) -> String {
    let folder = Paths.folder(of: song)
    guard !Paths.isAbsolute(path) || Paths.isAbsolute(song), !folder.isEmpty,
      path.utf8.starts(with: folder.utf8)
    else { return path }
    return String(path.utf8.dropFirst(folder.utf8.count)) ?? path
  }
}
