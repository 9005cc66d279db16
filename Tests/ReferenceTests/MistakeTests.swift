import Diagnostics
import ReferenceKit
import Testing

/// What a song with mistakes gets, in full.
@Suite("the text for a mistake")
struct MistakeTests {
  private static let mistakes = MistakeSet.repository

  @Test("is what it was", arguments: try mistakes.songs())
  func text(_ name: String) throws {
    let checked = try MistakeTests.mistakes.check(name)
    // `swift run accept-mistakes` takes the new text over.
    #expect(checked.err == (try MistakeTests.mistakes.text(name)))
    #expect(checked.out.isEmpty)
  }
}
