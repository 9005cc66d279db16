import SongModel
import Testing
import Timing

@testable import Interchange

/// What a song of patterns and columns sounds like, at 120 beats a minute: a tick is 500 frames.
private func rows(
  _ more: String, _ patterns: [String], _ columns: [String]
) throws -> [String] {
  try heard(
    hydrogenDraft(
      xmlSong(more, patterns, columns: columns), files: kickAndSnareFiles)
  ).map { "\($0.frame) \($0.track)" }
}

private let kicks = xmlPattern("a", [XMLNote(at: 0)])

@Suite("Columns of Hydrogen")
struct HydrogenColumnTests {
  @Test("a column lasts as long as its longest pattern, and a shorter one is not repeated")
  func longest() throws {
    let short = xmlPattern("b", size: 96, [XMLNote(at: 48, instrument: 1)])
    let long = xmlPattern("c", size: 240, [XMLNote(at: 200, instrument: 1)])
    // These frames are those that Hydrogen 1.2.0-beta's h2cli renders.
    #expect(
      try rows("", [kicks, short, long], ["a+b", "", "b", "c+b", "a"]) == [
        "0 kick", "24000 snare", "216000 snare", "264000 snare", "340000 snare", "360000 kick",
      ])
  }

  @Test("a tempo marker holds from its column on, and before the first one the song's tempo does")
  func tempos() throws {
    let markers =
      "<isTimelineActivated>true</isTimelineActivated><BPMTimeLine>"
      + "<newBPM><BAR>1</BAR><BPM>60</BPM></newBPM><newBPM><BAR>2</BAR><BPM>200</BPM></newBPM>"
      + "</BPMTimeLine>"
    let pattern = xmlPattern("a", [XMLNote(at: 0), XMLNote(at: 96)])
    // As rendered by h2cli.
    #expect(
      try rows(markers, [pattern], ["a", "a", "a"]) == [
        "0 kick", "48000 kick", "96000 kick", "192000 kick", "288000 kick", "316800 kick",
      ])
  }

  @Test("a timeline that is off is left out, and one of an older song is on; both are said")
  func timelineState() throws {
    let marker = "<BPMTimeLine><newBPM><BAR>0</BAR><BPM>60</BPM></newBPM></BPMTimeLine>"
    let off = try hydrogenDraft(
      xmlSong("<isTimelineActivated>false</isTimelineActivated>" + marker, [kicks], columns: ["a"]))
    #expect(off.sections[0].tempo.first.beatsPerMinute == 120)
    #expect(off.remarks.contains { $0.contains("switched off") })
    let old = try hydrogenDraft(xmlSong(marker, [kicks], columns: ["a"]))
    #expect(old.sections[0].tempo.first.beatsPerMinute == 60)
    #expect(old.remarks.contains { $0.contains("does not say") })
  }

  @Test("virtual patterns play along, however far, and once each")
  func virtuals() throws {
    let virtual =
      "<virtualPatternList><pattern><name>a</name><virtual>b</virtual></pattern>"
      + "<pattern><name>b</name><virtual>c</virtual><virtual>a</virtual></pattern>"
      + "</virtualPatternList>"
    let patterns = [
      xmlPattern("a", size: 96, [XMLNote(at: 0)]),
      xmlPattern("b", size: 96, [XMLNote(at: 24, instrument: 1)]),
      xmlPattern("c", [XMLNote(at: 144)]),
    ]
    #expect(
      try rows(virtual, patterns, ["a", "c+a"]) == [
        "0 kick", "12000 snare", "72000 kick", "96000 kick", "108000 snare", "168000 kick",
      ])
  }

  @Test("of several patterns with one name the first is meant, and an unknown name is left out")
  func names() throws {
    let other = xmlPattern("a", [XMLNote(at: 48, instrument: 1)])
    let draft = try hydrogenDraft(
      xmlSong([kicks, other], columns: ["a", "z"]), files: kickAndSnareFiles)
    #expect(try heard(draft).map(\.frame) == [0])
    #expect(draft.remarks.contains { $0.contains("does not have") })
    #expect(draft.sections[0].play == [DraftPlay("a"), DraftPlay("rest")])
  }

  @Test("a song without an order plays its patterns one after another, and says so")
  func withoutOrder() throws {
    let draft = try hydrogenDraft(
      xmlSong([kicks, xmlPattern("b", [XMLNote(at: 0, instrument: 1)])], columns: []))
    #expect(draft.sections.map(\.play) == [[DraftPlay("a"), DraftPlay("b")]])
    #expect(draft.remarks.contains { $0.contains("no order") })
  }

  @Test("songs of before groups have one pattern a column")
  func oldSequence() throws {
    let xml = xmlSong([kicks], columns: []).replacing(
      "<patternSequence>", with: "<patternSequence><patternID>a</patternID><patternID>a</patternID>"
    )
    #expect(try hydrogenDraft(xml).sections.map(\.play) == [[DraftPlay("a", times: 2)]])
  }

  @Test(
    "the metre is the simplest that counts the pattern",
    arguments: [
      (192, 4, "4/4", true), (384, 4, "4/4", true), (144, 4, "3/4", true), (96, 4, "2/4", true),
      (168, 8, "7/8", true), (168, 4, "7/8", true), (240, 4, "5/4", true), (288, 4, "6/4", true),
      (12, 4, "1/16", true), (160, 4, "10/12", true), (64, 12, "4/12", true),
      (100, 4, "25/48", true),
      (101, 4, "4/4", false), (144, 0, "3/4", true), (144, -7, "3/4", true),
      (200, 5, "25/24", true),
    ])
  func meters(size: Int, denominator: Int, meter: String, isWhole: Bool) {
    let found = HydrogenMeter(size: size, denominator: denominator)
    #expect(found.meter.description == meter)
    #expect(found.isWhole == isWhole)
  }

  @Test(
    "tempos are bounded as Hydrogen bounds them, and it is said",
    arguments: [("5", 10), ("999", 400)])
  func boundedTempo(written: String, played: Int) throws {
    let xml = xmlSong([kicks], columns: ["a"]).replacing("<bpm>120", with: "<bpm>\(written)")
    let draft = try hydrogenDraft(xml)
    #expect(draft.sections[0].tempo.first.beatsPerMinute == Rational(Int128(played)))
    #expect(draft.remarks.contains { $0.contains("10 to 400") })
  }
}

