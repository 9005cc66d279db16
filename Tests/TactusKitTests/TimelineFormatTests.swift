import TactusKit
import Testing
import Timing

@Suite("Timelines of other programs")
struct TimelineFormatTests {
  let folder = TemporaryFolder()

  private let text = """
    title: x
    tempo: 97
    count-in: 2 beats
    output: {start: 1s}
    patterns:
      p: {kick: X..x, "sn\\tare": {steps: fx, offset: 7ms}, hat: {steps: xxxx, humanize: {timing: 5ms}}}
    kit: {"sn\\tare": snare}
    song:
      - "A\\nb": {play: p x4, click: on}
      - B: {bars: 3, tempo: 60 -> 137, changes: [{at: "1:3", hold: 500ms}, {at: 2, meter: 7/8}]}
      - B
    """

  private struct Label {
    let start: String
    let end: String
    let text: String
  }

  private func labels(_ song: String) throws -> [Label] {
    let result = run("events", song, "--format", "audacity")
    #expect(result.code == .done && result.err.isEmpty)
    return try result.out.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      let fields = $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == 3, "\($0)")
      return Label(start: fields[0], end: fields[1], text: fields[2])
    }
  }

  @Test("each event of the list is a point label at the list's very time")
  func events() throws {
    let song = folder.write(text, to: "song.yaml")
    let points = try labels(song).filter { $0.start == $0.end }
    // The list's names have no comma in them; a tab in one is a blank in the label.
    let rows = run("events", song, "--format", "csv").out
      .replacing("\"A\nb\"", with: "A b").split(separator: "\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    let expected = rows.map {
      "\($0[1]) \($0[5].replacing("\t", with: " ")) \($0[2]):\($0[3])"
    }
    #expect(!expected.isEmpty)
    #expect(points.map { "\($0.start) \($0.text)" }.sorted() == expected.sorted())
  }

  @Test("each section is a region up to where the next begins, and starts come in order")
  func sections() throws {
    let song = folder.write(text, to: "song.yaml")
    let labels = try labels(song)
    let regions = labels.filter { $0.start != $0.end }
    #expect(regions.map(\.text) == ["count-in", "A b", "B", "B"])
    #expect(regions[0].start == "1.000000000000")
    #expect(zip(regions, regions.dropFirst()).allSatisfy { $0.end == $1.start })
    // Two beats at 97, then sixteen sixteenths: 60/97 s a quarter note.
    let count = Seconds(Rational(1) + Rational(120, 97)).formatted(decimals: 12)
    let verse = Seconds(Rational(1) + Rational(120 + 240, 97)).formatted(decimals: 12)
    #expect(regions.map(\.start)[1...2] == [count, verse])
    let starts = labels.map { Double($0.start)! }
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 })
    // Of one start the section comes first.
    for region in regions {
      let first = labels.first { $0.start == region.start }
      #expect(first?.text == region.text)
    }
  }

  @Test("frames and times of the table are those of exact arithmetic")
  func table() throws {
    let song = folder.write("tempo: 400/3\nmeter: 5/12\nbars: 400", to: "song.yaml")
    let rows = run("events", song, "--format", "csv").out.split(separator: "\n").dropFirst()
    #expect(rows.count == 2000)
    for (index, row) in rows.enumerated() {
      let fields = row.split(separator: ",")
      // A twelfth is a third of a quarter note of 9/20 s.
      let time = Rational(9, 20) * Rational(Int128(index), 3)
      #expect(fields[1] == Seconds(time).formatted(decimals: 12))
      #expect(Int128(fields[0])! == (time * 48_000 + Rational(1, 2)).floor)
    }
  }

  @Test("REAPER's lines are printed, and what it cannot have is said beside them")
  func reaper() {
    let song = folder.write("meter: 5/12\nbars: 1", to: "song.yaml")
    let result = run("events", song, "--format", "reaper")
    #expect(result.code == .done)
    #expect(
      result.out.hasPrefix("MARKER 1 0.000000000000 \"song\" 0\n<TEMPOENVEX\n")
        && result.out.hasSuffix("\n>\n"))
    #expect(
      result.err
        == "tactus: warning: 'song': REAPER has no metre 5/12; bars keep their length and say 27/64\n"
    )
  }

  @Test("a rate means nothing to a format without frames, and an unknown format lists all")
  func mistakes() {
    let song = folder.write("bars: 1", to: "song.yaml")
    for format in ["audacity", "reaper"] {
      let result = run("events", song, "--rate", "44100", "--format", format)
      #expect(result.code == .wrongCommandLine && result.out.isEmpty)
    }
    let unknown = run("events", song, "--format", "xml")
    #expect(unknown.err.contains("expected text, csv, jsonl, audacity or reaper"))
  }
}
