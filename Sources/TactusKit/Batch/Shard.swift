import AudioFiles

/// One of several parts of a batch, as `2/4`.
///
/// The parts are cut from the list of songs in the order of a hash, the SHA-256 of the path of a
/// song's outputs without their endings: part i of n is what lies from ⌊(i−1)·count/n⌋ to
/// ⌊i·count/n⌋. So whoever has the same list has the same parts, these are equally large, songs
/// that stand together are spread, and a song more or less moves at most one song across each
/// border.
struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  let index: Int
  let count: Int

  static let most = 10_000

  /// `2/4`; `nil` for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]),
      (1...Shard.most).contains(count), (1...count).contains(index), "\(index)/\(count)" == text
    else { return nil }
    self.init(index: index, of: count)
  }

  init(index: Int, of count: Int) {
    precondition((1...count).contains(index), "a part of them")
    self.index = index
    self.count = count
  }

  var description: String { "\(index)/\(count)" }

  /// The songs of this part, in the order of the list.
  func part(of songs: [BatchSong]) -> [BatchSong] {
    let order = songs.indices.map { (FileDigest(of: Array(songs[$0].stem.text.utf8)).sha256, $0) }
      .sorted { $0 < $1 }
    let (start, end) = ((index - 1) * songs.count / count, index * songs.count / count)
    return order[start..<end].map(\.1).sorted().map { songs[$0] }
  }
}
