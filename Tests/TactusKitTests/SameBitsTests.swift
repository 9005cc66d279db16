import Engine
import Glibc
import SongModel
import Sounds
import Testing
import Timing
import Workers

@testable import AudioFiles
@testable import TactusKit

/// A song that was made up by a seed: rows of steps, swing, chance, chokes, places and a master.
private func randomSong(_ seed: UInt64) -> String {
  var state = seed
  func roll(_ count: Int) -> Int {
    // Knuth's multiplier; the upper bits are the random ones.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
  func pick<Value>(_ values: [Value]) -> Value { values[roll(values.count)] }
  let steps = ["x", "X", "o", "3", "9", "x?", ".", ".", ".", "."]
  var lines = [
    "seed: \(roll(1000))", "tempo: \(pick(["97.5", "120", "174", "80 -> 150", "61.3"]))",
  ]
  lines.append("meter: \(pick(["4/4", "7/8", "5/4", "2+2+3/8"]))")
  lines.append("click: {subdivisions: [\(pick(["2", "3", "2, 3"]))], pan: \(pick(["C", "L30"]))}")
  lines.append("output: {rate: \(pick([8000, 11_025])), channels: \(1 + roll(2))}")
  lines.append(
    "kit: {hat: {choke: a, volume: -\(roll(9))dB}, open-hat: {choke: a}, "
      + "snare: {pan: R\(roll(70)), pan-random: \(pick(["0%", "20%"]))}}")
  let limiter = pick(["", "limiter: -\(1 + roll(9))dB, ", "normalize: -\(14 + roll(9)) LUFS, "])
  lines.append("mix: {\(limiter)volume: \(pick(["0dB", "-3dB"]))}")
  lines.append("patterns:")
  lines.append("  p:")
  lines.append("    humanize: {velocity: \(pick(["0%", "10%"])), timing: \(pick(["0ms", "8ms"]))}")
  lines.append("    swing: \(pick(["50%", "62%"]))")
  lines.append("    tracks:")
  for track in ["kick", "snare", "hat", "open-hat"] {
    lines.append("      \(track): \((0..<16).map { _ in pick(steps) }.joined())")
  }
  lines.append("song: [a: {bars: \(2 + roll(6)), play: p}, b: {bars: 1}, a x2]")
  return lines.map { $0 + "\n" }.joined()
}

@Suite("The same bits on any number of threads")
struct SameBitsTests {
  private let folder = TemporaryFolder()

  private func check(_ path: String, _ change: (inout Song) -> Void = { _ in }) throws {
    let recording = RecordingConsole()
    let console = recording.console
    guard var song = (try? loadSong(path, on: console))?.song else {
      Issue.record("\(recording.err)")
      return
    }
    change(&song)
    let bank = try loadSounds(of: song, on: console)
    let whole = Extent(of: song, bank: bank).frames
    let level = MasterLevel(of: song, bank: bank, frames: whole, workers: nil, on: console)
    let frames = min(whole, Frame(4 * bank.rate.hertz))
    let encodings = [SampleFormat.int24, .float32, .int16].map { samples in
      SampleEncoding(
        format: AudioFormat(
          container: .wav, samples: samples, rate: bank.rate, channels: bank.channels),
        dither: samples == .int16 ? Dither(seed: song.seed) : nil, order: .little)
    }
    let expected = plain(song, bank, level, frames, encodings)
    for (threads, remembers) in [(1, true), (2, true), (8, true), (2, false)] {
      var rendering = StretchRendering(
        song: song, bank: bank, stretch: level.stretch(from: .zero, to: frames),
        master: level.master, encodings: encodings,
        workers: threads > 1 ? WorkerPool(count: threads) : nil)
      rendering.remembers = remembers
      var bytes = encodings.map { _ in [UInt8]() }
      _ = rendering.run { _, blocks throws(Never) in
        for (index, block) in blocks.mix.enumerated() {
          bytes[index] += stored(block, encodings[index])
        }
      }
      // Byte by byte, a debug build would take minutes.
      let areEqual = zip(bytes, expected).map {
        $0.count == $1.count && memcmp($0, $1, $0.count) == 0
      }
      #expect(
        areEqual == encodings.map { _ in true }, "\(path), \(threads) threads, \(remembers)")
    }
  }

  /// The bytes of a block.
  private func stored(_ block: EncodedBlock, _ encoding: SampleEncoding) -> [UInt8] {
    var bytes: [UInt8] = []
    block.forEachRun(size: encoding.format.bytesPerFrame) { base, count in
      bytes +=
        base.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) }
        ?? Array(repeating: 0, count: count)
    }
    return bytes
  }

  /// Without chunks, threads or integers: one block of the mixer after the other.
  private func plain(
    _ song: Song, _ bank: SoundBank, _ level: MasterLevel, _ frames: Frame,
    _ encodings: [SampleEncoding]
  ) -> [[UInt8]] {
    let stretch = level.stretch(from: .zero, to: frames)
    var mixer = Mixer(song, bank: bank, period: stretch.period)
    mixer.skip(to: max(.zero, stretch.start - Frame(level.master.memory)))
    var master = Master(level.master)
    let block = MixBlock(channels: bank.channels)
    var samples: [Float] = []
    let end = stretch.start.index + frames.index
    while mixer.position.index < end + level.master.delay {
      let first = mixer.position.index - level.master.delay
      mixer.render(into: block, count: 777)
      master.process(left: block.left, right: block.right, count: 777)
      let (start, stop) = (max(0, stretch.start.index - first), min(777, end - first))
      for frame in start..<max(start, stop) {
        samples.append(block.left[frame])
        if let right = block.right { samples.append(right[frame]) }
      }
    }
    return encodings.map { encoding in
      let encoded = encoding.makeBlock()
      samples.withUnsafeBufferPointer {
        encoding.encode(
          SampleBlock(
            .floats($0.baseAddress!), frames: frames.index, channels: bank.channels,
            sounding: [0..<frames.index]), from: .zero, into: encoded)
      }
      return stored(encoded, encoding)
    }
  }

  @Test("the songs of Patterns", arguments: patternFiles())
  func patterns(path: String) throws {
    // At this rate the tests take a moment, and what is right at one is right at all.
    try check(path) { $0.output.rate = SampleRate(hertz: 8000)! }
  }

  @Test("songs made up by chance", arguments: 0..<20)
  func random(group: UInt64) throws {
    for seed in group * 10..<group * 10 + 10 {
      let path = folder.write(randomSong(seed), to: "song\(seed).yaml")
      try check(path)
    }
  }
}

/// The songs that come with the package.
private func patternFiles() -> [String] {
  let folder = #filePath.replacing("Tests/TactusKitTests/SameBitsTests.swift", with: "Patterns")
  var found = glob_t()
  defer { globfree(&found) }
  guard glob(folder + "/*.yaml", 0, nil, &found) == 0 else { return [] }
  return (0..<Int(found.gl_pathc)).map { String(cString: found.gl_pathv[$0]!) }
}
