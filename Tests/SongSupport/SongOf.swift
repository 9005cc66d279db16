import Diagnostics
import SongModel
import SongText

/// The song that a text stands for; a mistake in it ends the test that holds it.
public func song(_ text: String) -> Song {
  let reading = readSong(Array(text.utf8), path: "test.yaml") { _ throws(UnreadableFile) in
    throw UnreadableFile(reason: "a test reads no files")
  }
  guard let song = reading.song else {
    preconditionFailure(DiagnosticRenderer().render(reading.diagnostics))
  }
  return song
}
