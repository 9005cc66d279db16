extension Unicode.Scalar {
  /// The number of a terminal's columns that the scalar takes: 0, 1 or 2; a tab counts as one.
  var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if isJoiner || (0x1160...0x11FF).contains(value) { return 0 }
    if value < 0x1100 { return 1 }
    let isFlagHalf = (0x1F1E6...0x1F1FF).contains(value)
    if properties.isEmojiPresentation && !isFlagHalf { return 2 }
    return Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// The scalar as a terminal can show it without obeying it: controls as their pictures, and what
  /// is invisible or turns the direction of writing as U+FFFD.
  var visible: Unicode.Scalar {
    let shown: Unicode.Scalar? =
      switch properties.generalCategory {
      case .control where value < 0x20: Unicode.Scalar(0x2400 + value)
      case .control where value == 0x7F: "\u{2421}"
      case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
      case .format where !isJoiner: "\u{FFFD}"
      default: self
      }
    return shown ?? self
  }

  /// U+200C and U+200D, which emoji and several scripts need.
  private var isJoiner: Bool { value == 0x200C || value == 0x200D }

  /// The blocks of East Asian width W or F in Unicode Standard Annex 11; emoji stand outside.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}

func displayWidth(_ text: some StringProtocol) -> Int {
  text.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
}

/// A text that may hold anything, as one line that a terminal can show.
func visible(_ text: String) -> String {
  var shown = String.UnicodeScalarView()
  shown.append(contentsOf: text.unicodeScalars.lazy.map(\.visible))
  return String(shown)
}
