/// A line for a terminal, whose parts may be coloured.
struct StyledLine {
  /// How a part stands out: the numbers of an escape code.
  enum Style: String {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case green = "32"
    case yellow = "33"
    case red = "31"
    case brightGreen = "1;32"
    case brightYellow = "1;33"
    case alarm = "1;37;41"
  }

  private var parts: [(text: String, style: Style)] = []
  private(set) var width = 0

  init() {}

  init(_ text: String, _ style: Style = .plain) { add(text, style) }

  /// - Parameter text: Without control characters.
  mutating func add(_ text: String, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    if let last = parts.last, last.style == style {
      parts[parts.count - 1].text += text
    } else {
      parts.append((text, style))
    }
    width += columns(of: text)
  }

  mutating func add(_ line: StyledLine) {
    for part in line.parts { add(part.text, part.style) }
  }

  /// The line, or as much of its beginning as leaves room for the mark that something is missing.
  func shortened(to width: Int, inUnicode: Bool) -> StyledLine {
    if self.width <= width { return self }
    let text = parts.map(\.text).joined().shortened(to: width, inUnicode: inUnicode)
    var kept = text.unicodeScalars[...]
    var result = StyledLine()
    for part in parts {
      // The mark takes the place of characters, so that it belongs to the part that is cut.
      let count = part.text.unicodeScalars.count
      result.add(String(kept.prefix(count)), part.style)
      kept = kept.dropFirst(count)
    }
    return result
  }

  /// The line as it is written. Blanks at its end are left out.
  func text(inColor: Bool) -> String {
    var parts = parts
    while let last = parts.last {
      let text = String(last.text.reversed().drop { $0 == " " }.reversed())
      parts[parts.count - 1].text = text
      if !text.isEmpty { break }
      parts.removeLast()
    }
    return parts.map { part in
      inColor && part.style != .plain
        ? "\u{1B}[\(part.style.rawValue)m\(part.text)\u{1B}[0m" : part.text
    }.joined()
  }
}
