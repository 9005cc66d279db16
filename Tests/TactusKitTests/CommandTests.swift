import TactusKit
import Testing

/// Runs the program in this process.
@discardableResult
func run(_ words: String...) -> (code: ExitCode, out: String, err: String) { run(words) }

func run(_ words: [String]) -> (code: ExitCode, out: String, err: String) {
  let recording = RecordingConsole()
  let code = program.run(words, on: recording.console)
  return (code, recording.out, recording.err)
}

private let shortSong = """
  tempo: 240
  output: {rate: 8000, channels: 1, bits: 16}
  patterns: {p: {kick: X..x, hat: xxxx}}
  sections: {a: {bars: 2, play: p}, b: {bars: 1}}
  song: [a, b, a]
  """

@Suite("The commands")
struct CommandTests {
  let folder = TemporaryFolder()

  @Test("help and examples fit 80 columns and can be run as they stand")
  func help() {
    #expect(helpFaults(of: program) == [])
    #expect(
      program.commands.map(\.name) == [
        "click", "render", "play", "devices", "check", "events", "batch", "verify", "new", "import",
        "sounds",
      ])
  }

  @Test("render writes every format in one pass, the same bytes each time")
  func render() {
    let song = folder.write(shortSong, to: "song.yaml")
    let outputs = ["a.wav", "a.flac", "a.mid"]
    let first = run(
      "render", song, "-o", folder.file("a.wav"), "-o", folder.file("a.flac"),
      "-o", folder.file("a.mid"))
    #expect(first.code == .done && first.err.isEmpty)
    #expect(first.out.split(separator: "\n").count == 8)
    let bytes = outputs.map(folder.bytes)
    #expect(bytes.allSatisfy { $0.count > 100 })
    // What it wrote itself it replaces without being told to.
    let again = run(
      "render", song, "-o", folder.file("a.wav"), "-o", folder.file("a.flac"),
      "-o", folder.file("a.mid"))
    #expect(again.code == .done)
    #expect(outputs.map(folder.bytes) == bytes)
    #expect(folder.names == ["a.flac", "a.mid", "a.wav", "song.yaml"])
  }

  @Test("without -o a song becomes a WAV beside it")
  func besides() {
    let song = folder.write(shortSong, to: "my.song.yaml")
    #expect(run("render", song).code == .done)
    #expect(folder.names == ["my.song.wav", "my.song.yaml"])
  }

  @Test("a file of another program is replaced only with --force")
  func foreignFile() {
    let song = folder.write(shortSong, to: "song.yaml")
    let mine = folder.write("RIFF, but mine", to: "mine.wav")
    let refused = run("render", song, "-o", mine)
    #expect(refused.code == .fileTrouble)
    #expect(refused.err.contains("'\(mine)' exists and was not written by tactus"))
    #expect(folder.bytes(of: "mine.wav") == Array("RIFF, but mine".utf8))
    #expect(run("render", song, "-o", mine, "--force").code == .done)
    #expect(folder.bytes(of: "mine.wav").count > 1000)
  }

  @Test("a sample that has gone is an error at its place in the song, and leaves nothing")
  func missingSample() {
    let song = folder.write(
      "kit: {bang: gone.wav}\nplay: p\npatterns: {p: {bang: x...}}\n", to: "song.yaml")
    let result = run("render", song, "-o", folder.file("a.wav"))
    #expect(result.code == .fileTrouble)
    #expect(result.err.contains("song.yaml:1:13: error: cannot use this sound"))
    #expect(result.err.contains("no such file"))
    #expect(folder.names == ["song.yaml"])
    #expect(run("check", song).code == .fileTrouble)
  }

  @Test("a folder that is not there is an error with its path")
  func missingFolder() {
    let song = folder.write(shortSong, to: "song.yaml")
    let result = run("render", song, "-o", folder.file("no/a.wav"))
    #expect(result.code == .fileTrouble)
    #expect(result.err.contains(folder.file("no/a.wav")))
  }

  @Test("the second of two files that cannot be written leaves nothing of the first")
  func allOrNothing() {
    let song = folder.write(shortSong, to: "song.yaml")
    let result = run(
      "render", song, "--bits", "32", "-o", folder.file("a.wav"), "-o", folder.file("a.flac"))
    #expect(result.code == .fileTrouble)
    #expect(result.err.contains("FLAC cannot hold 32 bits"))
    #expect(folder.names == ["song.yaml"])
  }

  @Test(
    "the level of FLAC files needs one, and is one of those that there are",
    arguments: [
      (["-o", "a.wav", "--compression", "5"], "'--compression' is about a FLAC file, and none is"),
      (["--stems", "s", "--compression", "5"], "add '-o FILE.flac'"),
      (["-o", "a.flac", "--compression", "9"], "expected a level from 0 to 8"),
      (["-o", "a.flac", "--compression", "-1"], "--compression cannot be '-1'"),
      (["-o", "a.flac", "--compression", "best"], "--compression cannot be 'best'"),
    ])
  func wrongCompression(_ words: [String], _ message: String) {
    let song = folder.write(shortSong, to: "song.yaml")
    let result = run(["render", song] + words)
    #expect(result.code == .wrongCommandLine)
    #expect(result.err.contains(message))
    #expect(folder.names == ["song.yaml"])
  }

  @Test("a higher level makes a smaller FLAC file, of stems and clicks too")
  func compression() {
    let song = folder.write(shortSong, to: "song.yaml")
    let sizes = ["0", "8"].map { level in
      let (path, stems) = (folder.file("\(level).flac"), folder.file("stems\(level)"))
      #expect(run("render", song, "-o", path, "--compression", level).code == .done)
      let options = ["--stems", stems, "--format", "flac", "--compression", level]
      #expect(run(["render", song, "-o", folder.file("\(level).wav")] + options).code == .done)
      let click = folder.file("click\(level).flac")
      #expect(run("click", "120", "-o", click, "--compression", level).code == .done)
      return [
        folder.bytes(of: "\(level).flac").count, folder.bytes(of: "click\(level).flac").count,
      ]
    }
    #expect(zip(sizes[1], sizes[0]).allSatisfy { $0 < $1 })
  }

  @Test("one bad song of several is told, the others are rendered")
  func severalSongs() {
    let good = folder.write(shortSong, to: "good.yaml")
    let bad = folder.write("tempo: fast\nbars: 1\n", to: "bad.yaml")
    let result = run("render", bad, good)
    #expect(result.code == .wrongSong)
    #expect(result.err.contains("bad.yaml:1:8: error: 'fast' is not a tempo"))
    #expect(folder.names == ["bad.yaml", "good.wav", "good.yaml"])
  }

  @Test(
    "an excerpt has the frames of the whole render",
    arguments: [
      (["--from", "b"], 16_000, nil), (["--from", "2"], 8_000, nil),
      (["--from", "a#2"], 24_000, nil), (["--from", "1:2", "--to", "b"], 2_000, 16_000),
      (["--from", "0.125s", "--to", "1500ms"], 1_000, 12_000), (["--to", "3"], 0, 16_000),
    ])
  func excerpt(options: [String], start: Int, end: Int?) {
    let song = folder.write(shortSong, to: "song.yaml")
    #expect(run("render", song, "-o", folder.file("whole.wav")).code == .done)
    let words = ["render", song, "-o", folder.file("part.wav")] + options
    let recording = RecordingConsole()
    #expect(program.run(words, on: recording.console) == .done)
    let whole = samples(folder.bytes(of: "whole.wav"))
    let part = samples(folder.bytes(of: "part.wav"))
    #expect(part == Array(whole[start..<(end ?? whole.count)]))
    #expect(part.contains { $0 != 0 })
  }

  @Test("muted and soloed tracks leave what the others sound like")
  func muteAndSolo() {
    let song = folder.write(
      "{bars: 1, tempo: 240, play: p, patterns: {p: {kick: X..., hat: X.X.}},"
        + " output: {rate: 8000, channels: 1, bits: 24}}", to: "song.yaml")
    func mix(_ options: [String]) -> [UInt8] {
      let words = ["render", song, "-o", folder.file("a.wav")] + options
      #expect(program.run(words, on: RecordingConsole().console) == .done)
      return folder.bytes(of: "a.wav")
    }
    #expect(mix(["--mute", "hat"]) == mix(["--solo", "kick"]))
    #expect(mix(["--mute", "kick"]) != mix(["--mute", "hat"]))
    let result = run("render", song, "--mute", "cick", "-o", folder.file("a.wav"))
    #expect(result.code == .wrongCommandLine)
    #expect(result.err.contains("click, kick, hat"))
  }

  @Test("the song that a click stands for renders to the same file")
  func printedSong() {
    let options = [
      "click", "80..120", "2+2+3/8", "--bars", "3", "--subdivide", "2,3", "--swing", "60%",
      "--count-in", "1 bar",
    ]
    let recording = RecordingConsole()
    #expect(program.run(options + ["--print-song"], on: recording.console) == .done)
    let song = folder.write(recording.out, to: "song.yaml")
    #expect(run("render", song, "-o", folder.file("a.wav")).code == .done)
    #expect(
      program.run(options + ["-o", folder.file("b.wav")], on: RecordingConsole().console) == .done)
    #expect(folder.bytes(of: "a.wav") == folder.bytes(of: "b.wav"))
  }

  @Test(
    "what a click cannot be is a mistake of the command line",
    arguments: [
      ["fast"], ["0"], ["120", "4/0"], ["120", "4"], ["120", "--bars", "0"], ["120\nbars: 3"],
      ["120", "--subdivide", "1"], ["120", "--subdivide", "2],x"], ["120", "--swing", "90%"],
      ["120", "--count-in", "many"], ["120"], ["", "4/4"],
    ])
  func badClick(words: [String]) {
    let recording = RecordingConsole()
    let output = words == ["120"] ? [] : ["-o", folder.file("a.wav")]
    #expect(program.run(["click"] + words + output, on: recording.console) == .wrongCommandLine)
    #expect(recording.err.hasPrefix("tactus click: "))
    #expect(folder.names == [])
  }

  @Test("the song that 'new' writes has no mistake, and is not written over another")
  func new() {
    let song = folder.file("new.yaml")
    #expect(run("new", song).code == .done)
    let checked = run("check", song)
    #expect(checked.code == .done && checked.err.isEmpty)
    #expect(run("new", song).code == .fileTrouble)
  }

  @Test("events agree with the frames on which the audio begins to sound")
  func eventsAgree() {
    let song = folder.write(
      "{bars: 2, tempo: 97.3, output: {rate: 8000, channels: 1, bits: 24}}", to: "song.yaml")
    let list = run("events", song, "--format", "csv").out.split(separator: "\n")
    #expect(list.first == "frame,seconds,bar,beat,section,track,sound,velocity")
    let frames = list.dropFirst().map { Int($0.prefix { $0 != "," })! }
    #expect(run("render", song, "-o", folder.file("a.wav")).code == .done)
    let samples = samples(folder.bytes(of: "a.wav"), bytes: 3)
    for frame in frames {
      #expect(samples[frame] != 0)
      #expect(frame == 0 || samples[frame - 1] == 0)
    }
  }

  @Test("the list of events is the same in text, CSV and JSON lines")
  func formats() {
    let song = folder.write(
      "song: ['a, \"b\"': {bars: 1, meter: 1/4}]\n", to: "song.yaml")
    #expect(
      run("events", song, "--format", "csv").out.split(separator: "\n").last
        == "0,0.000000000000,1,1,\"a, \"\"b\"\"\",click,click-high,127")
    #expect(
      run("events", song, "--format", "jsonl").out
        == "{\"frame\":0,\"seconds\":0.000000000000,\"bar\":1,\"beat\":\"1\","
        + "\"section\":\"a, \\\"b\\\"\",\"track\":\"click\",\"sound\":\"click-high\","
        + "\"velocity\":127}\n")
    #expect(run("events", song).out.split(separator: "\n").count == 2)
  }

  /// The samples of a mono WAV file of integers.
  private func samples(_ file: [UInt8], bytes: Int = 2) -> [Int] {
    let data = Array("data".utf8)
    guard let start = (0..<(file.count - 4)).first(where: { Array(file[$0..<($0 + 4)]) == data })
    else { return [] }
    let size = (0..<4).reduce(0) { $0 | Int(file[start + 4 + $1]) << (8 * $1) }
    return stride(from: start + 8, to: start + 8 + size, by: bytes).map { index in
      (0..<bytes).reduce(0) { $0 | Int(file[index + $1]) << (8 * $1) }
    }
  }
}
