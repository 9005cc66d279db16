import Testing

@testable import TactusKit

@Suite("The picture of a song that plays")
struct PlayScreenTests {
  static var calm: PlayState {
    var state = PlayState()
    state.title = "Night Train"
    state.section = "chorus"
    (state.sectionNumber, state.sectionCount) = (3, 7)
    (state.bar, state.beat, state.isAccent, state.beatAge) = (12, 1, true, 0.2)
    (state.elapsed, state.remaining) = (23.4, 160.2)
    state.tracks = ["click", "kick", "snare"].map { .init(name: $0) }
    state.left.show(-12.3)
    state.right.show(-1.5)
    state.voices = 4
    return state
  }

  /// A state of which everything is shown.
  static var busy: PlayState {
    var state = calm
    state.title = "メトロノーム café"
    (state.songNumber, state.songCount) = (2, 9)
    (state.meter, state.beatCount, state.beat, state.isAccent) = ("7/8", 7, 3, false)
    (state.tempo, state.beatAge) = (133.33, 0.7)
    (state.isLooping, state.leavesGaps, state.playsSubdivisions) = (true, true, false)
    state.volume = -3.5
    state.tracks[1].isMuted = true
    state.left.show(0.4)
    state.left.show(-.infinity)
    (state.xruns, state.lateSounds) = (2, 1)
    state.recording = "takes/night-train.wav"
    state.message = "'night-train.yaml' has changed"
    return state
  }

  private func state(_ name: String) -> PlayState { name == "calm" ? Self.calm : Self.busy }

  private func lines(
    _ state: PlayState, width: Int = 80, color: Bool = false, unicode: Bool = true
  ) -> [String] {
    PlayScreen().lines(state, width: width, showsColor: color, showsUnicode: unicode)
  }

  @Test("the picture has the lines of its width", arguments: playPictures)
  func picture(expected: PlayPictureText) {
    let lines = lines(
      state(expected.state), width: expected.width, color: expected.color,
      unicode: expected.unicode)
    let visible = lines.map {
      $0.replacing("\u{1B}[0m", with: "<>").replacing("\u{1B}[", with: "<")
        .replacing(/(<[0-9;]+)m/) { $0.1 + ">" }
    }
    #expect(visible == expected.text.split(separator: "\n").map { String($0) })
  }

  @Test("colours change nothing but the colours")
  func colors() {
    for (state, width) in [(Self.calm, 20), (Self.busy, 40), (Self.calm, 80), (Self.busy, 120)] {
      for unicode in [false, true] {
        let colored = lines(state, width: width, color: true, unicode: unicode)
        let plain = lines(state, width: width, unicode: unicode)
        #expect(colored.map(withoutColors) == plain)
        #expect(colored != plain)
      }
    }
  }

  @Test(
    "a beat is lit, an accent otherwise, and none while nothing plays",
    arguments: [
      (4, 1, true, 80, "[#] ( ) ( ) ( )", "◆ ○ ○ ○"),
      (4, 4, false, 80, "( ) ( ) ( ) (#)", "○ ○ ○ ●"),
      (4, 0, false, 80, "( ) ( ) ( ) ( )", "○ ○ ○ ○"),
      (1, 1, false, 80, "(#)", "●"),
      (7, 2, false, 27, "( ) (#) ( ) ( ) ( ) ( ) ( )", "○ ● ○ ○ ○ ○ ○"),
      (7, 2, false, 26, ".*.....", "○ ● ○ ○ ○ ○ ○"), (7, 2, true, 7, ".#.....", "○◆○○○○○"),
      (7, 2, true, 6, "2/7", "2/7"), (700, 12, true, 80, "beat 12 of 700", "beat 12 of 700"),
      (Int.max, 2, true, 80, "beat 2 of \(Int.max)", "beat 2 of \(Int.max)"),
    ])
  func lamps(count: Int, beat: Int, accent: Bool, width: Int, ascii: String, unicode: String) {
    var state = PlayState()
    (state.beatCount, state.beat, state.isAccent) = (count, beat, accent)
    state.isStopped = beat == 0
    func row(_ isUnicode: Bool) -> String {
      BeatLamps(state, isUnicode: isUnicode).line(width: width).text(inColor: false)
    }
    #expect(row(false) == ascii)
    #expect(row(true) == unicode)
  }

