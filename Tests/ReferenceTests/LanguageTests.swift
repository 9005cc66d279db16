import ReferenceKit
import Testing

@testable import SongText

/// The reference of the song language and its examples.
@Suite("Docs/language.md")
struct LanguageTests {
  private static let examples = Files.repository + "/Docs/examples"

  /// The names of the examples' files.
  private static func files() throws -> [String] {
    try Files.names(in: examples).filter { $0.hasSuffix(".yaml") }
  }

  @Test("shows each example as it stands in its file")
  func blocks() throws {
    for block in try Page("Docs/language.md").blocks("yaml") {
      let first = try #require(block.lines.first)
      let name = try #require(first.hasPrefix("# ") ? String(first.dropFirst(2)) : nil)
      let file = try Files.text(of: "\(Files.repository)/Docs/\(name)")
      #expect(block.text == first + "\n" + file)
    }
  }

  @Test("shows every file of Docs/examples, once")
  func allShown() throws {
    let shown = try Page("Docs/language.md").blocks("yaml").compactMap(\.lines.first)
    #expect(shown.sorted() == (try LanguageTests.files().map { "# examples/\($0)" }.sorted()))
  }

  @Test("has examples without a mistake or a note, which can be rendered", arguments: try files())
  func renders(_ file: String) throws {
    let folder = try TemporaryFolder()
    // At the lowest rate: it is the songs that are tried here.
    let line = "tactus check \(file) && tactus render \(file) --rate 8000 -o '\(folder.path)/x.wav'"
    let result = try run(line, in: LanguageTests.examples)
    #expect(result.code == 0)
    #expect(result.err == "")
    #expect(Files.exists(folder.path + "/x.wav"))
  }

  @Test("names every key that a song can have")
  func keys() throws {
    let text = try Page("Docs/language.md").text
    let keys =
      SongDecoder.songKeys + SongDecoder.inheritedKeys + SongDecoder.ownKeys
      + SongDecoder.clickKeys + SongDecoder.clickSoundKeys + SongDecoder.patternKeys
      + SongDecoder.trackKeys + SongDecoder.changeKeys + SongDecoder.soundKeys
      + SongDecoder.layerKeys + SongDecoder.mixKeys + SongDecoder.stripKeys
      + SongDecoder.outputKeys + SongDecoder.liveKeys + SongDecoder.setFileKeys
      + SongDecoder.setItemKeys
    for key in keys { #expect(text.contains("`\(key)`"), "the key \(key)") }
  }
}
