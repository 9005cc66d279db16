import Diagnostics
import ReferenceKit
import Testing

/// What songs with mistakes get, in full. `swift run accept-texts` makes what they get now the text
/// that they should get.
@Suite("a song with mistakes")
struct MistakeTests {
  private static let mistakes = MistakeSet.repository

  @Test("gets the text that it should", arguments: try mistakes.songs())
  func text(_ name: String) throws {
    let checked = try MistakeTests.mistakes.check(name)
    #expect(checked.err == (try MistakeTests.mistakes.text(name)))
    #expect(checked.code == expectedCode(checked.err))
    // A song that has only notes is right, and told so.
    #expect(checked.out.isEmpty == (checked.code != 0))
  }

  /// A song is wrong where it has an error; a file that cannot be read is no fault of the song.
  private func expectedCode(_ text: String) -> Int32 {
    let ids = errors(in: text)
    if ids.isEmpty { return 0 }
    return ids.isSubset(of: ["unreadable-sound", "unreadable-kit", "unreadable-song"]) ? 2 : 1
  }

  private func errors(in text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.contains(": error: ") && $0.hasSuffix("]") }
        .map { String($0[$0.lastIndex(of: "[")!...].dropFirst().dropLast()) })
  }

  @Test("has a text of its own, unlike all others")
  func distinct() throws {
    var names: [String: String] = [:]
    for name in try MistakeTests.mistakes.texts() {
      // The file's name stands in front of each message; without it the rest must differ too.
      let text = try MistakeTests.mistakes.text(name).split(separator: "\n").map { line in
        line.hasPrefix(name) ? line.dropFirst(name.count) : line
      }.joined(separator: "\n")
      let twin = names.updateValue(name, forKey: text)
      #expect(twin == nil, "\(name) gets the same as \(twin ?? "")")
    }
  }

  @Test("has its text, and every text its song")
  func pairs() throws {
    #expect(try MistakeTests.mistakes.songs() == MistakeTests.mistakes.texts())
  }

  @Test("is there for every name of a mistake", arguments: Problem.allIDs)
  func song(_ id: String) throws {
    let songs = try MistakeTests.mistakes.songs().filter { owner(of: $0) == id }
    #expect(!songs.isEmpty, "a song whose name begins with \(id)")
    for name in songs {
      #expect(try MistakeTests.mistakes.text(name).contains("[\(id)]\n"), "in \(name).txt")
    }
  }

  /// The mistake that a song is named for: the longest that its name begins with.
  private func owner(of name: String) -> String? {
    Problem.allIDs.filter { name == $0 || name.hasPrefix($0 + "-") }.max { $0.count < $1.count }
  }

  @Test("finds its mistake explained, and nothing else is")
  func reference() throws {
    let titles = try Page("Docs/mistakes.md").titles(level: 3)
    #expect(titles.sorted() == Problem.allIDs.sorted())
  }
}
