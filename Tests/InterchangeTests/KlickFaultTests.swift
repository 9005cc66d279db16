import Interchange
import Testing

@Suite("Mistakes in tempo maps of klick")
struct KlickFaultTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let text: String
    let line: Int?
    let column: Int?
    let message: String
    /// Whether klick refuses it too, and does not only play what no song can.
    let isKlicks: Bool

    init(
      _ text: String, _ line: Int?, _ column: Int?, _ message: String, isKlicks: Bool = true
    ) {
      self.text = text
      self.line = line
      self.column = column
      self.message = message
      self.isKlicks = isKlicks
    }

    var testDescription: String { "\(text.prefix(60).debugDescription)" }
  }

  static let mistakes = [
    Mistake("4", 1, 2, "the tempo is missing"),
    Mistake("4 120\n\na:", 3, 3, "the number of bars is missing"),
    Mistake("4 120\n  x 120", 2, 3, "'x' is not the number of bars"),
    Mistake("-1 120", 1, 1, "'-1' is not the number of bars"),
    Mistake("0 120", 1, 1, "the number of bars is not from 1 to 10000000"),
    Mistake(
      "99999999999999999999 120", 1, 1, "the number of bars is not from 1 to 10000000",
      isKlicks: false),
    Mistake(
      "10000000 120\n8000000 120\n1 120", 3, nil, "with this the song is longer than 10000 hours",
      isKlicks: false),
    Mistake(
      "10000000 99/1 0.001-0.002", 1, nil, "with this the song is longer than 10000 hours",
      isKlicks: false),
    Mistake("ä: 1 120", 1, 1, "'ä' cannot stand in a label"),
    Mistake("a.b: 1 120", 1, 2, "'.' cannot stand in a label"),
    Mistake(": 1 120", 1, 1, "the label before this ':' is missing"),
    Mistake("1 : 4 120", 1, 2, "a blank stands before this ':'"),
    Mistake("1 /4 120", 1, 3, "the number of beats is missing"),
    Mistake("1 4/ 120", 1, 5, "the denominator is missing"),
    Mistake("1 4/x 120", 1, 5, "'x' is not the denominator"),
    Mistake("1 0/4 120", 1, 3, "the number of beats is not from 1 to 9999"),
    Mistake("1 4/0 120", 1, 5, "the denominator is not from 1 to 9999"),
    Mistake("1 3/4", 1, 6, "the tempo is missing"),
    Mistake("1 3/101 120", 1, 3, "a song has no metre as long as 3/101", isKlicks: false),
    Mistake("1 120bpm", 1, 3, "'120bpm' is not a tempo"),
    Mistake("1 1.2.3", 1, 3, "'1.2.3' is not a tempo"),
    Mistake("1 .", 1, 3, "'.' is not a tempo"),
    Mistake("1 0", 1, 3, "a song has tempos from 0.001 to 100000, and this is 0"),
    Mistake(
      "1 100001", 1, 3, "a song has tempos from 0.001 to 100000, and this is 100001",
      isKlicks: false),
    Mistake("1 9999999999999", 1, 3, "9999999999999 is too large for a tempo", isKlicks: false),
    Mistake("1 120-", 1, 7, "a tempo is missing"),
    Mistake("1 120-x", 1, 7, "'x' is not a tempo"),
    Mistake("1 120-130-140", 1, 7, "'130-140' is not a tempo"),
    Mistake("1 120,120,x,120", 1, 11, "'x' is not a tempo"),
    Mistake("1 120,,120,120", 1, 7, "a tempo is missing"),
    Mistake("1 120,120,0,120", 1, 11, "a song has tempos from 0.001 to 100000, and this is 0"),
    Mistake("1 120,120", 1, 3, "2 tempos stand here for 1 bars of 4/4"),
    Mistake("2 1/4 120,120,120", 1, 7, "3 tempos stand here for 2 bars of 1/4"),
    Mistake("1 120 XxO.", 1, 9, "'O' is no step of a pattern"),
    Mistake("1 120 Xx", 1, 7, "the pattern has 2 steps, and a bar of 4/4 has 4 beats"),
    Mistake("1 120 Xxxx loud", 1, 12, "'loud' is not a volume"),
    Mistake("1 120 50%", 1, 7, "'50%' is not a volume"),
    Mistake("1 120 1001", 1, 7, "the volume is more than 1000", isKlicks: false),
    Mistake("1 120 Xxxx 1 1", 1, 14, "nothing may stand here, behind all that a line can say"),
    Mistake("1 120 1 Xxxx", 1, 9, "nothing may stand here, behind all that a line can say"),
    Mistake("# nothing\n", nil, nil, "the map has no line with bars and a tempo", isKlicks: false),
    Mistake("", nil, nil, "the map has no line with bars and a tempo", isKlicks: false),
  ]

  @Test("a mistake is told with its place and what to do", arguments: mistakes)
  func mistake(_ mistake: Mistake) {
    let fault = #expect(throws: ForeignFault.self) { try draft(klick: mistake.text) }
    #expect(fault?.line == mistake.line)
    #expect(fault?.column == mistake.column)
    #expect(fault?.message == mistake.message)
    #expect(fault?.help?.isEmpty == false)
  }

  @Test("klick refuses the same lines")
  func klickRefuses() {
    withFolder { folder in
      for mistake in KlickFaultTests.mistakes where mistake.isKlicks {
        write(Array(mistake.text.utf8), to: "\(folder)/map")
        let run = output(of: "klick -f '\(folder)/map' -W '\(folder)/out.wav' 2>&1")
        let said = String(decoding: run.bytes, as: UTF8.self)
        // What is missing is said by the shell; klick says what it does not like, and the line.
        #expect(run.status != 0 && said.contains("line "), "\(mistake.text): \(said)")
      }
    }
  }

  @Test("a map beyond its limits is refused, and one at them is not")
  func limits() throws {
    let line = "1 120\n"
    let full = String(repeating: line, count: 20_000)
    #expect(try draft(klick: full).sections.count == 20_000)
    #expect(throws: ForeignFault.self) { try draft(klick: full + line) }

    let list = "10000 1/4 " + Array(repeating: "120", count: 10_000).joined(separator: ",") + "\n"
    let lists = String(repeating: list, count: 10)
    #expect(try draft(klick: lists).sections.count == 10)
    let more = #expect(throws: ForeignFault.self) { try draft(klick: lists + "1 2/4 120,120\n") }
    #expect(more?.line == 11)

    let bytes = Array(repeating: UInt8(ascii: "#"), count: 4 << 20)
    #expect(
      throws: ForeignFault(
        message: "the map has no line with bars and a tempo",
        help: "a line reads [label:] bars [meter] tempo [pattern] [volume]")
    ) { try songDraft(klick: bytes, title: nil) }
    #expect(
      throws: ForeignFault(
        message: "the file is larger than 4 MiB",
        help: "a tempo map is text of some kilobytes; was this file meant?")
    ) { try songDraft(klick: bytes + [35], title: nil) }
  }
}
