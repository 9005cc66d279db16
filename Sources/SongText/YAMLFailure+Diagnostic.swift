import Diagnostics

extension YAMLFailure {
  /// The failure in the words of a song's author. libyaml tells what it expected, and the lines
  /// there tell which mistake made it expect that.
  func diagnostic(in source: SourceText) -> Diagnostic {
    let reading = YAMLFailureReading(self, in: source)
    switch problem {
    case "could not find expected ':'": return reading.lineWithoutColon()
    case "mapping values are not allowed in this context": return reading.unexpectedColon()
    case "did not find expected key": return reading.textBetweenKeys()
    case "did not find expected '-' indicator": return reading.textBetweenItems()
    case "did not find expected ',' or ']'": return reading.unclosed("[", "]")
    case "did not find expected ',' or '}'": return reading.unclosed("{", "}")
    case "did not find expected node content": return reading.missingValue()
    case "did not find expected <document start>": return reading.textAfterValue()
    case "block sequence entries are not allowed in this context":
      return reading.here(.misplacedItem)
    case "mapping keys are not allowed in this context":
      return reading.here(.reservedCharacter("?"))
    case "found unexpected ':'": return reading.here(.missingSpace(after: ":"))
    case "found character that cannot start any token": return reading.characterWithoutMeaning()
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      return reading.here(.tabIndentation)
    case "found unexpected end of stream", "found unexpected document indicator":
      return reading.there(.unclosedQuote(reading.contextCharacter))
    case "found unknown escape character", "did not find expected hexdecimal number",
      "found invalid Unicode character escape code":
      return reading.badEscape()
    default: break
    }
    switch context {
    case "while scanning a block scalar", "while scanning an anchor", "while scanning an alias":
      return reading.there(.reservedCharacter(reading.contextCharacter))
    case "while scanning a tag", "while parsing a tag", "while parsing a node":
      return reading.tag()
    case "while scanning a directive", "while scanning a %YAML directive",
      "while scanning a tag directive":
      return reading.directive()
    default: return reading.here(.other)
    }
  }
}
