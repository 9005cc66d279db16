extension YAMLProblem {
  var message: String {
    switch self {
    case .notUTF8(let offset, let byte):
      "the file is not UTF-8: byte \(offset) is 0x\(hexadecimal(UInt32(byte), digits: 2))"
    case .utf16: "the file is UTF-16, and a song is UTF-8"
    case .controlCharacter(let scalar):
      "the control character U+\(hexadecimal(scalar, digits: 4)) is not allowed"
    case .fileTooLarge(let limit): "the file is larger than \(limit) MiB"
    case .nestedTooDeep(let limit): "lists and mappings are nested more than \(limit) deep"
    case .tooManyValues(let limit): "the file holds more than \(limit) values, aliases included"
    case .unknownAlias(let name, _): "no anchor '&\(unquoted(name))' stands before this alias"
    case .recursiveAlias(let name): "'*\(unquoted(name))' stands inside the value that it repeats"
    case .duplicateKey(let key): "the key \(quoted(key)) is written twice"
    case .keyNotText: "a key must be a word, not a list or a mapping"
    case .missingKey: "there is no key before this ':'"
    case .tag(let tag): "the tag \(quoted(tag)) means nothing in a song"
    case .directive: "a song has no lines that begin with '%'"
    case .severalDocuments: "a second document begins here"
    case .emptyFile: "the file says nothing"
    case .syntax(let syntax, _): syntax.message
    }
  }

  var label: String? {
    switch self {
    case .duplicateKey: "the first one"
    case .recursiveAlias: "the value begins here"
    case .syntax(let syntax, _): syntax.label
    default: nil
    }
  }

  var help: String? {
    switch self {
    case .notUTF8, .utf16: "save it again with the encoding UTF-8"
    case .controlCharacter: "delete it"
    case .fileTooLarge: "a song is text of some kilobytes; was this file meant?"
    case .nestedTooDeep: "a song needs fewer than ten levels"
    case .tooManyValues: "write the repetition as 'name x4' instead"
    case .unknownAlias(_, let nearest):
      nearest.map { "did you mean '*\(unquoted($0))'?" }
        ?? "a text that begins with '*' needs quotes around it"
    case .recursiveAlias: "an alias repeats a value that is complete before it"
    case .duplicateKey: "keep one of them"
    case .keyNotText: "if the brackets are part of a name, put quotes around it"
    case .missingKey: "write 'key: value'"
    case .tag: "leave it out; a text that begins with '!' needs quotes around it"
    case .directive: "leave the line out"
    case .severalDocuments: "put each song into a file of its own"
    case .emptyFile: "the smallest song is 'tempo: 120' and, on the next line, 'bars: 8'"
    case .syntax(let syntax, _): syntax.help
    }
  }

  var note: String? {
    guard case .syntax(_, let parser) = self else { return nil }
    return "libyaml says: \(parser)"
  }
}

extension YAMLSyntax {
  var message: String {
    switch self {
    case .tabIndentation: "a tab stands in the indentation"
    case .deeperThanValue: "this stands below a key that has a value"
    case .betweenLevels: "the indentation of this line fits no line above it"
    case .missingColon(let text): "a ':' is missing after \(quoted(text))"
    case .missingSpace(let character): "a space is missing after this '\(character)'"
    case .secondColon: "a second ': ' stands on this line"
    case .unclosedQuote(let quote): "the text that begins with this \(quote) never ends"
    case .unclosedBracket(let open, let close): "this '\(open)' has no '\(close)'"
    case .bracketOpenAtEnd: "the file ends inside '[…]' or '{…}'"
    case .missingComma(let close): "a ',' or '\(close)' is missing before this"
    case .strayBracket(let bracket): "nothing is open that this '\(bracket)' could close"
    case .missingValue(let character): "a value is missing before this '\(character)'"
    case .badEscape(let escape): "'\(escape)' is not a valid escape"
    case .reservedCharacter(let character): "a value cannot begin with '\(character)'"
    case .misplacedItem: "a list cannot begin on the line of its key"
    case .itemAmongKeys: "a list item stands among keys"
    case .keyAmongItems: "a key stands among list items"
    case .textAfterValue, .textAfterApostrophe:
      "more text follows a complete value"
    case .other: "the file cannot be read from here on"
    }
  }

  var label: String? {
    switch self {
    case .deeperThanValue: "this one"
    case .missingComma: "opened here"
    case .itemAmongKeys, .keyAmongItems: "this begins with the other kind"
    default: nil
    }
  }

  var help: String? {
    switch self {
    case .tabIndentation: "indent with spaces"
    case .deeperThanValue: "begin it in the column of that key, or take the value away"
    case .betweenLevels: "begin keys that belong together in the same column"
    case .missingColon: "write 'key: value'"
    case .missingSpace(let character): "write '\(character) ' and then the rest"
    case .secondColon: "put quotes around a text that holds ': '"
    case .unclosedQuote(let quote): "put a \(quote) at its end"
    case .unclosedBracket(_, let close): "put a '\(close)' at its end"
    case .bracketOpenAtEnd: "write what is missing, and the closing bracket"
    case .missingComma(let close): "put a ',' between the items, and a '\(close)' after the last"
    case .strayBracket: "delete it, or put quotes around the text"
    case .missingValue: "write one; a text of such characters needs quotes around it"
    case .badEscape: "write '\\\\' for a backslash, or put single quotes around the text"
    case .reservedCharacter: "put quotes around it"
    case .misplacedItem:
      "begin each '- ' on a line of its own; a text that begins with '- ' needs quotes"
    case .itemAmongKeys: "indent the list below the key that it belongs to"
    case .keyAmongItems: "begin it with '- ', or end the list before it"
    case .textAfterValue: "put quotes around the whole of it"
    case .textAfterApostrophe: "between single quotes, write '' for an apostrophe"
    case .other: nil
    }
  }
}

/// A name behind a sigil, cut as `quoted` does, without quotation marks.
private func unquoted(_ name: String) -> String {
  String(quoted(name).dropFirst().dropLast())
}

private func hexadecimal(_ number: UInt32, digits: Int) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
