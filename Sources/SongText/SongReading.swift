import Diagnostics
import SongModel

/// What came of reading a song: the song where it has no mistakes, and all that is to be said.
public struct SongReading: Sendable {
  public let song: Song?
  public let diagnostics: DiagnosticList

  public init(song: Song?, diagnostics: DiagnosticList) {
    self.song = song
    self.diagnostics = diagnostics
  }
}

/// Why a file that a song names cannot be read, in words.
public struct UnreadableFile: Error {
  public let reason: String

  public init(reason: String) { self.reason = reason }
}

/// How many bytes a song's file may have.
public let largestSongFile = YAMLLimits.mebibytes << 20

/// Reads a song from its text. Every mistake is found in one go.
///
/// - Parameters:
///   - bytes: the file, UTF-8.
///   - path: how messages name it, and what the paths in it are relative to; `-` for standard
///     input.
///   - tempo: stands in place of the song's own top-level tempo.
///   - readFile: reads another file that the song names.
/// - Returns: no song where there is an error.
public func readSong(
  _ bytes: [UInt8], path: String, tempo: TempoText? = nil,
  readFile: @escaping (String) throws(UnreadableFile) -> [UInt8]
) -> SongReading {
  let decoder = SongDecoder(tempo: tempo, readFile: readFile)
  let song = compose(bytes, path: path, into: &decoder.diagnostics).flatMap {
    decoder.song($0)
  }
  return SongReading(
    song: decoder.diagnostics.hasErrors ? nil : song, diagnostics: decoder.diagnostics)
}
