import Testing

@testable import Diagnostics

/// A diagnostic over a text, shown. A mark is a line, a column and a length; the first is what the
/// diagnostic speaks of, and the others are related.
private func show(
  _ text: String, _ marks: (Int, Int, Int)..., path: String = "song.yaml", name: String = "x",
  usesColor: Bool = false
) -> String {
  let source = SourceText(path: path, text: text)
  let spans = marks.map { SourceSpan(source: source, line: $0, column: $1, length: $2) }
  return DiagnosticRenderer(usesColor: usesColor).render(
    Diagnostic(
      .song(.unknownSound(name: name, nearest: nil)), at: spans[0],
      related: Array(spans.dropFirst())))
}

/// The rows between a diagnostic's first line and its help.
private func rows(_ shown: String) -> String {
  shown.split(separator: "\n").dropFirst(2).joined(separator: "\n")
}

@Suite struct DiagnosticRendererTests {
  @Test("a diagnostic shows its lines in their order, marked and labelled")
  func layout() {
    let text = "\n\n\n\n\n\nkit: {snare: samples/snare.wav}\n\n\n\n\n    snair: x...x...\n"
    let source = SourceText(path: "night-train.yaml", text: text)
    let diagnostic = Diagnostic(
      .song(.unknownSound(name: "snair", nearest: "snare")),
      at: SourceSpan(source: source, line: 12, column: 5, length: 5),
      related: [SourceSpan(source: source, line: 7, column: 7, length: 5)])
    #expect(
      DiagnosticRenderer().render(diagnostic) == """
        night-train.yaml:12:5: error: 'snair' is not a sound of the kit [unknown-sound]
           |
         7 | kit: {snare: samples/snare.wav}
           |       ----- the nearest name
        12 |     snair: x...x...
           |     ^^^^^
           = help: did you mean 'snare'?

        """)
  }

  @Test("a label below the mistake comes after it, and far lines have dots between")
  func below() {
    let text = "a\n" + String(repeating: "\n", count: 9) + "b\n"
    #expect(
      rows(show(text, (1, 1, 1), (11, 1, 1))) == """
         1 | a
           | ^
        ...
        11 | b
           | - the nearest name
        """)
    #expect(!show(text, (2, 1, 1), (11, 1, 1)).contains("..."))
  }

  @Test("marks on one line stand below one another in the order of the line")
  func sameLine() {
    #expect(
      rows(show("{a: 1, a: 2, a: 3}", (1, 8, 1), (1, 2, 1), (1, 14, 2))) == """
        1 | {a: 1, a: 2, a: 3}
          |  - the nearest name
          |        ^
          |              -- the nearest name
        """)
  }

  @Test("a related place in another file is named below")
  func otherFile() {
    let song = SourceText(path: "song.yaml", text: "kit: kit.yaml")
    let kit = SourceText(path: "kits/kit.yaml", text: "\nsnare: x")
    let diagnostic = Diagnostic(
      .song(.unknownSound(name: "snair", nearest: "snare")),
      at: SourceSpan(source: song, line: 1, column: 6, length: 8),
      related: [SourceSpan(source: kit, line: 2, column: 1, length: 5)])
    #expect(
      DiagnosticRenderer().render(diagnostic) == """
        song.yaml:1:6: error: 'snair' is not a sound of the kit [unknown-sound]
          |
        1 | kit: kit.yaml
          |      ^^^^^^^^
          = kits/kit.yaml:2:1: the nearest name
          = help: did you mean 'snare'?

        """)
  }

  @Test(
    "a mark stands below what it marks",
    arguments: [
      // Tabs stay tabs before a mark and inside it.
      ("\ta: x", 2, 1, "1 | \ta: x\n  | \t^"),
      ("a:\tb\tc", 2, 3, "1 | a:\tb\tc\n  |  ^\t^"),
      ("\t\ta", 1, 2, "1 | \t\ta\n  | \t^"),
      // Wide, zero-width and joined characters.
      ("日本: x", 4, 1, "1 | 日本: x\n  |      ^"),
      ("日本: x", 2, 1, "1 | 日本: x\n  |   ^^"),
      ("e\u{301}: x", 4, 1, "1 | e\u{301}: x\n  |   ^"),
      ("🥁🥁 x", 4, 1, "1 | 🥁🥁 x\n  |      ^"),
      ("ｘ한é", 1, 3, "1 | ｘ한é\n  | ^^^^^"),
      ("👩\u{200D}🎤x", 4, 1, "1 | 👩\u{200D}🎤x\n  |     ^"),
      // Nothing to mark: one sign all the same.
      ("a:", 3, 0, "1 | a:\n  |   ^"),
      ("a: ", 3, 0, "1 | a: \n  |   ^"),
      ("a", 1, 0, "1 | a\n  | ^"),
      ("\u{301}", 1, 1, "1 | \u{301}\n  | ^"),
      // Past the end of a line.
      ("ab", 2, 9, "1 | ab\n  |  ^"),
      ("ab", 9, 1, "1 | ab\n  |   ^"),
    ] as [(String, Int, Int, String)])
  func marks(line: String, column: Int, length: Int, rows expected: String) {
    #expect(rows(show(line, (1, column, length))) == expected)
  }

  @Test("a stretch of several lines is marked to the end of its first")
  func severalLines() {
    let source = SourceText(path: "", text: "a: {b: c,\n  d: e}")
    let span = SourceSpan(
      source: source, start: .init(line: 1, column: 4), end: .init(line: 2, column: 8))
    let problem = Problem.song(.unknownSound(name: "", nearest: nil))
    #expect(
      rows(DiagnosticRenderer().render(Diagnostic(problem, at: span))) == """
        1 | a: {b: c,
          |    ^^^^^^
        """)
  }

  @Test("an empty last line, and a line past the end, are shown empty", arguments: [2, 3, 99])
  func endOfFile(line: Int) {
    let number = String(line)
    let gutter = String(repeating: " ", count: number.count)
    #expect(rows(show("a\n", (line, 1, 0))) == "\(number) |\n\(gutter) | ^")
  }

  @Test("a file without text shows no lines")
  func noText() {
    #expect(
      show("", (1, 1, 0)) == "song.yaml:1:1: error: 'x' is not a sound of the kit [unknown-sound]\n"
    )
  }

  @Test("line ends of every kind are not part of the lines")
  func lineEnds() {
    #expect(rows(show("a\r\nb: c\r\nd", (2, 4, 1))) == "2 | b: c\n  |    ^")
    #expect(rows(show("a\rb: c\u{2028}d", (2, 4, 1))) == "2 | b: c\n  |    ^")
  }

  @Test("what could command a terminal is shown as a sign")
  func controls() {
    let shown = show(
      "a\u{1B}[31m\u{7F}\u{9B}\u{202E}\u{FEFF}b", (1, 11, 1), path: "a\nb\u{1B}.yaml",
      name: "\u{1B}]0;x\u{7}\t")
    #expect(
      shown
        == """
        a␊b␛.yaml:1:11: error: '␛]0;x␇␉' is not a sound of the kit [unknown-sound]
          |
        1 | a␛[31m␡\u{FFFD}\u{FFFD}\u{FFFD}b
          |           ^

        """)
  }

  @Test("a long name is cut in the message")
  func longName() {
    let shown = show("a", (1, 1, 1), name: String(repeating: "é", count: 41))
    #expect(shown.contains("'\(String(repeating: "é", count: 40))…' is not"))
    let whole = show("a", (1, 1, 1), name: String(repeating: "é", count: 40))
    #expect(whole.contains("'\(String(repeating: "é", count: 40))' is not"))
  }

  @Test("colour marks the parts and changes no letter")
  func color() {
    let plain = show("a: b", (1, 4, 1), (1, 1, 1))
    let colored = show("a: b", (1, 4, 1), (1, 1, 1), usesColor: true)
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.contains("\u{1B}[1;31merror: \u{1B}[0m"))
    #expect(colored.contains("\u{1B}[1;31m^\u{1B}[0m"))
    #expect(colored.contains("\u{1B}[1;34m- the nearest name\u{1B}[0m"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test("at most twenty are shown, and the rest is counted", arguments: [19, 20, 21, 25])
  func limit(count: Int) {
    let source = SourceText(path: "song.yaml", text: String(repeating: "a\n", count: count))
    var list = DiagnosticList()
    for line in 1...count {
      list.report(
        .song(.unknownSound(name: "a", nearest: nil)),
        at: SourceSpan(source: source, line: line, column: 1, length: 1))
    }
    let shown = DiagnosticRenderer().render(list)
    #expect(shown.split(separator: "\n").filter { $0.contains("error:") }.count == min(count, 20))
    #expect(shown.hasSuffix("\n\n… and 1 more mistake.\n") == (count == 21))
    #expect(shown.hasSuffix("\n\n… and 5 more mistakes.\n") == (count == 25))
    #expect(shown.contains("more") == (count > 20))
  }

  @Test("diagnostics have a blank line between them, and none gives nothing")
  func several() {
    #expect(DiagnosticRenderer().render(DiagnosticList()) == "")
    let source = SourceText(path: "s", text: "a")
    var list = DiagnosticList()
    for name in ["b", "a"] {
      list.report(
        .song(.unknownSound(name: name, nearest: nil)),
        at: SourceSpan(source: source, line: 1, column: 1, length: 1))
    }
    #expect(
      DiagnosticRenderer().render(list) == """
        s:1:1: error: 'b' is not a sound of the kit [unknown-sound]
          |
        1 | a
          | ^

        s:1:1: error: 'a' is not a sound of the kit [unknown-sound]
          |
        1 | a
          | ^

        """)
  }
}
