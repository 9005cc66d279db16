import Interchange
import SongModel
import Testing
import Timing

@Suite("Songs of Beats")
struct BeatsDraftTests {
  static func draft(_ text: String) throws(ForeignFault) -> SongDraft {
    try songDraft(beats: Array(text.utf8), title: nil) { _ in true }
  }

  @Test("a kit's files keep their names and places, and each sound cuts off only itself")
  func kit() throws {
    let draft = try songDraft(beats: fixture("every-feature.beats"), title: "Beat") {
      $0 != "drums/bass.wav"
    }
    #expect(draft.title == "Beat")
    let files = [
      ("bass", "drums/bass.wav"), ("snare", "drums/deep/snare.wav"),
      ("snare2", "drums/deep/snare.wav"), ("hat-closed", "drums/closed.wav"),
      ("hat-open", "drums/deep/open.wav"), ("unused", "drums/cowbell.wav"),
      ("Tom 1", "drums/extra/Tom 1.wav"), ("silent", "drums/silent.wav"),
      ("ride", "/abs/ride.wav"),
    ]
    #expect(draft.kit.map(\.name) == files.map(\.0))
    #expect(draft.kit.map(\.layers) == files.map { [DraftSound.Layer(takes: [.file($0.1)])] })
    #expect(draft.kit.map(\.choke) == files.map { $0.0 == "unused" ? nil : $0.0 })
    #expect(draft.kit[0].remarks == ["There is no file drums/bass.wav."])
    #expect(draft.kit.dropFirst().allSatisfy { $0.remarks.isEmpty })
  }

