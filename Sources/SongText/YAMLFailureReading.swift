import Diagnostics

/// A failure beside the lines that it speaks of.
struct YAMLFailureReading {
  private let failure: YAMLFailure
  private let source: SourceText
  /// The line where libyaml stopped, and the place in it.
  private let line: [Unicode.Scalar]
  private let column: Int

  init(_ failure: YAMLFailure, in source: SourceText) {
    self.failure = failure
    self.source = source
    line = Array(source.line(failure.problemMark.line + 1).unicodeScalars)
    column = min(failure.problemMark.column, line.count)
  }

  // MARK: - Mistakes

  /// A line of a block that libyaml took for a key.
  func lineWithoutColon() -> Diagnostic {
    let text = content(of: failure.contextMark.line, from: failure.contextMark.column)
    if text.first == "-", text.count > 1, text.dropFirst().first != " " {
      return diagnostic(.missingSpace(after: "-"), text.prefix(1), failure.contextMark.line)
    }
    // A key of more than 1024 characters has its colon too late for libyaml.
    return text.count > 1024
      ? there(.other) : missingColon(in: text, line: failure.contextMark.line)
  }

  /// A `: ` where no key can be.
  func unexpectedColon() -> Diagnostic {
    let key = content(of: failure.problemMark.line, from: 0).prefix { $0 != ":" }
    if keyEnd(in: line[..<column]) != nil { return here(.secondColon) }
    // libyaml has read the line above and this key as one text.
    guard let above = lineAbove() else { return here(.other) }
    guard let end = keyEnd(in: above.text) else {
      return missingColon(in: above.text, line: above.line)
    }
    return diagnostic(
      .deeperThanValue, key, failure.problemMark.line,
      related: [span(of: above.text[..<end], line: above.line)])
  }

  /// Something between the keys of a block that is no key.
  func textBetweenKeys() -> Diagnostic {
    if isFirst, character == "-", failure.problemMark.column <= failure.contextMark.column {
      return here(.itemAmongKeys, related: [contextSpan])
    }
    if character == ":" { return yaml(.missingKey) }
    return textBetween()
  }

  /// Something between the items of a block that is no item.
  func textBetweenItems() -> Diagnostic {
    if isFirst, failure.problemMark.column == failure.contextMark.column {
      return diagnostic(
        .keyAmongItems, rest.prefix { $0 != ":" }, failure.problemMark.line, related: [contextSpan])
    }
    return textBetween()
  }

  private func textBetween() -> Diagnostic {
    if character == "]" || character == "}" { return here(.strayBracket(String(character))) }
    guard isFirst else { return textAfterValue() }
    if let above = lineAbove(), above.text.startIndex < column, let end = keyEnd(in: above.text) {
      return diagnostic(
        .deeperThanValue, rest.prefix { $0 != ":" }, failure.problemMark.line,
        related: [span(of: above.text[..<end], line: above.line)])
    }
    return diagnostic(.betweenLevels, rest.prefix { $0 != ":" }, failure.problemMark.line)
  }

  func textAfterValue() -> Diagnostic {
    if character == "]" || character == "}" { return here(.strayBracket(String(character))) }
    let isApostrophe = column > 0 && line[column - 1] == "'"
    return diagnostic(
      isApostrophe ? .textAfterApostrophe : .textAfterValue, rest, failure.problemMark.line)
  }

  func unclosed(_ open: String, _ close: String) -> Diagnostic {
    let isAtEnd =
      rest.isEmpty && failure.problemMark.line + 1 >= source.lines.count
    return isAtEnd
      ? there(.unclosedBracket(open: open, close: close))
      : here(.missingComma(close: close), related: [contextSpan])
  }

  func missingValue() -> Diagnostic {
    if character == ":" { return yaml(.missingKey) }
    // Outside brackets a value may be missing at the end.
    return character == "\0"
      ? here(.bracketOpenAtEnd) : here(.missingValue(before: String(character)))
  }

  func characterWithoutMeaning() -> Diagnostic {
    here(character == "\t" ? .tabIndentation : .reservedCharacter(String(character)))
  }

  func badEscape() -> Diagnostic {
    // libyaml stops at the backslash or at the digits behind it.
    let start = line.prefix(column + 1).lastIndex(of: "\\") ?? column
    let escape = line[start...].prefix(2)
    return diagnostic(.badEscape(text(escape)), escape, failure.problemMark.line)
  }

