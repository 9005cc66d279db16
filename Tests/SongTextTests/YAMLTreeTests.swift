import Testing

@testable import SongText

@Suite("YAML that is not tactus's own")
struct YAMLTreeTests {
  /// A tree as text: `{key: value}`, `[item]`, quoted texts in quotes.
  private static func text(_ tree: YAMLTree) -> String {
    switch tree.content {
    case .text(let text, let isPlain): isPlain ? text : "'\(text)'"
    case .list(let items): "[" + items.map(text).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{"
        + entries.map { entry in
          let names = entry.key.names.joined(separator: "+")
          return (entry.key.isList ? "<\(names)>" : names) + ": \(text(entry.value))"
        }.joined(separator: ", ") + "}"
    }
  }

  static let trees = [
    ("a: 1\nb: '1'", "{a: 1, b: '1'}"), ("- a\n- [b, c]", "[a, [b, c]]"),
    ("[a, b]: c", "{<a+b>: c}"), ("[a,]: c", "{<a>: c}"), ("[]: c", "{<>: c}"),
    ("a: 1\na: 2\n", "{a: 1, a: 2}"), ("a: &x [1]\nb: *x", "{a: [1], b: [1]}"),
    ("a:", "{a: }"), ("a: |\n  b\n", "{a: 'b\n'}"),
  ]

  @Test("keys may be lists, and may come again", arguments: trees)
  func tree(yaml: String, expected: String) throws {
    #expect(YAMLTreeTests.text(try readYAML(Array(yaml.utf8))) == expected)
  }

  @Test("every value, key and character has its place")
  func places() throws {
    let root = try readYAML(Array("# ä\nk: [é, \"xyz\"]\n".utf8))
    guard case .mapping(let entries) = root.content,
      case .list(let items) = entries[0].value.content
    else {
      Issue.record("a mapping with a list")
      return
    }
    #expect(root.place == YAMLTree.Place(line: 2, column: 1))
    #expect(entries[0].key.place == YAMLTree.Place(line: 2, column: 1))
    #expect(entries[0].value.place == YAMLTree.Place(line: 2, column: 4))
    #expect(items[1].place == YAMLTree.Place(line: 2, column: 8))
    #expect(items[1].place(ofScalar: 2) == YAMLTree.Place(line: 2, column: 11))
    #expect(root.place(ofScalar: 2) == root.place)
  }

  static let faults: [(yaml: String, place: YAMLTree.Place?, message: String)] = [
    ("", nil, "the file says nothing"),
    ("a: [b", YAMLTree.Place(line: 1, column: 4), "this '[' has no ']'"),
    (
      "a: 1\n{b: c}: d", YAMLTree.Place(line: 2, column: 1),
      "a key must be a word, not a list or a mapping"
    ),
    (
      "[[a]]: d", YAMLTree.Place(line: 1, column: 1),
      "a key must be a word, not a list or a mapping"
    ),
    ("a: !x b", YAMLTree.Place(line: 1, column: 4), "the tag '!x' means nothing in a song"),
  ]

  @Test("the first mistake is told with its place", arguments: faults)
  func fault(yaml: String, place: YAMLTree.Place?, message: String) {
    let fault = #expect(throws: YAMLFault.self) { try readYAML(Array(yaml.utf8)) }
    #expect(fault?.place == place)
    #expect(fault?.message == message)
  }

  @Test("in a song a key is a text that stands there once", arguments: ["[a]: 1", "a: 1\na: 2"])
  func songsAreStrict(yaml: String) {
    #expect(
      readSong(Array(yaml.utf8), path: "s") { _ throws(UnreadableFile) in
        throw UnreadableFile(reason: "")
      }.song == nil)
  }
}
