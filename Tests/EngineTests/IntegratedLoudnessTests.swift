import Engine
import SongModel
import Testing
import Timing

@Suite("Integrated loudness")
struct IntegratedLoudnessTests {
  @Test(
    "the loudness is that of libebur128", arguments: LoudnessSignals.rates, LoudnessSignals.all)
  func library(rate: SampleRate, signal: TestSignal) throws {
    for count in rate == .standard ? [1, 2] : [2] {
      let channels = LoudnessSignals.channels(signal, tenths: 14, at: rate, count: count)
      let expected = LoudnessSignals.libraryLUFS(channels, at: rate)
      let lufs = try #require(LoudnessSignals.lufs(channels, at: rate))
      // Half a hundredth is lost in rounding.
      #expect(abs(lufs.double - expected) <= 0.006)
    }
  }

  /// Stretches of a sine of 1 kHz in both channels: tenths of a second, and dB of its crest.
  static func lufs(_ stretches: [(tenths: Int, level: Double)]) -> Rational? {
    let tone = TestSignal("") { frame, hertz in sine(1000, frame, hertz) }
    let samples = stretches.flatMap { tenths, level in
      tone.samples(
        tenths * 4800, at: .standard, gain: Float(PortableMath.amplitude(decibels: level)))
    }
    return LoudnessSignals.lufs([samples, samples])
  }

  /// EBU Tech 3341, cases 1 to 5: what a meter must show, within 0.1 LU. Case 6 has five channels.
  static let cases: [(stretches: [(tenths: Int, level: Double)], lufs: Double)] = [
    ([(200, -23)], -23),
    ([(200, -33)], -33),
    ([(100, -36), (600, -23), (100, -36)], -23),
    ([(100, -72), (100, -36), (600, -23), (100, -36), (100, -72)], -23),
    ([(200, -26), (201, -20), (200, -26)], -23),
  ]

  @Test("the cases of EBU Tech 3341 are met", arguments: cases.indices)
  func standardCases(index: Int) throws {
    let (stretches, lufs) = Self.cases[index]
    let loudness = try #require(Self.lufs(stretches))
    #expect(abs(loudness.double - lufs) <= 0.1)
    #expect(100 % loudness.denominator == 0)
  }

  @Test("a full sine of 997 Hz in one channel has −3.01 LUFS")
  func fullScale() {
    let tone = (0..<96_000).map { sine(997, $0, 48_000) }
    let silence = [Float](repeating: 0, count: 96_000)
    for channels in [[tone], [tone, silence], [silence, tone]] {
      #expect(LoudnessSignals.lufs(channels) == Rational(-301, 100))
    }
  }

  @Test("what is too short, or silent, or below the gate, has no loudness")
  func nothing() {
    let noise = KWeightingTests.noise(19_200)
    #expect(LoudnessSignals.lufs([Array(noise.dropLast())]) == nil)
    #expect(LoudnessSignals.lufs([noise]) != nil)
    #expect(LoudnessSignals.lufs([[]]) == nil)
    #expect(LoudnessSignals.lufs([[Float](repeating: 0, count: 48_000)]) == nil)
    #expect(Self.lufs([(20, -70.1)]) == nil)
    #expect(Self.lufs([(20, -69.9)]) != nil)
  }

  /// The loudness of hops by the definition, with all blocks at hand.
  static func exact(_ energies: [Double], hop: Int) -> Double {
    let blocks = energies.indices.dropLast(3).map { start in
      energies[start..<start + 4].reduce(0, +) / Double(4 * hop)
    }
    let lufs = { PortableMath.decibels(amplitude: $0) / 2 - 0.691 }
    let mean = { (blocks: [Double]) in blocks.reduce(0, +) / Double(blocks.count) }
    let above = blocks.filter { $0 > 0 && lufs($0) >= -70 }
    let gate = mean(above) / 10
    return lufs(mean(above.filter { $0 >= gate }))
  }

  // Blocks are spread over a wide range, so that the second gate cuts through many.
  @Test("the loudness of hours is that of the definition", arguments: [1, 2, 3, 20])
  func definition(spread: Int) throws {
    let energies = (0..<20_000).map { hop in
      10 * PortableMath.exp2(8 * Double(spread) * Double(chance(hop / (1 + hop % 50))))
    }
    var loudness = IntegratedLoudness(rate: .standard)
    for energy in energies { loudness.add(energy) }
    let expected = Self.exact(energies, hop: 4800)
    #expect(abs(try #require(loudness.lufs).double - expected) <= 0.006)
  }

  // Four fifths of the hops have f times the energy of the others. The gate, a tenth of the mean,
  // is (0.8·f + 0.2)/10, and that is f for f = 0.02/0.92.
  @Test("faint blocks count from the gate on", arguments: [(1.002, -7.0), (0.998, 0)])
  func gate(share: Double, decibels: Double) throws {
    let faint = share * 0.02 / 0.92
    let energies = (0..<50_000).map { $0 < 40_000 ? 4800 * faint : 4800 }
    var loudness = IntegratedLoudness(rate: .standard)
    for energy in energies { loudness.add(energy) }
    let lufs = try #require(loudness.lufs).double
    #expect(abs(lufs - Self.exact(energies, hop: 4800)) <= 0.006)
    #expect(abs(lufs - (decibels - 0.691)) < 0.5)
  }

  @Test("energies that no number holds have no loudness")
  func beyond() {
    var loudness = IntegratedLoudness(rate: .standard)
    for _ in 0..<10 { loudness.add(1e300) }
    #expect(loudness.lufs != nil)
    loudness.add(.infinity)
    #expect(loudness.lufs == nil)
  }
}
