/// A positive real number of 128 significant bits: `significand · 2^exponent`.
///
/// Tempos, lengths and their ratios span thirty powers of ten, so what a ramp needs is bounded
/// relative to its value and not, as ``Fixed`` is, absolutely. Every operation here cuts its result
/// to 128 bits. So unless another bound is stated the result is never above the exact one of its
/// operands, and less than 2⁻¹²⁷ of it below. There are no differences and hence no
/// cancellation: n operations on exact numbers err by less than about n·2⁻¹²⁷ of the value.
struct Real128: Sendable {
  /// At least 2¹²⁷.
  let significand: UInt128
  let exponent: Int

  /// `(high · 2¹²⁸ + low) · 2^exponent`, cut to 128 bits.
  ///
  /// - Precondition: the value is not zero.
  init(high: UInt128, low: UInt128, exponent: Int) {
    if high == 0 {
      precondition(low != 0, "a real number above zero")
      significand = low << low.leadingZeroBitCount
      self.exponent = exponent - low.leadingZeroBitCount
    } else {
      let shift = high.leadingZeroBitCount
      significand = high << shift | low >> (128 - shift)
      self.exponent = exponent + 128 - shift
    }
  }

  /// - Precondition: the significand is at least 2¹²⁷.
  @inline(__always)
  private init(significand: UInt128, exponent: Int) {
    self.significand = significand
    self.exponent = exponent
  }

  /// - Precondition: the value is above zero.
  init(_ value: Fixed) {
    self.init(high: UInt128(value.whole), low: value.fraction, exponent: -128)
  }

  /// - Precondition: the value is above zero.
  init(_ value: Rational) {
    self =
      Real128(integer: value.numerator.magnitude) / Real128(integer: value.denominator.magnitude)
  }

  /// An integer, exact.
  init(integer: UInt128) { self.init(high: 0, low: integer, exponent: 0) }

  /// `|left − right|`, which needs no more than the precision of two divisions: the difference
  /// itself is exact in 256 bits, however close the two are.
  ///
  /// - Precondition: both are above zero and they differ.
  init(distanceFrom left: Rational, to right: Rational) {
    var (more, less) = (
      fullProduct(left.numerator.magnitude, right.denominator.magnitude),
      fullProduct(right.numerator.magnitude, left.denominator.magnitude)
    )
    if (more.high, more.low) < (less.high, less.low) { swap(&more, &less) }
    let (low, borrow) = more.low.subtractingReportingOverflow(less.low)
    self =
      Real128(high: more.high - less.high - (borrow ? 1 : 0), low: low, exponent: 0)
      / (Real128(integer: left.denominator.magnitude)
        * Real128(integer: right.denominator.magnitude))
  }

  static let one = Real128(integer: 1)

  static func * (left: Real128, right: Real128) -> Real128 {
    let (high, low) = fullProduct(left.significand, right.significand)
    let exponent = left.exponent + right.exponent + 128
    // The product of two numbers from 1 to 2 is below 4.
    return high >> 127 == 1
      ? Real128(significand: high, exponent: exponent)
      : Real128(significand: high << 1 | low >> 127, exponent: exponent - 1)
  }

  static func / (left: Real128, right: Real128) -> Real128 {
    // The quotient of the significands lies between 1/2 and 2; the dividend is shifted so that
    // it comes out with exactly 128 bits.
    let isLess = left.significand < right.significand
    let dividend =
      isLess
      ? (high: left.significand, low: 0)
      : (high: left.significand >> 1, low: left.significand << 127)
    return Real128(
      significand: quotient(dividend.high, dividend.low, by: right.significand),
      exponent: left.exponent - right.exponent - (isLess ? 128 : 127))
  }

  static func + (left: Real128, right: Real128) -> Real128 {
    let (large, small) = left.exponent >= right.exponent ? (left, right) : (right, left)
    let addend = small.significand >> (large.exponent - small.exponent)
    let (sum, carry) = large.significand.addingReportingOverflow(addend)
    return carry
      ? Real128(significand: 1 << 127 | sum >> 1, exponent: large.exponent + 1)
      : Real128(significand: sum, exponent: large.exponent)
  }

  /// The square root, on either side of the exact one by less than 2⁻¹²⁵ of it.
  var squareRoot: Real128 {
    // An even exponent and a radicand N between 2²⁵³ and 2²⁵⁵, which loses no bit.
    let shift = exponent.isMultiple(of: 2) ? 126 : 127
    let high = significand >> (128 - shift)
    let low = significand << shift
    // Newton's x ← (x + h/x)/2 on the upper half h, with 64 bits. It starts on the tangent at
    // 2¹²⁶, at most 6.1 % too high; an error e becomes at most e²/2, so that the fourth step
    // would leave 10⁻²⁴: what remains is what the last step cuts off, less than one unit.
    let tangent = UInt64(high >> 64) + 1 << 62
    let upper = (high: UInt64(high >> 64), low: UInt64(truncatingIfNeeded: high))
    var root = tangent
    for _ in 0..<4 { root = Real128.mean(root, root.dividingFullWidth(upper).quotient) }
    // The unit is at most 2^−62.5 of the root, half its square 2⁻¹²⁶: one more step does, and
    // cuts off at most two units of at most 2^−126.5.
    let wide = UInt128(root) << 64
    let result = Real128.mean(wide, quotient(high, low, by: wide))
    return Real128(high: 0, low: result, exponent: (exponent - shift) / 2)
  }

  /// `⌊(a + b)/2⌋`, whose sum may need a bit more than there is.
  private static func mean<Word: FixedWidthInteger>(_ a: Word, _ b: Word) -> Word {
    a & b + (a ^ b) >> 1
  }

  /// The largest fixed-point number that is not above the value.
  ///
  /// - Precondition: the value is below 2⁶³.
  var fixed: Fixed {
    let shift = exponent + 128
    precondition(shift < 64, "a number that fits a fixed-point one")
    return shift > 0
      ? Fixed(whole: Int64(significand >> (128 - shift)), fraction: significand << shift)
      : Fixed(whole: 0, fraction: significand >> -shift)
  }
}
