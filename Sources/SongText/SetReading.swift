import Diagnostics
import SongModel

/// What came of reading a set: the set where it has no mistakes, and all that is to be said of it.
/// Its songs have not been read.
public struct SetReading: Sendable {
  public let set: SetList?
  public var diagnostics: DiagnosticList
}

/// What came of reading a file that may be a song or a set of songs.
public enum FileReading: Sendable {
  case song(SongReading)
  case set(SetReading)
}

/// Reads a song, or a set where the file has a key `set`. The parameters are those of
/// ``readSong(_:path:tempo:readFile:)``.
public func readSongOrSet(
  _ bytes: [UInt8], path: String, tempo: TempoText? = nil,
  readFile: @escaping (String) throws(UnreadableFile) -> [UInt8]
) -> FileReading {
  let decoder = SongDecoder(tempo: tempo, readFile: readFile)
  let root = compose(bytes, path: path, into: &decoder.diagnostics)
  if let root, let entry = SongDecoder.setEntry(of: root) {
    let set = decoder.setList(root, entry)
    return .set(
      SetReading(
        set: decoder.diagnostics.hasErrors ? nil : set, diagnostics: decoder.diagnostics))
  }
  let song = root.flatMap { decoder.song($0) }
  return .song(
    SongReading(
      song: decoder.diagnostics.hasErrors ? nil : song, diagnostics: decoder.diagnostics))
}

/// Whether a file is a set, whatever mistakes it may have.
public func isSet(_ bytes: [UInt8], path: String) -> Bool {
  var diagnostics = DiagnosticList()
  let root = compose(bytes, path: path, into: &diagnostics)
  return root.flatMap(SongDecoder.setEntry) != nil
}
