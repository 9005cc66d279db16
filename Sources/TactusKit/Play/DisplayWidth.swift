/// The columns that a character takes on a terminal; the most where terminals differ.
func columns(of scalar: Unicode.Scalar) -> Int {
  // Nearly all that is shown.
  if scalar.value < 0x300 { return scalar.properties.generalCategory == .format ? 0 : 1 }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: return isWide(scalar) ? 2 : 1
  }
}

/// The columns that a text without escape codes takes.
func columns(of text: some StringProtocol) -> Int {
  text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
}

/// The columns of a line with escape codes for colours, which take none.
func columns(ofLine line: String) -> Int {
  var sum = 0
  var isCode = false
  for scalar in line.unicodeScalars {
    if isCode {
      // The letter that ends a code.
      isCode = !(0x40...0x7E).contains(scalar.value) || scalar == "["
    } else if scalar == "\u{1B}" {
      isCode = true
    } else {
      sum += columns(of: scalar)
    }
  }
  return sum
}

/// The wide characters of Unicode 16's EastAsianWidth.txt. The blocks are taken whole where the rest
/// of them is unassigned or rare.
private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D37F, 0x1F200...0x1F64F,
    0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
    return true
  default: return scalar.properties.isEmojiPresentation
  }
}

extension String {
  /// The text as one that takes the columns it is counted to take, and that no terminal obeys: what
  /// controls is replaced, what cannot be seen is left out.
  func shown(inUnicode: Bool) -> String {
    guard inUnicode else {
      return String(map { (0x20...0x7E).contains($0.asciiValue ?? 0) ? $0 : "?" })
    }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: result.append("\u{FFFD}")
      // Marks that turn the writing's direction round, or join pictures to one.
      case .format: continue
      // They choose between a narrow and a wide picture.
      case .nonspacingMark where (0xFE00...0xFE0F).contains(scalar.value): continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text, or as much of its beginning as leaves room for the mark that something is missing.
  func shortened(to width: Int, inUnicode: Bool) -> String {
    if columns(of: self) <= width { return self }
    let mark = String((inUnicode ? "…" : "...").prefix(max(0, width)))
    var rest = width - columns(of: mark)
    let start = prefix {
      rest -= columns(of: String($0))
      return rest >= 0
    }
    return start + mark
  }
}
