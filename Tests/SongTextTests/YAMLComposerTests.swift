import Diagnostics
import Testing

@testable import SongText

/// A file's nodes, one to a line, with the places where they begin and end.
private func dump(_ text: String) -> String {
  var diagnostics = DiagnosticList()
  let root = compose(Array(text.utf8), path: "song.yaml", into: &diagnostics)
  var lines: [String] = []
  func add(_ text: String, _ span: SourceSpan, _ depth: Int) {
    let place = "\(span.start.line):\(span.start.column)-\(span.end.line):\(span.end.column)"
    lines.append(String(repeating: "  ", count: depth) + "\(text) \(place)")
  }
  func add(_ node: YAMLNode, _ depth: Int) {
    switch node.content {
    case .scalar(let scalar):
      add(scalar.isNothing ? "nothing" : scalar.text.debugDescription, node.span, depth)
    case .sequence(let items):
      add("list", node.span, depth)
      for item in items { add(item, depth + 1) }
    case .mapping(let entries):
      add("mapping", node.span, depth)
      for entry in entries {
        add("\(entry.key.value):", entry.key.span, depth + 1)
        add(entry.value, depth + 2)
      }
    }
  }
  if let root { add(root, 0) }
  return lines.joined(separator: "\n") + DiagnosticRenderer().render(diagnostics)
}

@Suite struct YAMLComposerTests {
  @Test("a song becomes nodes with the places where they were written")
  func nodes() {
    let song = """
      # a song
      tempo: 3/8 = 72   # slow
      "count-in": 'a ''b'''
      song:
        - verse x2
        - Chorus:
            {bars: 8, play: [verse, "fill"]}

      click:
      swing: ~
      title: "~"
      """
    #expect(
      dump(song) == """
        mapping 2:1-11:11
          tempo: 2:1-2:6
            "3/8 = 72" 2:8-2:16
          count-in: 3:1-3:11
            "a \\'b\\'" 3:13-3:22
          song: 4:1-4:5
            list 5:3-7:39
              "verse x2" 5:5-5:13
              mapping 6:5-7:39
                Chorus: 6:5-6:11
                  mapping 7:7-7:39
                    bars: 7:8-7:12
                      "8" 7:14-7:15
                    play: 7:17-7:21
                      list 7:23-7:38
                        "verse" 7:24-7:29
                        "fill" 7:31-7:37
          click: 9:1-9:6
            nothing 9:7-9:7
          swing: 10:1-10:6
            nothing 10:8-10:9
          title: 11:1-11:6
            "~" 11:8-11:11
        """)
  }

  @Test("an alias has the value and the place of its anchor, the nearest before it")
  func aliases() {
    let song = """
      a: &x [1]
      b: *x
      c: &x {d: &x 2, e: *x}
      f: *x
      &k key: *k
      *k : 3
      """
    #expect(
      dump(song) == """
        mapping 1:1-6:7
          a: 1:1-1:2
            list 1:4-1:10
              "1" 1:8-1:9
          b: 2:1-2:2
            list 1:4-1:10
              "1" 1:8-1:9
          c: 3:1-3:2
            mapping 3:4-3:23
              d: 3:8-3:9
                "2" 3:11-3:15
              e: 3:17-3:18
                "2" 3:11-3:15
          f: 4:1-4:2
            "2" 3:11-3:15
          key: 5:1-5:7
            "key" 5:1-5:7
        """
          + """
          song.yaml:6:1: error: the key 'key' is written twice [duplicate-key]
            |
          5 | &k key: *k
            | ------ the first one
          6 | *k : 3
            | ^^
            = help: keep one of them

          """)
  }

  @Test("a value that is wrong is left out, and the rest is read")
  func leftOut() {
    let song = "a: *x\nb: [1, *x, 2]\n[c]: 3\nd: 4\nd: 5\n? {e: 6}\n: 7\n"
    let nodes = dump(song).split(separator: "song.yaml", maxSplits: 1)[0]
    #expect(
      nodes == """
        mapping 1:1-7:4
          b: 2:1-2:2
            list 2:4-2:14
              "1" 2:5-2:6
              "2" 2:12-2:13
          d: 4:1-4:2
            "4" 4:4-4:5
        """)
  }

  @Test("merge keys and words that other readers change are plain keys and texts")
  func untouched() {
    #expect(
      dump("<<: yes\nno: 0x1F\n") == """
        mapping 1:1-2:9
          <<: 1:1-1:3
            "yes" 1:5-1:8
          no: 2:1-2:3
            "0x1F" 2:5-2:9
        """)
  }

  @Test(
    "every line end of YAML 1.1 ends a line",
    arguments: ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}"])
  func lineEnds(end: String) {
    #expect(
      dump("a: 1\(end)\(end)b: 2\(end)") == """
        mapping 1:1-3:5
          a: 1:1-1:2
            "1" 1:4-1:5
          b: 3:1-3:2
            "2" 3:4-3:5
        """)
  }

  @Test("a byte order mark before a song in UTF-8 is no part of it")
  func byteOrderMark() {
    #expect(dump("\u{FEFF}a") == "\"a\" 1:1-1:2")
  }

  @Test(
    "a part of a text has the place where it was written, or that of the whole text",
    arguments: [
      // Plain and quoted on one line.
      ("k: x.y.", 2, 1, "1:6-1:7"),
      ("k: x.y.", 0, 4, "1:4-1:8"),
      ("k: \"x.y.\"", 2, 1, "1:7-1:8"),
      ("k: 'é😀y.'", 2, 2, "1:7-1:9"),
      ("k: x", 1, 0, "1:5-1:5"),
      // Behind an anchor.
      ("k: &a x.y.", 2, 1, "1:9-1:10"),
      ("k: &a \"x.y.\"", 2, 1, "1:10-1:11"),
      ("k: &a\n  x.y.", 2, 1, "1:4-2:7"),
      // Escapes and joined lines.
      ("k: \"x\\ty.\"", 2, 1, "1:4-1:11"),
      ("k: &a \"x\\ty.\"", 2, 1, "1:4-1:14"),
      ("k: 'x''y.'", 2, 1, "1:4-1:11"),
      ("k: x\n  y.", 2, 1, "1:4-2:5"),
      ("k: >\n  x.\n  y.\n", 3, 1, "1:4-4:1"),
      // Literal blocks.
      ("k: |\n  x.\n  y.\n", 3, 1, "3:3-3:4"),
      ("k: |  # c\n\n   x.\n\n   y.\n", 5, 1, "5:4-5:5"),
      ("k: |2\n    x.\n", 2, 1, "2:5-2:6"),
      ("k: |\r\n  x.\r\n  y.\r\n", 3, 9, "3:3-3:5"),
      ("k: &a |\n  x.\n", 1, 1, "2:4-2:5"),
      ("k: &a\n  |\n  x.\n", 1, 1, "1:4-4:1"),
    ])
  func parts(text: String, offset: Int, length: Int, place: String) throws {
    var diagnostics = DiagnosticList()
    let root = try #require(compose(Array(text.utf8), path: "", into: &diagnostics))
    guard case .mapping(let entries) = root.content,
      case .scalar(let scalar) = entries[0].value.content
    else {
      Issue.record("no text")
      return
    }
    let span = scalar.span(of: offset, length: length)
    #expect(
      "\(span.start.line):\(span.start.column)-\(span.end.line):\(span.end.column)" == place)
  }
}
