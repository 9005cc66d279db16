import Foundation
import ReferenceKit
import Testing

/// A song that does not end while a test looks at it.
let longSong = """
  title: Long
  tempo: 120
  click: {subdivisions: 2}
  patterns:
    beat:
      kick:  X...x...X...x...
      snare: ....X.......X...
  sections:
    One:   {bars: 500, play: beat}
    Two:   {bars: 500, play: beat}
    Three: {bars: 500, play: beat}
  song:
    - One
    - Two
    - Three

  """

/// A key, and what is on the screen after it.
struct KeyPress: Sendable {
  let keys: [String]
  let text: String
  var isShown = true
  /// What the session has of it.
  var line: String?
}

private let presses = [
  KeyPress(keys: ["Right"], text: "121 BPM", line: "# 121 BPM"),
  KeyPress(keys: ["Up"], text: "131 BPM", line: "# 131 BPM"),
  KeyPress(keys: ["Left"], text: "130 BPM", line: "# 130 BPM"),
  KeyPress(keys: ["2"], text: "2 kick*", line: "mute: kick}"),
  KeyPress(keys: ["2"], text: "2 kick*", isShown: false, line: "unmute: kick}"),
  KeyPress(keys: ["3"], text: "3 snare*", line: "mute: snare}"),
  KeyPress(keys: ["l"], text: "dB  loop", line: "loop: on}"),
  KeyPress(keys: ["s"], text: "loop  no subdivisions", line: "subdivisions: off}"),
  KeyPress(keys: ["m"], text: "loop  gap  no subdivisions", line: "gap: on}"),
  KeyPress(keys: ["-"], text: "volume -1.0 dB", line: "volume: -1dB}"),
  KeyPress(keys: ["-", "-"], text: "volume -3.0 dB", line: "volume: -3dB}"),
  KeyPress(keys: ["+"], text: "volume -2.0 dB", line: "volume: -2dB}"),
  KeyPress(keys: ["]"], text: "Two  2 of 3", line: "section: 2}"),
  KeyPress(keys: ["["], text: "One  1 of 3", line: "section: 1}"),
  KeyPress(keys: ["["], text: "this is the first section"),
  KeyPress(keys: ["Space"], text: "stopped", line: "stop: on}"),
  KeyPress(keys: ["Space"], text: "playing", line: "start: on}"),
  KeyPress(keys: ["z", "x"], text: "pads  z kick  x snare", line: "pad: snare, velocity:"),
]

extension ThroughJack {
  @Suite("The terminal face driven through tmux, and read back", .enabled(if: TmuxWindow.isThere))
  struct FaceTests {
    @Test("keys are obeyed, shown and written down, and the terminal is given back as it was")
    func keys() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try Files.write(longSong, to: folder.path + "/song.yaml")
      let window = try TmuxWindow(settings: ["LC_ALL=C.UTF-8"], in: folder.path)
      try window.enter("stty -g > before; clear")
      try window.enter(
        "tactus play song.yaml --server \(server.name) --pads --record session.yaml")
      #expect(window.shows("○"))
      #expect(window.shows("recording session.yaml"))
      #expect(try !window.showsCursor)
      for press in presses {
        for key in press.keys { try window.press(key) }
        #expect(
          window.shows(press.text, press.isShown), "\(press): \(window.screen)")
      }
      for _ in 0..<4 {
        try window.press("t")
        usleep(300_000)
      }
      #expect(window.shows("  130 BPM", false))
      try window.press("q")
      #expect(waits { window.screen.last == TmuxWindow.prompt }, "\(window.screen)")
      #expect(window.screen.dropLast().last == "tactus: the session is in 'session.yaml'")
      #expect(try window.showsCursor)
      try window.enter("stty -g > after; clear")
      #expect(waits { window.screen == [TmuxWindow.prompt] })
      #expect(
        try Files.text(of: folder.path + "/after") == Files.text(of: folder.path + "/before"))

      let session = try Files.text(of: folder.path + "/session.yaml")
      for line in presses.compactMap(\.line) { #expect(session.contains(line), "\(session)") }
      let rendering = try run("tactus render session.yaml -o session.wav", in: folder.path)
      #expect(rendering.code == 0, "\(rendering)")
    }

    @Test("in a narrow window, and in one that has neither Unicode nor colours")
    func poorWindows() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try Files.write(longSong, to: folder.path + "/song.yaml")
      for (width, settings, lamp) in [
        (40, ["LC_ALL=C.UTF-8"], "○"), (80, ["LC_ALL=C", "NO_COLOR=1"], "( )"),
      ] {
        let window = try TmuxWindow(width: width, settings: settings, in: folder.path)
        try window.enter("clear; tactus play song.yaml --server \(server.name) --pads")
        #expect(window.shows(lamp))
        try window.press("Up")
        #expect(window.shows("130 BPM"))
        #expect(window.screen.allSatisfy { $0.count < width })
        if settings.count > 1 {
          #expect(window.screen.allSatisfy { $0.allSatisfy(\.isASCII) }, "\(window.screen)")
        }
        // Twice: at once.
        try window.press("q", "q")
        #expect(waits { window.screen.last == TmuxWindow.prompt }, "\(window.screen)")
        #expect(try window.showsCursor)
      }
    }

    @Test("a pipe gets a line for each bar, and no escape codes")
    func pipe() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try Files.write("{tempo: 240, bars: 4, click: {}}\n", to: folder.path + "/song.yaml")
      let run = try run("tactus play song.yaml --server \(server.name) 2>&1 | cat", in: folder.path)
      let lines = run.out.split(separator: "\n")
      #expect(lines.count == 4, "\(run)")
      #expect(lines.allSatisfy { $0.hasSuffix(" BPM") }, "\(run)")
      #expect(!run.out.contains("\u{1B}") && !run.out.contains("\r"))
    }
  }
}
