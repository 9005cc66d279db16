/// Draws lines below the cursor of a terminal, and then again over themselves.
///
/// Its results are what has to be written to the terminal. Between two of them the cursor stands,
/// out of sight, at the beginning of the row below the lines: whatever ends the program, the shell
/// goes on below them.
struct ScreenPainter {
  private var shown: [String] = []
  private var size: Size?
  private var isCursorHidden = false

  private struct Size: Equatable {
    let width, height: Int
  }

  /// Shows these lines in place of those before. Only the lines that differ are written, unless the
  /// terminal has another size than before.
  ///
  /// - Parameters:
  ///   - lines: None wider than the terminal. Their escape codes only colour them, and end with
  ///     them.
  ///   - height: The rows of the terminal, of which the lines leave one free; what does not fit is
  ///     left out at the end.
  mutating func paint(_ lines: [String], width: Int = .max, height: Int = .max) -> String {
    let size = Size(width: width, height: height)
    let lines = Array(lines.prefix(max(0, height - 1)))
    var output = isCursorHidden ? "" : "\u{1B}[?25l\r"
    isCursorHidden = true
    if let old = self.size, old != size {
      output += wipe(width: width)
      shown = []
    }
    self.size = size
    output += changes(to: lines)
    shown = lines
    return output
  }

  /// Takes the lines away: the cursor is where the first of them began.
  mutating func clear() -> String {
    let output = wipe(width: size?.width ?? .max)
    return output + end()
  }

  /// Leaves the lines where they are: the cursor is below them. What is painted then comes below.
  mutating func end() -> String {
    let output = isCursorHidden ? "\u{1B}[?25h" : ""
    self = ScreenPainter()
    return output
  }

  /// - Parameter width: The columns now. Most terminals break a line that has become too long, which
  ///   moves the first line up.
  private func wipe(width: Int) -> String {
    guard isCursorHidden else { return "" }
    let width = max(1, width)
    let rows = shown.reduce(0) { sum, line in
      let columns = columns(ofLine: line)
      return sum + max(1, columns / width + (columns % width > 0 ? 1 : 0))
    }
    return move(from: rows, to: 0) + "\r\u{1B}[J"
  }

  private func changes(to lines: [String]) -> String {
    var output = ""
    var row = shown.count
    for (index, (old, new)) in zip(shown, lines).enumerated() where old != new {
      // Written over the old line, and only then cut: so nothing flickers. A line that fills the
      // last column must not be cut, as the cursor still stands on that column.
      let isShorter = columns(ofLine: new) < columns(ofLine: old)
      output += move(from: row, to: index) + "\r" + new + (isShorter ? "\u{1B}[K" : "")
      row = index
    }
    if lines.count < shown.count {
      return output + move(from: row, to: lines.count) + "\r\u{1B}[J"
    }
    if row < shown.count { output += move(from: row, to: shown.count) + "\r" }
    return output + lines[shown.count...].map { $0 + "\r\n" }.joined()
  }

  private func move(from row: Int, to other: Int) -> String {
    switch other - row {
    case 0: ""
    case let down where down > 0: "\u{1B}[\(down)B"
    case let up: "\u{1B}[\(-up)A"
    }
  }
}
