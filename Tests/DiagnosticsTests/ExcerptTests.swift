import Testing

@testable import Diagnostics

@Suite struct ExcerptTests {
  /// A line `0.........1.........2…` and its mark, in 40 columns.
  private func shown(_ marked: Range<Int>, of length: Int) -> [String] {
    shown(marked, of: (0..<length / 10).map { "\($0 % 10)........." }.joined())
  }

  private func shown(_ marked: Range<Int>, of line: String) -> [String] {
    let excerpt = Excerpt(of: Substring(line), around: marked, width: 40)
    return [
      excerpt.text, excerpt.blank(before: marked.lowerBound) + excerpt.underline(marked, with: "^"),
    ]
  }

  @Test("a line that fits is shown whole")
  func whole() {
    #expect(shown(3..<5, of: 40) == ["0.........1.........2.........3.........", "   ^^"])
  }

  @Test("a long line is cut around its mark, however long it is", arguments: [300, 100_000])
  func middle(length: Int) {
    let line = "…........9.........0.........1.........…"
    #expect(shown(100..<101, of: length) == [line, "                   ^"])
    #expect(shown(length - 100..<length - 99, of: length) == [line, "                   ^"])
  }

  @Test("near an end of a long line all the room is on the other side", arguments: [300, 100_000])
  func ends(length: Int) {
    #expect(shown(0..<1, of: length) == ["0.........1.........2.........3.......…", "^"])
    let last = "…........7.........8.........9........."
    let blank = String(repeating: " ", count: 38)
    #expect(shown(length - 1..<length, of: length) == [last, blank + "^"])
    #expect(
      shown(length..<length, of: length) == [
        "…........7.........8.........9.........", blank + " ^",
      ])
  }

  @Test("a mark longer than the room is shown from its start")
  func longMark() {
    #expect(
      shown(100..<200, of: 300) == [
        "…0.........1.........2.........3.......…", " " + String(repeating: "^", count: 38),
      ])
  }

  @Test("wide characters and tabs take the columns of a terminal")
  func widths() {
    // Of 38 columns the mark takes 2, and 9 characters fit before it.
    #expect(
      shown(50..<51, of: String(repeating: "日", count: 100)) == [
        "…" + String(repeating: "日", count: 19) + "…", String(repeating: " ", count: 19) + "^^",
      ])
    #expect(shown(50..<51, of: String(repeating: "\t", count: 100)) == ["…\t\t\t\t…", " \t^"])
  }

  @Test("characters without width do not make a line endless")
  func combining() {
    let shown = shown(500..<501, of: "e" + String(repeating: "\u{301}", count: 1000))
    #expect(shown[0].unicodeScalars.count < 300)
    #expect(shown[0].unicodeScalars.first == "…" && shown[0].unicodeScalars.last == "…")
  }

  @Test("marks that do not fit into one excerpt have one each")
  func apart() {
    let line = "kick: " + String(repeating: "x", count: 200) + ", kick: x"
    let source = SourceText(path: "s", text: line)
    let problem = Problem.yaml(.duplicateKey("kick"))
    func render(_ columns: [Int]) -> [Substring] {
      let spans = columns.map { SourceSpan(source: source, line: 1, column: $0, length: 4) }
      let text = DiagnosticRenderer().render(
        Diagnostic(problem, at: spans[0], related: Array(spans.dropFirst())))
      return text.split(separator: "\n").dropLast()
    }
    let x = String(repeating: "x", count: 200)
    #expect(
      render([209, 1]) == [
        "s:1:209: error: the key 'kick' is written twice [duplicate-key]",
        "  |",
        "1 | kick: \(x.prefix(68))…",
        "  | ---- the first one",
        "1 | …\(x.prefix(65)), kick: x",
        "  | \(String(repeating: " ", count: 68))^^^^",
      ])
    #expect(render([60, 1]).filter { $0.hasPrefix("1 |") }.count == 1)
  }
}
