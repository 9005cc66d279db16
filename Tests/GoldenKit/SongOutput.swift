import AudioFiles
import MIDIFiles
import TactusKit

/// What a song gives, in the words of its golden files.
public struct SongOutput: Sendable {
  /// `events.csv`: what `tactus events --format csv` prints.
  public let events: String
  /// `audio.sum`: what the audio files hold once decoded.
  public let audio: String
  /// `midi.txt`: the MIDI file in words, without the program's version.
  public let midi: String
  /// The path of the rendered WAV file.
  public let wavPath: String

  /// Renders a song to files with the program itself, and reads them back.
  ///
  /// - Parameter folder: where the files are left, and the texts beside them; what lay there is
  ///   gone.
  /// - Throws: where the program fails or has anything to warn of, and where the FLAC file's
  ///   samples are not those of the WAV file.
  public init(of song: String, into folder: String) throws(GoldenFailure) {
    try Files.removeFolder(folder)
    try Files.makeFolder(folder)
    wavPath = "\(folder)/audio.wav"
    let (flacPath, midiPath) = ("\(folder)/audio.flac", "\(folder)/song.mid")
    events = try tactus("events", song, "--format", "csv")
    _ = try tactus("render", song, "-o", wavPath, "-o", flacPath, "-o", midiPath)
    audio = try audioSummary(of: wavPath)
    let flac = try audioSummary(of: flacPath)
    guard flac == audio else {
      throw GoldenFailure("WAV and FLAC hold different samples:\n\(audio)\n\(flac)")
    }
    midi = try midiText(of: midiPath)
    for file in GoldenFile.texts { try Files.write(Array(text(of: file).utf8), to: folder, file) }
  }

  /// - Precondition: the file is one of ``GoldenFile/texts``.
  func text(of file: GoldenFile) -> String {
    switch file {
    case .events: events
    case .audio: audio
    case .midi: midi
    case .wav: preconditionFailure("a WAV file is no text")
    }
  }
}

/// A file of a golden's folder.
public enum GoldenFile: String, CaseIterable, Sendable {
  case audio = "audio.sum"
  /// Kept where it is smaller than ``GoldenFile/wavLimit``, so that a difference can be told to
  /// the frame.
  case wav = "audio.wav"
  case events = "events.csv"
  case midi = "midi.txt"

  static let texts: [GoldenFile] = [.events, .audio, .midi]
  /// In bytes.
  static let wavLimit = 200_000
}

/// What an audio file holds, a line for each fact.
func audioSummary(of path: String) throws(GoldenFailure) -> String {
  do throws(AudioFileError) {
    let summary = try decodedSummary(path: path)
    return """
      sha256: \(summary.digest)
      frames: \(summary.frames.index)
      rate: \(summary.hertz)
      channels: \(summary.channels)
      bits: \(summary.samples.isInteger ? "\(summary.samples.bits)" : "float")
      peak: \(summary.peak)

      """
  } catch {
    throw GoldenFailure(error.description)
  }
}

private func midiText(of path: String) throws(GoldenFailure) -> String {
  let bytes = try Files.read(path)
  do throws(MIDIError) {
    let words = describe(try readMIDIFile(bytes))
    return words.replacing("\"tactus \(tactusVersion)\"", with: "\"tactus\"")
  } catch {
    throw GoldenFailure("\(path): \(error)")
  }
}

/// Runs the program in this process, as a shell would with its output in pipes.
///
/// - Returns: what it prints.
/// - Throws: where it fails, and where it says anything on standard error.
private func tactus(_ words: String...) throws(GoldenFailure) -> String {
  let (out, err) = (Recording(), Recording())
  let pipe = Terminal(isTerminal: false, environment: { _ in nil })
  let console = Console(
    out: ConsoleStream(terminal: pipe, capacity: 1 << 16, sink: out.take),
    err: ConsoleStream(terminal: pipe, capacity: 0, sink: err.take), clock: { .zero })
  let code = program.run(words, on: console)
  guard code == .done, err.bytes.isEmpty else {
    throw GoldenFailure("tactus \(words[0]) ends with \(code.meaning):\n\(err.text)")
  }
  return out.text
}

private final class Recording {
  private(set) var bytes: [UInt8] = []
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func take(_ chunk: UnsafeRawBufferPointer) -> Int {
    bytes += chunk
    return chunk.count
  }
}
