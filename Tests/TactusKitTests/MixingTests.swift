import AudioFiles
import Engine
import SongModel
import Sounds
import Testing
import Timing

@testable import TactusKit

/// The samples of a file, by channel.
func audio(_ path: String) throws -> [[Float]] { try RawSound(reading: path).channels }

/// The levels of two channels, measured in one piece.
private func levels(of samples: [[Float]], at rate: SampleRate) -> Levels {
  var meter = LevelMeter(rate: rate, channels: 2)
  meter.add(left: samples[0], right: samples[1], count: samples[0].count)
  let weighting = KWeighting(rate: rate, channels: 2)
  let silence = [Float](repeating: 0, count: 2 * weighting.lead)
  let padded = silence + zip(samples[0], samples[1]).flatMap { [$0, $1] }
  var energies = [Double](repeating: 0, count: samples[0].count / weighting.hop)
  padded.withUnsafeBufferPointer {
    weighting.energies(
      of: $0.baseAddress! + silence.count, hops: energies.count, into: &energies)
  }
  var loudness = IntegratedLoudness(rate: rate)
  for energy in energies { loudness.add(energy) }
  return Levels(meter.reading, lufs: loudness.lufs)
}

@Suite("Stems, the master and loops")
struct MixingTests {
  let folder = TemporaryFolder()

  /// Every kind of lane, with chance, chokes and places, at a level below full scale.
  static let song =
    """
    tempo: 131
    seed: 3
    count-in: 1 bar
    kit:
      hat: {choke: hats, pan-random: 30%, transpose-random: 0.05, volume: -3dB}
      open-hat: {choke: hats, pan: R30}
      kick: {alternate: [kick, tom-low], decay: 200ms}
      snare: {layers: [{sound: rim, below: 64}, {sound: snare}], humanize: 0}
    click: {subdivisions: 2, pan: L70}
    patterns:
      p: {kick: X..xX..., snare: ..f...X., hat: {steps: xxx.xxx., humanize: {timing: 3ms}}, open-hat: ...x...x}
    sections: {a: {bars: 2, play: p}, b: {bars: 1, play: p, volume: -4dB, tempo: 90 -> 150}}
    song: [a, b, a]
    output: {rate: 16000}
    """.replacing(", humanize: 0", with: "")

  private func render(_ text: String, _ options: String...) throws {
    let song = folder.write(text, to: "song.yaml")
    let recording = RecordingConsole()
    let code = program.run(["render", song] + options, on: recording.console)
    try #require(code == .done, "\(recording.err)")
  }

  private func stems(of folder: String, _ names: [String]) throws -> [[[Float]]] {
    try names.map { try audio("\(folder)/\($0).wav") }
  }

  @Test(
    "the stems add up to the mix before the master, sample for sample", arguments: ["24", "float"])
  func stems(bits: String) throws {
    let master = "mix: {volume: -6dB, limiter: -20dB, tracks: {hat: {volume: 3dB, pan: L20}}}\n"
    let neutral = "mix: {tracks: {hat: {volume: 3dB, pan: L20}}}\n"
    try render(
      Self.song + "\n" + neutral, "--bits", bits, "-o", folder.file("mix.wav"), "--stems",
      folder.file("stems"))
    let names = ["click", "hat", "kick", "open-hat", "snare"]
    let stems = try stems(of: folder.file("stems"), names)
    let mix = try audio(folder.file("mix.wav"))
    for (name, stem) in zip(names, stems) {
      #expect(stem.map(\.count) == mix.map(\.count), "\(name)")
      #expect(stem.joined().contains { $0 != 0 }, "\(name)")
    }
    for channel in 0..<2 {
      let sum = mix[channel].indices.map { frame in
        stems.reduce(0.0) { $0 + Double($1[channel][frame]) }
      }
      #expect(same(sum.map(Float.init), mix[channel]) && sum.allSatisfy { $0.magnitude < 1 })
    }
    // The master leaves the stems as they are.
    try render(
      Self.song + "\n" + master, "--bits", bits, "-o", folder.file("mastered.wav"), "--stems",
      folder.file("others"))
    for (stem, other) in zip(stems, try self.stems(of: folder.file("others"), names)) {
      #expect(same(stem[0], other[0]) && same(stem[1], other[1]))
    }
    #expect(!same(try audio(folder.file("mastered.wav"))[0], mix[0]))
  }

  @Test("a track whose name is no file's name has a stem all the same")
  func names() throws {
    try render(
      """
      kit: {a/b: rim, A-B: rim, ..: rim}
      play: p
      patterns: {p: {a/b: x, A-B: x, ..: x}}
      """, "--stems", folder.file("stems"), "-o", folder.file("mix.wav"))
    for name in ["a-b", "A-B-2", "-."] {
      #expect(!(try audio(folder.file("stems/\(name).wav"))).isEmpty)
    }
  }

