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

  /// Writes the manifest, which is on the disk then, and leaves a file alone that says the same.
  func write(to path: String) throws(AudioFileError) {
    let bytes = Array(text.utf8)
    if isRegularFile(path), let old = try? readInput(path, mebibytes: Manifest.largest),
      old == bytes
    {
      return
    }
    var file = try OutputFile(creating: path)
    try file.write(bytes)
    try file.commit(durably: true)
  }
}
