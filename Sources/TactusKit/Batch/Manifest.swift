import AudioFiles

/// What a batch has made, and from what: the list that it writes beside its files.
struct Manifest {
  /// A file that a song was made from.
  struct Input: Hashable, Sendable {
    /// Counted from the song's folder, as the song and its kits name it.
    let path: String
    /// `nil` for a file that was not there, and not needed: a sample of a MIDI file.
    let sha256: String?
  }

  /// What is known of an audio file beside its bytes.
  struct Audio: Hashable, Sendable {
    /// The digest of its samples, by ``DecodedSummary``.
    let samples: String
    let frames: Int
    let rate: Int
    let channels: Int
    /// `nil` where the format has none.
    let bits: Int?
    let isFloat: Bool
    /// The levels as they are written: an amplitude, decibels, decibels, LUFS.
    let peak: String
    let peakDecibels: String?
    let truePeakDecibels: String?
    let loudness: String?
  }

  /// A file that was made.
  struct Output: Hashable, Sendable {
    /// Counted from the manifest's folder.
    let path: PathName
    /// Counted from the folder of the songs.
    let song: PathName
    /// The usual ending of its format.
    let format: String
    /// The digest and the size of the file.
    let sha256: String
    let bytes: Int
    /// `nil` for a MIDI file.
    let audio: Audio?
    /// How many sounds start in it.
    let events: Int
    /// Of the program that made it.
    let version: String
    /// The song, then its kit, then the samples.
    let inputs: [Input]
  }

  /// Where the songs are, counted from the manifest's folder.
  var songs: String
  /// How many files were taken for songs in all parts of the batch together, and the digest of
  /// their names: by it, parts of one batch know each other.
  var listed: Int
  var list: String
  /// `nil` where the manifest is that of the whole batch.
  var shard: Shard?
  /// Files that were passed over as a song names them as its kit.
  var kits: [PathName]
  /// Songs that gave nothing.
  var failed: [PathName]
  /// In the order of their paths.
  var outputs: [Output]

  /// The version of the format that is written here.
  static let format = 1

  /// The name of the file in the output folder. Those of parts stand beside one another.
  static func fileName(of shard: Shard?) -> String {
    shard.map { "manifest-\($0.index)-of-\($0.count).json" } ?? "manifest.json"
  }

  /// The songs that the manifest has files of, with these.
  var outputsBySong: [PathName: [Output]] { Dictionary(grouping: outputs, by: \.song) }
}

extension SongList {
  /// The digest of the names of songs, in order, each with a NUL behind it.
  static func digest(of names: [PathName]) -> String {
    FileDigest(of: names.flatMap { Array($0.text.utf8) + [0] }).sha256
  }
}
