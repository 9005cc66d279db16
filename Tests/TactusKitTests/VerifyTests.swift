import Glibc
import TactusKit
import Testing

@Suite("A verification")
struct VerifyTests {
  let folder = TemporaryFolder()

  init() {
    folder.add(
      """
      tempo: 120
      output: {rate: 8000, channels: 2, bits: 24}
      mix: {limiter: -3dB}
      patterns: {p: {kick: X..., hat: .xxx}}
      song: [one: {bars: 1, play: p}, two: {bars: 2, meter: 3/4, play: p}]
      """, at: "songs/a.yaml")
  }

  /// Adds to a sample of a WAV file of 24 bits in stereo.
  private func change(_ file: String, frame: Int, channel: Int = 0, by difference: UInt8 = 1) {
    var bytes = folder.bytes(of: file)
    let start = bytes.firstRange(of: Array("data".utf8))!.upperBound + 4
    bytes[start + frame * 6 + channel * 3] ^= difference
    folder.write(bytes, to: file)
  }

  @Test(
    "finds every format equal to its song, with dither and limiter",
    arguments: ["wav", "flac", "aiff", "caf", "w64", "rf64", "au", "ogg", "opus", "mp3", "mid"],
    ["16", "24", "32", "float"])
  func equal(format: String, bits: String) {
    if format == "flac" && ["32", "float"].contains(bits) { return }
    let song = folder.file("songs/a.yaml")
    let file = folder.file("songs/a.\(format)")
    #expect(run("render", song, "-o", file, "--bits", bits).code == .done)
    let result = folder.verify("songs/a.\(format)")
    #expect(result.code == .done, "\(result.out)\(result.err)")
    #expect(result.out == "\(file): equal\n")
  }

  @Test(
    "names the first frame that differs, its bar and beat and what starts there",
    arguments: [
      (0, 0, "frame 0, left:", "bar 1, beat 1 (one), kick, at frame 0"),
      (4500, 1, "frame 4500, right:", "bar 1, beat 2 (one), kick, at frame 4000"),
      (16_000, 0, "frame 16000, left:", "bar 2, beat 1 (two), kick, at frame 16000"),
      (31_999, 1, "frame 31999, right:", "bar 3, beat 1+3/16 (two), hat, at frame 31000"),
    ])
  func oneSample(frame: Int, channel: Int, place: String, event: String) {
    folder.batch(to: "out")
    change("out/a.wav", frame: frame, channel: channel)
    let result = folder.verify("out/manifest.json")
    #expect(result.code == .verificationFailed)
    #expect(result.out.contains(place), "\(result.out)")
    #expect(result.out.contains(event), "\(result.out)")
    #expect(result.out.contains("1 frame differs, by up to -138.5 dB"), "\(result.out)")
  }

  @Test("names the frame where a file ends too soon, or goes on")
  func length() {
    let song = folder.file("songs/a.yaml")
    #expect(run("render", song, "--to", "two", "-o", folder.file("short.wav")).code == .done)
    let short = folder.verify("short.wav", "--song", song)
    #expect(short.code == .verificationFailed)
    #expect(short.out.contains("it has 16000 frames, and the song gives"), "\(short.out)")
    #expect(short.out.contains("bar 2, beat 1 (two), kick"), "\(short.out)")
    // Cut in the middle, so that its own header disagrees.
    run("render", song, "-o", folder.file("cut.wav"))
    folder.write(Array(folder.bytes(of: "cut.wav").prefix(60_000)), to: "cut.wav")
    let cut = folder.verify("cut.wav", "--song", song)
    #expect(cut.code == .verificationFailed)
    #expect(cut.out.contains("is cut short"), "\(cut.out)")
    // A file of a longer song.
    let longer = folder.text(of: "songs/a.yaml").replacing("bars: 2", with: "bars: 3")
    folder.add(longer, at: "long.yaml")
    run("render", folder.file("long.yaml"), "-o", folder.file("long.wav"))
    #expect(folder.verify("long.wav", "--song", song).code == .verificationFailed)
  }

  @Test(
    "tells another rate and another number of channels",
    arguments: [
      (["--rate", "44100"], "it has 44100 Hz, and the song gives 8000 Hz"),
      (["--channels", "1"], "it has 1 channel, and the song gives 2"),
    ])
  func facts(options: [String], message: String) {
    let words = ["render", folder.file("songs/a.yaml"), "-o", folder.file("a.wav")] + options
    _ = program.run(words, on: RecordingConsole().console)
    let result = folder.verify("a.wav", folder.file("songs/a.yaml"))
    #expect(result.code == .verificationFailed && result.out.contains(message), "\(result.out)")
  }