  @Test("an excerpt of a limited and a normalized song has the frames of the whole")
  func masteredExcerpt() throws {
    let text = Self.song + "\nmix: {normalize: -12 LUFS, limiter: -8dB}\n"
    try render(text, "-o", folder.file("whole.wav"))
    try render(text, "-o", folder.file("part.wav"), "--from", "b", "--to", "a")
    let (whole, part) = (try audio(folder.file("whole.wav")), try audio(folder.file("part.wav")))
    // A count-in of a bar and two bars at 131: 12 · 60/131 s.
    let start = Int((Double(12 * 60) / 131 * 16_000).rounded())
    for channel in 0..<2 {
      #expect(same(part[channel], Array(whole[channel][start..<(start + part[channel].count)])))
    }
    #expect(part[0].count > 10_000)
  }

  @Test(
    "the whole file is brought to the level that is asked for",
    arguments: ["-18 LUFS", "-30 LUFS", "-1dB", "-12dB"], ["", ", limiter: -3dB"])
  func normalized(level: String, limiter: String) throws {
    try render(
      Self.song + "\nmix: {normalize: \(level)\(limiter)}\n", "-o", folder.file("a.wav"), "--bits",
      "float")
    let samples = try audio(folder.file("a.wav"))
    let levels = levels(of: samples, at: SampleRate(hertz: 16_000)!)
    if level.hasSuffix("LUFS") {
      // Measured to 0.01 LU, and approached to 0.05 where there is a limiter.
      let wanted = Rational(level.hasPrefix("-18") ? -18 : -30)
      let found = try #require(levels.loudness)
      #expect((found - wanted).magnitude <= (limiter.isEmpty ? Rational(1, 100) : Rational(1, 20)))
    } else if limiter.isEmpty || level == "-12dB" {
      let wanted = level == "-12dB" ? Rational(-12) : Rational(-1)
      #expect(decibels(levels.peak) == wanted)
    } else {
      #expect(decibels(levels.truePeak)! <= Rational(-3))
    }
  }

  @Test(
    "no true peak passes the limiter's ceiling, in 16 bits with their dither neither",
    arguments: ["16", "24"], ["0", "-1", "-30", "-50"])
  func ceiling(bits: String, decibels: String) throws {
    try render(
      Self.song + "\nmix: {volume: 30dB, limiter: \(decibels)dB}\n", "-o", folder.file("a.wav"),
      "--bits", bits)
    let samples = try audio(folder.file("a.wav"))
    let peak = Double(levels(of: samples, at: SampleRate(hertz: 16_000)!).truePeak)
    let ceiling = PortableMath.amplitude(decibels: Double(decibels)!)
    #expect(peak <= ceiling)
    // And it is used: up to the steps of 16 bits, and what is kept for them.
    #expect(peak > ceiling * 0.999 - 0x1p-12)
  }

  @Test(
    "a level that cannot be had is said so",
    arguments: [
      ("{bars: 1, click: off, mix: {normalize: -16 LUFS}}", "the song is silent"),
      ("{tempo: 1000, bars: 1, mix: {normalize: -16 LUFS}}", "shorter than 400 ms"),
      ("{bars: 4, mix: {normalize: -3 LUFS, limiter: -6dB}}", "the limiter keeps the loudness at"),
      ("{bars: 4, mix: {normalize: -1dB, limiter: -6dB}}", "the limiter keeps the peak at"),
    ])
  func shortfall(song: String, text: String) throws {
    let path = folder.write(song, to: "song.yaml")
    let result = run("render", path, "-o", folder.file("a.wav"))
    #expect(result.code == .done)
    #expect(result.err.contains("tactus: warning: ") && result.err.contains(text))
  }

  @Test(
    "a loop leads from its end into its start as the song does when it is played on and on",
    arguments: ["", "mix: {limiter: -12dB, volume: 6dB}\n"])
  func loop(mix: String) throws {
    let body =
      """
      tempo: 150
      kit: {hat: {choke: a}, open-hat: {choke: a}}
      patterns: {p: {kick: X..xX..X, hat: x.x.x..., crash: .......X, open-hat: ......x.}}
      sections: {s: {bars: 2, play: p}}
      output: {rate: 16000}

      """ + mix
    // 8 beats at 150 are 3.2 s: a whole number of frames.
    let length = 51_200
    try render(body + "song: [s]\n", "--loop", "-o", folder.file("loop.wav"))
    // A limiter looks ahead, into the third time.
    try render(body + "song: [s x3]\n", "-o", folder.file("thrice.wav"))
    let (loop, thrice) = (try audio(folder.file("loop.wav")), try audio(folder.file("thrice.wav")))
    for channel in 0..<2 {
      #expect(loop[channel].count == length)
      #expect(same(loop[channel], Array(thrice[channel][length..<(2 * length)])))
      #expect(!same(loop[channel], Array(thrice[channel][..<length])))
    }
    if mix.isEmpty {
      try render(body + "song: [s x2]\n", "-o", folder.file("twice.wav"))
      let twice = try audio(folder.file("twice.wav"))
      for channel in 0..<2 {
        #expect(same(loop[channel], Array(twice[channel][length..<(2 * length)])))
      }
    }
    // The file says of itself that it is a loop.
    #expect(folder.bytes(of: "loop.wav").contains(Array("smpl".utf8)))
    #expect(!folder.bytes(of: "thrice.wav").contains(Array("smpl".utf8)))
  }

