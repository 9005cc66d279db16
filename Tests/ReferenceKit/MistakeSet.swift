/// Songs with mistakes, each beside the text that `tactus check` has for it: `NAME.yaml` and
/// `NAME.txt`.
public struct MistakeSet: Sendable {
  private let folder: String

  public static let repository = MistakeSet(
    folder: Files.repository + "/Tests/ReferenceTests/Mistakes")

  /// Songs that are too large to keep, written when they are needed.
  private static let made: [String: @Sendable () -> String] = [
    "file-too-large": { String(repeating: "# A remark that never ends.\n", count: 1 << 20) }
  ]

  /// The names of all songs, sorted.
  public func songs() throws -> [String] {
    (try names(endingIn: ".yaml") + MistakeSet.made.keys).sorted()
  }

  /// The names for which there is a text.
  public func texts() throws -> [String] { try names(endingIn: ".txt") }

  private func names(endingIn ending: String) throws -> [String] {
    try Files.names(in: folder).filter { $0.hasSuffix(ending) }
      .map { String($0.dropLast(ending.count)) }.sorted()
  }

  /// The song of a name; what is not UTF-8 in it becomes U+FFFD.
  public func song(_ name: String) throws -> String {
    try MistakeSet.made[name]?() ?? Files.text(of: "\(folder)/\(name).yaml")
  }

  /// What the song gets, as it should be.
  public func text(_ name: String) throws -> String {
    try Files.text(of: "\(folder)/\(name).txt")
  }

  /// What the song gets now.
  public func check(_ name: String) throws -> CommandRun {
    let line = "tactus check \(name).yaml"
    guard let song = MistakeSet.made[name] else { return try run(line, in: folder) }
    let folder = try TemporaryFolder()
    try Files.write(song(), to: "\(folder.path)/\(name).yaml")
    return try run(line, in: folder.path)
  }

  /// Makes what the song gets now its text.
  ///
  /// - Returns: whether it was another.
  public func accept(_ name: String) throws -> Bool {
    let path = "\(folder)/\(name).txt"
    let text = try check(name).err
    if try Files.exists(path) && Files.text(of: path) == text { return false }
    try Files.write(text, to: path)
    return true
  }

  /// Removes the text of a song that is no more.
  public func forget(_ name: String) throws { try Files.remove("\(folder)/\(name).txt") }
}