  func tag() -> Diagnostic {
    let tag = content(of: failure.contextMark.line, from: failure.contextMark.column)
      .prefix { $0 != " " }
    return Diagnostic(
      .yaml(.tag(text(tag))), at: span(of: tag, line: failure.contextMark.line))
  }

  func directive() -> Diagnostic {
    let directive = content(of: failure.contextMark.line, from: 0)
    return Diagnostic(
      .yaml(.directive), at: span(of: directive, line: failure.contextMark.line))
  }

  /// A mistake at the character where libyaml stopped.
  func here(_ syntax: YAMLSyntax, related: [SourceSpan] = []) -> Diagnostic {
    diagnostic(
      syntax, line[column...].prefix(1), failure.problemMark.line, related: related)
  }

  /// A mistake at the character where libyaml began what it could not end.
  func there(_ syntax: YAMLSyntax) -> Diagnostic {
    Diagnostic(problem(syntax), at: contextSpan)
  }

  /// The character where libyaml began what it could not end.
  var contextCharacter: String {
    text(content(of: failure.contextMark.line, from: failure.contextMark.column).prefix(1))
  }

  // MARK: - Lines

  private var character: Unicode.Scalar { column < line.count ? line[column] : "\0" }
  private var isFirst: Bool { line[..<column].allSatisfy { $0 == " " || $0 == "\t" } }
  private var rest: ArraySlice<Unicode.Scalar> {
    content(of: failure.problemMark.line, from: column)
  }

  /// What a line, counted from 0, says from a column on; its indices are the columns.
  private func content(of number: Int, from column: Int) -> ArraySlice<Unicode.Scalar> {
    let scalars = Array(source.line(number + 1).unicodeScalars)
    var content = scalars[min(column, scalars.count)...].drop { $0 == " " || $0 == "\t" }
    let comment = content.indices.first {
      content[$0] == "#" && ($0 == 0 || scalars[$0 - 1] == " " || scalars[$0 - 1] == "\t")
    }
    content = content[..<(comment ?? content.endIndex)]
    while content.last == " " || content.last == "\t" { content.removeLast() }
    return content
  }

  /// The nearest line above that says something, and what it says behind the dashes of a list.
  private func lineAbove() -> (line: Int, text: ArraySlice<Unicode.Scalar>)? {
    for number in (0..<failure.problemMark.line).reversed() {
      var text = content(of: number, from: 0)
      while text.first == "-", text.dropFirst().first == " " {
        text = text.dropFirst().drop { $0 == " " }
      }
      if !text.isEmpty { return (number, text) }
    }
    return nil
  }

  /// Where the colon stands that ends a key.
  private func keyEnd(in text: ArraySlice<Unicode.Scalar>) -> Int? {
    text.indices.first {
      text[$0] == ":" && ($0 + 1 == text.endIndex || text[$0 + 1] == " " || text[$0 + 1] == "\t")
    }
  }

  private func missingColon(in text: ArraySlice<Unicode.Scalar>, line: Int) -> Diagnostic {
    let colon = text.indices.first {
      text[$0] == ":" && $0 + 1 < text.endIndex && text[$0 + 1] != " " && text[$0 + 1] != "\t"
    }
    if let colon {
      return diagnostic(.missingSpace(after: ":"), text[colon...colon], line)
    }
    return diagnostic(.missingColon(after: self.text(text)), text, line)
  }

  private var contextSpan: SourceSpan {
    let mark = failure.contextMark
    return SourceSpan(source: source, line: mark.line + 1, column: mark.column + 1, length: 1)
  }

  private func span(of text: ArraySlice<Unicode.Scalar>, line: Int) -> SourceSpan {
    SourceSpan(source: source, line: line + 1, column: text.startIndex + 1, length: text.count)
  }

  private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private func yaml(_ problem: YAMLProblem) -> Diagnostic {
    Diagnostic(
      .yaml(problem), at: span(of: line[column...].prefix(1), line: failure.problemMark.line))
  }

  private func diagnostic(
    _ syntax: YAMLSyntax, _ text: ArraySlice<Unicode.Scalar>, _ line: Int,
    related: [SourceSpan] = []
  ) -> Diagnostic {
    Diagnostic(problem(syntax), at: span(of: text, line: line), related: related)
  }

  private func problem(_ syntax: YAMLSyntax) -> Problem {
    let words = failure.context.isEmpty ? failure.problem : "\(failure.context): \(failure.problem)"
    return .yaml(.syntax(syntax, parser: words))
  }
}
