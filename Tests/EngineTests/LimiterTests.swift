import Engine
import SongModel
import Testing
import Timing

@Suite("The limiter")
struct LimiterTests {
  /// What comes out, in place: as many frames as go in, without the delay.
  static func limited(
    _ channels: [[Float]], ceiling: Rational = -1, at rate: SampleRate = .standard,
    block: Int = 4096
  ) -> [[Float]] {
    var limiter = Limiter(ceiling: Decibels(ceiling), rate: rate, channels: channels.count)
    let silence = [Float](repeating: 0, count: limiter.delay)
    var left = channels[0] + silence
    var right = channels.last! + silence
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        var start = 0
        while start < left.count {
          let count = min(block, left.count - start)
          limiter.process(
            left: left.baseAddress! + start,
            right: channels.count == 2 ? right.baseAddress! + start : nil, count: count)
          start += count
        }
      }
    }
    return [left, right].prefix(channels.count).map { Array($0[limiter.delay...]) }
  }

  @Test(
    "whatever comes in, the true peak stays below the ceiling",
    arguments: LevelMeterTests.rates, TestSignal.all)
  func ceiling(rate: SampleRate, signal: TestSignal) {
    for (gain, ceiling) in [(1, -1), (2, 0), (30, -20), (1000, -3)] as [(Float, Rational)] {
      let left = signal.samples(4000, at: rate, gain: gain)
      let channels = gain == 2 ? [left] : [left, TestSignal.noise.samples(4000, at: rate)]
      let out = Self.limited(channels, ceiling: ceiling, at: rate)
      let peak = libraryTruePeak(out, at: rate)
      let highest = Level.decibels(Decibels(ceiling)).gain
      // The bound that is derived beside the limiter.
      #expect(peak < highest * (1 - 1e-4))
      // Nor is it turned down for nothing: half would be 6 dB too much.
      let before = libraryTruePeak(channels, at: rate)
      #expect(peak > min(before, highest) * 0.5)
    }
  }

  @Test("a sound below the ceiling keeps its bits", arguments: LevelMeterTests.rates)
  func transparent(rate: SampleRate) {
    for signal in TestSignal.all {
      let raw = signal.samples(3000, at: rate)
      // By 2⁻¹¹ below, more than the 2⁻¹² at which the limiter begins to act.
      let gain = Float((1 - 0x1p-11) / libraryTruePeak([raw], at: rate))
      let samples = raw.map { $0 * gain }
      #expect(Self.limited([samples], ceiling: 0, at: rate) == [samples])
      let louder = samples.map { $0 * 1.001 }
      #expect(Self.limited([louder], ceiling: 0, at: rate) != [louder])
    }
  }

  /// A quiet sound, and a loud stretch within it.
  static func soundWithBurst(_ count: Int, at rate: SampleRate, burst: Range<Int>) -> [Float] {
    (0..<count).map { chance($0) * (burst.contains($0) ? 3 : 0.25) }
  }

  @Test("a loud stretch is gone after the limiter's memory", arguments: [8_000, 48_000, 192_000])
  func transparentAround(hertz: Int) {
    let rate = SampleRate(hertz: hertz)!
    let limiter = Limiter(ceiling: Decibels(-1), rate: rate, channels: 1)
    let (delay, memory) = (limiter.delay, limiter.memory)
    let burst = (delay + 100)..<(delay + 400)
    let samples = Self.soundWithBurst(burst.upperBound + memory + 500, at: rate, burst: burst)
    let out = Self.limited([samples], at: rate)[0]
    #expect(out.prefix(burst.lowerBound - delay) == samples.prefix(burst.lowerBound - delay))
    #expect(out.suffix(500) == samples.suffix(500))
    #expect(burst.allSatisfy { abs(out[$0]) < abs(samples[$0]) })
    // The gain falls ahead of the burst and returns behind it.
    #expect(abs(out[burst.lowerBound - 10]) < abs(samples[burst.lowerBound - 10]))
    #expect(abs(out[burst.upperBound + 10]) < abs(samples[burst.upperBound + 10]))
  }

  @Test("the size of the blocks changes no bit", arguments: [1, 7, 64, 1000])
  func blockSizes(block: Int) {
    for rate in [SampleRate.standard, SampleRate(hertz: 96_000)!] {
      let channels = [
        TestSignal.bassWithClicks.samples(12_000, at: rate, gain: 2),
        Self.soundWithBurst(12_000, at: rate, burst: 4000..<4100),
      ]
      let whole = Self.limited(channels, at: rate)
      #expect(Self.limited(channels, at: rate, block: block) == whole)
      #expect(whole != channels)
    }
  }

  @Test("a stretch begun as early as the memory is that of the whole", arguments: [8_000, 96_000])
  func finiteMemory(hertz: Int) {
    let rate = SampleRate(hertz: hertz)!
    let limiter = Limiter(ceiling: Decibels(-6), rate: rate, channels: 1)
    // Peaks everywhere, the largest first, so that the past weighs as much as it can.
    let count = limiter.memory + 6000
    let samples = (0..<count).map { chance($0) * ($0 < 3000 ? 900 : $0 % 2999 < 40 ? 2 : 0.4) }
    let whole = Self.limited([samples], ceiling: -6, at: rate)[0]
    for start in [1, 1234, 3000] {
      let stretch = Self.limited([Array(samples[start...])], ceiling: -6, at: rate)[0]
      #expect(stretch[limiter.memory...] == whole[(start + limiter.memory)...])
      // Long before, what is missing shows.
      #expect(stretch[10..<1000] != whole[(start + 10)..<(start + 1000)])
    }
    #expect(whole.suffix(2000) != samples.suffix(2000))
  }

  @Test("the channels keep their balance")
  func linked() {
    let left = TestSignal.bassWithClicks.samples(9000, at: .standard, gain: 4)
    // A quarter is exact, so that the same gain gives the same bits.
    let out = Self.limited([left, left.map { $0 / 4 }])
    #expect(out[1] == out[0].map { $0 / 4 })
    #expect(out[0] != left)
  }

  @Test("the gain moves in small steps")
  func slope() {
    var samples = [Float](repeating: 0.25, count: 24_000)
    samples[9000] = 500
    let out = Self.limited([samples])[0]
    let gains = zip(out, samples).map { Double($0) / Double($1) }
    let steps = zip(gains.dropFirst(), gains).map { abs($0 - $1) }
    // The rest is what division in double precision of singles leaves: 2⁻²⁴.
    #expect(steps.max()! <= 1.0 / 128 + 0x1p-23)
    #expect(gains.min()! < 0.002)
    // Held for 25 ms, then back within 250 ms.
    #expect(gains[9000 + 1199] == gains[9000 + 10])
    #expect(gains[9000 + 3000] > gains[9000])
    #expect(gains[9000 + 1200 + 12_000 + 260] == 1)
  }

  // A gain that followed the wave would give harmonics; one that stands still gives none but the
  // rounding to single precision, 2⁻²⁵ of the crest at most.
  @Test(
    "a long note is turned down, not bent",
    arguments: [(20, 2.0), (50, 2.0), (400, 1.4), (1000, 1.4)] as [(Double, Double)])
  func distortion(frequency: Double, gain: Double) {
    let samples = (0..<40_000).map { Float(gain) * sine(frequency, $0, 48_000) }
    let out = Self.limited([samples])[0]
    let range = 30_000..<36_000
    let (crest, reached) = (
      range.max { abs(samples[$0]) < abs(samples[$1]) }!, range.map { abs(out[$0]) }.max()!
    )
    let steady = Double(out[crest]) / Double(samples[crest])
    #expect(reached > 0.89 && reached < 0.892)
    let error = range.map { abs(Double(out[$0]) - steady * Double(samples[$0])) }.max()!
    // The crests of 20 Hz touch the grid of the samples at places that differ by 10⁻⁶.
    #expect(error < 2e-6)
  }

  @Test("what is not a number neither stops the limiter nor stays in it")
  func notFinite() {
    let limiter = Limiter(ceiling: Decibels(-1), rate: SampleRate(hertz: 8_000)!, channels: 1)
    var samples = [Float](repeating: 0.5, count: limiter.memory + limiter.delay + 300)
    samples.replaceSubrange(
      0..<4, with: [.infinity, .nan, -.greatestFiniteMagnitude, .greatestFiniteMagnitude])
    let out = Self.limited([samples], at: SampleRate(hertz: 8_000)!)[0]
    #expect(out[(limiter.memory + 10)...] == samples[(limiter.memory + 10)...])
  }
}
