import Scheduler
import SongModel
import SongSupport
import Testing
import Timing

/// What a test compares of an event.
struct Row: Equatable, CustomStringConvertible {
  let frame: Int
  let bar: Int
  let beat: String
  let track: String
  let velocity: Int

  init(_ frame: Int, _ bar: Int, _ beat: String, _ track: String, _ velocity: Int) {
    self.frame = frame
    self.bar = bar
    self.beat = beat
    self.track = track
    self.velocity = velocity
  }

  init(_ event: Event, in song: Song) {
    self.init(
      event.frame.index, event.bar, event.place.description,
      event.lane == Song.clickLane ? "click" : song.tracks[event.lane - 1].name,
      event.velocity.value)
  }

  var description: String { "\(frame) \(bar):\(beat) \(track) \(velocity)" }
}

func rows(_ text: String, at hertz: Int = 48_000) -> [Row] {
  let song = song(text)
  return EventStream(song, at: SampleRate(hertz: hertz)!).map { Row($0, in: song) }
}

@Suite("The stream of events")
struct EventStreamTests {
  @Test("a bar of 4/4 has an accent and three beats")
  func plainBar() {
    #expect(
      rows("bars: 1") == [
        Row(0, 1, "1", "click", 127), Row(24_000, 1, "2", "click", 102),
        Row(48_000, 1, "3", "click", 102), Row(72_000, 1, "4", "click", 102),
      ])
  }

  // A sixteenth at 120 lasts 1/8 s: 5512.5 frames at 44.1 kHz.
  @Test("an exact half frame rounds up, also after twenty thousand bars")
  func halfFrame() {
    let text = "{bars: 20001, meter: 1/16, click: {subdivisions: 2}}"
    let frames = EventStream(song(text), at: SampleRate(hertz: 44_100)!).map(\.frame.index)
    for sixteenth in [0, 1, 2, 3, 19_999, 20_000] {
      // floor(5512.5·n + 1/2), and a half of that again for the subdivision, in integers.
      #expect(frames[2 * sixteenth] == (11_025 * sixteenth + 1) / 2)
      #expect(frames[2 * sixteenth + 1] == (22_050 * sixteenth + 11_025 + 2) / 4)
    }
  }

  @Test(
    "in a grouped metre the groups' starts are beats, the units between are subdivisions",
    arguments: [("2+2+3/8", [127, 64, 102, 64, 102, 64, 64]), ("3+1/4", [127, 64, 64, 102])])
  func groups(meter: String, velocities: [Int]) {
    #expect(rows("{bars: 1, meter: \(meter)}").map(\.velocity) == velocities)
  }

  @Test("the last unit of a bar may be cut by the bar line, and so are its parts")
  func partialUnit() {
    // Units of 3/8 in 4/4: at 0, 3/8 and 6/8; the third is cut at 1, where its half would be 15/16.
    #expect(
      rows("{bars: 1, beat: 3/8, click: {subdivisions: 3}, tempo: 3/8 = 60}").map(\.beat) == [
        "1", "1+1/8", "1+1/4", "2", "2+1/8", "2+1/4", "3", "3+1/8",
      ])
  }

  @Test("of several clicks on one instant the accent, then the beat, then the louder one sounds")
  func oneClickAtATime() {
    let found = rows("{bars: 1, meter: 1/4, click: {subdivisions: {2: 10%, 4: 20%, 6: off}}}")
    // 1/2 is a part of all three: 20 % is the loudest. The sixths are silent.
    #expect(found.map(\.beat) == ["1", "1+1/16", "1+1/8", "1+3/16"])
    #expect(found.map(\.velocity) == [127, 25, 25, 25])
  }

  @Test("a count-in is numbered backwards and has the metre of the first section")
  func countIn() {
    let found = rows("{count-in: 2 bars, bars: 1, meter: 3/4}")
    #expect(found.map(\.bar) == [-2, -2, -2, -1, -1, -1, 1, 1, 1])
    #expect(found[6].frame == 6 * 24_000)
  }

  @Test("a count-in that is no whole bar is the end of one")
  func shortCountIn() {
    let found = rows("{count-in: 6 beats, bars: 1}")
    #expect(found.prefix(6).map(\.beat) == ["3", "4", "1", "2", "3", "4"])
    #expect(found.prefix(6).map(\.bar) == [-2, -2, -1, -1, -1, -1])
    #expect(found.prefix(6).map(\.velocity) == [102, 102, 127, 102, 102, 102])
    #expect(found[6] == Row(6 * 24_000, 1, "1", "click", 127))
  }

  @Test("a count-in that makes whole bars with the pickup begins with a downbeat")
  func countInBeforePickup() {
    let found = rows("{count-in: 7 beats, bars: 1, pickup: 1 beat}")
    #expect(found.prefix(9).map(\.beat) == ["1", "2", "3", "4", "1", "2", "3", "4", "1"])
    #expect(found.prefix(9).map(\.bar) == [-2, -2, -2, -2, -1, -1, -1, 0, 1])
    #expect(found.prefix(9).map(\.frame) == (0..<9).map { $0 * 24_000 })
  }

  @Test("the beats of a count-in in a grouped metre are its groups, from the end")
  func groupedCountIn() {
    let found = rows("{count-in: 4 beats, bars: 1, meter: 2+2+3/8, click: {pattern: x.x.x..}}")
    // Four groups before the bar: one of three eighths, then a whole bar.
    #expect(found.prefix(4).map(\.frame) == [0, 36_000, 60_000, 84_000])
    #expect(found[4] == Row(120_000, 1, "1", "click", 102))
  }

  @Test("a count-in clicks where the song itself does not")
  func countInWithoutClick() {
    let found = rows("{count-in: 1 bar, click: off, bars: 1}")
    #expect(found.map(\.bar) == [-1, -1, -1, -1])
  }

  @Test("a pattern is looped to fill its section and cut at the section's end")
  func loopedPattern() {
    let text = """
      bars: 2
      play: p
      patterns: {p: {kick: X.x}}
      """
    // Three sixteenths over and over: 0, 2, 3, 5, … below 32.
    let sixteenths = (0..<32).filter { $0 % 3 != 1 }
    #expect(rows(text).map(\.frame) == sixteenths.map { $0 * 6000 })
    #expect(rows(text).last?.bar == 2)
  }

  @Test("events on one frame come in the order of the tracks, the click first")
  func orderOfTracks() {
    let text = """
      bars: 1
      meter: 1/4
      click: on
      play: q
      patterns:
        p: {hat: x..., kick: x...}
        q: {kick: x..., snare: x..., hat: x...}
      """
    #expect(rows(text).map(\.track) == ["click", "hat", "kick", "snare"])
  }

  @Test("frames never decrease, whatever stands next to whatever")
  func neverBack() {
    let text = """
      tempo: 100000
      patterns: {p: {step: 1/999, tracks: {kick: x(xxx)*7x, hat: x*3x*5x}}}
      sections: {a: {play: p x7}, b: {bars: 3, meter: 5/97, tempo: 99999.9, click: {subdivisions: 9}}}
      song: [a x3, b, a, b x5, a]
      """
    let frames = rows(text, at: 8000).map(\.frame)
    #expect(frames.count > 200)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("a song cut into sections at a bar line has the same frames", arguments: [1, 3, 7])
  func cutIntoSections(bars: Int) {
    let whole = rows("{tempo: 133.7, meter: 7/12, bars: 10, click: {subdivisions: [5, 3]}}")
    let cut = rows(
      """
      tempo: 133.7
      meter: 7/12
      click: {subdivisions: [5, 3]}
      song: [a: {bars: \(bars)}, b: {bars: \(10 - bars)}]
      """)
    #expect(whole == cut)
  }

  @Test("silence before the song moves every event by as much")
  func start() {
    #expect(
      rows("{bars: 1, output: {start: 481/48000s}}").map(\.frame)
        == rows("{bars: 1}").map { $0.frame + 481 })
  }
}

@Suite("Cues")
struct CueTests {
  private func cues(_ text: String) -> [Event] {
    let song = song(text)
    return EventStream(song, at: .standard).filter { $0.lane == song.tracks.count + 1 }
  }

  @Test("a cue starts a bar before its section, in the music that leads to it")
  func barBefore() {
    let found = cues(
      """
      song:
        - A: {bars: 3, tempo: 120}
        - B: {bars: 1, tempo: 60, meter: 7/8, cue: a.wav}
        - C: {bars: 1, cue: {file: b.wav, before: 2 bars}}
      """)
    // Two bars of 7/8 before C are the one of B and 7/8 of a whole note at 120, 1.75 s, before it.
    #expect(found.map(\.frame.index) == [4 * 48_000, 204_000])
    #expect(found.map(\.bar) == [3, 3])
  }

  @Test("a cue may start in the count-in, or some time before its section")
  func countIn() {
    let text = "{count-in: 1 bar, song: [A: {bars: 1, cue: {file: a.wav, before: BEFORE}}]}"
    for (before, frame) in [("1 bar", 0), ("3 beats", 24_000), ("250ms", 84_000)] {
      #expect(
        cues(text.replacing("BEFORE", with: before)).map(\.frame.index) == [frame])
    }
  }
}
