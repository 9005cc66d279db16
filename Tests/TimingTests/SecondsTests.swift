import Testing

@testable import Timing

@Suite("Seconds and frames")
struct SecondsTests {
  static let rates = [8_000, 44_100, 48_000, 96_000, 384_000].map { SampleRate(hertz: $0)! }

  @Test("a rate outside 8000 to 384000 Hz is none", arguments: [7_999, 384_001, 0, -48_000])
  func wrongRate(hertz: Int) {
    #expect(SampleRate(hertz: hertz) == nil)
  }

  @Test("an exact half frame rounds up, and what lies below it down", arguments: rates)
  func halves(rate: SampleRate) {
    let hertz = Int128(rate.hertz)
    for frame in [-3, -1, 0, 1, 7, 86_400 * 384_000] as [Int128] {
      let half = Rational(2 * frame + 1, 2 * hertz)
      #expect(Seconds(half).frame(at: rate) == Frame(Int(frame) + 1))
      // 2⁻⁶⁰ frames below.
      let below = half - Rational(1, hertz << 60)
      #expect(Seconds(below).frame(at: rate) == Frame(Int(frame)))
      #expect(Seconds(Rational(frame, hertz)).frame(at: rate) == Frame(Int(frame)))
    }
  }

  @Test("a half is still found after a million additions of what no binary number holds")
  func halvesAfterAdditions() {
    // A third of a frame, 3 × 10⁶ + 3/2 times: 10⁶ + 1/2 frames.
    let rate = SampleRate.standard
    let third = Seconds(Rational(1, 3 * 48_000))
    var sum = Seconds(Rational(1, 2 * 48_000))
    for _ in 0..<1_000_000 { sum = sum + third + third + third }
    #expect(sum < Seconds(Rational(2_000_001, 2 * 48_000)))
    #expect(sum.frame(at: rate) == Frame(1_000_001))
    #expect((sum - Seconds(Fixed.powerOfTwo(-70))).frame(at: rate) == Frame(1_000_000))
  }

  @Test("a frame is floor(seconds × rate + 1/2) of an exact time", arguments: rates)
  func frames(rate: SampleRate) {
    var numbers = Numbers(state: 8)
    for _ in 0..<2000 {
      let time = Rational(
        .random(in: -1 << 40...1 << 40, using: &numbers), .random(in: 1...1 << 24, using: &numbers))
      let expected = (time * Rational(Int128(rate.hertz)) + Rational(1, 2)).floor
      #expect(Seconds(time).frame(at: rate) == Frame(Int(expected)), "\(time)")
    }
  }

  @Test(
    "seconds are written with a half rounded up",
    arguments: [
      ("0", 12, "0.000000000000"), ("1/3", 12, "0.333333333333"), ("2/3", 12, "0.666666666667"),
      ("1/8", 2, "0.13"), ("3/8", 2, "0.38"), ("1/80", 3, "0.013"), ("999999/1000000", 3, "1.000"),
      ("59999999/1000000", 6, "59.999999"), ("86400", 1, "86400.0"), ("-1/3", 3, "-0.333"),
      ("-1/1000000", 3, "0.000"), ("1/1000000000000000000", 18, "0.000000000000000001"),
      ("-5/2", 1, "-2.5"), ("7/2000000000000", 12, "0.000000000004"),
    ])
  func formatted(time: String, decimals: Int, expected: String) {
    #expect(Seconds(rational(time)).formatted(decimals: decimals) == expected)
  }
}
