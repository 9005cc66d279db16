import Testing

@testable import Timing

@Suite("Fixed-point numbers")
struct FixedTests {
  @Test(
    "a fraction is rounded down, on both sides of zero",
    arguments: [
      ("1/2", 0, UInt128(1) << 127), ("-1/2", -1, 1 << 127), ("7", 7, 0), ("-7", -7, 0),
      ("1/3", 0, .max / 3), ("-1/3", -1, .max - .max / 3), ("-4/3", -2, .max - .max / 3),
      ("36893488147419103233/36893488147419103232", 1, 1 << 63),
    ] as [(String, Int64, UInt128)])
  func conversion(text: String, whole: Int64, fraction: UInt128) {
    #expect(Fixed(rational(text)) == Fixed(whole: whole, fraction: fraction))
  }

  @Test("terms that are not the lowest give the same number")
  func unreduced() {
    var numbers = Numbers(state: 2)
    for _ in 0..<2000 {
      let value = numbers.fraction()
      let factor = Int128.random(in: 1...(1 << 60), using: &numbers)
      for sign in [1, -1] as [Int128] {
        #expect(
          Fixed(floorOf: sign * value.numerator * factor, over: value.denominator * factor)
            == Fixed(Rational(sign) * value))
      }
    }
  }

  @Test("sums, differences and products of numbers with few bits are exact")
  func exactOperations() {
    var numbers = Numbers(state: 3)
    func short() -> Rational { Rational(.random(in: -1 << 40...1 << 40, using: &numbers), 1 << 30) }
    for _ in 0..<2000 {
      let (a, b) = (short(), short())
      #expect(Fixed(a) + Fixed(b) == Fixed(a + b))
      #expect(Fixed(a) - Fixed(b) == Fixed(a - b))
      #expect(Fixed(a) * Fixed(b) == Fixed(a * b))
      #expect(-Fixed(a) == Fixed(-a))
      #expect((Fixed(a) < Fixed(b)) == (a < b))
    }
  }

  @Test("a product of positive numbers is cut to 128 bits after the point")
  func cutProduct() {
    // (1 − 2⁻¹²⁸)² = 1 − 2⁻¹²⁷ + 2⁻²⁵⁶.
    let belowOne = Fixed(whole: 0, fraction: .max)
    #expect(belowOne * belowOne == Fixed(whole: 0, fraction: .max - 1))
    #expect(-belowOne * belowOne == -Fixed(whole: 0, fraction: .max - 1))
    // (2⁶² + 2⁻¹²⁸)(1 + 2⁻¹²⁸) = 2⁶² + 2⁻⁶⁶ + 2⁻¹²⁸ + 2⁻²⁵⁶.
    let large = Fixed(whole: 1 << 62, fraction: 1)
    #expect(
      large * Fixed(whole: 1, fraction: 1) == Fixed(whole: 1 << 62, fraction: 1 << 62 + 1))
  }

  @Test("all 256 bits of a product agree with the standard library's")
  func fullProducts() {
    var numbers = Numbers(state: 4)
    let edges: [UInt128] = [0, 1, UInt128(UInt64.max), 1 << 64, 1 << 127, .max - 1, .max]
    let random = (0..<60).map { _ in UInt128.random(in: 0 ... .max, using: &numbers) }
    for a in edges + random {
      for b in edges + random {
        #expect(fullProduct(a, b) == a.multipliedFullWidth(by: b))
      }
    }
  }

  @Test("quotients of 256 bits agree with the standard library's")
  func quotients() {
    var numbers = Numbers(state: 9)
    // Digits of which a first guess is too high, once and twice, and those at the edges.
    let digits: [UInt128] = [0, 1, 2, 1 << 63 - 1, 1 << 63, 1 << 63 + 1, 1 << 64 - 2, 1 << 64 - 1]
    let edges = digits.flatMap { upper in digits.map { upper << 64 | $0 } }
    let random = (0..<60).map { _ in UInt128.random(in: 0 ... .max, using: &numbers) }
    for divisor in edges + random + [1, 3, 1 << 100 - 1, 1 << 126 + 5] where divisor > 0 {
      for high in edges + random + [divisor - 1] where high < divisor {
        for low in [0, 1 << 64 - 1, .max, random[Int(high & 31)]] as [UInt128] {
          #expect(
            quotient(high, low, by: divisor) == divisor.dividingFullWidth((high, low)).quotient)
        }
      }
    }
  }
}

@Suite("Real numbers of 128 bits")
struct Real128Tests {
  @Test("conversions from fractions and fixed-point numbers keep the first 127 bits")
  func conversions() {
    var numbers = Numbers(state: 5)
    for _ in 0..<2000 {
      let value = numbers.fraction()
      // Below 2⁶³ the fixed-point number holds all 128 bits of the real one and more, unless the
      // value is small.
      let fixed = Fixed(value)
      guard fixed.whole > 0 else { continue }
      let error = fixed - Real128(value).fixed
      // 2⁻¹²⁷ of a value below 2⁽ᵇ⁾, and the cut of both numbers.
      let bits = 64 - fixed.whole.leadingZeroBitCount
      #expect(error >= .zero && error <= Fixed(whole: 0, fraction: (1 << (bits + 1)) + 2))
      #expect(Real128(fixed).fixed <= fixed)
    }
  }

