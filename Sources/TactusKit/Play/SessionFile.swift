import AudioFiles
import Glibc
import SongModel
import SongText
import Timing

/// The file that a session is recorded to: the song as it was read, and behind it what was done.
///
/// It is written again and again while it grows, whole each time, so that whatever ends the program
/// leaves the last state behind.
struct SessionFile {
  let path: String
  private let head: [UInt8]
  private let song: Song
  private let rate: SampleRate
  /// Whether the whole song stands in braces: what was done goes in before the last one.
  private let isInBraces: Bool
  private var written: [LiveChange]?

  /// - Throws: where the file is there already, or could not find what the song names.
  init(_ path: String, of played: PlayedSong, replacing: Bool) throws(SessionFailure) {
    if !played.song.live.isEmpty { throw .isSession(played.path) }
    if played.song.output.loop { throw .loops(played.path) }
    if !replacing && fileExists(path) { throw .exists(path) }
    if played.namesFiles && !SessionFile.areNeighbours(path, played.path) {
      throw .elsewhere(path, song: played.path)
    }
    if OutputFile.isStream(path: path) { throw .stream(path) }
    self.path = path
    head = played.text
    song = played.song
    rate = played.player.rate
    let nothing = liveLines(of: [], in: song, rate: rate)
    let form = [false, true].first { isInBraces in
      let text = SessionFile.text(played.text, nothing, inBraces: isInBraces)
      return readSong(text, path: played.path, readFile: readInput).song != nil
    }
    guard let form else { throw .form(played.path) }
    isInBraces = form
  }

  private static func text(_ head: [UInt8], _ live: [String], inBraces: Bool) -> [UInt8] {
    var bytes = head
    if inBraces {
      while let last = bytes.last, " \r\n".utf8.contains(last) { bytes.removeLast() }
      if bytes.last == UInt8(ascii: "}") { bytes.removeLast() }
    }
    if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    var lines = ["", "# What was done while it was played."] + live
    if inBraces {
      let items = live.dropFirst().enumerated().map { index, line in
        (index == 0 ? "    " : "  , ") + line.dropFirst("  - ".count)
      }
      lines = lines[..<2] + [", live: ["] + items + ["]}"]
    }
    for line in lines { bytes += Array((line + "\n").utf8) }
    return bytes
  }

  /// Whether two paths lie in one folder.
  private static func areNeighbours(_ path: String, _ other: String) -> Bool {
    func folder(_ path: String) -> String {
      path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    }
    var (one, two) = (stat(), stat())
    return stat(folder(path), &one) == 0 && stat(folder(other), &two) == 0
      && one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }

  /// Writes what was done so far, if there is anything new or the file has gone.
  mutating func write(_ changes: [LiveChange]) throws(AudioFileError) {
    guard changes != written || !fileExists(path) else { return }
    let live = liveLines(of: changes, in: song, rate: rate)
    try OutputFile.write(SessionFile.text(head, live, inBraces: isInBraces), to: path)
    written = changes
  }
}

/// Why a session cannot be recorded.
enum SessionFailure: Error {
  case exists(String)
  case isSession(String)
  case loops(String)
  case elsewhere(String, song: String)
  case stream(String)
  case form(String)

  var message: String {
    switch self {
    case .exists(let path):
      "\(quoted(path)) is there already: name another file, or use --force"
    case .isSession(let path):
      "\(quoted(path)) is a session already: record the song that it was made of"
    case .stream(let path):
      "\(quoted(path)) is no file: a session is written again and again while it grows"
    case .form(let path):
      "nothing can be added to the text of \(quoted(path)): write its keys without braces around them"
    case .loops(let path):
      "\(quoted(path)) has 'loop' in its 'output': a session has a beginning and an end"
    case .elsewhere(let path, let song):
      "\(quoted(song)) names files by paths of its own: write \(quoted(path)) into the song's folder"
    }
  }
}
