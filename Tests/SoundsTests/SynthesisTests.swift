import SongModel
import Testing
import Timing

@testable import Sounds

@Suite("What the sounds are made of")
struct SynthesisTests {
  /// Frame n of a mode, from its definition: level·rⁿ·cos(ωn + φ), with φ from the same condition.
  private func expected(_ mode: Mode, frame: Int, rate: SampleRate) -> Double {
    let turns = mode.frequency / Double(rate.hertz)
    let seconds = Double(frame) / Double(rate.hertz)
    let r = PortableMath.amplitude(decibels: -60 / mode.decay / Double(rate.hertz))
    let a = 1 - r * PortableMath.cosine(turns: turns)
    let b = r * PortableMath.sine(turns: turns)
    let angle = turns * Double(frame)
    let wave =
      (b * PortableMath.cosine(turns: angle) - a * PortableMath.sine(turns: angle))
      / (a * a + b * b).squareRoot()
    return mode.level * PortableMath.amplitude(decibels: -60 * seconds / mode.decay) * wave
  }

  @Test("a mode is its formula to the end of the longest sound", arguments: measuredRates)
  func mode(_ rate: SampleRate) {
    for mode in [Mode(50, 1, 3), Mode(450, 0.5, 2.6), Mode(3000, 0.7, 2.6), Mode(3700, -1, 0.01)] {
      var sound = Synthesis(seconds: 2, rate: rate)
      sound.add([mode])
      for frame in stride(from: 0, to: sound.samples.count, by: 97) {
        // Rounding in the recurrence grows with the frames; at 384 kHz and 50 Hz the factor 2cos ω
        // itself is known to 2⁻⁵³, which is 10⁻¹³ of the pitch: below 10⁻⁹ after 2 s. Where a mode
        // has been left off, it is 100 dB down: 10⁻⁵ of its level.
        let audible = rate.audibleFrames(decay: mode.decay, room: sound.samples.count)
        let tolerance = frame < audible ? 1e-8 : 1.0001e-5
        let difference = sound.samples[frame] - expected(mode, frame: frame, rate: rate)
        #expect(difference.magnitude < tolerance, "\(mode.frequency) Hz, frame \(frame)")
      }
    }
  }

  @Test("a mode that the rate cannot hold is left out", arguments: measuredRates)
  func bandLimit(_ rate: SampleRate) {
    var sound = Synthesis(seconds: 0.1, rate: rate)
    sound.add([
      Mode(0.47 * Double(rate.hertz), 1, 0.1), Mode(0.5 * Double(rate.hertz), 1, 0.1),
      Mode(1.2 * Double(rate.hertz), 1, 0.1),
    ])
    #expect(sound.samples.allSatisfy { $0 == 0 })
  }

  @Test("a mode that starts later is the same mode, later")
  func start() {
    var first = Synthesis(seconds: 0.2, rate: .standard)
    var second = first
    first.add([Mode(1000, 1, 0.1)])
    second.add([Mode(1000, 1, 0.1)], at: 0.05)
    #expect(second.samples[..<2400].allSatisfy { $0 == 0 })
    #expect(Array(second.samples[2400...]) == Array(first.samples[..<7200]))
  }

  @Test("a sweep goes from its first pitch to its last", arguments: measuredRates)
  func sweep(_ rate: SampleRate) {
    var sound = Synthesis(seconds: 1, rate: rate)
    sound.add(Sweep(from: 400, to: 100, glide: 0.2, level: 1, decay: 1e9))
    /// Rising zero crossings between two times, in seconds.
    func crossings(_ from: Double, _ to: Double) -> Int {
      let range = rate.frames(from)..<rate.frames(to) - 1
      return range.count { sound.samples[$0] <= 0 && sound.samples[$0 + 1] > 0 }
    }
    // 60 dB after 0.2 s leave 0.3 Hz of 300: 100 Hz from there on.
    #expect((49...51).contains(crossings(0.5, 1)))
    // The integral of 100 + 300·10^(−15t) over 0.1 s: 10 + 20·(1/ln 10)·(1 − 10^−1.5) = 18.4.
    #expect((18...19).contains(crossings(0, 0.1)))
    // A rotation neither grows nor shrinks; at 8 kHz the highest sample may miss the crest by
    // 1 − cos(π·100/8000) = 8·10⁻⁴.
    let highest = sound.samples[rate.frames(0.5)...].max()!
    #expect((0.999...1.000001).contains(highest))
  }

  @Test("the noise is white", arguments: [1, 2, 42, 63, 1 << 40] as [UInt64])
  func noise(_ seed: UInt64) {
    let noise = Noise(seed: seed)
    let count = 1 << 15
    let values = (0..<count).map { noise.value(at: $0) }
    #expect(values.allSatisfy { (-1...1).contains($0) })
    // Five standard deviations of each: of the mean √(1/3n), of the mean square √(4/45n), of a
    // product of neighbours √(1/9n).
    let n = Double(count)
    #expect((values.reduce(0, +) / n).magnitude < 5 * (1 / (3 * n)).squareRoot())
    let square = values.reduce(0) { $0 + $1 * $1 } / n
    #expect((square - 1.0 / 3).magnitude < 5 * (4 / (45 * n)).squareRoot())
    for lag in [1, 2, 3, 7, 8, 16, 64, 1024] {
      let products = (0..<count - lag).reduce(0.0) { $0 + values[$1] * values[$1 + lag] }
      #expect((products / n).magnitude < 5 * (1 / (9 * n)).squareRoot(), "lag \(lag)")
    }
  }

