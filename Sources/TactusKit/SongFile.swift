import AudioFiles
import Diagnostics
import Scheduler
import SongModel
import SongText
import Sounds
import Timing

/// A song that has been read without an error.
struct SongFile {
  let path: String
  var song: Song

  /// The path without its folder and ending, or `song` for standard input.
  var stem: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard name != "-" else { return "song" }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

/// Why a song cannot be used; the reason has been told already.
struct Refusal: Error {
  let code: ExitCode
}

extension Console {
  /// Shows what there is to say of a song, as far as it weighs enough to be told unasked.
  func show(_ diagnostics: DiagnosticList) {
    let text = DiagnosticRenderer(usesColor: err.terminal.showsColor).render(diagnostics)
    if !text.isEmpty { message(text) }
  }
}

/// Reads a song and tells its mistakes on standard error.
///
/// - Parameter tempo: stands in place of the song's own top-level tempo.
func loadSong(
  _ path: String, tempo: TempoText? = nil, on console: Console
) throws(Refusal) -> SongFile {
  let reading = try readSongFile(path, tempo: tempo, on: console)
  console.show(reading.diagnostics)
  guard let song = reading.song else { throw Refusal(code: .wrongSong) }
  return SongFile(path: path, song: song)
}

/// Reads a song and keeps its mistakes for the caller.
func readSongFile(
  _ path: String, tempo: TempoText? = nil, on console: Console
) throws(Refusal) -> SongReading {
  do throws(UnreadableFile) {
    return readSong(try readInput(path), path: path, tempo: tempo, readFile: readInput)
  } catch {
    console.message("tactus: cannot read \(quoted(path)): \(error.reason)")
    throw Refusal(code: .fileTrouble)
  }
}

/// The samples of all sounds of a song that are heard, at one rate. A sound that is not heard has
/// none.
func loadSounds(of song: Song, at rate: SampleRate, on console: Console) throws(Refusal)
  -> [SampleBuffer]
{
  var diagnostics = DiagnosticList()
  let heard = song.soundsHeard
  var buffers: [SampleBuffer] = []
  for (index, sound) in song.sounds.enumerated() {
    guard heard.contains(index) else {
      buffers.append(SampleBuffer(channels: [[]], rate: rate))
      continue
    }
    switch sound.source {
    case .builtIn(let builtIn):
      buffers.append(builtIn.samples(at: rate))
    case .file(let path, let span):
      do throws(AudioFileError) {
        buffers.append(try readSamples(path: path, at: rate))
      } catch {
        diagnostics.report(
          .song(.unreadableSound(path: path, reason: error.description)), at: span)
      }
    }
  }
  guard !diagnostics.isEmpty else { return buffers }
  console.show(diagnostics)
  throw Refusal(code: .fileTrouble)
}
