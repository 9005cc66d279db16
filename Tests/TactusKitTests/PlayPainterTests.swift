import Testing

@testable import TactusKit

/// A terminal that understands what the painter writes, and nothing else.
private struct ScreenModel {
  var rows: [[Character]] = [[]]
  var row = 0
  var column = 0
  var isCursorShown = true
  let width: Int
  let height: Int
  var faults: [String] = []
  /// The first row that is not scrolled out of sight.
  var top: Int { max(0, rows.count - height) }

  var text: [String] { rows.map { String($0) } }

  mutating func write(_ text: String) {
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\n":
        row += 1
        if row == rows.count { rows.append([]) }
      case "\u{1B}":
        let code = String(rest.prefix { !$0.properties.isAlphabetic })
        rest = rest.dropFirst(code.unicodeScalars.count)
        obey(code, rest.popFirst())
      default: put(Character(scalar))
      }
    }
  }

  private mutating func obey(_ code: String, _ letter: Unicode.Scalar?) {
    let number = Int(code.dropFirst()) ?? 1
    switch (code, letter) {
    case ("[?25", "l"): isCursorShown = false
    case ("[?25", "h"): isCursorShown = true
    case (_, "m"): break
    case (_, "A"): row = max(top, row - number)
    case (_, "B"): row = min(rows.count - 1, row + number)
    case ("[", "K"):
      if column >= width { faults.append("cut in the last column") }
      rows[row] = Array(rows[row].prefix(column))
    case ("[", "J"):
      rows[row] = Array(rows[row].prefix(column))
      rows.removeSubrange((row + 1)...)
    default: faults.append("code \(code)\(letter.map { String($0) } ?? "")")
    }
  }

  private mutating func put(_ character: Character) {
    if column >= width {
      faults.append("wrapped")
      return
    }
    while rows[row].count <= column { rows[row].append(" ") }
    rows[row][column] = character
    column += 1
  }
}

@Suite("Painting the picture of a song that plays")
struct PlayPainterTests {
  private func lines(_ count: Int, width: Int) -> [String] {
    (0..<count).map { _ in
      let text = String((0..<Int.random(in: 0...width)).map { _ in "abcd ".randomElement()! })
      return Bool.random() ? "\u{1B}[1;32m" + text + "\u{1B}[0m" : text
    }
  }

  private func plain(_ lines: [String]) -> [String] {
    lines.map {
      $0.replacing("\u{1B}[1;32m", with: "").replacing("\u{1B}[0m", with: "")
    }
  }

  @Test("whatever was shown before, the terminal shows the lines")
  func shows() {
    for _ in 0..<300 {
      var model = ScreenModel(width: 12, height: 30)
      model.write("$ play\r\n")
      var painter = ScreenPainter()
      var shown: [String] = []
      for _ in 0..<12 {
        var next = lines(.random(in: 0...8), width: 12)
        // Most pictures have much of the last one.
        for index in next.indices where index < shown.count && Bool.random() {
          next[index] = shown[index]
        }
        shown = next
        model.write(painter.paint(next))
        #expect(model.text == ["$ play"] + plain(next) + [""])
        #expect(model.row == next.count + 1)
        #expect(model.column == 0)
        #expect(!model.isCursorShown)
      }
      let isCleared = Bool.random()
      model.write(isCleared ? painter.clear() : painter.end())
      #expect(model.text == ["$ play"] + (isCleared ? [] : plain(shown)) + [""])
      #expect(model.isCursorShown)
      #expect(model.faults == [])
    }
  }

  @Test("only what changed is written")
  func economy() {
    var painter = ScreenPainter()
    #expect(painter.paint(["one", "two", "three"]) == "\u{1B}[?25l\rone\r\ntwo\r\nthree\r\n")
    #expect(painter.paint(["one", "two", "three"]) == "")
    #expect(painter.paint(["one", "TWO", "three"]) == "\u{1B}[2A\rTWO\u{1B}[2B\r")
    #expect(painter.paint(["one", "2", "three"]) == "\u{1B}[2A\r2\u{1B}[K\u{1B}[2B\r")
    #expect(painter.paint(["one", "2"]) == "\u{1B}[1A\r\u{1B}[J")
    #expect(painter.paint(["one", "2", "3"]) == "3\r\n")
    #expect(painter.end() == "\u{1B}[?25h")
    #expect(painter.end() == "")
    #expect(painter.clear() == "")
  }

  @Test("all is painted again when the terminal has another width")
  func width() {
    var painter = ScreenPainter()
    let lines = ["0123456789", "\u{1B}[1mabc\u{1B}[0m", ""]
    _ = painter.paint(lines, width: 20)
    let all = lines.joined(separator: "\r\n") + "\r\n"
    // Wider, or not as narrow as the lines.
    #expect(painter.paint(lines, width: 30) == "\u{1B}[3A\r\u{1B}[J" + all)
    #expect(painter.paint(lines, width: 10) == "\u{1B}[3A\r\u{1B}[J" + all)
    // The first line now takes three rows.
    let short = ["0123", "abc", ""]
    #expect(
      painter.paint(short, width: 4)
        == "\u{1B}[5A\r\u{1B}[J" + short.joined(separator: "\r\n") + "\r\n")
    #expect(painter.paint(short, width: 4) == "")
    #expect(painter.clear() == "\u{1B}[3A\r\u{1B}[J\u{1B}[?25h")
  }

  @Test("a low terminal shows the first lines")
  func height() {
    var model = ScreenModel(width: 10, height: 4)
    var painter = ScreenPainter()
    for lines in [["1", "2", "3", "4", "5"], ["1", "b", "c", "d"], ["x"], ["a", "b", "c", "d"]] {
      model.write(painter.paint(lines, height: 4))
      #expect(model.text == lines.prefix(3) + [""])
    }
    #expect(painter.paint(["a"], height: 1) == "\u{1B}[3A\r\u{1B}[J")
    #expect(painter.paint(["a"], height: 0) == "\r\u{1B}[J")
  }

  @Test("what is painted after a message comes below it")
  func message() {
    var model = ScreenModel(width: 10, height: 20)
    var painter = ScreenPainter()
    model.write(painter.paint(["a", "b"]))
    model.write(painter.clear() + "warning\r\n" + painter.paint(["a", "c"]))
    #expect(model.text == ["warning", "a", "c", ""])
    model.write(painter.end() + "$ ")
    #expect(model.text == ["warning", "a", "c", "$ "])
  }
}
