import Scheduler
import SongModel
import SongSupport
import Testing
import Timing

/// What holds for every song, tried on songs full of everything.
@Suite("Laws of time")
struct LawTests {
  /// A generator of its own for the songs, the same in every run.
  struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ (state >> 29)) &* 0x9e37_79b9_7f4a_7c15
    }

    mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &self)! }
  }

  static let tempos = ["97.5", "133.333", "400/3", "88 -> 131", "{from: 160, to: 60, curve: time}"]
  static let meters = ["4/4", "7/8", "2+2+3/8", "5/12", "11/16"]

  static func times(_ text: String) -> [Seconds] {
    EventStream(song(text), at: .standard).map(\.time)
  }

  /// Two times that should be the same number: each is a sum of at most a few hundred conversions
  /// that err by 2⁻¹²⁸ s, or a ramp's that err by less than 2⁻⁸⁰ s.
  static func isSame(_ a: Seconds, _ b: Seconds) -> Bool {
    let difference = a < b ? b - a : a - b
    return difference < Seconds(Fixed(whole: 0, fraction: 1 << 48))
  }

  @Test("frames never decrease, and every section starts where the one before it ends")
  func order() {
    for seed in 0..<40 {
      var dice = Dice(state: UInt64(seed))
      let text = """
        swing: 61%
        seed: \(seed)
        patterns:
          p: {kick: X.x?.(xx).x*3., hat: {steps: x.xf, humanize: {timing: 9ms}, offset: -7ms}}
        output: {start: 1s}
        song:
          - a: {bars: 3, tempo: \(dice.pick(Self.tempos)), meter: \(dice.pick(Self.meters)), play: p}
          - b: {bars: 2, tempo: \(dice.pick(Self.tempos)), click: {subdivisions: [2, 3]}}
          - c: {bars: 4, pickup: 1/8, repeat: 2, step: 3, changes: [{at: 2, tempo: 61 -> 75,
               over: 1/2}, {at: 3, hold: 700ms}]}
        """
      let song = song(text)
      let frames = EventStream(song, at: .standard).map(\.frame)
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
      var end = Seconds(song.output.start)
      for occurrence in Occurrences(song) {
        #expect(Self.isSame(occurrence.startTime, end), "seed \(seed)")
        end = occurrence.endTime
      }
    }
  }

  @Test("a song cut into sections at any bar line has the same times", arguments: 1...7)
  func cut(bar: Int) {
    let whole = Self.times(
      """
      meter: 7/8
      click: {subdivisions: [2, 5]}
      bars: 8
      changes: [{at: \(bar + 1), tempo: 90 -> 140}]
      """)
    let parts = Self.times(
      """
      meter: 7/8
      click: {subdivisions: [2, 5]}
      song: [a: {bars: \(bar)}, b: {bars: \(8 - bar), tempo: 90 -> 140}]
      """)
    #expect(whole.count == parts.count)
    #expect(zip(whole, parts).allSatisfy(Self.isSame))
  }

  @Test("a section sounds the same wherever it stands", arguments: LawTests.tempos)
  func moved(tempo: String) {
    let section = "{bars: 5, tempo: \(tempo), meter: 5/12, play: p}"
    let head = "patterns: {p: {kick: x.(xxx)x?, hat: {steps: x?x?, swing: 58%, probability: 70%}}}"
    func relative(_ song: String, _ name: String) -> [Seconds] {
      let song = SongSupport.song(song)
      let index = song.sections.firstIndex { $0.name.value == name }!
      let start = Occurrences(song).first { $0.section == index }!.startTime
      return EventStream(song, at: .standard).filter { $0.section == index }
        .map { $0.time - start }
    }
    // Chance comes from the place in the song: the number of passes before it stays one.
    let first = relative("\(head)\nsong: [z: {bars: 1}, s: \(section)]", "s")
    let later = relative("\(head)\nsong: [z: {bars: 7, tempo: 61.3}, s: \(section)]", "s")
    #expect(first.count > 10)
    #expect(first.count == later.count)
    #expect(zip(first, later).allSatisfy(Self.isSame))
  }

  @Test(
    "tempo doubled is time halved", arguments: [("97.3", "194.6"), ("80 -> 130", "160 -> 260")])
  func doubled(slow: String, fast: String) {
    let body = "meter: 2+3/8\nbars: 9\nclick: {subdivisions: 7}"
    let long = Self.times("tempo: \(slow)\n\(body)")
    let short = Self.times("tempo: \(fast)\n\(body)")
    #expect(zip(long, short).allSatisfy { Self.isSame($0, $1 * 2) })
  }

  @Test("a ramp there and back is symmetric", arguments: ["beats", "time"])
  func symmetric(curve: String) {
    let song = song(
      """
      click: {subdivisions: [2, 3, 4]}
      song:
        - there: {bars: 4, tempo: {from: 70, to: 150, curve: \(curve)}}
        - back: {bars: 4, tempo: {from: 150, to: 70, curve: \(curve)}}
      """)
    let times = EventStream(song, at: .standard).map(\.time) + [song.endTime]
    #expect(times.count > 100)
    for (forward, backward) in zip(times, times.reversed()) {
      #expect(Self.isSame(forward, song.endTime - backward))
    }
  }

  @Test("adding a bar at the end, another track or a count-in leaves all chance as it was")
  func chanceStays() {
    func hits(_ bars: Int, extra: String = "", head: String = "") -> [Row] {
      let song = song(
        """
        seed: 5
        \(head)
        bars: \(bars)
        play: p
        patterns: {p: {\(extra)hat: {steps: x?x?x?x?(xx)?x*3?, humanize: {velocity: 20%}}}}
        """)
      return EventStream(song, at: .standard).map { Row($0, in: song) }
        .filter { $0.track == "hat" && $0.bar <= 8 && $0.bar > 0 }
    }
    let reference = hits(8)
    #expect(reference.count > 30)
    #expect(hits(9) == reference)
    #expect(hits(8, extra: "kick: x?.x?.x?., ") == reference)
    let countedIn = hits(8, head: "count-in: 1 bar")
    #expect(countedIn.map(\.beat) == reference.map(\.beat))
    #expect(countedIn.map(\.velocity) == reference.map(\.velocity))

  }

  // A fair coin thrown 4000 times: four standard deviations are 4·√(4000·1/4) = 126.
  @Test("half of the questioned steps are played")
  func fairCoin() {
    let found = rows("{bars: 250, play: p, patterns: {p: {hat: x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?}}}")
    #expect(abs(found.count - 2000) < 126)
  }

  // 800 throws: four standard deviations are 4·√(800·1/4) = 57.
  @Test("a group with a question mark is played whole or not at all")
  func wholeGroup() {
    let found = rows("{bars: 200, play: p, patterns: {p: {hat: (xxx)?...}}}")
    #expect(found.count % 3 == 0)
    #expect(abs(found.count / 3 - 400) < 57)
  }

  @Test("a hold moves what comes after it, and not what lies on it")
  func hold() {
    let held = rows("{bars: 2, changes: [{at: \"1:3\", hold: 1.5s}]}").map(\.frame)
    let plain = rows("{bars: 2}").map(\.frame)
    #expect(held == plain.enumerated().map { $0.offset <= 2 ? $0.element : $0.element + 72_000 })
  }

  @Test("a section that fits a time lasts exactly as long")
  func fit() {
    let song = song("song: [a: {bars: 7, meter: 7/8, fit: 45s}, b: {bars: 1}]")
    let second = Occurrences(song).dropFirst().first { _ in true }
    #expect(second?.startTime.frame(at: .standard) == Frame(45 * 48_000))
  }

  @Test("a group plays ending n on pass n, and the last one from then on")
  func endings() {
    let song = song(
      """
      song:
        - repeat:
            times: 4
            play: [a: {bars: 1}, repeat: {times: 2, play: [b: {bars: 1}]}]
            endings: [[x: {bars: 1}], [y: {bars: 1}, x]]
        - a
      """)
    #expect(
      Occurrences(song).map(\.name)
        == "abbx abbyx abbyx abbyx a".filter { $0 != " " }.map(String.init))
  }

  @Test("each pass of a speed trainer is faster by its step")
  func speedTrainer() {
    let song = song("song: [Drill: {bars: 1, repeat: 5, tempo: 80, step: 2}]")
    let lengths = Occurrences(song).map { ($0.endTime - $0.startTime).formatted(decimals: 12) }
    // Four beats at 80, 82, … 88: 240/tempo seconds.
    #expect(
      lengths == [
        "3.000000000000", "2.926829268293", "2.857142857143", "2.790697674419", "2.727272727273",
      ])
  }
}
