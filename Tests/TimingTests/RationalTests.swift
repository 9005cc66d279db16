import Testing

@testable import Timing

@Suite("Rational numbers")
struct RationalTests {
  @Test(
    "one value has one form, one hash and one place in the order",
    arguments: [
      (Rational(2, 4), Rational(1, 2)), (Rational(-3, -6), Rational(1, 2)),
      (Rational(3, -6), Rational(-1, 2)), (Rational(0, -7), .zero), (Rational(1200, 10), 120),
    ] as [(Rational, Rational)])
  func oneForm(a: Rational, b: Rational) {
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(!(a < b) && !(b < a))
    #expect(a.denominator > 0)
  }

  @Test("the order is that of the numbers, even where cross products leave 128 bits")
  func order() {
    let largest = Int128.max
    let ascending = [
      Rational(-largest, 1), Rational(-1, 2), Rational(-1, largest), .zero,
      Rational(1, largest), Rational(1, largest - 1), Rational(1, 3), Rational(1, 2),
      Rational(largest - 2, largest - 1), Rational(largest - 1, largest), .one,
      Rational(largest, largest - 1), Rational(largest, 1),
    ]
    for (i, a) in ascending.enumerated() {
      for (j, b) in ascending.enumerated() {
        #expect((a < b) == (i < j), "\(a) and \(b)")
        #expect((a == b) == (i == j), "\(a) and \(b)")
      }
    }
  }

  @Test("sums, differences, products and quotients keep the laws of arithmetic")
  func laws() {
    var numbers = Numbers(state: 1)
    func small() -> Rational {
      Rational(.random(in: -9999...9999, using: &numbers), .random(in: 1...9999, using: &numbers))
    }
    for _ in 0..<2000 {
      let (a, b, c) = (small(), small(), small())
      #expect((a + b) + c == a + (b + c))
      #expect(a * b == b * a)
      #expect(a * (b + c) == a * b + a * c)
      #expect(a + b - b == a)
      if b != .zero {
        #expect(a / b * b == a)
        #expect(b.reciprocal.reciprocal == b)
      }
      #expect((a < b) == (a + c < b + c))
      #expect((a < b) == (-b < -a))
    }
  }

  @Test(
    "floor and ceiling enclose the value, on both sides of zero",
    arguments: [("7/2", 3, 4), ("-7/2", -4, -3), ("5", 5, 5), ("-5", -5, -5), ("-1/9", -1, 0)])
  func rounding(text: String, floor: Int128, ceiling: Int128) {
    #expect(rational(text).floor == floor)
    #expect(rational(text).ceiling == ceiling)
  }

  @Test("a sum or product beyond 128 bits is nil, and one that just fits is exact")
  func overflow() {
    let largest = Int128.max
    #expect(Rational(largest).adding(1) == nil)
    #expect(Rational(-largest).adding(-1) == nil)
    #expect(Rational(largest - 1).adding(1) == Rational(largest))
    #expect(Rational(1, largest).adding(Rational(1, largest - 1)) == nil)
    #expect(Rational(largest).multiplied(by: 2) == nil)
    #expect(Rational(1, largest).multiplied(by: Rational(1, 2)) == nil)
    #expect(Rational(largest, 3).multiplied(by: Rational(3, largest)) == .one)
    #expect(Rational(1 << 100, 3).multiplied(by: Rational(9, 1 << 99)) == 6)
  }

  @Test("a fraction is written as musicians do", arguments: ["7", "-7", "400/3", "-1/4", "0"])
  func description(text: String) {
    #expect(rational(text).description == text)
  }
}