  @Test("noises with two seeds have nothing in common")
  func seeds() {
    let (one, two) = (Noise(seed: 1), Noise(seed: 2))
    let count = 1 << 15
    let products = (0..<count).reduce(0.0) { $0 + one.value(at: $1) * two.value(at: $1) }
    let n = Double(count)
    #expect((products / n).magnitude < 5 * (1 / (9 * n)).squareRoot())
  }

  @Test("a filter lets pass what it is for")
  func filters() {
    // Steady noise for a second: each band then holds its share to about 2 %.
    func share(_ filter: Filter, _ range: ClosedRange<Double>) -> Double {
      var sound = Synthesis(seconds: 1, rate: .standard)
      sound.add(Noise(seed: 5), through: [filter], envelope: [Decay(1, 1e9)])
      return Spectrum(sound.samples, rate: .standard).share(range)
    }
    // The energy of a Butterworth filter of order 2 lies 96 % below twice its corner: the integral
    // of 1/(1 + x⁴) to 2 is 1.07 of 1.11.
    #expect(share(.lowPass(2000), 0...4000) > 0.93)
    #expect(share(.lowPass(2000), 0...1000) < 0.5)
    #expect(share(.highPass(8000), 8000...24_000) > 0.9)
    #expect(share(.bandPass(3000, q: 5), 2400...3600) > 0.7)
  }

  @Test("a band of noise is as strong at every rate", arguments: measuredRates)
  func density(_ rate: SampleRate) {
    func energy(_ rate: SampleRate) -> Double {
      var sound = Synthesis(seconds: 1, rate: rate)
      sound.add(Noise(seed: 6), through: [.bandPass(1000, q: 4)], envelope: [Decay(1, 1e9)])
      return sound.samples.reduce(0) { $0 + $1 * $1 } / Double(rate.hertz)
    }
    // About 800 independent values in a band of 400 Hz: 5 % of chance in each of the two, and at
    // 8 kHz the bilinear transform makes the band narrower by sin(ω)/ω, 10 %.
    #expect((0.75...1.25).contains(energy(rate) / energy(.standard)))
  }

  @Test("an envelope multiplies by the sum of its decays", arguments: measuredRates)
  func shape(_ rate: SampleRate) {
    var sound = Synthesis(seconds: 0.1, rate: rate)
    for index in sound.samples.indices { sound.samples[index] = 2 }
    sound.shape([Decay(1, 0.08), Decay(-0.75, 0.01)])
    let differences = sound.samples.enumerated().map { frame, sample in
      let seconds = Double(frame) / Double(rate.hertz)
      let slow = PortableMath.amplitude(decibels: -60 * seconds / 0.08)
      let fast = PortableMath.amplitude(decibels: -60 * seconds / 0.01)
      return (sample - 2 * (slow - 0.75 * fast)).magnitude
    }
    // A factor known to 2⁻⁵³, to the power of 38 400 frames at most: below 10⁻¹¹.
    #expect(differences.max()! < 1e-10)
  }

  @Test("a memory of few bits knows few values, and keeps the largest", arguments: [1, 5, 31])
  func quantize(_ steps: Int) {
    var sound = Synthesis(seconds: 0.5, rate: .standard)
    sound.add(Noise(seed: 7), through: [], envelope: [Decay(1, 1e9)])
    let before = sound.samples
    sound.quantize(steps: Double(steps))
    #expect(Set(sound.samples).count == 2 * steps + 1)
    let largest = before.map(\.magnitude).max()!
    #expect((sound.samples.map(\.magnitude).max()! / largest - 1).magnitude < 0x1p-50)
    // Half a step, and the rounding of the product.
    let tolerance = 0.5001 * largest / Double(steps)
    #expect(zip(before, sound.samples).allSatisfy { ($0 - $1).magnitude < tolerance })
  }

  @Test("a square wave has its odd harmonics at their levels, and nothing else")
  func squares() {
    let sound = SquareWaves([1000], seconds: 1, seed: 8, rate: .standard).band([])
    // A second at 48 kHz holds whole waves, so the sums are exact but for rounding.
    func level(_ frequency: Double) -> Double {
      var (real, imaginary) = (0.0, 0.0)
      for (frame, sample) in sound.samples.enumerated() {
        let turns = frequency * Double(frame) / 48_000
        real += sample * PortableMath.cosine(turns: turns)
        imaginary += sample * PortableMath.sine(turns: turns)
      }
      return (real * real + imaginary * imaginary).squareRoot() / 24_000
    }
    for harmonic in stride(from: 1.0, through: 17, by: 2) {
      #expect((level(1000 * harmonic) - 1.2732395447351628 / harmonic).magnitude < 1e-6)
    }
    for frequency in [500.0, 2000, 4000, 10_000, 19_000, 21_000] {
      #expect(level(frequency) < 1e-6, "\(frequency) Hz")
    }
  }

  @Test("square waves begin below zero, as long as asked for", arguments: measuredRates)
  func squaresOnset(_ rate: SampleRate) {
    for seed: UInt64 in [1, 2, 3] {
      let waves = SquareWaves([205.3, 540, 800], seconds: 0.05, seed: seed, rate: rate)
      let sound = waves.band([.bandPass(2500, q: 1.5)])
      #expect(sound.samples.count == rate.frames(0.05))
      // The lowest sample of 2 ms, of waves that meet anew every 5 ms: 12 dB below the lowest of
      // all leaves as much again to what a sound must begin with.
      #expect(sound.samples[0] < 0.25 * sound.samples.min()!)
    }
  }

  @Test("sounds of one length are added frame by frame")
  func sum() {
    var one = Synthesis(seconds: 0.1, rate: .standard)
    var other = one
    one.add([Mode(1000, 1, 0.1)])
    other.add([Mode(300, 0.5, 0.1)])
    let expected = zip(one.samples, other.samples).map { $0 + $1 }
    one.add(other)
    #expect(one.samples == expected)
  }
}
