import Glibc
import SongModel
import Sounds
import Testing
import Timing

@testable import AudioFiles

@Suite struct StretchingTests {
  static let hits: [BuiltInSound] = [.kick, .snare, .hat, .clickHigh, .crash]
  static let treatments =
    [Rational(1, 8), Rational(1, 2), Rational(9, 10), Rational(3, 2), 2, 4, 8].map {
      Treatment(stretch: $0)
    } + [-48, -12, 1, 12, 48].map { Treatment(pitch: $0) } + [Treatment(stretch: 2, pitch: -5)]

  @Test("a hit that begins at once still does", arguments: hits, treatments)
  func atOnce(hit: BuiltInSound, treatment: Treatment) throws {
    let whole = hit.samples(at: .standard)
    let buffer = SampleBuffer(
      channels: [Array(whole.channels[0].prefix(9600))], rate: .standard)
    let result = try RawSound(buffer).samples(at: .standard, treatment: treatment)
    let length = (Rational(Int128(buffer.frames)) * treatment.stretch + Rational(1, 2)).floor
    #expect(result.frames == Int(length))
    #expect(onset(of: buffer.channels) == 0)
    #expect(onset(of: result.channels) == 0)
    #expect(result.channels[0][0] != 0)
    // Another way to find the beginning. The engine softens an attack, most of all that of the kick
    // at nine tenths, which comes to its first thousandth after 13 frames instead of after 1.
    let moved =
      attack(of: result.channels[0], at: .standard) - attack(of: buffer.channels[0], at: .standard)
    #expect(abs(moved) <= 16)
  }

  @Test(
    "a burst after silence begins on the stretched frame, to the frame",
    arguments: [Rational(1, 8), Rational(1, 2), Rational(2, 3), Rational(3, 2), 3, 8],
    [1, 999, 10_000])
  func afterSilence(stretch: Rational, silence: Int) throws {
    let quiet = [Float](repeating: 0, count: silence)
    for burst in [noise(4800), sine(1000, rate: 48_000, frames: 4800).reversed()] {
      let sound = RawSound(
        SampleBuffer(channels: [quiet + burst.map { $0 / 2 }, quiet + burst], rate: .standard))
      let first = try #require(onset(of: sound.channels))
      let result = try sound.samples(at: .standard, treatment: Treatment(stretch: stretch))
      let place = Int((Rational(Int128(first)) * stretch + Rational(1, 2)).floor)
      #expect(onset(of: result.channels) == place)
      for channel in result.channels { #expect(channel[..<place].allSatisfy { $0 == 0 }) }
      let hit = Array(result.channels[1][place...])
      #expect(abs(attack(of: hit, at: .standard) - attack(of: burst, at: .standard)) <= 16)
    }
  }

  @Test(
    "a stretched sine keeps its pitch, and a pitched one gets its own, to 1 cent after 100 ms",
    arguments: [
      Treatment(stretch: Rational(1, 2)), Treatment(stretch: Rational(7, 5)),
      Treatment(stretch: 4), Treatment(pitch: -12), Treatment(pitch: Rational(-1, 2)),
      Treatment(pitch: 7), Treatment(pitch: 24), Treatment(stretch: Rational(3, 2), pitch: 5),
    ])
  func pitch(treatment: Treatment) throws {
    for frequency in [220.0, 1000, 3000] {
      let tone = sound(sine(frequency, rate: 48_000, frames: 48_000))
      let result = try tone.samples(at: .standard, treatment: treatment)
      let part = result.channels[0][4800..<(result.frames - 4800)]
      let expected = frequency * exp2(treatment.pitch.double / 12)
      #expect(abs(cents(of: part, from: expected, rate: .standard)) < 1, "\(frequency) Hz")
    }
  }

  @Test(
    "a decay of 60 dB is stretched to 5 %",
    arguments: [Rational(1, 2), Rational(3, 2), 2, 4])
  func decayTime(stretch: Rational) throws {
    // A tone that falls by 60 dB in half a second, heard for a second.
    let tone = sine(500, rate: 48_000, frames: 48_000).enumerated().map { index, sample in
      sample * Float(pow(10, -3 * Double(index) / 24_000))
    }
    let result = try sound(tone).samples(at: .standard, treatment: Treatment(stretch: stretch))
    // By the levels of two pieces of it, which are a quarter of a second apart in the source.
    let (early, late) = (Int(4800 * stretch.double), Int(16_800 * stretch.double))
    let piece = 2400
    let fall =
      20
      * log10(
        level(result.channels[0][early..<(early + piece)])
          / level(result.channels[0][late..<(late + piece)]))
    let time = 60 / fall * Double(late - early)
    #expect(abs(time / (24_000 * stretch.double) - 1) < 0.05)
  }

  @Test("both channels stay together, and two runs give the same bits", arguments: treatments)
  func sameBits(treatment: Treatment) throws {
    let samples = Array(BuiltInSound.snare.samples(at: .standard).channels[0].prefix(4800))
    let sound = RawSound(SampleBuffer(channels: [samples, samples], rate: .standard))
    let first = try sound.samples(at: .standard, treatment: treatment)
    let second = try sound.samples(at: .standard, treatment: treatment)
    #expect(first.channels == second.channels)
    #expect(first.channels[0] == first.channels[1])
  }

  @Test("silence stays silence, and the shortest of sounds are stretched", arguments: treatments)
  func edges(treatment: Treatment) throws {
    let silence = sound([Float](repeating: 0, count: 1000))
    let result = try silence.samples(at: .standard, treatment: treatment)
    #expect(result.channels[0].allSatisfy { $0 == 0 })
    for frames in 0...5 {
      let short = try sound([Float](repeating: 0.5, count: frames)).samples(
        at: .standard, treatment: treatment)
      let length = (Rational(Int128(frames)) * treatment.stretch + Rational(1, 2)).floor
      #expect(short.frames == Int(length))
    }
  }

  @Test("every rate and the ends of the range are within reach", arguments: [8000, 384_000])
  func everyRate(hertz: Int) throws {
    let ends: [(Rational, Rational)] = [
      (8, 48), (Rational(1, 8), -48), (8, -48), (Rational(1, 8), 48),
    ]
    for (stretch, pitch) in ends {
      let hit = sound(BuiltInSound.clickLow.samples(at: rate(hertz)).channels[0], at: rate(hertz))
      let result = try hit.samples(
        at: rate(hertz), treatment: Treatment(stretch: stretch, pitch: pitch))
      #expect(onset(of: result.channels) == 0)
      #expect(
        result.frames == Int((Rational(Int128(hit.frames)) * stretch + Rational(1, 2)).floor))
    }
  }
}
