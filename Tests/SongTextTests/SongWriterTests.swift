import SongModel
import Testing
import Timing

@testable import SongText

@Suite("A song written from a draft")
struct SongWriterTests {
  @Test("a small song is as small as a person would write it")
  func small() {
    let draft = SongDraft(sections: [
      DraftSection(
        name: "song", bars: 8, tempo: .steady(Tempo(beatsPerMinute: 137)))
    ])
    #expect(songText(of: draft) == "bars: 8\ntempo: 137\n")
  }

  @Test("what sections share stands at the top, and what comes again is written once")
  func ordinary() {
    let verse = DraftSection(
      name: "verse", bars: 8, meter: Meter(groups: [3], denominator: 4)!,
      tempo: .steady(Tempo(beatsPerMinute: 90)), play: [DraftPlay("groove")])
    var chorus = verse
    chorus.name = "Chorus: loud"
    chorus.tempo = .ramp(
      from: Tempo(beatsPerMinute: Rational(195, 2)), to: Tempo(beatsPerMinute: 120), curve: .time)
    chorus.play = [DraftPlay("groove", times: 3), DraftPlay("fill")]
    chorus.changes = [DraftChange(at: WholeNotes(27, 8), hold: 2, remark: "a breath")]
    let kick = DraftTrack(
      name: "kick", hits: [0, 1, 2].map { DraftHit(offset: WholeNotes($0, 4)) })
    let snare = DraftTrack(
      name: "open snare", hits: [DraftHit(offset: WholeNotes(5, 12), velocity: .accent)])
    let draft = SongDraft(
      title: "Tea: for two", remarks: ["Imported from tea.mid."], countIn: .bars(1),
      patterns: [
        DraftPattern(
          name: "groove", length: WholeNotes(3, 4), meter: verse.meter, tracks: [kick, snare]),
        DraftPattern(name: "fill", length: WholeNotes(3, 4), meter: verse.meter, tracks: [kick]),
      ], sections: [verse, chorus, verse, verse])
    #expect(
      songText(of: draft) == """
        # Imported from tea.mid.
        title: "Tea: for two"
        tempo: 90
        meter: 3/4
        count-in: 1 bar

        patterns:
          groove:
            kick:       x...x...x...
            open snare: ......(..X).....
          fill:
            kick: x...x...x...

        sections:
          verse: {bars: 8, play: groove}

        song:
          - verse
          - "Chorus: loud":
              bars: 8
              play: [groove x3, fill]
              tempo: {from: 97.5, to: 120, curve: time}
              changes:
                - {at: 5:2+1/8, hold: 2s}  # a breath
          - verse x2

        """)
  }

  @Test(
    "a number is a decimal where one is exact, else a fraction",
    arguments: [
      (Rational(7), "7"), (Rational(195, 2), "97.5"), (Rational(400, 3), "400/3"),
      (Rational(1, 1_000_000_000_000), "0.000000000001"), (Rational(1, 1 << 13), "1/8192"),
      (Rational(-5, 4), "-1.25"), (Rational(15_000_000, 109_489), "15000000/109489"),
    ])
  func numbers(value: Rational, text: String) throws {
    #expect(WrittenValue.number(value) == text)
    #expect(try ValueText.signedNumber(text) == value)
  }

  @Test(
    "a text is quoted where YAML would take it for something else",
    arguments: [
      ("verse 2", "verse 2"), ("a: b", "\"a: b\""), ("#1", "\"#1\""), ("", "\"\""),
      ("- x", "\"- x\""), ("x ", "\"x \""), ("say \"hi\"", "\"say \\\"hi\\\"\""),
      ("tab\tline\n", "\"tab\\tline\\n\""), ("\u{1}\u{202E}", "\"\\u0001\\u202e\""),
      ("Für Elise", "Für Elise"), ("[a]", "\"[a]\""), ("\u{10FFFF}", "\"\\U0010ffff\""),
    ])
  func quoting(text: String, written: String) {
    #expect(YAMLText.quoted(text) == written)
  }

  @Test(
    "a row takes the grid with the fewest signs",
    arguments: [
      ([(0, 1), (1, 4), (1, 2), (3, 4)], "x...x...x...x...", "1/16"),
      ([(0, 1), (1, 12), (1, 6), (1, 4), (1, 3), (5, 12), (1, 2), (3, 4)], "xxxxxxx..x..", "1/12"),
      ([(0, 1), (1, 32), (1, 2)], "(xx).......x.......", "1/16"),
      ([(0, 1), (1, 7), (2, 7), (3, 7), (4, 7), (5, 7), (6, 7)], "(x......x.....)", ""),
    ] as [([(Int128, Int128)], String, String)])
  func grids(places: [(Int128, Int128)], row: String, step: String) {
    let hits = places.map { DraftHit(offset: WholeNotes($0.0, $0.1)) }
    let pattern = DraftPattern(name: "p", length: WholeNotes(1, 1))
    switch StepWriting(DraftTrack(name: "kick", hits: hits), in: pattern).best() {
    case .steps(let text, let length, let level):
      if !step.isEmpty {
        #expect(text == row)
        #expect(WrittenValue.noteValue(length) == step)
      }
      #expect(level == nil)
    case .places: #expect(step.isEmpty)
    }
  }

  @Test("hits in any order are written in theirs")
  func order() {
    let hits = [3, 0, 2].map { DraftHit(offset: WholeNotes($0, 4)) }
    let pattern = DraftPattern(name: "p", length: WholeNotes(1, 1))
    guard
      case .steps("x.......x...x...", _, nil) = StepWriting(
        DraftTrack(name: "kick", hits: hits), in: pattern
      ).best()
    else {
      Issue.record("another row")
      return
    }
  }

  @Test("velocities that steps have no sign for are a level of the whole track, else free places")
  func velocities() {
    func row(_ velocities: [Int]) -> StepWriting.Row {
      let hits = velocities.enumerated().map {
        DraftHit(offset: WholeNotes(Int128($0.offset), 4), velocity: Velocity($0.element)!)
      }
      return StepWriting(
        DraftTrack(name: "kick", hits: hits),
        in: DraftPattern(name: "p", length: WholeNotes(1, 1))
      ).best()
    }
    guard case .steps("x...X...o...7...", _, nil) = row([100, 127, 50, 99]) else {
      Issue.record("signs of their own")
      return
    }
    guard case .steps("x...x...x...x...", _, .ratio(Rational(90, 100))) = row([90, 90, 90, 90])
    else {
      Issue.record("one level for all")
      return
    }
    guard case .steps("o...x...X...x...", _, .ratio(Rational(80, 100))) = row([40, 80, 102, 80])
    else {
      Issue.record("a level that serves three")
      return
    }
    guard case .places(nil) = row([90, 91, 92, 93]) else {
      Issue.record("no level serves")
      return
    }
  }
}