  @Test("operations err by less than 2⁻¹²⁷ of the result, and downwards")
  func operations() {
    var numbers = Numbers(state: 6)
    for _ in 0..<2000 {
      let a = Int128.random(in: 1...(1 << 31), using: &numbers)
      let b = Int128.random(in: 1...(1 << 31), using: &numbers)
      let (x, y) = (Real128(integer: UInt128(a)), Real128(integer: UInt128(b)))
      // Integers below 2⁶³ are exact in both.
      #expect((x + y).fixed == Fixed(whole: Int64(a + b)))
      #expect((x * y).fixed == Fixed(whole: Int64(a * b)))
      #expect((x * y / y).fixed == Fixed(whole: Int64(a)))
      let quotient = Real128(Rational(a, b))
      #expect(quotient.significand == (x / y).significand)
      if a < b {
        let error = Fixed(Rational(a, b)) - quotient.fixed
        #expect(error >= .zero && error <= Fixed(whole: 0, fraction: 2))
      }
    }
  }

  @Test("a difference is exact where both numbers agree in all of their first 128 bits")
  func closeNumbers() {
    // 2¹⁰ and 2¹⁰ + 2⁻⁹⁰.
    let step = Real128(
      distanceFrom: Rational(1 << 100, 1 << 90), to: Rational(1 << 100 + 1, 1 << 90))
    #expect(step.significand == 1 << 127 && step.exponent == -90 - 127)
    // 1/(n(n − 1)) of n = 2¹²⁷ − 1 is 2⁻²⁵⁴(1 + 3·2⁻¹²⁷ + …).
    let tiny = Real128(
      distanceFrom: Rational(1, Int128.max), to: Rational(1, Int128.max - 1))
    #expect(tiny.significand - 1 << 127 <= 4 && tiny.exponent == -254 - 127)
  }

  @Test("the square of a square root is the radicand, for even and odd exponents")
  func squareRoots() {
    var numbers = Numbers(state: 7)
    let edges: [UInt128] = [1 << 127, 1 << 127 + 1, .max - 1, .max]
    let random = (0..<2000).map { _ in UInt128.random(in: 1 << 127 ... .max, using: &numbers) }
    for significand in edges + random {
      for exponent in [-96, -97] {
        let value = Real128(high: 0, low: significand, exponent: exponent)
        let root = value.squareRoot
        // The root errs by 2⁻¹²⁵, its square by twice that and 2⁻¹²⁷, of less than 2³².
        #expect(
          Seconds((root * root).fixed).isWithin(.powerOfTwo(-91), of: Seconds(value.fixed)))
      }
    }
    for number in 1...1000 {
      let root = Real128(integer: UInt128(number * number)).squareRoot
      #expect(
        Seconds(root.fixed).isWithin(
          .powerOfTwo(-115), of: Seconds(Fixed(whole: Int64(number)))))
    }
  }

  @Test(
    "logarithms of 2, 3, 10, 1/7 and 10¹⁶ to 38 decimals",
    arguments: [
      ("2", "0.69314718055994530941723212145817656808"),
      ("3", "1.09861228866810969139524523692252570465"),
      ("10", "2.30258509299404568401799145468436420760"),
      ("1/7", "-1.94591014905531330510535274344317972964"),
      ("10000000000000000", "36.84136148790473094428786327494982732162"),
    ])
  func logarithms(number: String, expected: String) {
    // Five units for each factor of 2 and 15 more, of 2⁻¹²⁸: below 2⁻¹¹⁹ here.
    let logarithm = Real128(rational(number)).logarithm
    #expect(
      Seconds(logarithm).isWithin(.powerOfTwo(-119), of: seconds(expected)))
  }

  @Test("the logarithm of a product is the sum of the logarithms, over every part of the table")
  func logarithmLaw() {
    let third = Real128(Rational(4, 3))
    for index in 0..<640 {
      let value = Real128(Rational(Int128(640 + index), 640))
      let difference = (value * third).logarithm - value.logarithm - third.logarithm
      // Three logarithms within 20 units of 2⁻¹²⁸, and a product within 2.
      #expect(Seconds(difference).isWithin(Fixed(whole: 0, fraction: 62), of: .zero))
    }
  }

  @Test("near 1 the series and the logarithm agree")
  func series() {
    for index in 1...100 {
      // z = n/700 up to 1/7, and 2·artanh z = ln((1 + z)/(1 − z)).
      let ratio = Real128(Rational(Int128(index), 700))
      let series = ratio.areaTangentRatio * ratio.fixed * 2
      let logarithm = Real128(Rational(Int128(700 + index), Int128(700 - index))).logarithm
      // Six units and a cut product on one side, 22 on the other.
      #expect(
        Seconds(series).isWithin(Fixed(whole: 0, fraction: 40), of: Seconds(logarithm)))
    }
  }
}
