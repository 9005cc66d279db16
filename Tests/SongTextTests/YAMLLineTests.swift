import Diagnostics
import Testing

@testable import SongText

/// A file that is no YAML, or not as a song may use it, and all that is said about it.
struct YAMLMistake: CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let message: String

  init(_ name: String, _ text: String, _ message: String) {
    testDescription = name
    self.text = text
    self.message = message
  }
}

/// What is said about a file.
func yamlMessages(_ bytes: [UInt8]) -> String {
  var diagnostics = DiagnosticList()
  _ = compose(bytes, path: "song.yaml", into: &diagnostics)
  return DiagnosticRenderer().render(diagnostics)
}

@Suite struct YAMLLineTests {
  @Test("a mistake in indentation, colons or dashes is explained", arguments: mistakes)
  func explained(mistake: YAMLMistake) {
    #expect(yamlMessages(Array(mistake.text.utf8)) == mistake.message)
  }

  static let mistakes = [
    YAMLMistake(
      "a tab before a key", "click:\n\tpan: R\n",
      #"""
      song.yaml:2:1: error: a tab stands in the indentation [tab-indentation]
        |
      2 | \#tpan: R
        | ^
        = help: indent with spaces
        = note: libyaml says: while scanning for the next token: found character that
                cannot start any token

      """#),
    YAMLMistake(
      "a tab below a value", "tempo: 120\n\tbars: 8\n",
      #"""
      song.yaml:2:1: error: a tab stands in the indentation [tab-indentation]
        |
      2 | \#tbars: 8
        | ^
        = help: indent with spaces
        = note: libyaml says: while scanning a plain scalar: found a tab character
                that violates indentation

      """#),
    YAMLMistake(
      "a tab in a block of text", "comment: |\n\twords\n",
      #"""
      song.yaml:2:1: error: a tab stands in the indentation [tab-indentation]
        |
      2 | \#twords
        | ^
        = help: indent with spaces
        = note: libyaml says: while scanning a block scalar: found a tab character
                where an indentation space is expected

      """#),
    YAMLMistake(
      "a key deeper than its neighbour", "tempo: 120\n  bars: 8\n",
      #"""
      song.yaml:2:3: error: this stands below a key that has a value [wrong-indentation]
        |
      1 | tempo: 120
        | ----- this one
      2 |   bars: 8
        |   ^^^^
        = help: begin it in the column of that key, or take the value away
        = note: libyaml says: mapping values are not allowed in this context

      """#),
    YAMLMistake(
      "a key deeper than its neighbour, a comment between", "- verse: 1  # once\n\n    bars: 8\n",
      #"""
      song.yaml:3:5: error: this stands below a key that has a value [wrong-indentation]
        |
      1 | - verse: 1  # once
        |   ----- this one
      3 |     bars: 8
        |     ^^^^
        = help: begin it in the column of that key, or take the value away
        = note: libyaml says: while parsing a block mapping: did not find expected key

      """#),
    YAMLMistake(
      "a key between two levels", "click:\n    pan: R\n  volume: 50%\n",
      #"""
      song.yaml:3:3: error: the indentation of this line fits no line above it [wrong-indentation]
        |
      3 |   volume: 50%
        |   ^^^^^^
        = help: begin keys that belong together in the same column
        = note: libyaml says: while parsing a block mapping: did not find expected key

      """#),
    YAMLMistake(
      "no colon", "tempo: 120\nbars 8\nmeter: 4/4\n",
      #"""
      song.yaml:2:1: error: a ':' is missing after 'bars 8' [missing-colon]
        |
      2 | bars 8
        | ^^^^^^
        = help: write 'key: value'
        = note: libyaml says: while scanning a simple key: could not find expected ':'

      """#),
    YAMLMistake(
      "no colon on the first line", "tempo 120\nbars: 8\n",
      #"""
      song.yaml:1:1: error: a ':' is missing after 'tempo 120' [missing-colon]
        |
      1 | tempo 120
        | ^^^^^^^^^
        = help: write 'key: value'
        = note: libyaml says: mapping values are not allowed in this context

      """#),
    YAMLMistake(
      "no colon after an item that has keys", "song:\n  - Chorus\n      bars: 8\n",
      #"""
      song.yaml:2:5: error: a ':' is missing after 'Chorus' [missing-colon]
        |
      2 |   - Chorus
        |     ^^^^^^
        = help: write 'key: value'
        = note: libyaml says: mapping values are not allowed in this context

      """#),
    YAMLMistake(
      "no space after a colon", "tempo:120\nbars: 8\n",
      #"""
      song.yaml:1:6: error: a space is missing after this ':' [missing-space]
        |
      1 | tempo:120
        |      ^
        = help: write ': ' and then the rest
        = note: libyaml says: mapping values are not allowed in this context

      """#),
    YAMLMistake(
      "no space after a colon between other keys", "bars: 8\ntempo:120\nmeter: 4/4",
      #"""
      song.yaml:2:6: error: a space is missing after this ':' [missing-space]
        |
      2 | tempo:120
        |      ^
        = help: write ': ' and then the rest
        = note: libyaml says: while scanning a simple key: could not find expected ':'

      """#),
    YAMLMistake(
      "no space after a dash", "song:\n  - a\n  -b\n  - c\n",
      #"""
      song.yaml:3:3: error: a space is missing after this '-' [missing-space]
        |
      3 |   -b
        |   ^
        = help: write '- ' and then the rest
        = note: libyaml says: while scanning a simple key: could not find expected ':'

      """#),
    YAMLMistake(
      "no space after a colon in brackets", "kit: {kick:}\n",
      #"""
      song.yaml:1:11: error: a space is missing after this ':' [missing-space]
        |
      1 | kit: {kick:}
        |           ^
        = help: write ': ' and then the rest
        = note: libyaml says: while scanning a plain scalar: found unexpected ':'

      """#),
    YAMLMistake(
      "two colons", "title: Night: Train\n",
      #"""
      song.yaml:1:13: error: a second ': ' stands on this line [second-colon]
        |
      1 | title: Night: Train
        |             ^
        = help: put quotes around a text that holds ': '
        = note: libyaml says: mapping values are not allowed in this context

      """#),
    YAMLMistake(
      "a value without a key", "a: 1\n: 5\n",
      #"""
      song.yaml:2:1: error: there is no key before this ':' [missing-key-name]
        |
      2 | : 5
        | ^
        = help: write 'key: value'

      """#),
    YAMLMistake(
      "a value without a key in braces", "{: 5}\n",
      #"""
      song.yaml:1:2: error: there is no key before this ':' [missing-key-name]
        |
      1 | {: 5}
        |  ^
        = help: write 'key: value'

      """#),
    YAMLMistake(
      "steps with spaced dashes", "kick: - - x -\n",
      #"""
      song.yaml:1:7: error: a list cannot begin on the line of its key [misplaced-item]
        |
      1 | kick: - - x -
        |       ^
        = help: begin each '- ' on a line of its own; a text that begins with '- '
                needs quotes
        = note: libyaml says: block sequence entries are not allowed in this context

      """#),
    YAMLMistake(
      "an item among keys", "tempo: 120\n- verse\n",
      #"""
      song.yaml:2:1: error: a list item stands among keys [misplaced-item]
        |
      1 | tempo: 120
        | - this begins with the other kind
      2 | - verse
        | ^
        = help: indent the list below the key that it belongs to
        = note: libyaml says: while parsing a block mapping: did not find expected key

      """#),
    YAMLMistake(
      "a key among items", "song:\n  - verse\n  bars: 8\n",
      #"""
      song.yaml:3:3: error: a key stands among list items [misplaced-key]
        |
      2 |   - verse
        |   - this begins with the other kind
      3 |   bars: 8
        |   ^^^^
        = help: begin it with '- ', or end the list before it
        = note: libyaml says: while parsing a block collection: did not find expected
                '-' indicator

      """#),
  ]
}
