import Glibc
import Testing
import Timing

@testable import AudioFiles

@Suite struct DitherTests {
  let folder = TemporaryFolder()
  let stereo = format(.wav, .int16, channels: 2)

  /// The integers of a file that was written with dither.
  func written(
    _ channels: [[Float]], _ dither: Dither?, container: AudioFormat.Container = .wav,
    block: Int = 1000
  ) throws -> [Int32] {
    let path = folder.file("a")
    let kind = format(container, .int16, channels: channels.count)
    try writeAudio(path, kind, channels, block: block, dither: dither)
    return try #require(ReadByLibsndfile(path)).integers.map { $0 >> 16 }
  }

  @Test("silence and what 16 bits hold exactly stay as they are")
  func exact() throws {
    let levels: [Float] = (-32_768...32_767).map { Float($0) / 32_768 } + [0, -0.0, 1]
    for seed in [0, 1, UInt64.max] {
      let words = try written([levels, levels.reversed()], Dither(seed: seed))
      // Compared outside of the macro, which would look for all differences of 131,078 words.
      let isSame = words == expectedWords([levels, levels.reversed()], .int16)
      #expect(isSame)
    }
  }

  @Test("the noise is triangular: its mean is 0, its power a sixth, its ends are 1 and −1")
  func distribution() {
    let dither = Dither(seed: 5)
    let count = 1_000_000
    let values = (0..<count).map { dither.value(channel: $0 & 1, frame: $0 >> 1) }
    let mean = values.reduce(0, +) / Double(count)
    let power = values.reduce(0) { $0 + $1 * $1 } / Double(count)
    // Five standard deviations of a mean over 10⁶: of the values √(1/6), of their squares
    // √(1/15 − 1/36) = 0.197.
    #expect(abs(mean) < 5 * 0.409 / 1000)
    #expect(abs(power - 1.0 / 6) < 5 * 0.198 / 1000)
    #expect(values.allSatisfy { abs($0) < 1 })
    // A triangle has a quarter of its area beyond ±1/2; the standard deviation is √(3/16)/1000.
    let outer = Double(values.count { abs($0) > 0.5 }) / Double(count)
    #expect(abs(outer - 0.25) < 5 * 0.434 / 1000)
  }

  @Test("the total error has mean 0 and power 1/4 at every place between two units")
  func error() throws {
    let count = 100_000
    for offset in [0.1, 0.25, 0.5, 0.9] {
      let level = Float((1000 + offset) / 32_768)
      let exact = Double(level) * 32_768
      let words = try written([Array(repeating: level, count: count)], Dither(seed: 3))
      let errors = words.map { Double($0) - exact }
      let mean = errors.reduce(0, +) / Double(count)
      let power = errors.reduce(0) { $0 + $1 * $1 } / Double(count)
      // Five standard deviations: √(1/4)/√count of the mean. The error is within 1.5, so that its
      // square has less than √(1.5²·1/4) of deviation.
      #expect(abs(mean) < 5 * 0.5 / Double(count).squareRoot())
      #expect(abs(power - 0.25) < 5 * 0.75 / Double(count).squareRoot())
    }
  }

  @Test("a sine below half a unit survives, without a third harmonic")
  func sine() throws {
    let (count, period, amplitude) = (1 << 20, 128, 0.4)
    let sound = (0..<count).map {
      Float(amplitude * sin(2 * .pi * Double($0 % period) / Double(period)) / 32_768)
    }
    func amplitudes(_ words: [Int32]) -> [Double] {
      [1, 3, 5].map { harmonic in
        let sum = words.enumerated().reduce(0) { sum, word in
          let phase = 2 * .pi * Double(harmonic * word.offset % period) / Double(period)
          return sum + Double(word.element) * sin(phase)
        }
        return 2 * sum / Double(count)
      }
    }
    let plain = amplitudes(try written([sound], nil))
    #expect(plain == [0, 0, 0])
    let dithered = amplitudes(try written([sound], Dither(seed: 9)))
    // Noise of power 1/4 gives each amplitude a deviation of √(2/4/count) = 0.0007.
    #expect(abs(dithered[0] - amplitude) < 0.0035)
    #expect(abs(dithered[1]) < 0.0035)
    #expect(abs(dithered[2]) < 0.0035)
  }

  @Test("block size and container change no sample, and the seed and the channel do")
  func independence() throws {
    let sound = [noise(9001), noise(9001)]
    let dither = Dither(seed: 1)
    let words = try written(sound, dither)
    for block in [1, 64, 4096, 9001] {
      #expect(try written(sound, dither, block: block) == words)
    }
    for container in losslessContainers {
      #expect(try written(sound, dither, container: container) == words)
    }
    #expect(try written(sound, Dither(seed: 2)) != words)
    #expect(words.indices.contains { $0 % 2 == 0 && words[$0] != words[$0 + 1] })
  }

  @Test("an excerpt has the noise of the whole")
  func excerpt() throws {
    let sound = noise(10_000)
    let whole = try written([sound], Dither(seed: 4))
    let part = try written(
      [Array(sound[3333...])], Dither(seed: 4, firstFrame: Frame(3333)))
    #expect(Array(whole[3333...]) == part)
  }

  @Test("clipping is counted before the noise, which never wraps")
  func clipping() throws {
    let edge: Float = 1 - 0x1p-17
    let sound: [Float] = [edge, -1, 1, 1.00001, -1.00001, 5, -5]
    let path = folder.file("a")
    for seed in 0..<100 {
      let levels = try writeAudio(
        path, format(.wav, .int16, channels: 1), [sound], dither: Dither(seed: UInt64(seed))
      ).levels
      #expect(levels.clippedFrames == 4)
      let words = try #require(ReadByLibsndfile(path)).integers.map { $0 >> 16 }
      #expect(words[0] >= 32_766)
      #expect(words[1...] == [-32_768, 32_767, 32_767, -32_768, 32_767, -32_768])
    }
  }

  @Test("other than 16 bits get none", arguments: [SampleFormat.int24, .int32, .float32])
  func others(samples: SampleFormat) throws {
    let files = try [nil, Dither(seed: 1)].map { dither in
      try writeAudio(
        folder.file("a"), format(.wav, samples, channels: 1), [noise(100)], dither: dither)
      return readBytes(folder.file("a"))
    }
    #expect(files[0] == files[1])
  }
}
