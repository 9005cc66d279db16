import Interchange
import Testing

@Suite("Mistakes in songs of Beats")
struct BeatsFaultTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let text: String
    let line: Int?
    let column: Int?
    let message: String

    init(_ text: String, _ line: Int?, _ column: Int?, _ message: String) {
      self.text = text
      self.line = line
      self.column = column
      self.message = message
    }

    var testDescription: String { "\(text.prefix(60).debugDescription)" }
  }

  private static func header(_ fields: String) -> String { "Song: {\(fields)}\na: [k: X]" }

  static let mistakes = [
    Mistake("", nil, nil, "the file says nothing"),
    Mistake("- a", 1, 1, "this is no song of Beats"),
    Mistake("a: [k: X]", 1, 1, "there is no 'Song'"),
    Mistake("Song: []", 1, 7, "'Song' is no mapping"),
    Mistake(header("Tempo: 120"), 1, 7, "the song has no 'Flow'"),
    Mistake(header("Flow: ~"), 1, 7, "the song has no 'Flow'"),
    Mistake(header("Flow: a"), 1, 14, "'Flow' is no list"),
    Mistake(header("Flow: []"), nil, nil, "the flow plays nothing"),
    Mistake(header("Flow: [a: x0]"), nil, nil, "the flow plays nothing"),
    Mistake(header("Flow: [b: x1]"), 1, 15, "there is no pattern 'b'"),
    Mistake(header("Flow: [a: 2]"), 1, 18, "'2' is no number of repeats"),
    Mistake(header("Flow: [a: x-1]"), 1, 18, "'x-1' is no number of repeats"),
    Mistake(header("Flow: [a: x]"), 1, 18, "'x' is no number of repeats"),
    Mistake(header("Flow: [a: x2y]"), 1, 18, "'x2y' is no number of repeats"),
    Mistake(header("Flow: [a: ]"), 1, 18, "the number of repeats is no text"),
    Mistake(header("Flow: [a: x20001]"), 1, 18, "the flow plays more than 20000 patterns"),
    Mistake(
      header("Flow: [a: x99999999999999999999]"), 1, 18, "the flow plays more than 20000 patterns"),
    Mistake(header("Flow: [a: x20000, a]"), 1, 26, "the flow plays more than 20000 patterns"),
    Mistake(header("Flow: [[a]]"), 1, 15, "an item of the flow is no name with a value"),
    Mistake(header("Flow: [{[a]: x1}]"), 1, 16, "an item of the flow is one pattern"),
    Mistake(header("Flow: [a], Tempo: fast"), 1, 26, "'fast' is no tempo"),
    Mistake(header("Flow: [a], Tempo: '120'"), 1, 26, "the tempo is no number"),
    Mistake(header("Flow: [a], Tempo: -1"), 1, 26, "'-1' is no tempo"),
    Mistake(
      header("Flow: [a], Tempo: 0"), 1, 26,
      "a song has tempos from 0.001 to 100000, and this is 0"),
    Mistake(
      header("Flow: [a], Tempo: 100001"), 1, 26,
      "a song has tempos from 0.001 to 100000, and this is 100001"),
    Mistake(header("Flow: [a], Swing: 12"), 1, 26, "the swing is neither 8 nor 16"),
    Mistake(header("Flow: [a], Swing: '8'"), 1, 26, "the swing is neither 8 nor 16"),
    Mistake(header("Flow: [a], Folder: []"), 1, 27, "the folder is no text"),
    Mistake(header("Flow: [a], Kit: k"), 1, 24, "'Kit' is no list"),
    Mistake(header("Flow: [a], Kit: [k]"), 1, 25, "an item of the kit is no name with a value"),
    Mistake(header("Flow: [a], Kit: [k: ]"), 1, 28, "the file is no text"),
    Mistake(header("Flow: [a], Kit: [k: []]"), 1, 28, "the sound has no files"),
    Mistake(header("Flow: [a], Kit: [k: [a, [b]]]"), 1, 32, "this item is no text"),
    Mistake(header("Flow: [a], Kit: [[k, l]: a]"), 1, 25, "a sound of the kit has one name"),
    Mistake(
      "Song: {Tempo: 0.001, Flow: [a: x601]}\na: [k: X...]", nil, nil,
      "with this the song is longer than 10000 hours"),
    Mistake("Song: {Flow: [a]}\na:", 2, 1, "the pattern 'a' has no list of tracks"),
    Mistake("Song: {Flow: [a]}\na: []", 2, 4, "the pattern 'a' has no list of tracks"),
    Mistake("Song: {Flow: [a]}\na: {k: X}", 2, 4, "the pattern 'a' has no list of tracks"),
    Mistake("Song: {Flow: [a]}\n[a, b]: [k: X]", 2, 1, "a pattern has one name"),
    Mistake("Song: {Flow: [a]}\na: [k]", 2, 5, "a track is no name with a value"),
    Mistake("Song: {Flow: [a]}\na: [[]: X]", 2, 5, "the track names no sound"),
    Mistake("Song: {Flow: [a]}\na: [k: [X]]", 2, 8, "the rhythm is no text"),
    Mistake("Song: {Flow: [a]}\na:\n - k: X..x", 3, 10, "'x' is no step of a rhythm"),
    Mistake("Song: {Flow: [a]}\na:\n - k: 'X..é'", 3, 11, "'é' is no step of a rhythm"),
    Mistake(
      "Song: {Flow: [a]}\na: [{{k: s}: X}]", 2, 6, "a key must be a word, not a list or a mapping"),
    Mistake("Song: {Flow: [a]}\na: [*k : X]", 2, 5, "no anchor '&k' stands before this alias"),
    Mistake("Song: {Flow: [a]}\n---\nSong:", 2, 1, "a second document begins here"),
  ]

  @Test("a mistake is told with its place and what to do", arguments: mistakes)
  func mistake(_ mistake: Mistake) {
    let fault = #expect(throws: ForeignFault.self) { try BeatsDraftTests.draft(mistake.text) }
    #expect(fault?.line == mistake.line)
    #expect(fault?.column == mistake.column)
    #expect(fault?.message == mistake.message)
    #expect(fault?.help?.isEmpty == false)
  }

  private static func message(_ text: String) -> String? {
    do throws(ForeignFault) {
      _ = try BeatsDraftTests.draft(text)
      return nil
    } catch { return error.message }
  }

  @Test("a song beyond its limits is refused, and one at them is not")
  func limits() {
    let row = String(repeating: ".", count: 500_000)
    let twice = "Song: {Flow: [a]}\na:\n - k: &r \(row)\n - [s]: *r"
    #expect(BeatsFaultTests.message(twice) == nil)
    #expect(
      BeatsFaultTests.message(twice + "\n - t: ''")
        == "the patterns have more than 1000000 steps")

    let tracks = String(repeating: " - k: X\n", count: 10_000)
    #expect(BeatsFaultTests.message("Song: {Flow: [a]}\na:\n" + tracks) == nil)
    #expect(
      BeatsFaultTests.message("Song: {Flow: [a]}\na:\n" + tracks + " - k: X\n")
        == "the patterns have more than 10000 tracks")

    #expect(BeatsFaultTests.message(BeatsFaultTests.header("Flow: [a: x20000]")) == nil)

    let folder = String(repeating: "d", count: 1000)
    #expect(BeatsFaultTests.message(BeatsFaultTests.header("Flow: [a], Folder: \(folder)")) == nil)
    #expect(
      BeatsFaultTests.message(BeatsFaultTests.header("Flow: [a], Folder: \(folder)d"))
        == "the folder's path is longer than 1000 characters")

    let name = String(repeating: "n", count: 100_000)
    let repeats = Array(repeating: "*n", count: 40).joined(separator: ", ")
    #expect(
      BeatsFaultTests.message("Song: {Flow: [a], Kit: [k: [&n \(name), \(repeats)]]}\na: [k: X]")
        == "with its aliases, the file has more than 4000000 characters")

    let comment = [UInt8](repeating: UInt8(ascii: "#"), count: (1 << 20) + 1)
    #expect(
      throws: ForeignFault(
        message: "the file is larger than 1 MiB",
        help: "a song of Beats is text of some kilobytes; was this file meant?")
    ) { try songDraft(beats: comment, title: nil) { _ in true } }
  }
}
