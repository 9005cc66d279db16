/// A file of text as the user wrote it, for messages that show its lines.
public final class SourceText: Sendable {
  /// The path as the user named it; `-` for standard input.
  public let path: String
  /// The lines without their line ends.
  public let lines: [String]

  public init(path: String, text: String) {
    self.path = path
    self.lines = text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }
    ).map(String.init)
  }
}

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
