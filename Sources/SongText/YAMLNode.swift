import Diagnostics

/// A value of a YAML file, with every alias replaced by what it stands for; such a copy has the
/// span of the value that it repeats.
struct YAMLNode: Sendable {
  enum Content: Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    /// The entries in the order of the file; every key of a song is there once.
    case mapping([YAMLEntry])
  }

  let content: Content
  let span: SourceSpan

  /// The texts of a list that holds nothing else; `nil` for anything else.
  var texts: [Spanned<String>]? {
    guard case .sequence(let items) = content else { return nil }
    let texts = items.compactMap { item -> Spanned<String>? in
      guard case .scalar(let scalar) = item.content else { return nil }
      return Spanned(scalar.text, item.span)
    }
    return texts.count == items.count ? texts : nil
  }
}

/// A key and its value.
struct YAMLEntry: Sendable {
  let key: Spanned<String>
  /// The texts of a key that is a list, which no song has.
  var names: [Spanned<String>]?
  let value: YAMLNode
}

/// A text, and where each of its characters was written.
struct YAMLScalar: Sendable {
  enum Style: Sendable {
    case plain
    case quoted
    /// After `|`, its lines kept.
    case literal
    /// After `>`, its lines joined.
    case folded
  }

  let text: String
  let style: Style
  /// The whole value, quotation marks included.
  let span: SourceSpan
  /// Whether an anchor stands before it, within the span.
  private let isAnchored: Bool

  init(text: String, style: Style, span: SourceSpan, isAnchored: Bool) {
    self.text = text
    self.style = style
    self.span = span
    self.isAnchored = isAnchored
  }

  /// Whether nothing was written: no value at all, or `~`.
  var isNothing: Bool { style == .plain && (text.isEmpty || text == "~") }

  /// Where a part of the text was written, both in Unicode scalars. It is exact where the text
  /// stands on one line without escapes, and in a literal block up to the end of its line;
  /// elsewhere it is the whole value.
  func span(of offset: Int, length: Int) -> SourceSpan {
    switch style {
    case .plain: spanOnOneLine(of: offset, length: length, marks: 0) ?? span
    case .quoted: spanOnOneLine(of: offset, length: length, marks: 1) ?? span
    case .literal: spanInBlock(of: offset, length: length) ?? span
    case .folded: span
    }
  }

  /// `marks` is the number of quotation marks on either side.
  private func spanOnOneLine(of offset: Int, length: Int, marks: Int) -> SourceSpan? {
    let count = text.unicodeScalars.count
    let start = span.end.column - marks - count
    guard span.start.line == span.end.line, start >= span.start.column + marks else { return nil }
    if isAnchored {
      let written = span.source.line(span.start.line).unicodeScalars.prefix(start - 1 + count)
      guard written.suffix(count).elementsEqual(text.unicodeScalars) else { return nil }
    } else {
      // An escape makes the text shorter than what was written, and so does a joined line.
      guard start == span.start.column + marks else { return nil }
    }
    return part(line: span.start.line, column: start + offset, length: length)
  }

  private func spanInBlock(of offset: Int, length: Int) -> SourceSpan? {
    let header = span.source.line(span.start.line).unicodeScalars.dropFirst(span.start.column - 1)
    guard header.contains("|") else { return nil }
    var rest = offset
    for (number, line) in SourceText(path: "", text: text).lines.enumerated() {
      let count = line.unicodeScalars.count
      if rest <= count {
        let written = span.start.line + 1 + number
        let indent = max(0, span.source.line(written).unicodeScalars.count - count)
        return part(
          line: written, column: indent + 1 + rest, length: min(length, max(1, count - rest)))
      }
      rest -= count + 1
    }
    return nil
  }

  private func part(line: Int, column: Int, length: Int) -> SourceSpan {
    SourceSpan(source: span.source, line: line, column: column, length: length)
  }
}
