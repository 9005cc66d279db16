import AudioFiles
import SongText

extension Manifest {
  /// More than a million outputs have.
  private static let largest = 4096

  /// Reads a manifest.
  static func reading(_ path: String) -> Result<Manifest, Fault> {
    do throws(Fault) {
      let bytes: [UInt8]
      do throws(UnreadableFile) {
        bytes = try readInput(path, mebibytes: largest)
      } catch {
        throw Fault(reason: error.reason)
      }
      return .success(try Manifest(bytes))
    } catch {
      return .failure(error)
    }
  }

  /// Writes the manifest, which is on the disk then.
  func write(to path: String) throws(AudioFileError) {
    var file = try OutputFile(creating: path)
    var waiting: [UInt8] = []
    try forEachLine { line throws(AudioFileError) in
      waiting += line.utf8
      if waiting.count < 1 << 16 { return }
      try file.write(waiting)
      waiting.removeAll(keepingCapacity: true)
    }
    try file.write(waiting)
    try file.commit(durably: true)
  }
}
