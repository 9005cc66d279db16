import SongModel
import SongSupport
import Testing
import Timing

@testable import SongText

@Suite("A session")
struct SessionTests {
  /// Every kind of entry, once.
  private static let everything = """
    kit: {thump: kick}
    patterns: {groove: {kick: X...X..., snare: ..X...X.}}
    song:
      - Verse: {play: groove, repeat: 2}
      - Chorus: {bars: 1, cue: intro.wav}
    live:
      - {at: 0/44100, rate: 44100}
      - {at: 96200/48000, speed: 121/120}
      - {at: 96200/48000, mute: snare}
      - {at: 2.5s, unmute: click}
      - {at: 2.5s, mute: cue}
      - {at: 120001/48000, subdivisions: off}
      - {at: 2600ms, gap: on}
      - {at: 130000/48000, volume: -3dB}
      - {at: 140000/48000, section: 3}
      - {at: 481/160s, loop: on}
      - {at: 150480/48000, pad: snare, velocity: 101}
      - {at: 150480/48000, pad: thump}
      - {at: 10/3s, stop: on}
      - {at: 170000/48000, start: on}
      - {at: 170000/48000, loop: off}
    """

  @Test("is a song with what was done, at exact times")
  func changes() throws {
    let song = song(SessionTests.everything)
    let thump = try #require(song.sounds.firstIndex { $0.name == "thump" })
    let snare = try #require(song.sounds.firstIndex { $0.name == "snare" })
    let expected: [(Rational, LiveChange.Action)] = [
      (Rational(481, 240), .speed(Rational(121, 120))),
      (Rational(481, 240), .mute(lane: 2, true)),
      (Rational(5, 2), .mute(lane: Song.clickLane, false)),
      (Rational(5, 2), .mute(lane: song.cueLane, true)),
      (Rational(120_001, 48_000), .subdivisions(false)),
      (Rational(13, 5), .gap(true)),
      (Rational(65, 24), .volume(.decibels(Decibels(-3)))),
      (Rational(35, 12), .passage(2)),
      (Rational(481, 160), .loop(true)),
      (Rational(627, 200), .pad(sound: snare, Velocity(101)!)),
      (Rational(627, 200), .pad(sound: thump, .hit)),
      (Rational(10, 3), .stop),
      (Rational(85, 24), .start),
      (Rational(85, 24), .loop(false)),
    ]
    #expect(song.live == expected.map { LiveChange(at: $0.0, $0.1) })
    #expect(song.output.rate.hertz == 44_100)
    #expect(song.tracks.count == 2)
  }

  @Test("has the rate at which it was played, which 'output' may repeat")
  func rates() {
    let live = "live: [{at: 0/96000, rate: 96000}]"
    #expect(song("bars: 1\n\(live)").output.rate.hertz == 96_000)
    let repeated = song("bars: 1\noutput: {rate: 96000}\n\(live)")
    #expect(repeated.output.rate.hertz == 96_000 && repeated.live.isEmpty)
    #expect(song("bars: 1\nlive: [{at: 1s, stop: on}]").output.rate == .standard)
  }

  @Test("a pad plays a sound that nothing else does")
  func padAlone() {
    let plain = song("bars: 1")
    let session = song("bars: 1\nlive: [{at: 1s, pad: cowbell}]")
    #expect(session.sounds.count == plain.sounds.count + 1)
    #expect(session.live.map(\.action) == [.pad(sound: plain.sounds.count, .hit)])
    #expect(session.sounds.last?.name == "cowbell")
  }

  @Test(
    "a time is a frame and its rate, or a time like any other",
    arguments: [
      ("0/48000", Rational.zero), ("96200/48000", Rational(481, 240)), (" 1 / 3 ", Rational(1, 3)),
      ("13824000000000/384000", 36_000_000), ("250ms", Rational(1, 4)),
      ("481/240s", Rational(481, 240)),
      ("1s", 1), ("1/1", 1),
    ])
  func instants(text: String, time: Rational) throws {
    #expect(try ValueText.instant(text) == time)
  }

  @Test(
    "other texts are no times of a session",
    arguments: [
      "", "1", "1.5/3", "-1/48000", "1/-48000", "1/2/3", "/48000", "48000/", "1:2", "1/2x",
    ])
  func malformed(text: String) {
    #expect(throws: ValueFault.malformed) { try ValueText.instant(text) }
  }

  @Test("a frame has up to 53 bits, and a rate is no higher than a file's")
  func limits() throws {
    #expect(try ValueText.instant("9007199254740992/384000") == Rational(1 << 53, 384_000))
    let range = "a numerator up to 9007199254740992 and a denominator from 1 to 384000"
    for text in ["9007199254740993/384000", "1/0", "1/384001", "1/10000000000000"] {
      #expect(throws: ValueFault.outOfRange(range)) { try ValueText.instant(text) }
    }
  }

  @Test("passages are counted and found without walking through them")
  func passages() {
    var numbers = Numbers(state: 5)
    for _ in 0..<300 {
      var song = song("song: [a: {bars: 1}, b: {bars: 1, repeat: 3}, c: {bars: 1, repeat: 2}]")
      song.order = numbers.order(depth: 3)
      var walk = OrderWalk(song.order)
      var sections: [Int] = []
      while let section = walk.next() {
        sections += Array(repeating: section, count: song.sections[section].passes)
      }
      #expect(song.passageCount == sections.count)
      #expect((0..<sections.count).map(song.section(ofPassage:)) == sections)
      #expect(song.section(ofPassage: sections.count) == nil)
    }
  }

  @Test("a song of more passages than can be counted has passages too")
  func endless() {
    var song = song("bars: 1")
    for _ in 0..<4 { song.order = [.group(song.order, times: 1_000_000, endings: [])] }
    #expect(song.passageCount == .max)
    #expect(song.section(ofPassage: .max - 1) == 0)
  }
}

/// SplitMix64: the same numbers in every run.
struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Items of three sections; there may be none.
  mutating func order(depth: Int) -> [OrderItem] {
    (0..<number(0...3)).map { _ in
      let times = number(1...4)
      if depth == 0 || number(0...1) == 0 { return .section(number(0...2), times: times) }
      let endings = (0..<number(0...5)).map { _ in order(depth: depth - 1) }
      return .group(order(depth: depth - 1), times: times, endings: endings)
    }
  }
}
