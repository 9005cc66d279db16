/// A mistake in a file's YAML, whatever the file means.
public enum YAMLProblem: Sendable {
  /// A byte that belongs to no character; `offset` counts from 0.
  case notUTF8(offset: Int, byte: UInt8)
  /// The file begins as UTF-16 or UTF-32 does.
  case utf16
  /// A character that YAML allows nowhere, NUL among them.
  case controlCharacter(scalar: UInt32)
  /// The file is larger than so many mebibytes.
  case fileTooLarge(limit: Int)
  case nestedTooDeep(limit: Int)
  /// More values than the limit, once every alias stands for what it names.
  case tooManyValues(limit: Int)
  case unknownAlias(name: String, nearest: String?)
  /// An alias inside the value that it stands for.
  case recursiveAlias(name: String)
  case duplicateKey(String)
  /// A key that is a list or a mapping.
  case keyNotText
  /// A value with nothing before its colon.
  case missingKey
  case tag(String)
  /// A line such as `%YAML 1.1`.
  case directive
  case severalDocuments
  case emptyFile
  /// What the parser could not read; `parser` has its own words.
  case syntax(YAMLSyntax, parser: String)
}

/// Why a parser stopped.
public enum YAMLSyntax: Sendable {
  case tabIndentation
  /// A line below a key that already has its value on its own line.
  case deeperThanValue
  /// A line that is neither as deep as the one before it nor as any above.
  case betweenLevels
  case missingColon(after: String)
  /// A `:` or `-` that has no space behind it.
  case missingSpace(after: String)
  /// A second `: ` on one line.
  case secondColon
  case unclosedQuote(String)
  case unclosedBracket(open: String, close: String)
  case bracketOpenAtEnd
  case missingComma(close: String)
  case strayBracket(String)
  case missingValue(before: String)
  case badEscape(String)
  /// A value that begins with a character that means something else to YAML.
  case reservedCharacter(String)
  /// A `- ` behind a key.
  case misplacedItem
  /// A `- ` line between keys.
  case itemAmongKeys
  /// A key between `- ` lines.
  case keyAmongItems
  case textAfterValue
  /// The same, where the value ended with an apostrophe that was to be part of it.
  case textAfterApostrophe
  /// None of these.
  case other
}

extension YAMLProblem: ProblemFacts {
  enum ID: String, CaseIterable {
    case notUTF8 = "not-utf8"
    case controlCharacter = "control-character"
    case fileTooLarge = "file-too-large"
    case nestedTooDeep = "nested-too-deep"
    case tooManyValues = "too-many-values"
    case unknownAlias = "unknown-alias"
    case recursiveAlias = "recursive-alias"
    case duplicateKey = "duplicate-key"
    case keyNotText = "key-not-text"
    case missingKey = "missing-key-name"
    case tag = "yaml-tag"
    case directive = "yaml-directive"
    case severalDocuments = "several-documents"
    case emptyFile = "empty-file"
    case tabIndentation = "tab-indentation"
    case wrongIndentation = "wrong-indentation"
    case missingColon = "missing-colon"
    case missingSpace = "missing-space"
    case secondColon = "second-colon"
    case unclosedQuote = "unclosed-quote"
    case unclosedBracket = "unclosed-bracket"
    case missingComma = "missing-comma"
    case strayBracket = "stray-bracket"
    case missingValue = "missing-value"
    case badEscape = "bad-escape"
    case reservedCharacter = "reserved-character"
    case misplacedItem = "misplaced-item"
    case misplacedKey = "misplaced-key"
    case textAfterValue = "text-after-value"
    case other = "yaml-syntax"
  }

  var id: ID {
    switch self {
    case .notUTF8, .utf16: .notUTF8
    case .controlCharacter: .controlCharacter
    case .fileTooLarge: .fileTooLarge
    case .nestedTooDeep: .nestedTooDeep
    case .tooManyValues: .tooManyValues
    case .unknownAlias: .unknownAlias
    case .recursiveAlias: .recursiveAlias
    case .duplicateKey: .duplicateKey
    case .keyNotText: .keyNotText
    case .missingKey: .missingKey
    case .tag: .tag
    case .directive: .directive
    case .severalDocuments: .severalDocuments
    case .emptyFile: .emptyFile
    case .syntax(let syntax, _): syntax.id
    }
  }
}

extension YAMLSyntax {
  var id: YAMLProblem.ID {
    switch self {
    case .tabIndentation: .tabIndentation
    case .deeperThanValue, .betweenLevels: .wrongIndentation
    case .missingColon: .missingColon
    case .missingSpace: .missingSpace
    case .secondColon: .secondColon
    case .unclosedQuote: .unclosedQuote
    case .unclosedBracket, .bracketOpenAtEnd: .unclosedBracket
    case .missingComma: .missingComma
    case .strayBracket: .strayBracket
    case .missingValue: .missingValue
    case .badEscape: .badEscape
    case .reservedCharacter: .reservedCharacter
    case .misplacedItem, .itemAmongKeys: .misplacedItem
    case .keyAmongItems: .misplacedKey
    case .textAfterValue, .textAfterApostrophe: .textAfterValue
    case .other: .other
    }
  }
}
