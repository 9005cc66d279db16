import SongModel
import Testing
import Timing

@testable import Interchange

/// The sections of a song in short: `A[a x2,b]x3`.
private func sections(_ columns: String, more: String = "", sizes: [String: Int] = [:]) throws
  -> String
{
  let names = columns.split(separator: " ").map(String.init)
  let patterns = Set(names).sorted().map {
    xmlPattern($0, size: sizes[$0] ?? 192, [XMLNote(at: 0)])
  }
  let draft = try hydrogenDraft(xmlSong(more, patterns, columns: names))
  return draft.sections.map { section in
    let play = section.play.map { $0.pattern + ($0.times > 1 ? " x\($0.times)" : "") }
    return "\(section.name)[\(play.joined(separator: ","))]"
      + (section.passes > 1 ? "x\(section.passes)" : "")
  }.joined(separator: " ")
}

private func tags(_ tags: [(Int, String)]) -> String {
  "<timeLineTag>"
    + tags.map { "<newTAG><BAR>\($0.0)</BAR><TAG>\($0.1)</TAG></newTAG>" }.joined()
    + "</timeLineTag>"
}

@Suite("Sections of a Hydrogen song")
struct HydrogenSectionTests {
  @Test(
    "repeats of a pattern are counted, and blocks that come again are sections",
    arguments: [
      ("a", "song[a]"), ("a a a b", "song[a x3,b]"), ("a b c d", "song[a,b,c,d]"),
      ("a b a b", "song[a,b]x2"), ("a a b a a b a a b", "song[a x2,b]x3"),
      ("i a b c a b d", "i[i] A[a,b] c[c] A[a,b] d[d]"),
      ("i a b a b c", "i[i] A[a,b]x2 c[c]"),
      ("v v f c c v v f c c e", "A[v x2,f,c x2]x2 e[e]"),
      ("a b c a b c x a b c", "A[a,b,c]x2 x[x] B[a,b,c]"),
      ("a b x b a", "song[a,b,x,b,a]"),
    ])
  func blocks(columns: String, expected: String) throws {
    #expect(try sections(columns) == expected)
  }

  @Test("where the song has tags they are its sections, and hold until the next one")
  func tagged() throws {
    #expect(
      try sections("a a b a a b", more: tags([(0, "Verse"), (3, "Verse")]))
        == "Verse[a x2,b] Verse[a x2,b]")
    #expect(try sections("a a b", more: tags([(1, "Chorus")])) == "a[a] Chorus[a,b]")
    #expect(
      try sections("a b", more: tags([(0, " Two\n words "), (0, "Last")])) == "Last[a,b]")
    #expect(
      try sections("a a b", more: tags([(0, "Verse"), (1, "Verse")])) == "Verse[a] Verse 2[a,b]")
  }

  @Test("another length of bar begins a section, with its metre")
  func meters() throws {
    #expect(
      try sections("a a b b a", sizes: ["b": 144]) == "a[a x2] b[b x2] a 2[a]")
  }

  @Test("a song of more runs than are searched is divided by tempo, metre and tags alone")
  func long() throws {
    let columns = (0..<300).map { $0 % 2 == 0 ? "a" : "b" }.joined(separator: " ")
    #expect(try sections(columns) == "song[a,b]x150")
    #expect(
      try sections(columns + " c")
        == "song[\((columns + " c").split(separator: " ").joined(separator: ","))]")
  }

  @Test(
    "rehearsal letters go on after Z",
    arguments: [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (702, "AAA")])
  func letters(number: Int, letter: String) {
    #expect(HydrogenDraft.rehearsalLetter(number) == letter)
  }

  @Test(
    "whatever patterns, tags and instruments are called, the song is the same",
    arguments: [
      "Fill x2", "x4", "a, b", "[x]", "{a: b}", "verse: 1", "- a", "repeat", "rest", "song", "A",
      "~",
      "null", "yes", "1", "1.5", "#x", "'", "\"", "\\", "é", "鼓", "a  b", "*", "&amp;x", "|",
      "tracks",
      "click", "steps", "length", "%", "@", "!", "?", ":", "x y x3",
      "a very long name that goes on and on until it is longer than sixty characters are",
    ])
  func anyName(name: String) throws {
    let patterns = [
      xmlPattern(name, [XMLNote(at: 0)]), xmlPattern("other", [XMLNote(at: 48)]),
    ]
    let instruments = xmlInstrument(0, name, layers: xmlLayer("kick.wav"))
    for more in ["", tags([(1, name)])] {
      let xml = xmlSong(
        more, instruments: instruments, patterns, columns: [name, "other", name, name])
      let draft = try hydrogenDraft(xml, files: ["kick.wav"])
      #expect(try heard(draft).map(\.frame) == [0, 120_000, 192_000, 288_000])
    }
  }
}
