import Testing

@testable import GoldenKit

@Suite("A set of songs and goldens")
struct GoldenSetTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  private static let tiny = """
    tempo: 240
    bars: 1
    output: {rate: 8000, bits: 16, channels: 1}

    """

  @Test("A song without a golden fails, and so does a golden without a song")
  func missing() throws {
    try workshop.write(GoldenSetTests.tiny, as: "new")
    try Files.makeFolder(workshop.goldens.golden("old"))
    #expect(try workshop.goldens.names() == ["new", "old"])
    #expect(try workshop.goldens.check("new") == [.noGolden])
    #expect(try workshop.goldens.check("old") == [.noSong])
    #expect("\(Difference.noGolden)" != "\(Difference.noSong)")
  }

  @Test("Accepting makes a golden that agrees, and again when the song has changed")
  func accepting() throws {
    try workshop.write(GoldenSetTests.tiny, as: "tiny")
    #expect(try workshop.goldens.accept("tiny") == [.noGolden])
    #expect(
      try Files.names(in: workshop.goldens.golden("tiny")) == [
        "audio.sum", "audio.wav", "events.csv", "midi.txt",
      ])
    #expect(try workshop.goldens.check("tiny").isEmpty)
    try workshop.write(GoldenSetTests.tiny + "meter: 3/4\n", as: "tiny")
    let differences = try workshop.goldens.check("tiny")
    #expect(!differences.isEmpty)
    #expect(try workshop.goldens.accept("tiny") == differences)
    #expect(try workshop.goldens.check("tiny").isEmpty)
    #expect(try workshop.goldens.accept("tiny").isEmpty)
  }

  @Test("Accepting the name of a golden without a song removes it; an unknown name is refused")
  func removing() throws {
    try Files.makeFolder(workshop.goldens.golden("old"))
    #expect(try workshop.goldens.accept("old") == [.noSong])
    #expect(try workshop.goldens.names().isEmpty)
    #expect(throws: GoldenFailure.self) { try workshop.goldens.accept("old") }
    #expect(throws: GoldenFailure.self) { try workshop.goldens.check("old") }
  }

  @Test("Accepting an agreeing song leaves its golden WAV as it is")
  func leavesFiles() throws {
    try workshop.write(GoldenSetTests.tiny, as: "tiny")
    _ = try workshop.goldens.accept("tiny")
    // A trailing byte is not decoded, so the samples still agree.
    let wav = "\(workshop.goldens.golden("tiny"))/audio.wav"
    let bytes = try Files.read(wav) + [0]
    try Files.write(bytes, to: wav)
    #expect(try workshop.goldens.accept("tiny").isEmpty)
    #expect(try Files.read(wav) == bytes)
  }

  @Test(
    "A file too few or too many in a golden's folder is a difference",
    arguments: [
      ["audio.sum", "events.csv", "midi.txt"],
      ["audio.sum", "audio.wav", "events.csv", "midi.txt", "notes.txt"],
    ])
  func otherFiles(found: [String]) throws {
    try workshop.write(GoldenSetTests.tiny, as: "tiny")
    _ = try workshop.goldens.accept("tiny")
    let folder = workshop.goldens.golden("tiny")
    let usual = try Files.names(in: folder)
    for name in usual where !found.contains(name) { try Files.remove("\(folder)/\(name)") }
    for name in found where !usual.contains(name) { try Files.write([], to: "\(folder)/\(name)") }
    #expect(try workshop.goldens.check("tiny") == [.files(golden: found, now: usual)])
  }

  @Test(
    "A song that is wrong, or that the program warns of, is no golden",
    arguments: [
      ("tempo: fast\nbars: 1\n", "bad-value"),
      ("bars: 1\nclick: {volume: 20dB}\n", "clipped"),
    ])
  func refused(text: String, reason: String) throws {
    try workshop.write(text, as: "loud")
    let failure = #expect(throws: GoldenFailure.self) { try workshop.goldens.accept("loud") }
    #expect(failure?.description.contains(reason) == true)
    #expect(!Files.isFolder(workshop.goldens.golden("loud")))
  }
}
