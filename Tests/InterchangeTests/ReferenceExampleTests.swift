import Interchange
import SongText
import Testing

@Suite("Docs/import.md")
struct ReferenceExampleTests {
  /// The fenced blocks of the page: their languages and texts.
  private static func blocks() -> [(language: String, text: String)] {
    let page = String(
      decoding: bytes(ofFile: fixturePath("../../../Docs/import.md")), as: UTF8.self)
    var blocks: [(language: String, text: String)] = []
    var isOpen = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isOpen.toggle()
        if isOpen { blocks.append((String(line.dropFirst(3)), "")) }
      } else if isOpen {
        blocks[blocks.count - 1].text += line + "\n"
      }
    }
    return blocks
  }

  @Test("what an example becomes is what comes out", arguments: ["klick", "beats"])
  func examples(language: String) throws {
    let blocks = ReferenceExampleTests.blocks()
    let index = try #require(blocks.firstIndex { $0.language == language })
    let file = Array(blocks[index].text.utf8)
    let draft =
      language == "klick"
      ? try songDraft(klick: file, title: nil)
      : try songDraft(beats: file, title: nil) { _ in true }
    try #require(index + 1 < blocks.count && blocks[index + 1].language == "yaml")
    #expect(blocks[index + 1].text == songText(of: draft))
  }
}
