import Engine
import SongModel
import Testing
import Timing

@Suite("K-weighting")
struct KWeightingTests {
  /// Half a second of silence, a second of sound, and half a second of silence.
  static let burst = TestSignal("") { frame, _ in
    (24_000..<72_000).contains(frame) ? 0.5 * chance(frame) : 0
  }.samples(96_000, at: .standard)

  static func noise(_ count: Int, gain: Float = 0.5) -> [Float] {
    TestSignal.noise.samples(count, at: .standard, gain: gain)
  }

  /// The samples as BS.1770-4 weights them, by the coefficients of its tables 1 and 2, which are
  /// for 48 kHz.
  static func weighted(_ samples: [Float]) -> [Double] {
    func filtered(_ x: [Double], _ b: [Double], _ a: [Double]) -> [Double] {
      var (first, second) = (0.0, 0.0)
      return x.map { x in
        let y = b[0] * x + first
        first = b[1] * x - a[0] * y + second
        second = b[2] * x - a[1] * y
        return y
      }
    }
    let shelved = filtered(
      samples.map(Double.init), [1.53512485958697, -2.69169618940638, 1.19839281085285],
      [-1.69065929318241, 0.73248077421585])
    return filtered(shelved, [1, -2, 1], [-1.99004745483398, 0.99007225036621])
  }

  static func energies(ofWeighted samples: [Double]) -> [Double] {
    stride(from: 0, to: samples.count, by: 4800).map { start in
      samples[start..<start + 4800].reduce(0) { $0 + $1 * $1 }
    }
  }

  // The standard prints its coefficients with 14 decimals, of which single precision keeps enough.
  @Test("the filter at 48 kHz is the one that BS.1770 prints", arguments: LoudnessSignals.all)
  func printedFilter(signal: TestSignal) {
    let samples = signal.samples(96_000, at: .standard)
    let expected = Self.energies(ofWeighted: Self.weighted(samples))
    for (energy, exact) in zip(LoudnessSignals.energies([samples]), expected) {
      #expect(abs(energy - exact) <= 4e-6 * exact + 1e-12)
    }
  }

  @Test("pieces that begin with a group give the bits of the whole", arguments: [4, 8, 16, 20])
  func pieces(hops: Int) {
    for signal in LoudnessSignals.all.dropFirst(3) {
      for count in 1...2 {
        let channels = LoudnessSignals.channels(signal, tenths: 17, at: .standard, count: count)
        let whole = LoudnessSignals.energies(channels)
        #expect(LoudnessSignals.energies(channels, piece: hops) == whole)
        #expect(whole.contains { $0 > 1 })
      }
    }
  }

  @Test("pieces that begin anywhere give the same to a few millionths", arguments: [1, 3, 7])
  func unevenPieces(hops: Int) {
    let channels = LoudnessSignals.channels(.noise, tenths: 17, at: .standard, count: 2)
    let whole = LoudnessSignals.energies(channels)
    for (energy, other) in zip(LoudnessSignals.energies(channels, piece: hops), whole) {
      #expect(abs(energy - other) <= 2e-6 * other)
    }
  }

  @Test("what is known of silence changes no bit", arguments: [1, 2], [44_100, 48_000, 96_123])
  func knownSilence(count: Int, hertz: Int) throws {
    let weighting = KWeighting(rate: try #require(SampleRate(hertz: hertz)), channels: count)
    let frames = weighting.lead + 17 * weighting.hop + 1000
    var samples = [Int32](repeating: 0, count: count * frames)
    var (sounding, wider, last) = ([Range<Int>](), [Range<Int>](), 0)
    for (index, number) in Self.noise(40).enumerated() {
      let start = last + Int(abs(number) * 30_000) + index
      let end = min(start + 1 + Int(abs(number) * 9000), frames)
      guard start < end else { break }
      for place in start * count..<end * count { samples[place] = Int32(place % 1000) << 10 }
      sounding.append(start..<end)
      // Zeros may count as sound.
      wider.append(max(last, start - 700)..<end)
      last = end
    }
    #expect(sounding.count > 4)
    for piece in [4, 1000] {
      let plain = LoudnessSignals.energies(samples, by: weighting, piece: piece)
      #expect(plain.contains { $0 > 0 })
      for ranges in [sounding, wider, [0..<frames]] {
        #expect(
          LoudnessSignals.energies(samples, by: weighting, piece: piece, sounding: ranges) == plain)
      }
    }
  }

