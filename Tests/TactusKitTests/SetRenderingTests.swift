import AudioFiles
import Glibc
import Testing

@testable import TactusKit

/// Runs a command.
private func tactus(_ words: String...) -> (code: ExitCode, out: String, err: String) {
  let recording = RecordingConsole()
  let code = program.run(words, on: recording.console)
  return (code, recording.out, recording.err)
}

/// The frames of a WAV file's markers.
private func cues(_ bytes: [UInt8]) -> [Int] {
  func number(_ place: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
  var place = 12
  while String(decoding: bytes[place..<place + 4], as: UTF8.self) != "cue " {
    place += 8 + number(place + 4) + number(place + 4) % 2
    if place + 8 > bytes.count { return [] }
  }
  return (0..<number(place + 8)).map { number(place + 12 + 24 * $0 + 20) }
}

@Suite("A rendered set")
struct SetRenderingTests {
  let folder = TemporaryFolder()

  /// Songs of every kind: with chance and a master, mono, a loop, a session.
  private static let songs = [
    "a": """
    title: First
    tempo: 131
    seed: 3
    patterns: {p: {kick: X..xX..., snare: ..f...X., hat: x?xx?xxxxx}}
    play: p
    bars: 2
    mix: {normalize: -14 LUFS, limiter: -3dB}
    output: {rate: 16000, bits: 24}

    """,
    "b": """
    tempo: 97
    bars: 1
    seed: 5
    output: {rate: 44100, channels: 1, bits: 16}

    """,
    "c": "tempo: 140\nbars: 2\noutput: {loop: true}\n",
    "d": """
    tempo: 120
    play: p
    bars: 2
    patterns: {p: {kick: x..., crash: ..x.}}
    live: [{at: 0/48000, rate: 48000}, {at: 1s, speed: 2}, {at: 1s, volume: -3dB}]

    """,
  ]

  private func write(_ set: String) {
    for (name, text) in Self.songs { folder.write(text, to: "\(name).yaml") }
    folder.write(set, to: "set.yaml")
  }

  private static let set = """
    title: Evening
    set:
      - a.yaml
      - {song: b.yaml, pause: 1/3s}
      - {song: c.yaml, stop: true}
      - {song: d.yaml, pause: 250ms}
      - a.yaml

    """

  @Test(
    "has each song's own samples, and silence of the exact length between them",
    arguments: [["--bits", "24"], ["--bits", "16"], ["--bits", "float", "--rate", "22050"]],
    ["wav", "flac"])
  func parts(options: [String], format: String) throws {
    if format == "flac" && options.contains("float") { return }
    write(Self.set)
    let path = folder.file("out." + format)
    let recording = RecordingConsole()
    let code = program.run(
      ["render", folder.file("set.yaml"), "-o", path] + options, on: recording.console)
    try #require(code == .done, "\(recording.err)")
    let rate = options.count > 2 ? 22_050 : 16_000
    let whole = try audio(path)
    #expect(whole.count == 2)
    var place = 0
    let pauses = [0, (2 * rate + 3) / 6, 0, (rate + 2) / 4, 0]
    for (name, pause) in zip(["a", "b", "c", "d", "a"], pauses) {
      let own = folder.file(name + "." + format)
      let code = program.run(
        ["render", folder.file(name + ".yaml"), "-o", own, "--channels", "2", "--force"] + options
          + (options.contains("--rate") ? [] : ["--rate", "\(rate)"]),
        on: RecordingConsole().console)
      try #require(code == .done)
      let samples = try audio(own)
      let end = place + samples[0].count
      try #require(end + pause <= whole[0].count, "\(name)")
      for channel in 0..<2 {
        #expect(same(Array(whole[channel][place..<end]), samples[channel]), "\(name)")
        #expect(whole[channel][end..<(end + pause)].allSatisfy { $0 == 0 })
      }
      place = end + pause
    }
    #expect(place == whole[0].count)
  }

  @Test("says where each song is, in its markers and in the report")
  func markers() throws {
    write(Self.set)
    let result = tactus(
      "render", folder.file("set.yaml"), "--json", "--threads", "2", "--quiet")
    #expect(result.code == .done, "\(result.err)")
    let bytes = String(decoding: folder.bytes(of: "set.wav"), as: Unicode.ASCII.self)
    for title in ["Evening", "First", "b.yaml", "c.yaml", "d.yaml"] {
      #expect(bytes.contains(title + "\0"), "\(title)")
    }
    var starts: [Int] = []
    var place = 0
    for part in result.out.split(separator: "{\"song\":").dropFirst() {
      func number(_ key: String) -> Int {
        Int(part.split(separator: "\"\(key)\":")[1].prefix { $0.isNumber })!
      }
      #expect(number("start") >= place)
      starts.append(number("start"))
      place = number("start") + number("frames")
    }
    #expect(result.out.contains("\"frames\":\(place),"))
    #expect(starts.count == 5)
    #expect(cues(folder.bytes(of: "set.wav")) == starts)
  }

  @Test(
    "is refused with options that are about one song",
    arguments: [
      ["--stems", "stems"], ["-o", "x.mid"], ["--loop"], ["--from", "2"], ["--to", "2"],
      ["--format", "mid"],
    ])
  func conflicts(options: [String]) {
    write(Self.set)
    let recording = RecordingConsole()
    let code = program.run(["render", folder.file("set.yaml")] + options, on: recording.console)
    #expect(code == .wrongCommandLine)
    #expect(recording.err.contains("a set do not go together"))
    #expect(!folder.names.contains("set.wav"))
  }

  @Test("needs songs without mistakes, all of which are told")
  func mistakes() {
    write("set: [a.yaml, e.yaml, f.yaml, gone.yaml, sub.yaml]\n")
    folder.write("tempo: fast\n", to: "e.yaml")
    folder.write("kit: {x: gone.wav}\nplay: p\npatterns: {p: {y: x}}\n", to: "f.yaml")
    folder.write("set: [a.yaml]", to: "sub.yaml")
    for command in ["render", "check"] {
      let result = tactus(command, folder.file("set.yaml"))
      #expect(result.code == .wrongSong)
      for id in ["bad-value", "unknown-sound", "unreadable-song", "set-not-song"] {
        #expect(result.err.contains("[\(id)]"), "\(id): \(result.err)")
      }
    }
    #expect(!folder.names.contains("set.wav"))
    folder.write("set: [a.yaml, gone.yaml]\n", to: "set.yaml")
    #expect(tactus("check", folder.file("set.yaml")).code == .fileTrouble)
    folder.write(
      "kit: {x: {file: gone.wav}}\nplay: p\npatterns: {p: {x: x}}\nbars: 1\n", to: "f.yaml")
    folder.write("set: [a.yaml, f.yaml]\n", to: "set.yaml")
    #expect(tactus("render", folder.file("set.yaml")).code == .fileTrouble)
    #expect(tactus("check", folder.file("set.yaml")).code == .fileTrouble)
  }

  @Test("is checked with all of its songs")
  func check() {
    write(Self.set)
    let result = tactus("check", folder.file("set.yaml"))
    #expect(result.code == .done && result.err == "")
    let lines = result.out.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines.last == "\(folder.file("set.yaml")): no mistakes, a set of 5 songs")
  }

  @Test("is passed over by a batch, and refused where one song is wanted")
  func others() {
    folder.addSong("songs/a.yaml")
    folder.add("set: [a.yaml]\n", at: "songs/set.yaml")
    let result = folder.batch(to: "out")
    #expect(result.code == .done, "\(result.err)")
    #expect(result.out.hasPrefix("1 song: 1 rendered;"))
    #expect(folder.verify("out/manifest.json").code == .done)
    #expect(!folder.has("out/set.wav"))
    let events = tactus("events", folder.file("songs/set.yaml"))
    #expect(events.code == .wrongSong && events.err.contains("[set-not-song]"))
  }

  @Test(
    "is not recorded, nor played on a port for each track",
    arguments: [
      ["--record", "s.yaml"], ["--outputs", "tracks"],
    ])
  func playing(options: [String]) {
    write(Self.set)
    let recording = RecordingConsole()
    let code = program.run(["play", folder.file("set.yaml")] + options, on: recording.console)
    #expect(code == .wrongCommandLine)
    #expect(recording.err.contains("\(options[0])"))
  }

  @Test("shows what comes next, and takes the keys that go on")
  func interval() {
    let waiting = SetInterval.lines(
      2, of: 4, title: "Rock", secondsLeft: nil, showsUnicode: true
    ).map { $0.text(inColor: false) }
    #expect(waiting == ["next  2/4  Rock", "space: next song  p again  q quit"])
    let pausing = SetInterval.lines(
      2, of: 4, title: "Rock", secondsLeft: 2.2, showsUnicode: false
    ).map { $0.text(inColor: false) }
    #expect(pausing[1] == "pause 3 s  space: next song  p again  q quit")
    for key in [PlayKey.startStop, .nextSong] {
      guard case .nextSong = SetInterval.end(for: key) else {
        Issue.record("\(key)")
        continue
      }
    }
    guard case .previousSong = SetInterval.end(for: .previousSong),
      case .quit = SetInterval.end(for: .quit), SetInterval.end(for: .louder) == nil
    else {
      Issue.record("the other keys")
      return
    }
  }
}
