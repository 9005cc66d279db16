import Engine
import Testing
import Timing

@Suite("The scan for peaks")
struct PeakScanTests {
  static let rates = [8_000, 48_000, 96_000, 192_000].map { SampleRate(hertz: $0)! }

  /// The peaks of a stream from those of its stretches, each scanned above what is known by then.
  static func peaks<S: KSample>(
    _ samples: [S], by scan: borrowing PeakScan, channels: Int, stretch: Int
  ) -> StretchPeaks {
    let frames = samples.count / channels - scan.before - scan.after
    var all = scanned(samples, by: scan, channels, 0..<0, .zero)
    for start in stride(from: 0, to: frames, by: stretch) {
      let range = start..<min(start + stretch, frames)
      all.join(scanned(samples, by: scan, channels, range, all.truePeaks), from: start)
    }
    return all
  }

  static func scanned<S: KSample>(
    _ samples: [S], by scan: borrowing PeakScan, _ channels: Int, _ frames: Range<Int>,
    _ floors: SIMD2<Float>
  ) -> StretchPeaks {
    samples.withUnsafeBufferPointer {
      scan.peaks(
        of: $0.baseAddress! + (scan.before + frames.lowerBound) * channels, count: frames.count,
        floors: floors)
    }
  }

  static func check(
    _ channels: [[Float]], at rate: SampleRate, stretch: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = LevelMeterTests.reading(channels, at: rate)
    let scan = PeakScan(rate: rate, channels: channels.count)
    let samples = LoudnessSignals.interleaved(channels, before: scan.before, after: scan.after)
    let peaks = peaks(samples, by: scan, channels: channels.count, stretch: stretch)
    for (channel, samplePeak) in expected.samplePeaks.enumerated() {
      #expect(peaks.samplePeaks[channel] == samplePeak, sourceLocation: sourceLocation)
      #expect(
        peaks.truePeaks[channel] == expected.truePeaks[channel], sourceLocation: sourceLocation)
    }
    #expect(peaks.framesOver == expected.framesOver, sourceLocation: sourceLocation)
    #expect(peaks.firstOver.map(Frame.init) == expected.firstOver, sourceLocation: sourceLocation)
  }

  @Test(
    "stretches of any length add up to what the level meter finds", arguments: rates,
    [1, 7, 64, 1000])
  func stretches(rate: SampleRate, stretch: Int) {
    for signal in TestSignal.all + LoudnessSignals.all {
      let left = signal.samples(1500, at: rate, gain: 1.01)
      let right = TestSignal.bassWithClicks.samples(1500, at: rate, gain: 0.7)
      Self.check([left], at: rate, stretch: stretch)
      Self.check([left, right], at: rate, stretch: stretch)
    }
  }

  @Test("what rings beyond the ends of a stream counts", arguments: rates)
  func ends(rate: SampleRate) {
    for burst in [[1, 1, 0.1, 0], [0, 0.1, 1, 1], [1], [1, -1]] as [[Float]] {
      for stretch in 1...4 { Self.check([burst], at: rate, stretch: stretch) }
    }
  }

  @Test("whole numbers have the peaks of the same samples in floating point", arguments: rates)
  func sampleTypes(rate: SampleRate) {
    let channels = LoudnessSignals.channels(.bassWithClicks, tenths: 2, at: rate, count: 2)
    let scan = PeakScan(rate: rate, channels: 2)
    let samples = LoudnessSignals.interleaved(channels, before: scan.before, after: scan.after)
    let steps = samples.map { Int32(($0 * 0x1.8p23).rounded()) }
    let floats = steps.map { Float($0) * 0x1p-23 }
    let peaks = Self.peaks(steps, by: scan, channels: 2, stretch: 5000)
    #expect(Self.peaks(floats, by: scan, channels: 2, stretch: 5000) == peaks)
    #expect(peaks.framesOver > 0)
    let ends = Array(repeating: Int32.min, count: 2 * (scan.before + scan.after + 1))
    #expect(Self.peaks(ends, by: scan, channels: 2, stretch: 1).samplePeaks == SIMD2(256, 256))
  }

  @Test("a floor hides only what does not exceed it", arguments: rates)
  func floors(rate: SampleRate) {
    let scan = PeakScan(rate: rate, channels: 1)
    let samples = LoudnessSignals.interleaved(
      [TestSignal.noise.samples(2000, at: rate)], before: scan.before, after: scan.after)
    let peak = Self.scanned(samples, by: scan, 1, 0..<2000, .zero).truePeaks[0]
    let below = Self.scanned(samples, by: scan, 1, 0..<2000, SIMD2(peak.nextDown, 0))
    #expect(below.truePeaks[0] == peak)
    let above = Self.scanned(samples, by: scan, 1, 0..<2000, SIMD2(peak * 2, 0))
    #expect(above.truePeaks[0] <= peak)
    #expect(above.samplePeaks == below.samplePeaks && below.samplePeaks[0] > 0.9)
  }
}
