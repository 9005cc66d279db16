import Testing
import Timing

@testable import MIDIFiles

@Suite struct ConductorTextTests {
  static let tempo = Tempo(beatsPerMinute: 96)
  static let dotted = Tempo(beatsPerMinute: Rational(145, 2), beat: WholeNotes(3, 8))

  static let texts: [(ConductorText, String)] = [
    (.tempo(Tempo(beatsPerMinute: 137)), "tempo: 137"),
    (.tempo(Tempo(beatsPerMinute: Rational(195, 2))), "tempo: 97.5"),
    (.tempo(Tempo(beatsPerMinute: Rational(400, 3))), "tempo: 400/3"),
    (.tempo(Tempo(beatsPerMinute: Rational(1, 1000))), "tempo: 0.001"),
    (
      .tempo(Tempo(beatsPerMinute: Rational(100_000_000_000_001, 1_000_000_000_000))),
      "tempo: 100.000000000001"
    ),
    // Twelve places, and thirteen.
    (.tempo(Tempo(beatsPerMinute: Rational(125, 4096))), "tempo: 0.030517578125"),
    (.tempo(Tempo(beatsPerMinute: Rational(8193, 8192))), "tempo: 8193/8192"),
    (.tempo(dotted), "tempo: 3/8 = 72.5"),
    (
      .ramp(
        from: tempo, to: Tempo(beatsPerMinute: 120), length: .notes(WholeNotes(8, 1)),
        curve: .beats), "tempo: 96 -> 120, over: 8/1"
    ),
    (
      .ramp(from: tempo, to: dotted, length: .time(Rational(5, 2)), curve: .beats),
      "tempo: 96 -> 3/8 = 72.5, over: 2.5s"
    ),
    (
      .ramp(from: dotted, to: tempo, length: .notes(WholeNotes(1, 9967)), curve: .time),
      "tempo: 3/8 = 72.5 -> 96, over: 1/9967, curve: time"
    ),
    (
      .ramp(from: dotted, to: tempo, length: .time(Rational(1, 3)), curve: .time),
      "tempo: 3/8 = 72.5 -> 96, over: 1/3s, curve: time"
    ),
    (.hold(2), "hold: 2s"), (.hold(Rational(1, 3)), "hold: 1/3s"),
    (.hold(Rational(617, 500)), "hold: 1.234s"),
    (.meter(Meter(groups: [2, 2, 3], denominator: 8)!), "meter: 2+2+3/8"),
    (.meter(.common), "meter: 4/4"),
    (.meter(Meter(groups: [5], denominator: 12)!), "meter: 5/12, written as 27/64"),
    (.meter(Meter(groups: [2, 1], denominator: 12)!), "meter: 2+1/12, written as 1/4"),
    (.beat(WholeNotes(3, 8)), "beat: 3/8"), (.beat(nil), "beat: none"),
    (.beat(WholeNotes(1, 1)), "beat: 1/1"),
    (.pickup(WholeNotes(1, 4)), "pickup: 1/4"), (.pickup(WholeNotes(2, 1)), "pickup: 2/1"),
    (
      .pickup(WholeNotes(Int128.max, Int128.max - 1)),
      "pickup: \(Int128.max)/\(Int128.max - 1)"
    ),
    (.sound(note: 36, channel: 10, name: "kick"), "note 36 = kick"),
    (.sound(note: 0, channel: 3, name: "a = b, c: d"), "note 0 = a = b, c: d on channel 3"),
    (.sound(note: 127, channel: 10, name: "on channel 3"), "note 127 = on channel 3"),
    (
      .sound(note: 127, channel: 10, name: "x on channel 3"),
      "note 127 = x on channel 3 on channel 10"
    ),
    (.sound(note: 127, channel: 10, name: "x on channel 17"), "note 127 = x on channel 17"),
    (.sound(note: 1, channel: 1, name: "größe\nß"), "note 1 = größe\nß on channel 1"),
  ]

  @Test("a text says what it stands for, and is taken back as just that", arguments: texts)
  func bothWays(_ text: ConductorText, _ words: String) {
    #expect(text.description == words)
    #expect(ConductorText(parsing: words) == text)
  }

  @Test(
    "blanks are for the eye",
    arguments: [
      ("tempo:137", "tempo: 137"), ("tempo: 3/8=72", "tempo: 3/8 = 72"),
      ("tempo:  96->120 ,over: 8 / 1 , curve: beats", "tempo: 96 -> 120, over: 8/1"),
      ("meter: 2 + 2 + 3 / 8", "meter: 2+2+3/8"), ("hold: 02.50s", "hold: 2.5s"),
      ("pickup: 2/8", "pickup: 1/4"), ("tempo: 1/4 = 90", "tempo: 90"),
    ])
  func blanks(_ words: String, _ plain: String) {
    #expect(ConductorText(parsing: words)?.description == plain)
  }

  @Test(
    "any other text is none, and nothing in one stops the program",
    arguments: [
      "", ":", ",", "tempo", "tempo:", "tempo: fast", "tempo: 0", "tempo: -1", "tempo: 100001",
      "tempo: 0.0009", "tempo: 1/0", "tempo: 1e3", "tempo: 1.2.3", "tempo: 1,5", "tempo: 120, x: 1",
      "tempo: 1 = 120", "tempo: 0/4 = 120", "tempo: 10000/1 = 120", "tempo: 1/4 = 1/4 = 9",
      "tempo: 170141183460469231731687303715884105728",
      "tempo: 170141183460469231731687303715884105727/170141183460469231731687303715884105726",
      "tempo: 3/7 = 100000000000000000000000000000000000003/1000000000000000000000000000000000000",
      "tempo: 0.1234567890123", "tempo: 96 -> 120", "tempo: 96 ->, over: 1/1",
      "tempo: 96 -> 120, over: 8", "tempo: 96 -> 120, over: 0/1", "tempo: 96 -> 120, over: 0s",
      "tempo: 96 -> 120, over: 1/1, curve: bent", "tempo: 96 -> 120, curve: time, over: 1/1",
      "tempo: 96 -> 120, over: 1/1, curve: time, curve: time", "tempo: 96, over: 1/1",
      "hold: 2", "hold: 0s", "hold: -1s", "hold: s", "hold: 1000000000001s",
      "meter: 4", "meter: 0/4", "meter: 4/0", "meter: 100/4", "meter: 4/100", "meter: 98+2/4",
      "meter: +/4", "meter: 5/12, written as", "meter: 5/12, written as 5", "meter: 4/4, beat: 1/4",
      "meter: 99999999999999999999/4", "beat: 1", "beat: 0/1", "beat: None", "beat: 1/10000",
      "pickup: 0/1", "pickup: 1 beat", "note 128 = a", "note = a", "note x = a", "note 5",
      "note 5 =a",
      "metre 5/12, written as 27/64", "Tempo: 120", "tactus 1", "title: a",
    ])
  func otherTexts(_ words: String) {
    #expect(ConductorText(parsing: words) == nil)
  }

  @Test("an endless text is none, at once")
  func endless() {
    let start = ContinuousClock.now
    #expect(ConductorText(parsing: "tempo: " + String(repeating: "1", count: 10_000_000)) == nil)
    #expect(
      ConductorText(parsing: "meter: " + String(repeating: "1+", count: 5_000_000) + "/4") == nil)
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