@Suite("Lead, lag and swing of Hydrogen")
struct HydrogenLeadTests {
  /// A song of one kick with a lead or lag, and what is heard.
  private func frames(
    _ notes: [(at: Int, leadLag: String)], swing: String = "0", columns: [String] = ["a"],
    size: Int = 192, more: String = ""
  ) throws -> [Int] {
    let pattern = xmlPattern(
      "a", size: size,
      notes.map { XMLNote(at: $0.at, more: "<leadlag>\($0.leadLag)</leadlag>") })
    return try heard(
      hydrogenDraft(
        xmlSong("<swing_factor>\(swing)</swing_factor>" + more, [pattern], columns: columns),
        files: kickAndSnareFiles)
    ).map(\.frame)
  }

  @Test(
    "a note is moved by its lead or lag times five ticks",
    arguments: [
      // A lead of a fifth is what h2cli renders: 500 frames at 120 beats a minute.
      ("-0.2", 71_500), ("0.2", 72_500), ("1", 74_500), ("-1", 69_500), ("0.13", 72_325),
      ("-0.200000002980232", 71_500), ("7", 74_500), ("1e-07", 72_000),
    ])
  func leads(leadLag: String, frame: Int) throws {
    #expect(try frames([(144, leadLag)]) == [frame])
  }

