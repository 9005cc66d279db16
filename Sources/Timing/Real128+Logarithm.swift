/// Natural logarithms from integer arithmetic alone. An error in units below is in units of 2⁻¹²⁸.
extension Real128 {
  /// The natural logarithm, within (5·|log₂| + 15) units.
  ///
  /// A value is 2ᵏ·m with m from 1 to 2, and m = c·(m/c), where c is the middle of one of 64 equal
  /// parts of that range: ln = k·ln 2 + ln c + 2·artanh z, z = (m − c)/(m + c), |z| < 2⁻⁸. The
  /// multiples of ln 2, which is known within 5 units, are the only part whose error grows.
  var logarithm: Fixed {
    let part = Int(truncatingIfNeeded: significand >> 121) & 63
    let center = UInt128(2 * part + 129) << 120
    let halfSum = significand >> 1 + center >> 1
    let distance = max(significand, center) - min(significand, center)
    let ratio = quotient(distance >> 1, distance << 127, by: halfSum)
    // The first term left out is 2·z¹⁷/17 < 2⁻¹³⁹.
    let rest = Real128.doubledAreaTangent(ratio, terms: 8)
    let base = Real128.logarithmOfTwo * Int64(exponent + 127) + Real128.logarithms[part]
    return significand < center ? base - rest : base + rest
  }

  /// `artanh(z)/z = 1 + z²/3 + z⁴/5 + …`, at least 1, for `self` = z < 1/6; within 6 units.
  var areaTangentRatio: Fixed {
    let ratio = fixed.fraction
    let square = fullProduct(ratio, ratio).high
    // The first term left out is z⁵⁰/51 < 2⁻¹³⁴ or, where the square is below 2⁻ᵏ and n terms make
    // k·n 132 at least, below 2⁻¹³².
    let terms = min(24, 131 / square.leadingZeroBitCount + 1)
    return Fixed(
      whole: 1,
      fraction: fullProduct(square, Real128.series(square, terms: terms)).high)
  }

  /// `2·artanh(z)` for z = `ratio`·2⁻¹²⁸ below 2/5: within 5 units beside the terms left out.
  private static func doubledAreaTangent(_ ratio: UInt128, terms: Int) -> Fixed {
    let square = fullProduct(ratio, ratio).high
    let excess = fullProduct(square, series(square, terms: terms - 1)).high
    return Fixed(whole: 0, fraction: (ratio + fullProduct(ratio, excess).high) << 1)
  }

  /// `1/3 + s/5 + s²/7 + …` of s = `square`·2⁻¹²⁸ below 1/6, by Horner's rule: what a step errs by,
  /// at most 2½ units, the next one makes six times smaller, so the result is within 3.
  private static func series(_ square: UInt128, terms: Int) -> UInt128 {
    let reciprocals = oddReciprocals
    var sum: UInt128 = 0
    for index in stride(from: terms - 1, through: 0, by: -1) {
      sum = reciprocals[index] + fullProduct(square, sum).high
    }
    return sum
  }

  /// 1/3, 1/5, 1/7 … in units.
  private static let oddReciprocals: [UInt128] = (0..<48).map { .max / UInt128(2 * $0 + 3) }

  /// The logarithms of the 64 centres (129 + 2i)/128: 2·artanh((2i + 1)/(2i + 257)), whose
  /// argument is below 1/3. The first term left out is below 2·3⁻⁹⁷/97 < 2⁻¹⁵⁰.
  private static let logarithms: [Fixed] = (0..<64).map {
    doubledAreaTangent(Fixed.fraction(2 * $0 + 1, 2 * $0 + 257), terms: 48)
  }

  /// ln 2 = 2·artanh(1/3).
  private static let logarithmOfTwo = doubledAreaTangent(.max / 3, terms: 48)
}
