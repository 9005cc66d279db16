import Engine
import Testing
import Timing

@Suite("The level meter")
struct LevelMeterTests {
  static let rates = [8_000, 44_100, 48_000, 96_000, 192_000, 384_000]
    .map { SampleRate(hertz: $0)! }

  /// Feeds a meter in blocks of one size.
  static func reading(
    _ channels: [[Float]], at rate: SampleRate = .standard, block: Int = 4096
  ) -> LevelReading {
    var meter = LevelMeter(rate: rate, channels: channels.count)
    var start = 0
    while start < channels[0].count {
      let count = min(block, channels[0].count - start)
      channels[0].withUnsafeBufferPointer { left in
        channels.last!.withUnsafeBufferPointer { right in
          meter.add(
            left: left.baseAddress! + start,
            right: channels.count == 2 ? right.baseAddress! + start : nil, count: count)
        }
      }
      start += count
    }
    return meter.reading
  }

  // Both round to single precision, the meter after each of its 24 to 36 operations, each by 2⁻²⁵
  // of what is summed up at most. They err in all directions, so that 10⁻⁶ is far outside.
  @Test("the true peak is that of libebur128", arguments: rates, TestSignal.all)
  func truePeak(rate: SampleRate, signal: TestSignal) {
    let samples = signal.samples(5000, at: rate)
    let expected = libraryTruePeak([samples], at: rate)
    let peak = Double(Self.reading([samples], at: rate).truePeaks[0])
    #expect(abs(peak / expected - 1) < 1e-6)
  }

  @Test("a crest between two samples is found")
  func betweenSamples() {
    let samples = TestSignal.between.samples(4000, at: .standard)
    let reading = Self.reading([samples])
    #expect(reading.samplePeaks == [0.70710677])
    // The first and the last crest stand beside silence and overshoot, by less than 1 dB.
    #expect(reading.truePeaks[0] >= 1 && reading.truePeaks[0] < 1.12)
  }

  @Test("channels are measured each by itself")
  func channels() {
    let left = TestSignal.noise.samples(3000, at: .standard, gain: 0.5)
    let right = TestSignal.between.samples(3000, at: .standard)
    let both = Self.reading([left, right])
    let (first, second) = (Self.reading([left]), Self.reading([right]))
    #expect(both.samplePeaks == first.samplePeaks + second.samplePeaks)
    #expect(both.truePeaks == first.truePeaks + second.truePeaks)
    #expect(first.truePeaks != second.truePeaks)
  }

  @Test("the size of the blocks changes nothing", arguments: [1, 7, 64, 1000])
  func blockSizes(block: Int) {
    for rate in [SampleRate.standard, SampleRate(hertz: 96_000)!] {
      let channels = [
        TestSignal.noise.samples(5000, at: rate, gain: 1.01),
        TestSignal.bassWithClicks.samples(5000, at: rate),
      ]
      let whole = Self.reading(channels, at: rate)
      #expect(Self.reading(channels, at: rate, block: block) == whole)
      #expect(whole.framesOver > 0)
    }
  }

  @Test("what rings past the last sample counts", arguments: rates.prefix(4))
  func ringing(rate: SampleRate) {
    let burst: [Float] = [0, 0.1, 1, 1]
    let cut = Self.reading([burst], at: rate)
    let whole = Self.reading([burst + Array(repeating: 0, count: 40)], at: rate)
    #expect(cut.truePeaks == whole.truePeaks)
    #expect(cut.truePeaks[0] > 1.1)
  }

  @Test("frames beyond full scale are counted once, and the first is named")
  func framesOver() {
    var left = [Float](repeating: 0.5, count: 3000)
    var right = left
    right[700] = -1.5
    left[1200] = 1.0001
    right[1200] = 2
    left[2500] = 1
    let reading = Self.reading([left, right], block: 512)
    #expect(reading.framesOver == 2 && reading.firstOver == Frame(700))
    #expect(reading.samplePeaks == [1.0001, 2])
    #expect(Self.reading([left]).firstOver == Frame(1200))
  }

  @Test("silence, and nothing, have no peak")
  func silence() {
    for frames in [0, 1000] {
      let reading = Self.reading([Array(repeating: 0, count: frames)])
      #expect(reading.samplePeaks == [0] && reading.truePeaks == [0])
      #expect(reading.framesOver == 0 && reading.firstOver == nil)
    }
  }
}