  @Test("a lead before a pattern's start falls into the column before, whichever plays there")
  func leadIntoColumn() throws {
    #expect(
      try frames([(0, "-0.4"), (96, "0")], columns: ["a", "a", "a"]) == [
        0, 48_000, 95_000, 144_000, 191_000, 240_000,
      ])
  }

  @Test("a lag past a pattern's end falls into the column after")
  func lagIntoColumn() throws {
    #expect(try frames([(191, "0.6")], columns: ["a", "a"]) == [97_000, 191_500])
    let draft = try hydrogenDraft(
      xmlSong(
        [xmlPattern("a", [XMLNote(at: 191, more: "<leadlag>0.6</leadlag>")])], columns: ["a", "a"]))
    #expect(draft.remarks.contains { $0.contains("written place") })
    #expect(draft.patterns.map(\.name) == ["a", "a 2"])
    #expect(draft.patterns.map(\.remarks.count) == [0, 1])
  }

  @Test("a lead is as long where the column before has another tempo")
  func leadAcrossTempos() throws {
    let more =
      "<isTimelineActivated>true</isTimelineActivated><BPMTimeLine>"
      + "<newBPM><BAR>1</BAR><BPM>60</BPM></newBPM></BPMTimeLine>"
    // Two ticks of the slower tempo, 1000 frames each, before the second column at 96000.
    #expect(try frames([(0, "-0.4")], columns: ["a", "a"], more: more) == [0, 94_000])
  }

  @Test(
    "a second sixteenth comes late by the swing times six ticks, and nothing else does",
    arguments: [("0.2", 6600), ("1", 9000), ("0.03", 6090), ("0.123457", 6370)])
  func swing(factor: String, frame: Int) throws {
    #expect(
      try frames([(0, "0"), (12, "0"), (24, "0"), (40, "0")], swing: factor) == [
        0, frame, 12_000, 20_000,
      ])
  }

  @Test("swing that the language counts alike is its swing, with the hits where they are written")
  func languageSwing() throws {
    let xml = xmlSong(
      "<swing_factor>0.24</swing_factor>", [xmlPattern("a", [XMLNote(at: 12)]), kicks],
      columns: ["a", "a"])
    let draft = try hydrogenDraft(xml)
    #expect(draft.sections[0].swing == Swing(amount: Rational(56, 100), unit: WholeNotes(1, 16)))
    #expect(draft.patterns[0].swing == nil)
    #expect(draft.patterns[0].tracks[0].hits.map(\.offset) == [WholeNotes(1, 16)])
  }

  @Test("a lag and swing add up, and a lag onto a sixteenth does not swing")
  func lagAndSwing() throws {
    #expect(try frames([(36, "0.4")], swing: "0.5") == [20_500])
    #expect(try frames([(7, "1"), (36, "0")], swing: "0.5") == [6000, 19_500])
  }

  @Test("in bars that are no whole eighths sixteenths are counted from the pattern's start")
  func oddBars() throws {
    #expect(
      try frames([(12, "0"), (36, "0")], swing: "0.5", columns: ["a", "a"], size: 84) == [
        7500, 19_500, 49_500, 61_500,
      ])
    #expect(
      try frames([(12, "0"), (36, "0")], swing: "0.5", columns: ["a", "a"], size: 101) == [
        7500, 19_500, 58_000, 70_000,
      ])
  }

  @Test("what is finer than a song can write comes to the nearest 1/9600 of a whole note")
  func finest() throws {
    let pattern = xmlPattern("a", [XMLNote(at: 48, more: "<leadlag>0.123456789</leadlag>")])
    let draft = try hydrogenDraft(xmlSong([pattern], columns: ["a"]))
    // 48.617283945 ticks, and 1/9600 is 1/50 of a tick.
    #expect(draft.patterns[0].tracks[0].hits[0].offset == WholeNotes(2431, 9600))
    #expect(draft.remarks.contains { $0.contains("1/9600") })
  }

  @Test("a shift longer than Hydrogen's 2000 frames is kept, and said")
  func longShift() throws {
    for (tempo, isSaid) in [("300", false), ("100", true)] {
      let pattern = xmlPattern("a", [XMLNote(at: 48, more: "<leadlag>1</leadlag>")])
      let xml = xmlSong([pattern], columns: ["a"]).replacing("<bpm>120", with: "<bpm>\(tempo)")
      let remarks = try hydrogenDraft(xml).remarks
      #expect(remarks.contains { $0.contains("2000 frames") } == isSaid)
    }
  }
}