  @Test("whole numbers give the bits of the same samples in floating point")
  func sampleTypes() {
    for count in 1...2 {
      let weighting = KWeighting(rate: .standard, channels: count)
      let channels = LoudnessSignals.channels(
        .bassWithClicks, tenths: 10, at: .standard, count: count)
      let samples = LoudnessSignals.interleaved(channels, before: weighting.lead)
      let steps = samples.map { Int32(($0 * 0x1p23).rounded()) }
      let energies = LoudnessSignals.energies(steps, by: weighting)
      let floats = steps.map { Float($0) * 0x1p-23 }
      #expect(LoudnessSignals.energies(floats, by: weighting) == energies)
      #expect(energies.allSatisfy { $0 > 0 })
    }
  }

  // Each pair takes another way through the meter: equal channels, one silent, both at times.
  @Test("channels are measured each by itself")
  func channels() {
    let (burst, noise) = (Self.burst, Self.noise(96_000))
    let silence = [Float](repeating: 0, count: 96_000)
    for (left, right) in [
      (burst, burst), (burst, noise), (noise, silence), (silence, burst), (silence, silence),
    ] {
      let both = LoudnessSignals.energies([left, right])
      let each = zip(LoudnessSignals.energies([left]), LoudnessSignals.energies([right]))
      #expect(both == each.map { $0 + $1 })
    }
  }

  @Test("what rings out after a sound is measured", arguments: [1, 2])
  func ringing(count: Int) {
    let energies = LoudnessSignals.energies(Array(repeating: Self.burst, count: count))
    let exact = Self.energies(ofWeighted: Self.weighted(Self.burst)).map { $0 * Double(count) }
    #expect(energies[0...4].allSatisfy { $0 == 0 })
    #expect(energies[15] > 0 && abs(energies[15] - exact[15]) < 1e-5 * exact[15])
    // One hop more rings in the same group; the next group knows no more of it.
    #expect(energies[16...].allSatisfy { $0 < 1e-18 * energies[14] })
    #expect(energies[19] == 0)
  }

  // What is left out of a hop is what the filter would still remember of sound before the lead.
  @Test("what lies before the lead would add less than 2⁻⁶⁰ of its energy")
  func lead() {
    for level in [Self.noise(48_000), Array(repeating: Float(1), count: 48_000)] {
      let weighting = KWeighting(rate: .standard, channels: 1)
      let rung = Self.weighted(level + [Float](repeating: 0, count: weighting.lead + 24_000))
      let energy = level.reduce(0) { $0 + Double($1) * Double($1) }
      let late = rung[(48_000 + weighting.lead)...].reduce(0) { $0 + $1 * $1 }
      #expect(late < 0x1p-60 * energy && late > 0)
    }
  }

  @Test("sound below −379 dB is silence, and the loudest sound is no trap")
  func extremes() {
    let faint = Self.noise(48_000, gain: 0.5 * 0x1p-63)
    #expect(LoudnessSignals.energies([faint]).allSatisfy { $0 == 0 })
    let denormal = Self.noise(48_000, gain: 0.5 * 0x1p-140)
    #expect(LoudnessSignals.energies([denormal]).allSatisfy { $0 == 0 })
    let loud = Self.noise(48_000, gain: 0.5 * Float.greatestFiniteMagnitude)
    #expect(LoudnessSignals.energies([loud]).allSatisfy { $0 == .infinity })
    let weighting = KWeighting(rate: .standard, channels: 1)
    let lowest = (0..<52_800).map { $0 % 2 == 0 ? Int32.min : Int32.max }
    #expect(LoudnessSignals.energies(lowest, by: weighting).allSatisfy { $0.isFinite && $0 > 1e6 })
  }

  @Test("a hop is 100 ms, and no hops are none")
  func hops() {
    let hops = [8_000: 800, 11_025: 1103, 44_100: 4410, 48_000: 4800, 384_000: 38_400]
    for (hertz, hop) in hops {
      #expect(KWeighting(rate: SampleRate(hertz: hertz)!, channels: 1).hop == hop)
    }
    #expect(LoudnessSignals.energies([[]]).isEmpty)
  }
}
