import Testing

@Suite struct YAMLValueTests {
  @Test("a mistake in quotes, brackets or signs is explained", arguments: mistakes)
  func explained(mistake: YAMLMistake) {
    #expect(yamlMessages(Array(mistake.text.utf8)) == mistake.message)
  }

  static let mistakes = [
    YAMLMistake(
      "no closing quotation mark", "title: \"Night Train\nbars: 8\n",
      #"""
      song.yaml:1:8: error: the text that begins with this " never ends [unclosed-quote]
        |
      1 | title: "Night Train
        |        ^
        = help: put a " at its end
        = note: libyaml says: while scanning a quoted scalar: found unexpected end of
                stream

      """#),
    YAMLMistake(
      "no closing apostrophe before a document's end", "title: 'Night Train\n---\n",
      #"""
      song.yaml:1:8: error: the text that begins with this ' never ends [unclosed-quote]
        |
      1 | title: 'Night Train
        |        ^
        = help: put a ' at its end
        = note: libyaml says: while scanning a quoted scalar: found unexpected
                document indicator

      """#),
    YAMLMistake(
      "no closing bracket", "song: [verse, chorus\n",
      #"""
      song.yaml:1:7: error: this '[' has no ']' [unclosed-bracket]
        |
      1 | song: [verse, chorus
        |       ^
        = help: put a ']' at its end
        = note: libyaml says: while parsing a flow sequence: did not find expected ','
                or ']'

      """#),
    YAMLMistake(
      "no closing bracket after a comma", "song: [verse,\n",
      #"""
      song.yaml:2:1: error: the file ends inside '[…]' or '{…}' [unclosed-bracket]
        |
      2 |
        | ^
        = help: write what is missing, and the closing bracket
        = note: libyaml says: while parsing a flow node: did not find expected node
                content

      """#),
    YAMLMistake(
      "no closing brace, and more keys", "click: {pan: R\nbars: 8\n",
      #"""
      song.yaml:2:5: error: a ',' or '}' is missing before this [missing-comma]
        |
      1 | click: {pan: R
        |        - opened here
      2 | bars: 8
        |     ^
        = help: put a ',' between the items, and a '}' after the last
        = note: libyaml says: while parsing a flow mapping: did not find expected ','
                or '}'

      """#),
    YAMLMistake(
      "no comma", "kit: {a: b c: d}\n",
      #"""
      song.yaml:1:13: error: a ',' or '}' is missing before this [missing-comma]
        |
      1 | kit: {a: b c: d}
        |      - opened here
        |             ^
        = help: put a ',' between the items, and a '}' after the last
        = note: libyaml says: while parsing a flow mapping: did not find expected ','
                or '}'

      """#),
    YAMLMistake(
      "a closing bracket alone", "bars: 8\n]\n",
      #"""
      song.yaml:2:1: error: nothing is open that this ']' could close [stray-bracket]
        |
      2 | ]
        | ^
        = help: delete it, or put quotes around the text
        = note: libyaml says: while parsing a block mapping: did not find expected key

      """#),
    YAMLMistake(
      "a closing brace too many", "{a: 1}}\n",
      #"""
      song.yaml:1:7: error: nothing is open that this '}' could close [stray-bracket]
        |
      1 | {a: 1}}
        |       ^
        = help: delete it, or put quotes around the text
        = note: libyaml says: did not find expected <document start>

      """#),
    YAMLMistake(
      "a closing bracket as a value", "song: ]\n",
      #"""
      song.yaml:1:7: error: a value is missing before this ']' [missing-value]
        |
      1 | song: ]
        |       ^
        = help: write one; a text of such characters needs quotes around it
        = note: libyaml says: while parsing a block node: did not find expected node
                content

      """#),
    YAMLMistake(
      "two commas", "song: [verse,, chorus]\n",
      #"""
      song.yaml:1:14: error: a value is missing before this ',' [missing-value]
        |
      1 | song: [verse,, chorus]
        |              ^
        = help: write one; a text of such characters needs quotes around it
        = note: libyaml says: while parsing a flow node: did not find expected node
                content

      """#),
    YAMLMistake(
      "a backslash in a path", "kit:\n  kick: \"samples\\kick.wav\"\n",
      #"""
      song.yaml:2:17: error: '\k' is not a valid escape [bad-escape]
        |
      2 |   kick: "samples\kick.wav"
        |                 ^^
        = help: write '\\' for a backslash, or put single quotes around the text
        = note: libyaml says: while parsing a quoted scalar: found unknown escape
                character

      """#),
    YAMLMistake(
      "a bad number of a character", "title: \"\\xzz\"\n",
      #"""
      song.yaml:1:9: error: '\x' is not a valid escape [bad-escape]
        |
      1 | title: "\xzz"
        |         ^^
        = help: write '\\' for a backslash, or put single quotes around the text
        = note: libyaml says: while parsing a quoted scalar: did not find expected
                hexdecimal number

      """#),
    YAMLMistake(
      "a value with @", "title: @night\n",
      #"""
      song.yaml:1:8: error: a value cannot begin with '@' [reserved-character]
        |
      1 | title: @night
        |        ^
        = help: put quotes around it
        = note: libyaml says: while scanning for the next token: found character that
                cannot start any token

      """#),
    YAMLMistake(
      "steps that begin with a bar", "patterns:\n  a:\n    kick: |x...|x...|\n",
      #"""
      song.yaml:3:11: error: a value cannot begin with '|' [reserved-character]
        |
      3 |     kick: |x...|x...|
        |           ^
        = help: put quotes around it
        = note: libyaml says: while scanning a block scalar: did not find expected
                comment or line break

      """#),
    YAMLMistake(
      "a star alone", "title: * star\n",
      #"""
      song.yaml:1:8: error: a value cannot begin with '*' [reserved-character]
        |
      1 | title: * star
        |        ^
        = help: put quotes around it
        = note: libyaml says: while scanning an alias: did not find expected
                alphabetic or numeric character

      """#),
    YAMLMistake(
      "a question mark alone", "title: ?\n",
      #"""
      song.yaml:1:8: error: a value cannot begin with '?' [reserved-character]
        |
      1 | title: ?
        |        ^
        = help: put quotes around it
        = note: libyaml says: mapping keys are not allowed in this context

      """#),
    YAMLMistake(
      "words after quotation marks", "title: \"Night\" Train\n",
      #"""
      song.yaml:1:16: error: more text follows a complete value [text-after-value]
        |
      1 | title: "Night" Train
        |                ^^^^^
        = help: put quotes around the whole of it
        = note: libyaml says: while parsing a block mapping: did not find expected key

      """#),
    YAMLMistake(
      "an apostrophe between apostrophes", "title: 'it's'\n",
      #"""
      song.yaml:1:12: error: more text follows a complete value [text-after-value]
        |
      1 | title: 'it's'
        |            ^^
        = help: between single quotes, write '' for an apostrophe
        = note: libyaml says: while parsing a block mapping: did not find expected key

      """#),
    YAMLMistake(
      "words after a list", "[a] b\n",
      #"""
      song.yaml:1:5: error: more text follows a complete value [text-after-value]
        |
      1 | [a] b
        |     ^
        = help: put quotes around the whole of it
        = note: libyaml says: did not find expected <document start>

      """#),
    YAMLMistake(
      "a tag of no known kind", "tempo: !a!b 120\n",
      #"""
      song.yaml:1:8: error: the tag '!a!b' means nothing in a song [yaml-tag]
        |
      1 | tempo: !a!b 120
        |        ^^^^
        = help: leave it out; a text that begins with '!' needs quotes around it

      """#),
    YAMLMistake(
      "an unfinished directive at the end", "tempo: 120\n%TAG\n",
      #"""
      song.yaml:2:1: error: a song has no lines that begin with '%' [yaml-directive]
        |
      2 | %TAG
        | ^^^^
        = help: leave the line out

      """#),
  ]
}
