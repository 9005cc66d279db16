import SongModel
import SongSupport
import Testing
import Timing

@testable import SongText

@Suite("A session that is written")
struct SessionWritingTests {
  /// Names that YAML would take for something else are among its tracks, sounds and sections.
  private static let text = """
    tempo: 120
    kit: {"a: b": kick, "#1": snare, "on": hat, "it's, {so}": rim, "x\\ny \\u202e": clap}
    patterns:
      groove: {"a: b": X..., "#1": .X.., "on": ..X., "it's, {so}": ...X, "x\\ny \\u202e": x...}
    song:
      - "a: b #c\\n": {play: groove, repeat: 3}
      - repeat: {times: 2, play: [Chorus: {bars: 1}], endings: [[groove], [groove x2]]}
    """

  private static let rates = [8_000, 44_100, 48_000, 96_000, 384_000].map { SampleRate(hertz: $0)! }

  @Test("is read as the very changes that were made", arguments: 0..<200)
  func roundTrip(seed: Int) {
    var numbers = Numbers(state: UInt64(seed))
    let plain = song(SessionWritingTests.text)
    let rate = SessionWritingTests.rates.randomElement(using: &numbers)!
    let changes =
      (0..<numbers.number(0...40)).map { _ in numbers.time(at: rate) }.sorted()
      .map { LiveChange(at: $0, numbers.action(in: plain)) }
      // A loop has to end.
      + [LiveChange(at: 36_000_000, .stop)]
    let lines = liveLines(of: changes, in: plain, rate: rate)
    #expect(lines.count == changes.count + 2)
    let session = song(([SessionWritingTests.text] + lines).joined(separator: "\n"))
    #expect(session.live == changes)
    #expect(session.output.rate == rate)
    #expect(session.sounds.map(\.name) == plain.sounds.map(\.name))
  }

  @Test("has one line for each change, and says what its numbers mean")
  func lines() {
    let plain = song(SessionWritingTests.text)
    let changes: [(Rational, LiveChange.Action)] = [
      (Rational(481, 240), .speed(Rational(121, 120))),
      (Rational(1, 3), .speed(Rational(1, 7))),
      (Rational(7, 11), .mute(lane: 1, true)),
      (3, .mute(lane: Song.clickLane, false)),
      (Rational(1, 390_625), .volume(.off)),
      (4, .passage(0)), (4, .passage(3)), (4, .passage(99)),
      (5, .pad(sound: 1, .hit)), (6, .stop), (7, .start),
    ]
    let lines = liveLines(
      of: changes.map { LiveChange(at: $0.0, $0.1) }, in: plain, rate: .standard)
    #expect(
      lines == [
        "live:",
        "  - {at: 0/48000, rate: 48000}",
        "  - {at: 96200/48000, speed: 121/120}  # 121 BPM",
        "  - {at: 16000/48000, speed: 1/7}",
        "  - {at: 7/11, mute: \"a: b\"}",
        "  - {at: 144000/48000, unmute: click}",
        "  - {at: 0.00000256s, volume: off}",
        "  - {at: 192000/48000, section: 1}  # \"a: b #c\\n\"",
        "  - {at: 192000/48000, section: 4}  # Chorus",
        "  - {at: 192000/48000, section: 100}",
        "  - {at: 240000/48000, pad: \"\(plain.sounds[1].name)\", velocity: 100}",
        "  - {at: 288000/48000, stop: on}",
        "  - {at: 336000/48000, start: on}",
      ])
  }

  @Test("tells tempos where the song has one")
  func tempos() {
    func remark(_ text: String) -> String? {
      let lines = liveLines(
        of: [LiveChange(at: 1, .speed(Rational(11, 10)))], in: song(text), rate: .standard)
      return lines[2].split(separator: "#").dropFirst().first.map(String.init)
    }
    #expect(remark("bars: 1\ntempo: 3/8 = 70") == " 3/8 = 77 BPM")
    #expect(remark("song: [a: {bars: 1}, b: {bars: 1}]") == " 132 BPM")
    #expect(remark("song: [a: {bars: 1}, b: {bars: 1, tempo: 90}]") == nil)
    #expect(remark("bars: 1\ntempo: 90 -> 120") == nil)
    #expect(remark("bars: 1\nrepeat: 2\nstep: 3") == nil)
    #expect(remark("bars: 1\ntempo: 100/7") == nil)
  }

  @Test("keeps a level whose percentage has too many digits")
  func levels() throws {
    for ratio in [
      Rational(999_999_999_989, 999_999_999_999), Rational(1, 99_999_999_999_900), 1000,
      Rational(1, 3),
    ] {
      #expect(try ValueText.level(WrittenValue.level(.ratio(ratio))) == .ratio(ratio))
    }
  }
}

extension Numbers {
  /// A time that the language has.
  fileprivate mutating func time(at rate: SampleRate) -> Rational {
    switch number(0...5) {
    case 0: Rational(Int128(number(0...30_000_000)), Int128(number(1...384_000)))
    case 1: Rational(Int128(number(0...30_000_000)), 1000)
    case 2: Rational(Int128(number(0...1_000_000_000_000)), Int128(number(30_000...1 << 39)))
    case 3: Rational(Int128(number(0...1 << 39)), 1_000_000_000_000 - 11) / 1000
    default: Rational(Int128(number(0...1_000_000_000)), Int128(rate.hertz))
    }
  }

  fileprivate mutating func action(in song: Song) -> LiveChange.Action {
    let isOn = number(0...1) == 0
    switch number(0...9) {
    case 0: return .speed(Rational(Int128(number(1...100)), Int128(number(1...100))))
    case 1: return .mute(lane: number(0...song.laneCount - 1), isOn)
    case 2: return .subdivisions(isOn)
    case 3: return .gap(isOn)
    case 4: return .volume(.decibels(Decibels(Rational(Int128(number(-2000...600)), 10))))
    case 5: return .volume(.ratio(Rational(Int128(number(0...1 << 39)), 1 << 38)))
    case 6: return .passage(number(0...song.passageCount - 1))
    case 7: return .loop(isOn)
    case 8:
      return .pad(sound: number(0...song.sounds.count - 1), Velocity(number(1...127))!)
    default: return isOn ? .stop : .start
    }
  }
}
