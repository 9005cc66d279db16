import Testing

@testable import Diagnostics

@Suite struct SourceTextTests {
  @Test(
    "lines end as in YAML 1.1",
    arguments: [
      ("", [""]),
      ("a", ["a"]),
      ("a\n", ["a", ""]),
      ("a\nb", ["a", "b"]),
      ("a\r\nb\r\n", ["a", "b", ""]),
      ("a\rb\n\rc\r\r\nd", ["a", "b", "", "c", "", "d"]),
      ("a\u{85}b\u{2028}c\u{2029}d", ["a", "b", "c", "d"]),
      // U+2027, U+202A, U+C5 and U+2085 share bytes with line ends and are none.
      ("\u{2027}\u{202A}\u{C5}\u{2085}\u{B}\u{C}", ["\u{2027}\u{202A}\u{C5}\u{2085}\u{B}\u{C}"]),
      // A mark that belongs to no letter stays at the beginning of its line.
      ("a\n\u{301}b", ["a", "\u{301}b"]),
      ("\u{FEFF}a\n\u{FEFF}", ["a", "\u{FEFF}"]),
    ] as [(String, [String])])
  func lines(text: String, lines: [String]) {
    let source = SourceText(path: "", text: text)
    #expect(source.lines.map(String.init) == lines)
    #expect((1...lines.count).map { String(source.line($0)) } == lines)
    #expect(source.line(0) == "" && source.line(lines.count + 1) == "")
  }

  @Test("a byte's place is its line and the characters before it")
  func places() {
    let text = "aé😀\r\n\n\u{2028}日b"
    let source = SourceText(path: "", text: text)
    var places: [[Int]] = []
    for (index, _) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
      let place = source.place(ofByte: text.utf8.distance(from: text.startIndex, to: index))
      places.append([place.line, place.column])
    }
    #expect(
      places == [[1, 1], [1, 2], [1, 3], [1, 4], [1, 5], [2, 1], [3, 1], [4, 1], [4, 2]])
    #expect(source.place(ofByte: text.utf8.count) == .init(line: 4, column: 3))
  }

  @Test("bytes that are no UTF-8 are shown as U+FFFD")
  func repaired() {
    #expect(SourceText(path: "", bytes: [0x61, 0xFF, 0x62]).text == "a\u{FFFD}b")
  }
}
