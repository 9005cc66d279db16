/// What a song file is written as: values, and the layout that a person would give them.
indirect enum YAMLText {
  /// As it stands in the file.
  case scalar(String)
  case list([YAMLText])
  case mapping([Entry])
  /// A value and the comment behind it.
  case remarked(YAMLText, String)

  /// A key of a mapping, and the comment lines before it.
  struct Entry {
    let key: String
    let value: YAMLText
    var remarks: [String] = []
  }

  /// How far a line may go.
  static let width = 88

  /// A text of the user's as a scalar: as it is where YAML takes it so, else quoted.
  static func text(_ text: String) -> YAMLText { .scalar(quoted(text)) }

  static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isPath = ["/", "./", "../"].contains { text.hasPrefix($0) }
    let isPlain =
      (isPath || scalars.first.map { isWord($0) } ?? false) && scalars.last != " "
      && scalars.allSatisfy { isWord($0) || " -_.+/%()'!&".unicodeScalars.contains($0) }
    if isPlain { return text }
    var quoted = "\""
    for scalar in scalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where isPrintable(scalar): quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        let width = scalar.value > 0xFFFF ? 8 : 4
        quoted += (width == 8 ? "\\U" : "\\u")
        quoted += String(repeating: "0", count: width - digits.count) + digits
      }
    }
    return quoted + "\""
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "a"..."z", "A"..."Z": true
    default: scalar.value > 0x9F && isPrintable(scalar) && scalar.properties.isAlphabetic
    }
  }

  /// What YAML 1.1 lets stand in a file and an editor shows: no control, no line break of its own,
  /// nothing that turns the direction of text.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  /// On one line.
  var flow: String {
    switch self {
    case .scalar(let text): text
    case .list(let items): "[" + items.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.key): \($0.value.flow)" }.joined(separator: ", ") + "}"
    case .remarked(let value, _): value.flow
    }
  }

  /// Whether a comment keeps it from standing on one line.
  private var hasRemarks: Bool {
    switch self {
    case .scalar: false
    case .list(let items): items.contains(where: \.hasRemarks)
    case .mapping(let entries):
      entries.contains { !$0.remarks.isEmpty || $0.value.hasRemarks }
    case .remarked: true
    }
  }

  /// The lines of `lead` and the value behind it: one where it fits, else a block below.
  ///
  /// - Parameter indent: of the lines below.
  func lines(after lead: String, indent: Int) -> [String] {
    let line = lead + " " + flow
    if case .scalar = self { return [line] }
    if case .remarked(let value, let remark) = self {
      var lines = value.lines(after: lead, indent: indent)
      lines[0] += "  # " + remark
      return lines
    }
    if line.unicodeScalars.count <= YAMLText.width && !hasRemarks { return [line] }
    switch self {
    case .list(let items):
      if items.allSatisfy(\.isScalar) { return wrapped(items, after: lead) }
      return [lead] + items.flatMap { $0.itemLines(indent: indent) }
    case .mapping(let entries):
      return [lead] + YAMLText.block(entries, indent: indent)
    case .scalar, .remarked: return [line]
    }
  }

  /// The lines of an item of a list.
  func itemLines(indent: Int) -> [String] {
    let lead = String(repeating: " ", count: indent) + "-"
    let lines = lines(after: lead, indent: indent + 2)
    // A block begins on the line of its dash.
    guard lines.count > 1, lines[0] == lead else { return lines }
    return [lead + lines[1].dropFirst(lead.unicodeScalars.count)] + lines.dropFirst(2)
  }

  private var isScalar: Bool {
    if case .scalar = self { true } else { false }
  }

  /// A list between brackets over several lines.
  private func wrapped(_ items: [YAMLText], after lead: String) -> [String] {
    var lines = [lead + " ["]
    let blanks = String(repeating: " ", count: lead.unicodeScalars.count + 2)
    for (index, item) in items.enumerated() {
      let text = item.flow + (index + 1 < items.count ? "," : "]")
      let isFull =
        lines[lines.count - 1].unicodeScalars.count + 1 + text.unicodeScalars.count
        > YAMLText.width
      if isFull && index > 0 {
        lines.append(blanks + text)
      } else {
        lines[lines.count - 1] += (index > 0 ? " " : "") + text
      }
    }
    return lines
  }

  /// A mapping as lines, the keys under one another and the values too.
  static func block(_ entries: [Entry], indent: Int, isAligned: Bool = false) -> [String] {
    let blanks = String(repeating: " ", count: indent)
    let width = isAligned ? entries.map(\.key.unicodeScalars.count).max() ?? 0 : 0
    return entries.flatMap { entry in
      let key = blanks + entry.key + ":"
      let padding = max(0, width - entry.key.unicodeScalars.count)
      let padded = key + String(repeating: " ", count: padding)
      var lines = entry.value.lines(after: padded, indent: indent + 2)
      if lines[0] == padded { lines[0] = key }
      return comment(entry.remarks, indent: indent) + lines
    }
  }

  /// Comment lines, wrapped.
  static func comment(_ remarks: [String], indent: Int) -> [String] {
    let lead = String(repeating: " ", count: indent) + "#"
    var lines: [String] = []
    for remark in remarks {
      var line = lead
      for word in remark.split(whereSeparator: \.isWhitespace) {
        // Nothing in a comment ends it.
        let word = String(
          String.UnicodeScalarView(
            word.unicodeScalars.map { isPrintable($0) ? $0 : "\u{FFFD}" }))
        if line.unicodeScalars.count + 1 + word.unicodeScalars.count > width && line != lead {
          lines.append(line)
          line = lead + "  "
        }
        line += " " + word
      }
      lines.append(line)
    }
    return lines
  }
}
