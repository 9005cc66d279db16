import Diagnostics
import SongModel
import SongText
import Timing

/// A set that has been read without an error, with all of its songs.
struct SetFile {
  let path: String
  let list: SetList
  /// Each song once, in the order in which the set first names them.
  var songs: [SongFile]
  /// By item of the list, an index into ``songs``.
  let order: [Int]

  /// What an item's song is called.
  func title(ofItem item: Int) -> String { songs[order[item]].title }
}

extension SongFile {
  /// The song's title; without one, its file's name.
  var title: String { song.title ?? String(Paths.name(of: path)) }
}

/// What a command was given that takes songs and sets.
enum SongOrSet {
  case song(SongFile)
  case set(SetFile)
}

/// Reads a song, or a set with all of its songs, and tells the mistakes on standard error.
///
/// - Parameter tempo: stands in place of each song's own top-level tempo.
func loadSongOrSet(
  _ path: String, tempo: TempoText? = nil, on console: Console
) throws(Refusal) -> SongOrSet {
  switch try readSongOrSetFile(path, tempo: tempo, on: console) {
  case .song(let reading):
    console.showTroubles(reading.diagnostics)
    guard let song = reading.song else { throw Refusal(code: reading.diagnostics.code) }
    return .song(SongFile(path: path, song: song))
  case .set(let reading): return .set(try SetFile(path, reading, tempo: tempo, on: console))
  }
}

extension SetFile {
  /// Reads all songs of a set, and tells the mistakes on standard error.
  fileprivate init(
    _ path: String, _ reading: SetReading, tempo: TempoText?, on console: Console
  ) throws(Refusal) {
    var songs = SetSongs(reading, tempo: tempo)
    songs.read()
    for diagnostics in songs.diagnostics { console.showTroubles(diagnostics) }
    guard let file = songs.file(path) else { throw Refusal(code: songs.code) }
    self = file
  }

  /// Reads a set, and makes sure that each of its songs can be played, sounds included.
  ///
  /// - Parameter text: what stands in the file.
  init(
    forPlaying path: String, _ text: [UInt8], _ options: PlayedSong.Options, at rate: SampleRate,
    on console: Console
  ) throws(Refusal) {
    let read = { (_: String) throws(UnreadableFile) in text }
    guard case .set(let reading) = try readSongOrSetFile(path, read: read, on: console) else {
      preconditionFailure("a set")
    }
    try self.init(path, reading, tempo: nil, on: console)
    var code = ExitCode.done
    for song in songs {
      do throws(Refusal) {
        try PlayedSong.check(song.path, options, at: rate, on: console)
      } catch {
        if code != .wrongSong { code = error.code }
      }
    }
    if code != .done { throw Refusal(code: code) }
  }
}

/// Reads a file that is a song or a set, and keeps its mistakes for the caller. A set's songs are not
/// read.
func readSongOrSetFile(
  _ path: String, tempo: TempoText? = nil,
  read: @escaping (String) throws(UnreadableFile) -> [UInt8] = readInput, on console: Console
) throws(Refusal) -> FileReading {
  let text = try telling(path, on: console) { () throws(UnreadableFile) in try read(path) }
  let reading = readSongOrSet(text, path: path, tempo: tempo, readFile: read)
  guard case .song(let song) = reading else { return reading }
  return .song(checkStart(of: song))
}

/// Reads the songs of a set, each file once however often the set names it.
struct SetSongs {
  private let list: SetList?
  private let tempo: TempoText?
  /// Of the set, with what is wrong with the songs it names.
  private var own: DiagnosticList
  private var ofSongs: [DiagnosticList] = []
  private var songs: [SongFile] = []
  private var order: [Int] = []

  init(_ reading: SetReading, tempo: TempoText? = nil) {
    list = reading.set
    own = reading.diagnostics
    self.tempo = tempo
  }

  /// All that there is to say: of the set, then of each song that it names.
  var diagnostics: [DiagnosticList] { [own] + ofSongs }

  /// What a command ends with.
  var code: ExitCode {
    let codes = diagnostics.map(\.code)
    return codes.contains(.wrongSong)
      ? .wrongSong : codes.contains(.fileTrouble) ? .fileTrouble : .done
  }

  mutating func read() {
    var known: [String: Int] = [:]
    for item in list?.items ?? [] {
      let path = item.song.value
      if known[path] == nil {
        known[path] = songs.count
        if let song = song(path, at: item.song.span) {
          songs.append(SongFile(path: path, song: song))
        } else {
          known[path] = -1
        }
      }
      order.append(known[path]!)
    }
  }

  private mutating func song(_ path: String, at span: SourceSpan) -> Song? {
    do throws(UnreadableFile) {
      let reading = readSongOrSet(
        try readInput(path), path: path, tempo: tempo, readFile: readInput)
      switch reading {
      case .song(let reading):
        let checked = checkStart(of: reading)
        ofSongs.append(checked.diagnostics)
        return checked.song
      case .set:
        own.report(.song(.setNotSong(path: path)), at: span)
      }
    } catch {
      own.report(.song(.unreadableSong(path: path, reason: error.reason)), at: span)
    }
    return nil
  }

  /// The set; `nil` where anything is wrong.
  func file(_ path: String) -> SetFile? {
    guard let list, code == .done else { return nil }
    return SetFile(path: path, list: list, songs: songs, order: order)
  }
}
