import TactusKit
import Testing

@Suite("Where the sections of a session are")
struct SessionPlacesTests {
  let folder = TemporaryFolder()

  /// A is left at 2 s for B, which is as fast again from 3 s on and begins again at 4 s, after a stop
  /// in its second bar.
  private let text = """
    tempo: 120
    click: on
    sections: {A: {bars: 2}, B: {bars: 2}}
    song: [A, B, A]
    live:
      - {at: 0s, rate: 8000}
      - {at: 1.5s, section: 2}
      - {at: 3s, speed: 2}
      - {at: 3750ms, stop: on}
      - {at: 4s, start: on}
      - {at: 4100ms, pad: kick}
    """

  @Test("labels and REAPER's markers stand where each passage begins as it was heard")
  func timelines() {
    let song = folder.write(text, to: "song.yaml")
    let labels = run("events", song, "--format", "audacity").out.split(separator: "\n")
      .map { $0.split(separator: "\t").map(String.init) }.filter { $0[0] != $0[1] }
    func time(_ seconds: String) -> String { seconds + "000000000" }
    #expect(
      labels == [
        [time("0.000"), time("2.000"), "A"], [time("2.000"), time("3.750"), "B"],
        [time("4.000"), time("5.000"), "B"], [time("5.000"), time("7.000"), "A"],
      ])
    let reaper = run("events", song, "--format", "reaper").out.split(separator: "\n")
    #expect(
      reaper.prefix { !$0.hasPrefix("<") } == [
        "MARKER 1 \(time("0.000")) \"A\" 0", "MARKER 2 \(time("2.000")) \"B\" 0",
        "MARKER 3 \(time("4.000")) \"B\" 0", "MARKER 4 \(time("5.000")) \"A\" 0",
      ])
    // 262148 is 4/4. The bar in which it was stopped has the two beats up to where it goes on.
    let points = [
      ("0.000", "120", " 262148 0 1"), ("3.000", "240", ""), ("3.500", "240", " 262146 0 1"),
      ("4.000", "240", " 262148 0 1"),
    ].map { seconds, tempo, meter in
      "  PT \(seconds)000000000 \(tempo).000000000000 1\(meter)"
    }
    #expect(reaper.map(String.init).filter { $0.hasPrefix("  PT") } == points)
  }

  /// The frames of the markers in a WAV file.
  private func markers(_ name: String) throws -> [Int] {
    let bytes = folder.bytes(of: name)
    let chunk = Array("cue ".utf8)
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: chunk) }, "a chunk of cues")
    func word(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[start + offset + $1]) << (8 * $1) }
    }
    return (0..<word(8)).map { word(12 + 24 * $0 + 20) }
  }

  @Test(
    "so do an audio file's, from a time or from where a section is heard",
    arguments: [
      (nil, [0, 16_000, 32_000, 40_000]), ("2.5s", [12_000, 20_000]),
      ("B", [0, 16_000, 24_000]), ("A#2", [0]),
    ] as [(String?, [Int])])
  func audio(from: String?, frames: [Int]) throws {
    let song = folder.write(text, to: "song.yaml")
    let path = folder.file("song.wav")
    let result = run(["render", song, "-o", path] + (from.map { ["--from", $0] } ?? []))
    #expect(result.code == .done && result.err.isEmpty)
    #expect(try markers("song.wav") == frames)
  }

  @Test(
    "what a session has no place for is a mistake of usage",
    arguments: [
      ["--from", "2"], ["--to", "2:3"], ["--from", "B#2"], ["--loop"],
    ])
  func mistakes(options: [String]) {
    let song = folder.write(text, to: "song.yaml")
    let result = run(["render", song, "-o", folder.file("song.wav")] + options)
    #expect(result.code == .wrongCommandLine)
    #expect(
      result.err.contains(
        options == ["--loop"]
          ? "'--loop' and a session do not go together"
          : "expected a place of this session: a time (12.5s) or a section (chorus or chorus#2)"))
  }
}
