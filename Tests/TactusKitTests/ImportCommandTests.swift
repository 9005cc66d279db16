import Glibc
import TactusKit
import Testing

private let song = """
  title: Loop
  tempo: 120
  patterns: {p: {kick: X...x...X...x..., hat: x.x.x.x.x.x.x.x.}}
  song:
    - Verse: {bars: 4, play: p}
    - End: {bars: 1, tempo: 90}
  """

@Suite("import")
struct ImportCommandTests {
  let folder = TemporaryFolder()

  private func midi() -> String {
    let source = folder.write(song, to: "loop.yaml")
    let file = folder.file("loop.mid")
    #expect(run("render", source, "-o", file, "--note-length", "1/32").code == .done)
    return file
  }

  private func text(of name: String) -> String {
    String(decoding: folder.bytes(of: name), as: UTF8.self)
  }

  @Test("a MIDI file becomes a song file that says where it comes from")
  func midiFile() {
    let result = run("import", midi(), "-o", folder.file("again.yaml"))
    #expect(result.code == .done && result.err.isEmpty)
    #expect(result.out.hasSuffix("again.yaml: 2 sections, 1 pattern\n"))
    #expect(
      text(of: "again.yaml") == """
        # From a MIDI file, loop.mid.
        title: Loop
        tempo: 120

        patterns:
          verse:
            kick: X...x...X...x...
            hat:  x.x.x.x.x.x.x.x.

        song:
          - Verse: {bars: 4, play: verse}
          - End: {bars: 1, tempo: 90}

        """)
  }

  @Test(
    "without -o the song is printed, and a file that is there is kept unless it may be replaced")
  func output() {
    let file = midi()
    let printed = run("import", file)
    #expect(printed.code == .done && printed.out.contains("- Verse: {bars: 4, play: verse}"))
    folder.write("mine", to: "mine.yaml")
    let refused = run("import", file, "-o", folder.file("mine.yaml"))
    #expect(refused.code == .fileTrouble && refused.err.contains("mine.yaml"))
    #expect(text(of: "mine.yaml") == "mine")
    #expect(run("import", file, "-o", folder.file("mine.yaml"), "--force").code == .done)
    #expect(text(of: "mine.yaml").contains("Verse"))
  }

  @Test("--click takes the tempo map alone")
  func click() {
    let result = run("import", midi(), "--click")
    #expect(result.code == .done)
    #expect(!result.out.contains("patterns") && result.out.contains("- Verse: {bars: 4}"))
  }

  @Test(
    "what a file is, is seen by what it holds",
    arguments: [
      ("intro: 4 120\nverse: 8 3/4 90\n", "- verse: {bars: 8, meter: 3/4, tempo: 90}"),
      ("Song:\n  Tempo: 90\n  Flow:\n    - Verse: x2\nVerse:\n  - a.wav: X...\n", "- Verse x2"),
      (
        "<?xml version=\"1.0\"?><drumkit_pattern><pattern><name>groove</name><size>192</size>"
          + "<noteList><note><position>48</position><velocity>0.8</velocity>"
          + "<instrument>0</instrument></note></noteList></pattern></drumkit_pattern>",
        "play: groove"
      ),
    ])
  func recognition(text: String, line: String) {
    let result = run("import", folder.write(text, to: "file"))
    #expect(result.code == .done, "\(result.err)")
    #expect(result.out.contains(line), "\(result.out)")
  }

  @Test("paths of sounds are told from where the song stands")
  func paths() {
    let beats = folder.write(
      "Song:\n  Flow:\n    - A: x1\nA:\n  - kit/a.wav: X...\n", to: "beats.txt")
    #expect(run("import", beats, "-o", folder.file("beside.yaml")).code == .done)
    #expect(text(of: "beside.yaml").contains("file: kit/a.wav"))
    mkdir(folder.file("songs"), 0o700)
    #expect(run("import", beats, "-o", folder.file("songs/below.yaml")).code == .done)
    #expect(text(of: "songs/below.yaml").contains("file: ../kit/a.wav"))
  }

  @Test(
    "mistakes name the place and leave nothing behind",
    arguments: [
      ("intro: 4 120\nverse: 8 fast\n", ["2:10: error: 'fast' is not a tempo", "^", "= help: "]),
      ("MThd", ["error: byte 4: the file ends in the middle of a header", "= help: "]),
      ("<song><bpm>fast</bpm></song>", ["error: ", "= help: "]),
    ])
  func mistakes(text: String, parts: [String]) {
    let result = run("import", folder.write(text, to: "file"), "-o", folder.file("song.yaml"))
    #expect(result.code == .wrongSong && result.out.isEmpty)
    for part in parts { #expect(result.err.contains(part), "\(result.err)") }
    #expect(folder.names == ["file"])
  }

  @Test(
    "options that do not belong together are refused",
    arguments: [
      (["--click", "--quantize", "1/16"], "'--click' and '--quantize' do not go together"),
      (["--strength", "80%"], "option '--quantize NOTE' is missing"),
      (["--quantize", "often"], "--quantize cannot be 'often'"),
      (["--strength", "110%", "--quantize", "1/16"], "--strength cannot be '110%'"),
      (["--as", "word"], "--as cannot be 'word'"),
    ])
  func options(words: [String], message: String) {
    let recording = RecordingConsole()
    let code = program.run(["import", "x.mid"] + words, on: recording.console)
    #expect(code == .wrongCommandLine && recording.err.contains(message), "\(recording.err)")
    // What only a MIDI file takes.
    let map = folder.write("4 120\n", to: "map")
    let result = run("import", map, "--click")
    #expect(result.code == .wrongSong && result.err.contains("'--click' is for MIDI files"))
  }

  @Test("a file that is not there is told")
  func missing() {
    let result = run("import", folder.file("none.mid"))
    #expect(result.code == .fileTrouble && result.err.contains("none.mid"))
  }
}