  @Test(
    "meters have their place on the scale",
    arguments: [
      (-Double.infinity, 0, "-inf dB"), (.nan, 0, "- dB"), (-100, 0, "-100.0 dB"),
      (-60, 0, "-60.0 dB"), (-59.4, 1, "-59.4 dB"), (-12, 48, "-12.0 dB"), (-0.04, 60, "0.0 dB"),
      (0, 60, "0.0 dB"), (3.25, 60, "3.3 dB"), (.infinity, 60, "- dB"),
    ])
  func meter(peak: Double, length: Int, text: String) {
    var meter = PlayState.Meter()
    meter.show(peak)
    let line = PlayMeter.line("L", meter, 80, isUnicode: false).text(inColor: false)
    let bar = String(repeating: "#", count: length) + String(repeating: "-", count: 60 - length)
    let lamp = peak > 0 ? "  CLIP" : ""
    #expect(line == "L " + bar + String(repeating: " ", count: 10 - text.count) + text + lamp)
  }

  @Test("a clip stays lit")
  func clip() {
    var meter = PlayState.Meter()
    meter.show(0)
    #expect(!meter.hasClipped)
    meter.show(0.1)
    meter.show(-20)
    #expect(meter.hasClipped)
    #expect(meter.peak == -20)
  }

  @Test("tracks that have no room are counted")
  func tracks() {
    var state = PlayState()
    #expect(lines(state)[7] == "")
    state.tracks = (1...12).map { .init(name: "drum \($0)") }
    #expect(
      lines(state, width: 120)[7]
        == "1 drum 1  2 drum 2  3 drum 3  4 drum 4  5 drum 5  6 drum 6  7 drum 7  8 drum 8  "
        + "9 drum 9  drum 10  drum 11  drum 12")
    #expect(lines(state, width: 40)[7] == "1 drum 1  2 drum 2  3 drum 3  +9")
    state.tracks[11].isMuted = true
    #expect(lines(state, width: 40)[7] == "1 drum 1  2 drum 2  +10  * muted")
    state.tracks[0].name = "a tambourine that shakes"
    #expect(lines(state, width: 40)[7] == "1 a tambourine th…  +11  * muted")
  }

  @Test("pads stand below the tracks with their keys, and what has no room is counted")
  func pads() {
    var state = Self.busy
    state.pads = zip("zxcv", ["kick", "snare", "hat", "メトロノーム"]).map { .init(key: $0, name: $1) }
    #expect(lines(state)[8] == "pads  z kick  x snare  c hat  v メトロノーム")
    #expect(lines(state)[9].hasPrefix("volume -3.5 dB"))
    #expect(lines(state).count == 13 && lines(state)[12] == "'night-train.yaml' has changed")
    #expect(lines(state, unicode: false)[8] == "pads  z kick  x snare  c hat  v ??????")
    #expect(lines(state, width: 40)[8] == "pads  z kick  x snare  c hat  +1")
    #expect(lines(state, width: 20).count == 3)
    state.pads[0].name = "a tambourine that shakes"
    #expect(lines(state, width: 40)[8] == "pads  z a tambourine th…  x snare  +2")
    #expect(lines(state, color: true)[8].hasPrefix("\u{1B}[2mpads\u{1B}[0m"))
  }

  @Test("what is not so is not shown")
  func rest() {
    var state = Self.calm
    state.isStopped = true
    state.remaining = nil
    let lines = lines(state)
    #expect(lines.count == 10)
    #expect(lines[0].hasSuffix("  stopped"))
    #expect(lines[2].hasPrefix("○ ○ ○ ○ "))
    #expect(lines[3].hasPrefix("0:23   "))
    #expect(lines[9].hasPrefix("space start  "))
  }

  @Test(
    "times are minutes and seconds",
    arguments: [
      (0, "0:00", "0:00"), (0.1, "0:00", "0:01"), (59.9, "0:59", "1:00"), (61, "1:01", "1:01"),
      (3599.5, "59:59", "1:00:00"), (36_610, "10:10:10", "10:10:10"), (-3, "0:00", "0:00"),
      (.infinity, "-", "-"), (.nan, "-", "-"),
    ])
  func times(seconds: Double, down: String, up: String) {
    #expect(timeText(seconds, rounding: .down) == down)
    #expect(timeText(seconds, rounding: .up) == up)
  }

  @Test("a pipe gets a line for each bar")
  func plain() {
    #expect(PlayScreen().plainLine(Self.calm) == "chorus  12:1  120 BPM")
    var state = Self.busy
    state.section = "a\nb\u{1B}[2J"
    #expect(PlayScreen().plainLine(state) == "a\u{FFFD}b\u{FFFD}[2J  12:3  133.3 BPM")
  }
}
