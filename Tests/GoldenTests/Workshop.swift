import Glibc
import Testing

@testable import GoldenKit

/// A folder of its own with songs and goldens, removed at the end.
final class Workshop {
  let goldens: GoldenSet

  init() throws {
    var template = Array("/tmp/goldens-XXXXXX".utf8CString)
    goldens = GoldenSet(root: String(cString: try #require(mkdtemp(&template))))
    try Files.makeFolder("\(goldens.root)/Patterns")
  }

  deinit {
    let folders = ["Patterns", "Golden", ".build/golden-new"].map { "\(goldens.root)/\($0)" }
    for folder in folders {
      for name in (try? Files.names(in: folder)) ?? [] where Files.isFolder("\(folder)/\(name)") {
        try? Files.removeFolder("\(folder)/\(name)")
      }
      try? Files.removeFolder(folder)
    }
    rmdir("\(goldens.root)/.build")
    rmdir(goldens.root)
  }

  func write(_ text: String, as name: String) throws {
    try Files.write(Array(text.utf8), to: goldens.song(name))
  }

  /// Takes a song of the package with its golden.
  ///
  /// - Parameter change: what to write in the song, and in whose place, which has to stand there
  ///   once.
  func take(_ name: String, change: (from: String, to: String)? = nil) throws {
    var text = try Files.text(of: GoldenSet.repository.song(name))
    if let change { text = try changed(text, change) }
    try write(text, as: name)
    let (from, to) = (GoldenSet.repository.golden(name), goldens.golden(name))
    try Files.makeFolder(to)
    for file in try Files.names(in: from) {
      try Files.write(try Files.read("\(from)/\(file)"), to: "\(to)/\(file)")
    }
  }

  /// Changes a file of a golden.
  func spoil(_ file: GoldenFile, of name: String, change: (from: String, to: String)) throws {
    let path = "\(goldens.golden(name))/\(file.rawValue)"
    try Files.write(Array(try changed(try Files.text(of: path), change).utf8), to: path)
  }

  private func changed(_ text: String, _ change: (from: String, to: String)) throws -> String {
    try #require(text.ranges(of: change.from).count == 1)
    return text.replacing(change.from, with: change.to)
  }
}
