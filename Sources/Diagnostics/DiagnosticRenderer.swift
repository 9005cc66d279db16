/// Diagnostics as text for a person, with the lines that they speak of.
public struct DiagnosticRenderer: Sendable {
  private let usesColor: Bool
  private let limit: Int
  private let width: Int

  /// - Parameters:
  ///   - usesColor: Whether to mark up the text for a terminal.
  ///   - limit: The most diagnostics shown, errors before all others; what is left out is counted.
  ///   - width: The columns into which quoted lines are cut and remarks broken; a diagnostic's first
  ///     line is never broken.
  public init(usesColor: Bool = false, limit: Int = 20, width: Int = 80) {
    precondition(limit > 0 && width >= 40)
    self.usesColor = usesColor
    self.limit = limit
    self.width = width
  }

  /// All diagnostics in order, a blank line between them; empty without any.
  public func render(_ list: DiagnosticList) -> String {
    let diagnostics = list.inOrder()
    let isError = { (index: Int) in diagnostics[index].problem.severity == .error }
    let byWeight = diagnostics.indices.filter(isError) + diagnostics.indices.filter { !isError($0) }
    var blocks = byWeight.prefix(limit).sorted().map { render(diagnostics[$0]) }

    let hidden = byWeight.dropFirst(limit)
    let hiddenErrors = hidden.filter(isError).count
    let rest =
      more(hiddenErrors, "mistake", "mistakes") + more(hidden.count - hiddenErrors, "note", "notes")
    if !rest.isEmpty { blocks.append(rest) }
    return blocks.joined(separator: "\n")
  }

  /// One diagnostic, with a line end behind its last line.
  public func render(_ diagnostic: Diagnostic) -> String {
    let problem = diagnostic.problem
    let color = Color(problem.severity)
    var lines = [
      paint("\(place(diagnostic.span)): ", .bold) + paint("\(problem.severity): ", color)
        + paint("\(visible(problem.message)) [\(problem.id)]", .bold)
    ]
    let marks = marks(of: diagnostic)
    let gutter = String(marks.map(\.line).max() ?? 0).count
    if !diagnostic.span.source.text.isEmpty {
      lines += excerpts(of: diagnostic.span.source, marks: marks, gutter: gutter)
    }

    for span in diagnostic.related where span.source !== diagnostic.span.source {
      lines += remark(place(span), problem.label, gutter)
    }
    lines += remark("help", problem.help, gutter)
    lines += remark("note", problem.note, gutter)
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line below the excerpt, broken into several where it is long.
  private func remark(_ title: String, _ text: String?, _ gutter: Int) -> [String] {
    guard let text else { return [] }
    let indent = gutter + 3
    var rows = ["\(title):"]
    for word in visible(text).split(separator: " ", omittingEmptySubsequences: false) {
      if indent + displayWidth(rows[rows.count - 1]) + 1 + displayWidth(word) > width {
        rows.append(blank(title.count + 1))
      }
      rows[rows.count - 1] += " \(word)"
    }
    return rows.enumerated().map { number, row in
      (number == 0 ? blank(gutter + 1) + paint("= ", .blue) : blank(indent)) + row
    }
  }

  private func more(_ count: Int, _ singular: String, _ plural: String) -> String {
    count == 0 ? "" : "… and \(count) more \(count == 1 ? singular : plural).\n"
  }

  private func place(_ span: SourceSpan) -> String {
    "\(visible(span.source.path)):\(span.start.line):\(span.start.column)"
  }
}

// MARK: - Lines and marks

extension DiagnosticRenderer {
  /// A stretch of a line with something under it.
  private struct Mark {
    let line: Int
    /// Scalars of the line, counted from 0.
    let stretch: Range<Int>
    let character: Character
    let label: String?
    let color: Color
  }

  /// The marks of the diagnostic's own file, in the order of the text.
  private func marks(of diagnostic: Diagnostic) -> [Mark] {
    func mark(_ span: SourceSpan, _ character: Character, _ label: String?, _ color: Color) -> Mark
    {
      let start = max(0, span.start.column - 1)
      let lineEnd = span.source.line(span.start.line).unicodeScalars.count
      let end = span.end.line == span.start.line ? span.end.column - 1 : lineEnd
      return Mark(
        line: span.start.line, stretch: start..<max(start, end), character: character,
        label: label, color: color)
    }
    let problem = diagnostic.problem
    let related = diagnostic.related.filter { $0.source === diagnostic.span.source }
    let marks =
      related.map { mark($0, "-", problem.label, .blue) }
      + [mark(diagnostic.span, "^", nil, Color(problem.severity))]
    return marks.sorted { ($0.line, $0.stretch.lowerBound) < ($1.line, $1.stretch.lowerBound) }
  }

  private func excerpts(of source: SourceText, marks: [Mark], gutter: Int) -> [String] {
    let space = width - gutter - 3
    var rows = [paint(blank(gutter + 1) + "|", .blue)]
    var shown: (line: Int, excerpt: Excerpt)?
    for (index, mark) in marks.enumerated() {
      let excerpt: Excerpt
      if let last = shown, last.line == mark.line, last.excerpt.shows(mark.stretch) {
        excerpt = last.excerpt
      } else {
        if let last = shown, mark.line - last.line > Self.farApart { rows.append("...") }
        // The marks that follow on this line are shown with it where the width allows.
        let all = marks[index...].filter { $0.line == mark.line }
        let joint = mark.stretch.lowerBound..<(all.map(\.stretch.upperBound).max() ?? 0)
        let around = joint.count <= space - 2 ? joint : mark.stretch
        excerpt = Excerpt(of: source.line(mark.line), around: around, width: space)
        rows.append(row(String(mark.line), gutter, excerpt.text))
        shown = (mark.line, excerpt)
      }
      let underline = excerpt.underline(mark.stretch, with: mark.character)
      let label = mark.label.map { " " + visible($0) } ?? ""
      let marked =
        excerpt.blank(before: mark.stretch.lowerBound) + paint(underline + label, mark.color)
      rows.append(row("", gutter, marked))
    }
    return rows
  }

  /// Lines further apart than this have `...` between them.
  private static var farApart: Int { 9 }

  private func row(_ number: String, _ gutter: Int, _ text: String) -> String {
    let edge = paint(blank(gutter - number.count) + number + " |", .blue)
    return text.isEmpty ? edge : edge + " " + text
  }

  private func blank(_ count: Int) -> String { String(repeating: " ", count: count) }
}

// MARK: - Colour

extension DiagnosticRenderer {
  /// The codes of Select Graphic Rendition, ECMA-48.
  private enum Color: String {
    case bold = "1"
    case red = "1;31"
    case yellow = "1;33"
    case blue = "1;34"

    init(_ severity: Severity) {
      self =
        switch severity {
        case .error: .red
        case .warning: .yellow
        case .note: .blue
        }
    }
  }

  private func paint(_ text: String, _ color: Color) -> String {
    usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
