/// Names of a draft, each given once.
struct ForeignNames {
  private var given: Set<String>
  /// The number that the next thing of a name gets.
  private var numbers: [String: Int] = [:]

  /// - Parameter reserved: names that mean something else in a song.
  init(reserved: Set<String> = []) { given = reserved }

  /// A name, with a number behind it where another thing has it already.
  ///
  /// - Parameter fallback: what a name without a visible character becomes.
  mutating func claim(_ name: String, orElse fallback: String) -> String {
    var base = name.onOneLine
    if base.isEmpty { base = fallback }
    var candidate = base
    while !given.insert(candidate).inserted {
      let number = numbers[base, default: 2]
      numbers[base] = number + 1
      candidate = "\(base) \(number)"
    }
    return candidate
  }
}

extension String {
  /// The text with every stretch of white space as one space, none at the ends, and a sign in the
  /// place of each control character.
  var onOneLine: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.properties.isWhitespace {
        if let last = scalars.last, last != " " { scalars.append(" ") }
      } else {
        let isControl = scalar.properties.generalCategory == .control
        scalars.append(isControl ? "\u{FFFD}" : scalar)
      }
    }
    if scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}

/// A text of a file for a message: on one line, and cut where it is long.
func shown(_ text: some StringProtocol) -> String {
  let longest = 40
  let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest + 1))).onOneLine
  let isLong = start.unicodeScalars.count > longest
  return isLong
    ? String(String.UnicodeScalarView(start.unicodeScalars.prefix(longest))) + "…" : start
}
