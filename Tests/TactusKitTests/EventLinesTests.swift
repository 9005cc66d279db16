import Scheduler
import SongModel
import Testing
import Timing

@testable import TactusKit

@Suite("Lines of events")
struct EventLinesTests {
  let folder = TemporaryFolder()

  /// Names that have to be quoted or are long, a count-in, flams on one place, and beats with
  /// offsets; more lines than are worded in one piece, or are underway at once.
  private static let long = """
    count-in: 5 beats
    meter: 7/12
    tempo: 97.123
    swing: 61%
    kit: {"sn\\"are, é": snare, a-sound-with-a-very-long-name: clap}
    patterns:
      p: {kick: X.(xxx)x, "sn\\"are, é": {steps: fx, offset: 7ms}, a-sound-with-a-very-long-name: xxxx}
    song:
      - "A, \\"b\\"": {bars: 300, click: {subdivisions: [2, 5]}, play: p}
      - Å: {bars: 40, tempo: 60 -> 137, play: p}
    """

  /// A place whose fraction leaves machine words: a 97th of a 97th, and so on, of 1/9999 after 1/9973.
  private static let fine = """
    patterns:
      a: {step: 1/9973, tracks: {kick: x}}
      p: {step: 1/9999, tracks: {kick: \(nested(7))}}
    song: [s: {play: [a, p]}]
    """

  private static func nested(_ depth: Int) -> String {
    depth == 0 ? "x" : "(." + nested(depth - 1) + String(repeating: ".", count: 95) + ")"
  }

  @Test(
    "the lines are the cells of each event, one by one",
    arguments: EventTable.allCases, [(long, 10_000), (fine, 2), ("bars: 1", 4)])
  func cells(table: EventTable, song: (text: String, least: Int)) throws {
    let path = folder.write(song.text, to: "song.yaml")
    let quiet = RecordingConsole()
    let least = song.least
    let song = try #require(try? loadSong(path, on: quiet.console), "\(quiet.err)").song
    let lines = EventStream(song, at: .standard).map { event in
      let texts = [
        "\(event.frame.index)", event.time.formatted(decimals: 12), "\(event.bar)",
        event.place.description,
        event.section.map { song.sections[$0].name.value } ?? "count-in",
        song.name(ofLane: event.lane), song.sounds[event.sound].name, "\(event.velocity.value)",
      ]
      return zip(EventTable.Column.allCases, texts).map { column, text in
        table.opening(of: column) + table.cell(text, in: column)
      }.joined() + table.end
    }
    #expect(lines.count >= least)
    let expected = (table.header.map { $0 + "\n" } ?? "") + lines.joined()
    let out = run("events", path, "--format", table.rawValue).out
    #expect(out == expected)
  }

  @Test("numbers are written whole, at the right of their column")
  func numbers() {
    func written(_ write: (inout ByteWriter) -> Void) -> String {
      String(
        decoding: [UInt8](unsafeUninitializedCapacity: 100) { buffer, count in
          var writer = ByteWriter(buffer.baseAddress!)
          write(&writer)
          count = writer.count
        }, as: UTF8.self)
    }
    for number in [0, 1, 9, 10, 99, 100, 12_345, -7, -10, Int.max, Int.min] {
      #expect(written { $0.write(number, width: 0) } == "\(number)")
      let wide = written { $0.write(number, width: 25) }
      #expect(wide == String(repeating: " ", count: 25 - "\(number)".count) + "\(number)")
    }
    #expect(written { $0.write(digits: 42, count: 7) } == "0000042")
    // All digits in all places of a word, and both sides of each power of ten.
    for number in stride(from: 0, to: 100_000_000, by: 7919) {
      #expect(written { $0.write(number, width: 0) } == "\(number)")
    }
    for power in 1...18 {
      let number = (0..<power).reduce(1) { product, _ in product * 10 }
      for number in [number - 1, number, number + 1] {
        #expect(written { $0.write(number, width: 0) } == "\(number)")
      }
    }
    let short = ByteWriter.ShortText("sixteen letters!")
    #expect(
      written {
        $0.write(short)
        $0.write(ByteWriter.ShortText(""))
        $0.write(short)
      } == "sixteen letters!sixteen letters!")
    #expect(written { $0.write(false, .max, width: 0) } == "\(UInt64.max)")
  }
}
