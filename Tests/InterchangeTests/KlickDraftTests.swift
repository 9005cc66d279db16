import Interchange
import SongModel
import Testing
import Timing

@Suite("Tempo maps of klick")
struct KlickDraftTests {
  /// What a line says, all that differs from four bars of 4/4 at 120.
  static let lines: [(line: String, section: DraftSection)] = [
    ("4 120", DraftSection(name: "section 1", bars: 4)),
    ("\t4\t 120.  # a comment", DraftSection(name: "section 1", bars: 4, remarks: ["a comment"])),
    ("a: 4 120", DraftSection(name: "a", bars: 4)),
    ("  Verse_2-b:4 120#", DraftSection(name: "Verse_2-b", bars: 4)),
    (
      "1 7/8 97.5",
      DraftSection(
        name: "section 1", bars: 1, meter: Meter(groups: [7], denominator: 8)!,
        tempo: .steady(tempo(195, 2)))
    ),
    ("4 .5", DraftSection(name: "section 1", bars: 4, tempo: .steady(tempo(1, 2)))),
    (
      "8 80-120.25",
      DraftSection(
        name: "section 1", bars: 8,
        tempo: .ramp(from: tempo(80), to: tempo(481, 4), curve: .beats))
    ),
    ("8 120-120", DraftSection(name: "section 1", bars: 8)),
    (
      "8 120-0.0",
      DraftSection(
        name: "section 1", bars: 8, remarks: ["klick plays a ramp to 0.0 as a steady tempo."])
    ),
    (
      "1 3/4 120,119.5,119.5",
      DraftSection(
        name: "section 1", bars: 1, meter: Meter(groups: [3], denominator: 4)!,
        changes: [DraftChange(at: WholeNotes(1, 4), tempo: .steady(tempo(239, 2)))])
    ),
    (
      "2 1/2 100,120",
      DraftSection(
        name: "section 1", bars: 2, meter: Meter(groups: [1], denominator: 2)!,
        tempo: .steady(tempo(100)),
        changes: [DraftChange(at: WholeNotes(1, 2), tempo: .steady(tempo(120)))])
    ),
    ("4 120 Xxxx", DraftSection(name: "section 1", bars: 4)),
    (
      "4 120 X.x.",
      DraftSection(
        name: "section 1", bars: 4, click: DraftClick(pattern: [.accent, .rest, .beat, .rest]))
    ),
    (
      "4 1/4 120 .",
      DraftSection(
        name: "section 1", bars: 4, meter: Meter(groups: [1], denominator: 4)!,
        click: DraftClick(pattern: [.rest]))
    ),
    ("4 120 1.0", DraftSection(name: "section 1", bars: 4)),
    (
      "4 120 .75",
      DraftSection(
        name: "section 1", bars: 4, click: DraftClick(volume: .ratio(Rational(3, 4))))
    ),
    (
      "4 120 xXxx 2",
      DraftSection(
        name: "section 1", bars: 4,
        click: DraftClick(pattern: [.beat, .accent, .beat, .beat], volume: .ratio(2)))
    ),
    (
      "4 4/128 120",
      DraftSection(
        name: "section 1", bars: 4, meter: Meter(groups: [1], denominator: 32)!,
        beat: WholeNotes(1, 128))
    ),
    (
      "4 120.00000000049",
      DraftSection(
        name: "section 1", bars: 4,
        remarks: [
          "The file says 120.00000000049, which has more digits than a song can hold; here it is"
            + " 120."
        ])
    ),
    (
      "1 2/4 100.1234567896,100.1234567894",
      DraftSection(
        name: "section 1", bars: 1, meter: Meter(groups: [2], denominator: 4)!,
        tempo: .steady(tempo(100_123_456_790, 1_000_000_000)),
        changes: [
          DraftChange(
            at: WholeNotes(1, 4), tempo: .steady(tempo(100_123_456_789, 1_000_000_000)))
        ],
        remarks: [
          "The file says 100.1234567896, which has more digits than a song can hold; here it is"
            + " 100.12345679, and 1 more such."
        ])
    ),
  ]

  @Test("a line means the section that klick plays for it", arguments: lines)
  func line(line: String, section: DraftSection) throws {
    #expect(try draft(klick: line).sections == [section])
    #expect(try draft(klick: line + "\r\n").sections == [section])
  }

  @Test("lines without a label continue the one before, and what comes again is one section")
  func names() throws {
    let draft = try draft(
      klick: """
        4 120
        4 140
        4 120
        verse: 2 100
        3 100
        chorus: 2 90
        verse: 2 100
        verse: 5 100
        5 100
        """)
    #expect(
      draft.sections.map(\.name) == [
        "section 1", "section 2", "section 1", "verse", "verse part 2", "chorus", "verse",
        "verse 3", "verse 3",
      ])
    for (one, other) in [(0, 2), (3, 6), (7, 8)] {
      #expect(draft.sections[one] == draft.sections[other])
    }
  }

  @Test("comments stay with what they stand at")
  func comments() throws {
    let draft = try draft(
      klick: """
        # The title
        #   and more\tof it ##

        # of a
        a: 1 120 ## beside a
        # of b

        b: 1 140
        a: 1 120 # beside a
        # at the end
        """)
    #expect(
      draft.remarks == [
        "From a tempo map of klick.", "The title", "and more of it ##", "at the end",
      ])
    #expect(
      draft.sections.map(\.remarks) == [["of a", "beside a"], ["of b"], ["of a", "beside a"]])
  }

  @Test("what is no UTF-8 is read as ISO 8859-1, and said to be")
  func latin1() throws {
    let draft = try songDraft(klick: Array("1 120 # f".utf8) + [0xFC, 0x72], title: "Map")
    #expect(draft.title == "Map")
    #expect(draft.remarks.last == "The file is no UTF-8 and has been read as ISO 8859-1.")
    #expect(draft.sections[0].remarks == ["für"])
  }

  @Test("a section has the bars of its line, whatever the metre is written as")
  func lengths() throws {
    let lines: [(String, WholeNotes)] = [
      ("3 4/4 120", WholeNotes(3, 1)), ("5 7/12 90", WholeNotes(35, 12)),
      ("2 120/16 77", WholeNotes(15, 1)), ("7 6/128 37", WholeNotes(42, 128)),
    ]
    for (line, length) in lines {
      #expect(try song(of: draft(klick: line)).sections[0].bars.end == length)
    }
  }
}
