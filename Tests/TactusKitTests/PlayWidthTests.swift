import Testing

@testable import TactusKit

@Suite("The columns of what is shown")
struct PlayWidthTests {
  @Test(
    "characters take the columns of a terminal",
    arguments: [
      ("", 0), ("abc", 3), ("café", 4), ("cafe\u{301}", 4), ("漢字", 4), ("ｱ", 1), ("Ａ", 2),
      ("한글", 4), ("●○◆━─…∞←", 8), ("🥁", 2), ("⌚☀", 3), ("ไม้", 2), ("a\u{200B}b", 2), ("“–”", 3),
      ("\u{AD}", 0),
    ])
  func columns(text: String, expected: Int) {
    #expect(TactusKit.columns(of: text) == expected)
    #expect(TactusKit.columns(ofLine: "\u{1B}[1;31m" + text + "\u{1B}[0m\u{1B}[K") == expected)
  }

  @Test(
    "what controls a terminal is replaced",
    arguments: [
      ("a\tb\r\nc", "a\u{FFFD}b\u{FFFD}\u{FFFD}c", "a?b?c"), ("\u{1B}[2J", "\u{FFFD}[2J", "?[2J"),
      ("\u{9B}2J", "\u{FFFD}2J", "?2J"), ("a\u{202E}b", "ab", "a?b"), ("❤\u{FE0F}", "❤", "?"),
      ("é~ ", "é~ ", "?~ "), ("\u{7F}\u{0}", "\u{FFFD}\u{FFFD}", "??"), ("👩‍🎤", "👩🎤", "?"),
    ])
  func shown(text: String, unicode: String, ascii: String) {
    #expect(text.shown(inUnicode: true) == unicode)
    #expect(text.shown(inUnicode: false) == ascii)
  }

  @Test(
    "a text is cut with a mark",
    arguments: [
      ("abcdef", 6, "abcdef", "abcdef"), ("abcdef", 5, "abcd…", "ab..."),
      ("abcdef", 1, "…", "."), ("abcdef", 0, "", ""), ("abcdef", -1, "", ""), ("", 0, "", ""),
      ("漢字漢", 6, "漢字漢", "漢字漢"), ("漢字漢", 5, "漢字…", "漢..."), ("漢字漢", 4, "漢…", "..."),
    ])
  func shortened(text: String, width: Int, unicode: String, ascii: String) {
    #expect(text.shortened(to: width, inUnicode: true) == unicode)
    #expect(text.shortened(to: width, inUnicode: false) == ascii)
    // The same in parts of different styles.
    var line = StyledLine()
    for (index, character) in text.enumerated() {
      line.add(String(character), index % 2 == 0 ? .bold : .dim)
    }
    let short = line.shortened(to: width, inUnicode: true)
    #expect(short.text(inColor: false) == unicode)
    #expect(short.width == TactusKit.columns(of: unicode))
  }

  @Test("blanks at the end of a line are left out")
  func blanks() {
    var line = StyledLine("a ", .bold)
    line.add(" ")
    line.add("  ", .dim)
    #expect(line.text(inColor: true) == "\u{1B}[1ma\u{1B}[0m")
    #expect(StyledLine("  ").text(inColor: true) == "")
  }

  private func text() -> String {
    let characters: [Character] = [
      "a", "b", " ", "漢", "🥁", "e\u{301}", "\t", "\n", "\u{1B}", "👩‍🎤", "\u{202E}", "…", "\u{9B}",
      "🇩🇪", "ß", "\u{301}", "❤\u{FE0F}",
    ]
    return String((0..<Int.random(in: 0...60)).map { _ in characters.randomElement()! })
  }

  private func state() -> PlayState {
    func number() -> Int { [0, 1, 4, 99, 123_456, .max, -7].randomElement()! }
    func level() -> Double {
      [-.infinity, .infinity, .nan, 0, -12.34, 1e300, -1e9, 5, 999.99].randomElement()!
    }
    var state = PlayState()
    (state.title, state.section, state.meter) = (text(), text(), text())
    (state.songNumber, state.songCount) = (number(), number())
    (state.sectionNumber, state.sectionCount) = (number(), number())
    (state.bar, state.beat, state.beatCount) = (number(), number(), number())
    (state.isAccent, state.isStopped, state.isLooping) = (.random(), .random(), .random())
    (state.playsSubdivisions, state.leavesGaps) = (.random(), .random())
    (state.tempo, state.beatAge, state.volume) = (level(), level(), level())
    (state.elapsed, state.remaining) = (level(), Bool.random() ? level() : nil)
    state.tracks = (0..<Int.random(in: 0...12)).map { _ in
      .init(name: text(), isMuted: .random())
    }
    state.left.show(level())
    state.right.show(level())
    (state.xruns, state.lateSounds, state.voices) = (number(), number(), number())
    (state.sampleRate, state.bufferSize) = (number(), number())
    if Bool.random() { state.recording = text() }
    if Bool.random() { state.message = text() }
    return state
  }

  @Test("no line is wider than it may be, nor holds a character that controls")
  func fits() {
    for _ in 0..<1000 {
      let (state, width) = (state(), Int.random(in: 0...130))
      let (color, unicode) = (Bool.random(), Bool.random())
      let lines = PlayScreen().lines(
        state, width: width, showsColor: color, showsUnicode: unicode)
      #expect(lines.count <= 12)
      #expect(lines.isEmpty == (width == 0))
      for line in lines {
        let text = withoutColors(line)
        #expect(TactusKit.columns(of: text) <= width, "\(line) in \(width)")
        // The most that any terminal takes.
        let most = text.unicodeScalars.reduce(0) {
          let isOurs = "●○◆━─…∞←→↑↓\u{FFFD}".unicodeScalars.contains($1)
          let isNarrow = $1.value < 0x1100 || isOurs || $1 == "❤"
          return $0 + ($1 == "\u{301}" ? 0 : isNarrow ? 1 : 2)
        }
        #expect(most <= width, "\(line) in \(width)")
        #expect(
          text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(line)")
        #expect(unicode || text.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
        #expect(color || text == line, "\(line)")
      }
    }
  }
}