  @Test("the flow names the sections, whatever its capitals")
  func flow() throws {
    let draft = try songDraft(beats: fixture("every-feature.beats"), title: nil) { _ in true }
    #expect(
      draft.sections.map(\.name) == [
        "Verse", "Verse", "Fill", "Chorus", "Chorus", "Chorus", "Verse",
      ])
    #expect(draft.sections.allSatisfy { $0.play == [DraftPlay($0.name)] })
    #expect(draft.sections.allSatisfy { $0.tempo == .steady(tempo(195, 2)) })
  }

  @Test("a song without a tempo is at 120")
  func tempoOfNone() throws {
    let song = try BeatsDraftTests.draft("Song: {Flow: [a]}\na: [kick.wav: X...]")
    #expect(song.sections[0].tempo == .steady(tempo(120)))
  }

  static let folders = [
    ("b", "b/k.wav"), ("b/", "b/k.wav"), ("/b", "/b/k.wav"), ("''", "k.wav"), ("~/b", "~/b/k.wav"),
  ]

  @Test("a folder goes before every path", arguments: folders)
  func folder(folder: String, path: String) throws {
    let song = try BeatsDraftTests.draft("Song: {Flow: [a], Folder: \(folder)}\na: [k.wav: X]")
    #expect(song.kit[0].layers == [DraftSound.Layer(takes: [.file(path)])])
    #expect(
      song.kit[0].remarks
        == (folder == "~/b" ? ["Beats takes '~' for the home folder, and a song does not."] : []))
  }

  static let meters: [(steps: Int, meter: String)] = [
    (1, "1/16"), (2, "1/8"), (4, "1/4"), (8, "2/4"), (12, "3/4"), (16, "4/4"), (20, "5/4"),
    (24, "3/4"), (28, "7/4"), (32, "4/4"), (56, "7/4"), (6, "3/8"), (17, "17/16"),
    (44, "11/4"), (101, "4/4"),
  ]

  @Test("a pattern gets a metre of which it is a whole number of bars", arguments: meters)
  func meter(steps: Int, meter: String) throws {
    let rhythm = String(repeating: "X", count: steps)
    let draft = try BeatsDraftTests.draft("Song: {Flow: [a]}\na: [kick.wav: \(rhythm)]")
    #expect(draft.patterns[0].length == WholeNotes(Int128(steps), 16))
    #expect("\(draft.sections[0].meter)" == meter)
    #expect(draft.patterns[0].meter == draft.sections[0].meter)
    let section = try song(of: draft).sections[0]
    #expect(section.bars.end == draft.patterns[0].length)
  }

  /// Patterns, and the most tracks that sound within four steps.
  static let divisors: [(song: String, divisor: Int)] = [
    ("Song: {Flow: [a]}\na: [k: X...]", 1),
    ("Song: {Flow: [a]}\na: [{k: X..., s: X...}]", 1),
    ("Song: {Flow: [a]}\na: [{k: X...}, {s: ...X}]", 2),
    ("Song: {Flow: [a]}\na: [{k: X...}, {s: ....X...}]", 1),
    ("Song: {Flow: [a]}\na: [{k: X...}, {s: ....X.}]", 2),
    ("Song: {Flow: [a]}\na: [{k: X...}, {s: X...}, {s: X...}]", 3),
    ("Song: {Flow: [a, b: x0]}\na: [k: X...]\nb: [{k: X...}, {s: X...}]", 1),
    ("Song: {Flow: [a, b]}\na: [k: X...]\nb: [{k: X...}, {s: X...}]", 2),
    ("Song: {Flow: [a], Kit: [k: [a.wav, b.wav]]}\na: [{k: X...}, {[k, s]: X...}]", 5),
    // Swung, the steps 0 to 3 are 0, 2, 4 and 5, so that the last two are in the next four.
    ("Song: {Flow: [a]}\na: [{k: X.......}, {s: ..X.....}]", 2),
    ("Song: {Flow: [a], Swing: 8}\na: [{k: X.......}, {s: ..X.....}]", 1),
  ]

  @Test("the mix is divided by what Beats divides it by", arguments: divisors)
  func divisor(song: String, divisor: Int) throws {
    let draft = try BeatsDraftTests.draft(song)
    #expect(
      draft.volume == (divisor == 1 ? nil : .ratio(Rational(1, Int128(divisor)))))
    #expect(draft.remarks.contains { $0.hasPrefix("Beats divides") } == (divisor > 1))
  }

  static let swings: [(song: String, swing: Swing?, remark: String?)] = [
    ("Song: {Flow: [a]}\na: [k: XXXX]", nil, nil),
    (
      "Song: {Flow: [a], Swing: 8}\na: [k: X.X.]",
      Swing(amount: Rational(2, 3), unit: WholeNotes(1, 8)), nil
    ),
    (
      "Song: {Flow: [a], Swing: 16}\na: [k: XXXXXX]",
      Swing(amount: Rational(2, 3), unit: WholeNotes(1, 16)), nil
    ),
    (
      "Song: {Flow: [a], Swing: 8}\na: [{k: X.X.}, {s: ...X}]", nil,
      "'Swing: 8' is written out here, as it moves the sixteenths between the eighths too."
    ),
    (
      "Song: {Flow: [a], Swing: 8}\na: [k: X.X.X.]", nil,
      "'Swing: 8' is written out here, as the pattern ends inside a pair."
    ),
    (
      "Song: {Flow: [a], Swing: 16}\na: [k: XXX]", nil,
      "'Swing: 16' is written out here, as the pattern ends inside a pair."
    ),
  ]

  @Test("swing stays swing where tactus has the same", arguments: swings)
  func swing(song: String, swing: Swing?, remark: String?) throws {
    let draft = try BeatsDraftTests.draft(song)
    #expect(draft.patterns[0].swing == swing)
    #expect(draft.patterns[0].remarks == (remark.map { [$0] } ?? []))
  }

  /// Songs of which Beats does not play all, or not as here, and what is said of it.
  static let remarks: [(song: String, remark: String)] = [
    (
      "Song: {Flow: [a], Foo: 1}\na: [k: X]",
      "'Foo' of 'Song' means nothing to Beats and is left out."
    ),
    (
      "Song: {Flow: [a], Folder: b/}\na: [k: X]",
      "'Folder' is counted from this file; Beats counts it from where it is started."
    ),
    ("Song: {Structure: [a]}\na: [k: X]", "'Structure' is read as 'Flow', as Beats 1 did."),
    (
      "Song: {Flow: [a], Tempo: 90, tempo: 100}\na: [k: X]",
      "'tempo' of 'Song' stands there twice; like Beats, the last one is read."
    ),
    (
      "Song: {Flow: [b]}\na: [k: X]\nSONG: {Flow: [a]}",
      "'Song' stands there 2 times; like Beats, only the last one is read."
    ),
    (
      "Song: {Flow: [a]}\na: [k: X]\nA: [k: XX]",
      "'A' is a pattern twice, as capitals make no difference; like Beats, the last one is read."
    ),
    (
      "Song: {Flow: [a], Kit: [k: a.wav, k: b.wav]}\na: [k: X]",
      "'k' stands in the kit twice; like Beats, the last one is read."
    ),
    (
      "Song: {Flow: [a], Kit: [k: [a/x.wav, b/x.wav]]}\na: [k: X]",
      "Files of 'k' have the same name; like Beats, the last of them is played for each."
    ),
    (
      "Song: {Flow: [a]}\na:\n  - k: X\n    s: X",
      "'s' in line 4 is not played, as Beats reads one name of an item."
    ),
    (
      "Song: {Flow: [a, b]}\na: [k: X]\nb: [k: '']", "The pattern 'b' has no steps and is left out."
    ),
    (
      "Song: {Flow: [a], Tempo: 100.12345678949}\na: [k: X]",
      "The tempo 100.12345678949 has more digits than a song can hold; here it is 100.123456789."
    ),
    (
      "Song: {Flow: [a]}\na: [{k: X}, {k: X}]",
      "Tracks of one pattern that play the same sound do not cut each other off here; in Beats"
        + " they do where only one of them plays within four steps."
    ),
    (
      "Song: {Flow: [a]}\na: [k: X]",
      "Beats cuts a sound off where its track plays again; here it fades out within 5 ms there."
    ),
  ]

  @Test("what is not taken over is said", arguments: remarks)
  func remark(song: String, remark: String) throws {
    #expect(try BeatsDraftTests.draft(song).remarks.contains(remark))
  }

  @Test("names that mean something else in a song, or say nothing, are replaced")
  func names() throws {
    let draft = try BeatsDraftTests.draft(
      """
      Song: {Flow: [" ", "a  b", "a b"], Kit: [click: c.wav, tom: t.wav]}
      " ": [{click: X}, {x/tom.wav: X}, {y/tom.wav: X}]
      "a  b": [cue: X]
      "a b": [tom: X]
      """)
    #expect(draft.kit.map(\.name) == ["click 2", "tom", "tom 2", "tom 3", "cue 2"])
    #expect(draft.patterns.map(\.name) == ["pattern", "a b", "a b 2"])
    #expect(try song(of: draft).sections.count == 3)
  }
}
