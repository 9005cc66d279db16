import Testing

@testable import Diagnostics
@testable import SongText

@Suite struct YAMLLimitTests {
  /// libyaml alone takes half a minute for some of these.
  @Test(
    "nesting without end is refused where it goes too deep",
    arguments: [
      ("[", 1, 65), ("{", 1, 65), ("- ", 1, 129), ("{a: ", 1, 257), ("[\n", 65, 1), ("? ", 1, 129),
    ])
  func depth(text: String, line: Int, column: Int) {
    let bytes = Array(String(repeating: text, count: 100_000).utf8)
    #expect(
      header(bytes)
        == "\(line):\(column): error: lists and mappings are nested more than 64 deep "
        + "[nested-too-deep]")
  }

  @Test("64 levels are allowed and 65 are not", arguments: [64, 65])
  func deepest(depth: Int) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(yamlMessages(Array(text.utf8)).isEmpty == (depth == 64))
  }

  @Test("a chain of aliases is as deep as what it stands for", arguments: [63, 64])
  func chain(length: Int) {
    // The mapping is one level, and each link adds one.
    var text = "a0: &a0 x\n"
    for link in 1...length { text += "a\(link): &a\(link) [*a\(link - 1)]\n" }
    #expect(yamlMessages(Array(text.utf8)).isEmpty == (length == 63))
  }

  @Test("aliases of aliases are counted before they are copied")
  func bomb() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(
      header(Array(text.utf8))
        == "6:45: error: the file holds more than 1000000 values, aliases included "
        + "[too-many-values]")
  }

  @Test("a million values are allowed and one more is not", arguments: [0, 1])
  func million(more: Int) {
    // The outer list is one value, the anchored list and each alias are 1000.
    let thousand = "- &a [\(Array(repeating: "x", count: 999).joined(separator: ","))]\n"
    let text =
      thousand + String(repeating: "- *a\n", count: 998)
      + String(repeating: "- x\n", count: 999 + more)
    #expect(yamlMessages(Array(text.utf8)).isEmpty == (more == 0))
  }

  @Test("a file of more than 16 MiB is not read")
  func size() {
    let bytes = [UInt8](repeating: 0x20, count: (16 << 20) + 1)
    #expect(
      yamlMessages(bytes) == """
        song.yaml:1:1: error: the file is larger than 16 MiB [file-too-large]
          = help: a song is text of some kilobytes; was this file meant?

        """)
  }

  @Test("many unknown aliases are all counted, and the first ones have suggestions")
  func manyAliases() {
    let text = "[&name x" + String(repeating: ", *nam", count: 1000) + "]"
    let message = yamlMessages(Array(text.utf8))
    #expect(message.split(separator: "\n").filter { $0.contains("did you mean") }.count == 20)
    #expect(message.hasSuffix("… and 980 more mistakes.\n"))
  }

  @Test("directives, whose number libyaml compares with itself, are not read")
  func directives() {
    var lines = ""
    for number in 0..<100_000 { lines += "%TAG !a\(number)! x\n" }
    for (before, line) in [
      ("", 1), ("# x\n\n", 3), ("a: 1\n", 2), ("a: 1\n...\n", 3), ("[a]\n", 2),
    ] {
      #expect(
        header(Array((before + lines).utf8))
          == "\(line):1: error: a song has no lines that begin with '%' [yaml-directive]")
    }
  }

  @Test(
    "a file in another encoding is refused with the first byte that says so",
    arguments: [
      ([0xFE, 0xFF, 0x00, 0x61], "1:1: error: the file is UTF-16, and a song is UTF-8"),
      ([0xFF, 0xFE, 0x61, 0x00], "1:1: error: the file is UTF-16, and a song is UTF-8"),
      ([0x61, 0x0A, 0xE9, 0x61], "2:1: error: the file is not UTF-8: byte 2 is 0xE9"),
      ([0xEF, 0xBB, 0xBF, 0x61, 0xFF], "1:2: error: the file is not UTF-8: byte 4 is 0xFF"),
      ([0x61, 0xF0, 0x9F, 0x98], "1:2: error: the file is not UTF-8: byte 1 is 0xF0"),
      ([0x61, 0xEF, 0xBF], "1:2: error: the file is not UTF-8: byte 1 is 0xEF"),
      ([0xEF, 0xBF, 0x61], "1:1: error: the file is not UTF-8: byte 0 is 0xEF"),
      ([0xC0, 0x80], "1:1: error: the file is not UTF-8: byte 0 is 0xC0"),
      ([0x61, 0xED, 0xA0, 0x80], "1:2: error: the file is not UTF-8: byte 1 is 0xED"),
      ([0xEF, 0xBF, 0xBD, 0x20, 0x80], "1:3: error: the file is not UTF-8: byte 4 is 0x80"),
      ([0x61, 0x00], "1:2: error: the control character U+0000 is not allowed"),
    ] as [([UInt8], String)])
  func encodings(bytes: [UInt8], message: String) {
    let id = message.contains("control") ? "control-character" : "not-utf8"
    #expect(header(bytes) == "\(message) [\(id)]")
  }

  @Test("what libyaml says and no other message covers is passed on")
  func other() {
    let key = String(repeating: "k", count: 1025)
    #expect(
      header(Array("a: 1\n\(key): 2\n".utf8))
        == "2:1: error: the file cannot be read from here on [yaml-syntax]")
  }

  @Test("files spoilt at random are read or explained")
  func spoilt() {
    let songs = [
      "title: \"Ni\\tght\" # c\nkit: &k {kick: 'a''b', snare: [x, *k]}\nsong:\n  - verse x2\n",
      "p: |\n  x..x\n  y\nq: >-\n   a\n   b\n? k\n: v\n- - x\n  - !!int 3\n...\n",
      "- &a b\r\n- *a\n--- \n\u{2028}b: \u{85} é😀\n",
    ]
    let signs = Array("[]{},:-?#&*!|>'\"%@` \t\n\r\\ab0.~\u{0}\u{85}\u{2028}é😀<".unicodeScalars)
    var state: UInt64 = 1
    /// Knuth's linear congruential generator.
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    for _ in 0..<600 {
      var song = Array(songs[random(songs.count)].unicodeScalars)
      for _ in 0...random(6) {
        let place = random(song.count)
        switch random(3) {
        case 0: song.remove(at: place)
        case 1: song.insert(signs[random(signs.count)], at: place)
        default: song[place] = signs[random(signs.count)]
        }
      }
      let bytes = Array(String(String.UnicodeScalarView(song)).utf8)
      var diagnostics = DiagnosticList()
      let root = compose(bytes, path: "song.yaml", into: &diagnostics)
      #expect(root != nil || diagnostics.hasErrors, "\(bytes)")
      let isShown = DiagnosticRenderer().render(diagnostics).contains("[yaml-syntax]")
      #expect(!isShown, "no message of our own for \(bytes)")
    }
  }

  @Test("every problem with YAML has a test of its text")
  func completeness() {
    let tables = YAMLLineTests.mistakes + YAMLValueTests.mistakes + YAMLFileTests.mistakes
    let messages = tables.map(\.message).joined()
    let here = [
      "nested-too-deep", "too-many-values", "file-too-large", "not-utf8", "yaml-syntax",
    ]
    for id in YAMLProblem.ID.allCases.map(\.rawValue) {
      #expect(messages.contains("[\(id)]") || here.contains(id), "no test of \(id)")
    }
    #expect(Set(tables.map(\.text)).count == tables.count)
  }

  /// The first line of what is said about a file, without its path.
  private func header(_ bytes: [UInt8]) -> String {
    let message = yamlMessages(bytes).dropFirst("song.yaml:".count)
    return String(message.prefix { $0 != "\n" })
  }
}
