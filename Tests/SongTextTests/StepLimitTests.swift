import Diagnostics
import SongModel
import SongText
import Testing

/// What a small file can ask for is bounded for all its patterns together.
@Suite("Limits of steps")
struct StepLimitTests {
  private func ids(_ text: String) -> [String] {
    readSong(Array(text.utf8), path: "test.yaml") { _ throws(UnreadableFile) in
      throw UnreadableFile(reason: "a test reads no files")
    }.diagnostics.inOrder().map(\.problem.id)
  }

  @Test(
    "repeats are counted over all rows",
    arguments: [
      // 10 rows of 9801 strokes are allowed, and 11 are not.
      (10, "x*99*99", []), (11, "x*99*99", ["too-many-steps"]),
      (10, ".*99*99", []), (11, ".*99*99", ["too-many-steps"]),
      // Each stroke is asked as often as there are marks.
      (5, "(x*99*99)?", []), (6, "(x*99*99)?", ["too-many-steps"]),
      (5, "(x?)*99*99", []), (6, "(x?)*99*99", ["too-many-steps"]),
      (100, "{euclid: [999, 999], step: 1/999}", []),
      (101, "{euclid: [999, 999], step: 1/999}", ["too-many-steps"]),
    ] as [(Int, String, [String])])
  func repeats(rows: Int, row: String, expected: [String]) {
    let lines = (1...rows).map { "  p\($0): {kick: \"\(row)\"}\n" }.joined()
      .replacing("\"{", with: "{").replacing("}\"", with: "}")
    let plays = (1...rows).map { "p\($0)" }.joined(separator: ", ")
    #expect(ids("play: [\(plays)]\npatterns:\n" + lines) == expected)
  }

  @Test(
    "a row that is looped to its pattern's length is counted as it is played",
    arguments: [(99_999, []), (100_001, ["too-many-steps"])] as [(Int, [String])])
  func loops(steps: Int, expected: [String]) {
    let text = """
      play: p
      patterns:
        p: {length: \(steps)/9999, tracks: {kick: {steps: x, step: 1/9999}}}
      """
    // A length as a note value has a denominator of at most four digits.
    #expect(ids(text) == expected)
  }

  @Test("free places are counted for each metre that they are played in")
  func variants() {
    let places = (1...600).map { "1:1+\($0)/9999" }.joined(separator: ", ")
    func text(_ metres: Int) -> String {
      let sections = (1...metres).map {
        "  - s\($0): {meter: 99/\($0 % 99 + 1), beat: \($0 / 99 + 1)/7, play: p}"
      }
      return """
        patterns:
          p: {length: 1/4, tracks: {kick: {hits: [\(places)]}}}
        song:
        \(sections.joined(separator: "\n"))

        """
    }
    #expect(!ids(text(150)).contains("too-many-steps"))
    #expect(ids(text(200)).contains("too-many-steps"))
  }

  @Test("what is written out may be as long as the file")
  func written() {
    let row = String(repeating: "x.", count: 150_000)
    #expect(ids("play: p\npatterns: {p: {kick: \(row)}}\n").isEmpty)
    #expect(ids("play: p\npatterns: {p: {kick: \(row)x*2}}\n").isEmpty)
  }

  @Test(
    "marks behind a step do not nest without end",
    arguments: [
      ("?", 190_000, []), ("*2", 16, []), ("*2", 49, ["too-fine"]), ("*2", 100_000, ["too-fine"]),
      ("?*2", 100_000, ["too-fine"]),
    ] as [(String, Int, [String])])
  func marks(mark: String, count: Int, expected: [String]) {
    let row = "x" + String(repeating: mark, count: count)
    #expect(ids("play: p\npatterns: {p: {kick: \(row)}}\n") == expected)
  }
}
