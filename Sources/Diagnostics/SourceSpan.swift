/// A stretch of a source text. Lines and columns count from 1; columns count Unicode scalars; the
/// end is the column after the last.
public struct SourceSpan: Sendable {
  public struct Place: Hashable, Comparable, Sendable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    public static func < (left: Place, right: Place) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  public let source: SourceText
  public let start: Place
  public let end: Place

  public init(source: SourceText, start: Place, end: Place) {
    self.source = source
    self.start = start
    self.end = end
  }

  /// A stretch of one line.
  public init(source: SourceText, line: Int, column: Int, length: Int) {
    self.init(
      source: source, start: Place(line: line, column: column),
      end: Place(line: line, column: column + length))
  }

  /// The place of what concerns a whole file: messages show none of its lines.
  public init(wholeFile path: String) {
    self.init(source: SourceText(path: path, text: ""), line: 1, column: 1, length: 0)
  }
}

/// A value and where it was written.
public struct Spanned<Value: Sendable>: Sendable {
  public let value: Value
  public let span: SourceSpan

  public init(_ value: Value, _ span: SourceSpan) {
    self.value = value
    self.span = span
  }
}