  @Test("dither leaves silence and exact samples alone, and comes from the seed")
  func dither() throws {
    let song = "{bars: 4, click: {gap: {play: 1 bar, mute: 1 bar}}, output: {bits: 16, rate: 8000}}"
    try render(song, "-o", folder.file("a.wav"))
    try render(
      song.replacing("bits: 16", with: "bits: 16, dither: off"), "-o", folder.file("b.wav"))
    try render(song, "--seed", "9", "-o", folder.file("c.wav"))
    try render(song, "-o", folder.file("d.wav"), "--from", "3")
    let files = try ["a", "b", "c", "d"].map { try audio(folder.file("\($0).wav"))[0] }
    #expect(!same(files[0], files[1]) && !same(files[0], files[2]))
    #expect(files[0][16_000..<32_000].allSatisfy { $0 == 0 })
    #expect(zip(files[0], files[1]).allSatisfy { ($0 - $1).magnitude <= 0x1p-14 })
    // The noise of a frame is its own, wherever the file begins.
    #expect(same(files[3], Array(files[0][32_000...].prefix(files[3].count))))
  }

  @Test("a report names the levels of the mix and of each track, as a table and as JSON")
  func report() throws {
    let path = folder.write(
      "{tempo: 240, bars: 1, play: p, patterns: {p: {kick: X..., hat: x...}}, mix: {volume: 12dB}}",
      to: "song.yaml")
    let text = run("render", path, "-o", folder.file("a.wav"))
    let rows = text.out.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(rows.compactMap(\.first).suffix(3) == ["mix", "kick", "hat"])
    #expect(text.out.contains("clipped frames"))
    #expect(text.err.contains("clipped, by up to +"))
    let json = run("render", path, "-o", folder.file("a.wav"), "--json").out
    for key in [
      "\"peakDecibels\":", "\"truePeakDecibels\":", "\"loudness\":", "\"clippedFrames\":",
      "\"tracks\":[{\"track\":\"kick\",\"events\":4,",
    ] { #expect(json.contains(key), "\(key)") }
  }

  @Test("every format is written from one pass")
  func formats() throws {
    let endings = ["wav", "rf64", "w64", "aiff", "caf", "au", "flac", "ogg", "opus", "mp3", "mid"]
    let path = folder.write("{bars: 1, title: All}", to: "song.yaml")
    var words = ["render", path]
    for ending in endings { words += ["-o", folder.file("a.\(ending)")] }
    let recording = RecordingConsole()
    #expect(program.run(words, on: recording.console) == .done, "\(recording.err)")
    let expected = try audio(folder.file("a.wav"))
    for ending in endings.dropFirst().prefix(6) {
      let found = try audio(folder.file("a.\(ending)"))
      #expect(same(found[0], expected[0]) && same(found[1], expected[1]), "\(ending)")
    }
    // What was written before is known, and replaced.
    #expect(program.run(words, on: RecordingConsole().console) == .done)
  }

  @Test("sixteen voices of every kind of file sound in one song")
  func sixteen() throws {
    var kit: [String] = []
    var tracks: [String] = []
    for (index, hertz) in [8000, 11_025, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000]
      .enumerated()
    {
      for channels in 1...2 {
        let samples = [SampleFormat.int16, .int24, .float32][index % 3]
        let name = "s\(hertz)x\(channels)"
        let format = AudioFormat(
          container: .wav, samples: samples, rate: SampleRate(hertz: hertz)!, channels: channels)
        var writer = try AudioWriter(
          creating: folder.file("\(name).wav"), format: format,
          metadata: AudioMetadata(tags: AudioTags(software: "test")),
          expectedFrames: Frame(hertz / 100))
        let sound = (0..<(hertz / 100)).map { 0.05 * (1 - Float($0) / Float(hertz / 100)) }
        try sound.flatMap { Array(repeating: $0, count: channels) }.withUnsafeBufferPointer {
          try writer.append(
            SampleBlock(
              .floats($0.baseAddress!), frames: sound.count, channels: channels,
              sounding: [0..<sound.count]))
        }
        _ = try writer.finish()
        kit.append("\(name): \(name).wav")
        tracks.append("\(name): X")
      }
    }
    try render(
      "kit: {\(kit.joined(separator: ", "))}\nplay: p\npatterns: {p: {\(tracks.joined(separator: ", "))}}",
      "-o", folder.file("mix.wav"), "--json")
    let mix = try audio(folder.file("mix.wav"))
    // Eight mono sounds at 0.05·√½, eight stereo ones at 0.05: near their start resampled ones differ
    // from that by the ripple of a step through a band-limiting filter, below a fifth.
    let expected: Float = 8 * 0.05 * (0.5 as Float).squareRoot() + 8 * 0.05
    #expect((mix[0][20] / expected - 1).magnitude < 0.2)
  }
}

/// Whether two lists of samples are the same, without a message of a hundred thousand numbers.
func same(_ left: [Float], _ right: [Float]) -> Bool { left == right }

extension [UInt8] {
  /// Whether some bytes stand in a row in it.
  fileprivate func contains(_ other: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}