  @Test("compares MIDI files byte by byte, and names the event")
  func midi() {
    run("render", folder.file("songs/a.yaml"), "-o", folder.file("songs/a.mid"))
    #expect(folder.verify("songs/a.mid").code == .done)
    var bytes = folder.bytes(of: "songs/a.mid")
    // The first note on of channel 10: its velocity.
    let note = bytes.firstIndex(of: 0x99)!
    bytes[note + 2] = 3
    folder.write(bytes, to: "songs/a.mid")
    let result = folder.verify("songs/a.mid")
    #expect(result.code == .verificationFailed)
    #expect(result.out.contains("byte \(note + 2) is the first that differs"), "\(result.out)")
    #expect(result.out.contains("velocity 3, and the song gives tick 0"), "\(result.out)")
  }

  @Test("ends with 2 for a file that cannot be read, and with 1 for a song that is wrong")
  func codes() {
    folder.batch(to: "out", "--format", "wav,flac")
    unlink(folder.file("out/a.flac"))
    let missing = folder.verify("out/manifest.json")
    #expect(missing.code == .fileTrouble && missing.out.contains("a.flac: unreadable:"))
    folder.add("tempo: fast", at: "songs/a.yaml")
    let bad = folder.verify("out/manifest.json")
    #expect(bad.code == .wrongSong)
    #expect(bad.err.contains("'fast' is not a tempo"))
    #expect(folder.verify("out/none.json").code == .fileTrouble)
    #expect(folder.verify("out/a.wav").code == .fileTrouble)
  }

  @Test("sees that the manifest is of other samples than the song gives")
  func otherManifest() {
    folder.batch(to: "out")
    let text = folder.text(of: "out/manifest.json")
    let digest = text.split(separator: "\"sha256\":\"")[1].prefix(64)
    let samples = text.split(separator: "\"samples\":\"")[1].prefix(64)
    let zeros = String(repeating: "0", count: 64)
    folder.write(
      text.replacing(digest, with: zeros).replacing(samples, with: zeros), to: "out/manifest.json")
    let result = folder.verify("out/manifest.json")
    #expect(result.code == .verificationFailed)
    #expect(result.out.contains("the manifest says something else"))
  }

  @Test("finds songs elsewhere with --songs")
  func songsElsewhere() {
    folder.batch(to: "out")
    rename(folder.file("songs"), folder.file("moved"))
    #expect(folder.verify("out/manifest.json").code == .fileTrouble)
    #expect(folder.verify("out/manifest.json", "--songs", folder.file("moved")).code == .done)
  }

  @Test("writes a line of JSON for each file, with the place of the difference")
  func json() {
    folder.batch(to: "out")
    change("out/a.wav", frame: 4500)
    let result = folder.verify("out/manifest.json", "--json")
    for part in [
      "\"result\":\"different\"", "\"frame\":4500", "\"channel\":1", "\"bar\":1",
      "\"beat\":\"2\"", "\"events\":[{\"track\":\"kick\",\"sound\":\"kick\"}]",
      "\"framesDiffering\":1",
    ] {
      #expect(result.out.contains(part), "\(part)")
    }
  }

  @Test("writes JUnit XML that a parser takes, whatever the names")
  func junit() {
    for name in ["a&b", "<c>", "\"d\"", "e\u{1}f", "g\nh", "\u{FFFE}"] {
      folder.addSong("songs/\(name).yaml")
    }
    folder.batch(to: "out", "--format", "wav,mid")
    for name in ["out/a&b.wav", "out/g\nh.wav"] {
      var bytes = folder.bytes(of: name)
      bytes[bytes.count - 100] ^= 1
      folder.write(bytes, to: name)
    }
    unlink(folder.file("out/<c>.wav"))
    let report = folder.file("verify.xml")
    let result = folder.verify("out/manifest.json", "--junit", report)
    #expect(result.code == .verificationFailed)
    let script = """
      import sys, xml.etree.ElementTree as tree
      root = tree.parse(sys.argv[1]).getroot()
      cases = root.findall('testsuite/testcase')
      print(len(cases), root.get('tests'), root.get('failures'), root.get('errors'),
            sum(c.find('failure') is not None for c in cases),
            sum(c.find('error') is not None for c in cases),
            all(c.get('name') and c.get('classname') for c in cases))
      """
    folder.write(script, to: "read.py")
    let (reader, text) = (folder.file("read.py"), folder.file("read.txt"))
    let command = "/usr/bin/python3 '\(reader)' '\(report)' > '\(text)'"
    #expect(system(command) == 0)
    #expect(folder.text(of: "read.txt") == "14 14 2 1 2 1 True\n")
  }
}
