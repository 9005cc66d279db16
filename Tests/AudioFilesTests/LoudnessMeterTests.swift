import SongModel
import Testing
import Timing

@testable import AudioFiles

@Suite("The loudness meter")
struct LoudnessMeterTests {
  static let rates = [8_000, 44_100, 48_000, 96_000, 192_000, 384_000]
    .map { SampleRate(hertz: $0)! }

  /// A second of a sine of 1 kHz with a crest of 1, which at these rates is whole cycles.
  static func tone(at rate: SampleRate) -> [Float] {
    let turns = (0..<rate.hertz).map { Double($0 * 1000 % rate.hertz) / Double(rate.hertz) }
    return turns.map { Float(PortableMath.sine(turns: $0)) }
  }

  /// The loudness of stretches of that tone, given in tenths of a second and dB of its crest.
  static func loudness(
    _ stretches: [(tenths: Int, level: Double)], at rate: SampleRate = .standard,
    channels: Int = 2, isLong: Bool = false
  ) -> Loudness? {
    let tone = tone(at: rate)
    var meter = LoudnessMeter(
      rate: rate, channels: channels, expectedFrames: isLong ? nil : Frame(rate.hertz))
    for (tenths, level) in stretches {
      let gain = Float(PortableMath.amplitude(decibels: level))
      let samples = tone.map { $0 * gain }
      for start in stride(from: 0, to: tenths, by: 10) {
        let count = min(10, tenths - start) * rate.hertz / 10
        samples.withUnsafeBufferPointer {
          meter.add(
            left: $0.baseAddress!, right: channels == 2 ? $0.baseAddress! : nil, count: count)
        }
      }
    }
    return meter.finish()
  }

  /// EBU Tech 3341, cases 1 to 5: what a meter must show, within 0.1 LU.
  static let cases: [(stretches: [(tenths: Int, level: Double)], lufs: Double)] = [
    ([(200, -23)], -23),
    ([(200, -33)], -33),
    ([(100, -36), (600, -23), (100, -36)], -23),
    ([(100, -72), (100, -36), (600, -23), (100, -36), (100, -72)], -23),
    ([(200, -26), (201, -20), (200, -26)], -23),
  ]

  @Test("the cases of EBU Tech 3341 are met", arguments: cases.indices, [false, true])
  func standardCases(index: Int, isLong: Bool) throws {
    let (stretches, lufs) = Self.cases[index]
    let loudness = try #require(Self.loudness(stretches, isLong: isLong))
    #expect(abs(loudness.lufs.double - lufs) <= 0.1)
    #expect(100 % loudness.lufs.denominator == 0)
  }

  // BS.1770 defines the weighting by a filter at 48 kHz; at other rates it is derived, and at 8 kHz
  // 1 kHz lies where its shelf is bent.
  @Test("every rate will do, and one channel counts as one", arguments: rates)
  func ratesAndChannels(rate: SampleRate) throws {
    let stereo = try #require(Self.loudness([(20, -23)], at: rate))
    let mono = try #require(Self.loudness([(20, -23)], at: rate, channels: 1))
    #expect(abs(stereo.lufs.double + 23) <= 0.1)
    // Half the power is 3.01 dB; each is rounded to 0.01.
    #expect(abs(stereo.lufs.double - mono.lufs.double - 3.01) <= 0.011)
  }

  @Test("the size of the blocks changes nothing", arguments: [1, 1023, 4800])
  func blockSizes(block: Int) {
    let samples = noise(48_000)
    let whole = Self.loudness(of: samples, block: 48_000)
    #expect(Self.loudness(of: samples, block: block) == whole)
    #expect(whole != nil)
  }

  static func loudness(of samples: [Float], block: Int) -> Loudness? {
    var meter = LoudnessMeter(rate: .standard, channels: 2, expectedFrames: Frame(samples.count))
    samples.withUnsafeBufferPointer { samples in
      for start in stride(from: 0, to: samples.count, by: block) {
        let place = samples.baseAddress! + start
        meter.add(left: place, right: place, count: min(block, samples.count - start))
      }
    }
    return meter.finish()
  }

  @Test("what is too short, or silent, has no loudness")
  func nothing() {
    let samples = noise(19_200)
    #expect(Self.loudness(of: Array(samples.dropLast()), block: 4096) == nil)
    #expect(Self.loudness(of: samples, block: 4096) != nil)
    #expect(Self.loudness(of: [], block: 4096) == nil)
    #expect(Self.loudness([(20, -300)]) == nil)
    #expect(Self.loudness([(20, -71)]) == nil)
  }
}
