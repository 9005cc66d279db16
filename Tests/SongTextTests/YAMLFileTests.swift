import Testing

@Suite struct YAMLFileTests {
  @Test("what a song's YAML may not hold is explained", arguments: mistakes)
  func explained(mistake: YAMLMistake) {
    #expect(yamlMessages(Array(mistake.text.utf8)) == mistake.message)
  }

  static let mistakes = [
    YAMLMistake(
      "an empty key", "?\n: 4\n",
      #"""
      song.yaml:1:2: error: there is no key before this ':' [missing-key-name]
        |
      1 | ?
        |  ^
        = help: write 'key: value'

      """#),
    YAMLMistake(
      "tags", "tempo: !!int 120\nbars: !foo 8\n",
      #"""
      song.yaml:1:8: error: the tag '!!int' means nothing in a song [yaml-tag]
        |
      1 | tempo: !!int 120
        |        ^^^^^^^^^
        = help: leave it out; a text that begins with '!' needs quotes around it

      song.yaml:2:7: error: the tag '!foo' means nothing in a song [yaml-tag]
        |
      2 | bars: !foo 8
        |       ^^^^^^
        = help: leave it out; a text that begins with '!' needs quotes around it

      """#),
    YAMLMistake(
      "a directive", "%YAML 1.1\n---\ntempo: 120\n",
      #"""
      song.yaml:1:1: error: a song has no lines that begin with '%' [yaml-directive]
        |
      1 | %YAML 1.1
        | ^^^^^^^^^
        = help: leave the line out

      """#),
    YAMLMistake(
      "a directive at the end", "tempo: 120\n%TAG ! x\n",
      #"""
      song.yaml:2:1: error: a song has no lines that begin with '%' [yaml-directive]
        |
      2 | %TAG ! x
        | ^^^^^^^^
        = help: leave the line out

      """#),
    YAMLMistake(
      "two documents", "tempo: 120\n---\nbars: 8\n",
      #"""
      song.yaml:2:1: error: a second document begins here [several-documents]
        |
      2 | ---
        | ^^^
        = help: put each song into a file of its own

      """#),
    YAMLMistake(
      "two documents with an end between", "tempo: 120\n...\nbars: 8\n",
      #"""
      song.yaml:3:1: error: a second document begins here [several-documents]
        |
      3 | bars: 8
        | ^^^^^^^
        = help: put each song into a file of its own

      """#),
    YAMLMistake(
      "an empty file", "",
      #"""
      song.yaml:1:1: error: the file says nothing [empty-file]
        = help: the smallest song is 'tempo: 120' and, on the next line, 'bars: 8'

      """#),
    YAMLMistake(
      "comments only", "# only\n\n...\n",
      #"""
      song.yaml:1:1: error: the file says nothing [empty-file]
        = help: the smallest song is 'tempo: 120' and, on the next line, 'bars: 8'

      """#),
    YAMLMistake(
      "an empty document", "---\n",
      #"""
      song.yaml:1:1: error: the file says nothing [empty-file]
        = help: the smallest song is 'tempo: 120' and, on the next line, 'bars: 8'

      """#),
    YAMLMistake(
      "nothing as the document", "~\n",
      #"""
      song.yaml:1:1: error: the file says nothing [empty-file]
        = help: the smallest song is 'tempo: 120' and, on the next line, 'bars: 8'

      """#),
    YAMLMistake(
      "unknown aliases", "a: &kick x\nb: *kic\nc: *other\n",
      #"""
      song.yaml:2:4: error: no anchor '&kic' stands before this alias [unknown-alias]
        |
      2 | b: *kic
        |    ^^^^
        = help: did you mean '*kick'?

      song.yaml:3:4: error: no anchor '&other' stands before this alias [unknown-alias]
        |
      3 | c: *other
        |    ^^^^^^
        = help: a text that begins with '*' needs quotes around it

      """#),
    YAMLMistake(
      "an alias inside its value", "a: &a\n  b: [1, *a]\n",
      #"""
      song.yaml:2:10: error: '*a' stands inside the value that it repeats [recursive-alias]
        |
      1 | a: &a
        |    -- the value begins here
      2 |   b: [1, *a]
        |          ^^
        = help: an alias repeats a value that is complete before it

      """#),
    YAMLMistake(
      "keys twice", "x:\n  a: 1\n  a: 2\ny: 3\n\"x\": 4\n",
      #"""
      song.yaml:3:3: error: the key 'a' is written twice [duplicate-key]
        |
      2 |   a: 1
        |   - the first one
      3 |   a: 2
        |   ^
        = help: keep one of them

      song.yaml:5:1: error: the key 'x' is written twice [duplicate-key]
        |
      1 | x:
        | - the first one
      5 | "x": 4
        | ^^^
        = help: keep one of them

      """#),
    YAMLMistake(
      "a key twice on a line", "{a: 1, a: 2}",
      #"""
      song.yaml:1:8: error: the key 'a' is written twice [duplicate-key]
        |
      1 | {a: 1, a: 2}
        |  - the first one
        |        ^
        = help: keep one of them

      """#),
    YAMLMistake(
      "keys that are no words", "[a, b]: c\n? {d: e}\n: f\n",
      #"""
      song.yaml:1:1: error: a key must be a word, not a list or a mapping [key-not-text]
        |
      1 | [a, b]: c
        | ^^^^^^
        = help: if the brackets are part of a name, put quotes around it

      song.yaml:2:3: error: a key must be a word, not a list or a mapping [key-not-text]
        |
      2 | ? {d: e}
        |   ^^^^^^
        = help: if the brackets are part of a name, put quotes around it

      """#),
    YAMLMistake(
      "an escape sequence", "title: a\u{1B}[31mb\n",
      #"""
      song.yaml:1:9: error: the control character U+001B is not allowed [control-character]
        |
      1 | title: a␛[31mb
        |         ^
        = help: delete it

      """#),
    YAMLMistake(
      "a NUL", "a: \u{0}\n",
      #"""
      song.yaml:1:4: error: the control character U+0000 is not allowed [control-character]
        |
      1 | a: ␀
        |    ^
        = help: delete it

      """#),
    YAMLMistake(
      "a byte order mark inside", "a: \u{FEFF}b",
      #"""
      song.yaml:1:4: error: the control character U+FEFF is not allowed [control-character]
        |
      1 | a: �b
        |    ^
        = help: delete it

      """#),
  ]
}
