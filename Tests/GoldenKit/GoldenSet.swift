/// A folder with songs in `Patterns` and with what they must give in `Golden`.
public struct GoldenSet: Sendable {
  public let root: String

  public init(root: String) { self.root = root }

  /// The songs and goldens of this package.
  public static let repository = GoldenSet(
    root: #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined())

  /// The names of all songs and goldens, sorted.
  public func names() throws(GoldenFailure) -> [String] {
    let goldens = try Files.names(in: "\(root)/Golden").filter { Files.isFolder(golden($0)) }
    return Set(try songs() + goldens).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The names of the songs, sorted.
  public func songs() throws(GoldenFailure) -> [String] {
    let ending = ".yaml"
    return try Files.names(in: "\(root)/Patterns").filter { $0.hasSuffix(ending) }.map {
      String($0.dropLast(ending.count))
    }
  }

  public func song(_ name: String) -> String { "\(root)/Patterns/\(name).yaml" }
  public func golden(_ name: String) -> String { "\(root)/Golden/\(name)" }

  /// Where a song that differs from its golden leaves what it gives.
  public func output(_ name: String) -> String { "\(root)/.build/golden-new/\(name)" }

  /// - Returns: `false` where there is only a golden of that name.
  private func isSong(_ name: String) throws(GoldenFailure) -> Bool {
    if try songs().contains(name) { return true }
    if Files.isFolder(golden(name)) { return false }
    throw GoldenFailure("there is neither a song nor a golden of that name")
  }

  /// Compares a song with its golden, and leaves what it gives in ``output(_:)`` where they differ.
  ///
  /// - Returns: nothing where they agree.
  public func check(_ name: String) throws(GoldenFailure) -> [Difference] {
    guard try isSong(name) else { return [.noSong] }
    guard Files.isFolder(golden(name)) else { return [.noGolden] }
    let now = try SongOutput(of: song(name), into: output(name))
    let differences = try Comparison(folder: golden(name), now: now).differences()
    if differences.isEmpty { try Files.removeFolder(output(name)) }
    return differences
  }

  /// Makes what a song gives now its golden. A golden without a song is removed.
  ///
  /// - Returns: the differences from the golden as it was; nothing where they agree, and then no
  ///   file is touched.
  public func accept(_ name: String) throws(GoldenFailure) -> [Difference] {
    guard try isSong(name) else {
      try Files.removeFolder(golden(name))
      return [.noSong]
    }
    let now = try SongOutput(of: song(name), into: output(name))
    let isNew = !Files.isFolder(golden(name))
    let differences =
      isNew
      ? [.noGolden] : try Comparison(folder: golden(name), now: now).differences()
    if !differences.isEmpty {
      try Files.removeFolder(golden(name))
      try Files.makeFolder(golden(name))
      for file in try Comparison.files(of: now) {
        let bytes = try Files.read("\(output(name))/\(file.rawValue)")
        try Files.write(bytes, to: golden(name), file)
      }
    }
    try Files.removeFolder(output(name))
    return differences
  }
}

extension Files {
  static func write(
    _ bytes: [UInt8], to folder: String, _ file: GoldenFile
  ) throws(GoldenFailure) {
    try write(bytes, to: "\(folder)/\(file.rawValue)")
  }
}
