import Glibc
import SongModel
import Sounds
import Testing
import Timing

@testable import AudioFiles

@Suite struct TranspositionTests {
  static let semitones: [Rational] = [
    -48, -24, -12, -7, -1, Rational(-1, 2), Rational(1, 100), 1, Rational(7, 3), 12, 24, 48,
  ]

  @Test(
    "a transposed sine is in tune to 0.1 cent, between all rates", arguments: semitones,
    [(48_000, 48_000), (44_100, 48_000), (16_000, 192_000), (192_000, 22_050)])
  func inTune(semitones: Rational, rates: (from: Int, to: Int)) throws {
    // To 400 Hz, from 25 Hz to 6400 Hz, for a sixth of a second.
    let own = 400 / exp2(semitones.double / 12)
    let frames = Int(Double(rates.from) * exp2(semitones.double / 12) / 6)
    let tone = sound(sine(own, rate: rates.from, frames: frames), at: rate(rates.from))
    let result = try tone.samples(
      at: rate(rates.to), treatment: Treatment(transpose: semitones))
    let ratio = Double(rates.to) / Double(rates.from) / exp2(semitones.double / 12)
    #expect(abs(Double(result.frames) - Double(frames) * ratio) < 1.001)
    // Away from the ends, where the filter reaches beyond the sound.
    let margin = result.frames / 8
    let error = cents(
      of: result.channels[0][margin..<(result.frames - margin)], from: 400, rate: rate(rates.to))
    #expect(abs(error) < 0.1)
  }

  @Test("cents add to semitones", arguments: [-150, -1, 1, 50, 1200])
  func random(cents: Int) throws {
    let sound = sound(noise(5000))
    let apart = try sound.samples(
      at: rate(44_100), treatment: Treatment(transpose: 2), cents: cents)
    let together = try sound.samples(
      at: rate(44_100), treatment: Treatment(transpose: 2 + Rational(Int128(cents), 100)))
    #expect(apart.channels == together.channels)
  }

  @Test(
    "no conversion in range is refused, and an impulse stays on frame 0",
    arguments: [
      (8000, 384_000, -48), (8000, 384_000, 48), (384_000, 8000, 48), (384_000, 8000, -48),
      (11_025, 384_000, -48), (44_100, 48_000, -48), (48_000, 44_100, 48), (8000, 192_000, -43),
      (192_000, 8000, 43), (48_000, 48_000, 48), (384_000, 384_000, -48),
    ])
  func everyRatio(from: Int, to: Int, semitones: Int) throws {
    for frames in [1, 777, 3000] {
      var samples = [Float](repeating: 0, count: frames)
      samples[0] = 0.5
      let sound = RawSound(SampleBuffer(channels: [samples, samples], rate: rate(from)))
      let treatment = Treatment(transpose: Rational(Int128(semitones)))
      let result = try sound.samples(at: rate(to), treatment: treatment)
      let ratio = Double(to) / Double(from) / exp2(Double(semitones) / 12)
      #expect(result.frames == Int((Double(frames) * ratio - 1e-6).rounded(.up)))
      #expect(result.channels[0] == result.channels[1])
      #expect(result.channels[0][0] != 0)
      // A second conversion knows nothing of what the first would have put before frame 0, and
      // may swing over within one frame of what it is given.
      let largest = result.channels[0].indices.max {
        result.channels[0][$0].magnitude < result.channels[0][$1].magnitude
      }
      #expect(try #require(largest) <= (ratio > 256 ? Int(ratio.squareRoot()) : 0))
    }
  }

  @Test(
    "a sine is in tune through two conversions",
    arguments: [(8000, 384_000, -48, 3000.0), (384_000, 8000, 48, 20.0)])
  func twoSteps(from: Int, to: Int, semitones: Int, frequency: Double) throws {
    let tone = sound(
      sine(frequency, rate: from, frames: semitones > 0 ? from * 4 : from / 8), at: rate(from))
    let result = try tone.samples(
      at: rate(to), treatment: Treatment(transpose: Rational(Int128(semitones))))
    let margin = result.frames / 8
    let part = result.channels[0][margin..<(result.frames - margin)]
    let expected = frequency * exp2(Double(semitones) / 12)
    #expect(abs(cents(of: part, from: expected, rate: rate(to))) < 0.1)
    // Twice the ripple of the converter's passband, and what a part of a period adds.
    #expect(abs(20 * log10(level(part) / (0.5 / 2.0.squareRoot()))) < 0.05)
  }
}
