/// A binary fixed-point number with 64 bits before the point and 128 after it.
///
/// Sums of exact fractions do not stay small: a few dozen tempos with three decimals need a common
/// denominator of more than 128 bits. So times since the start of a file are kept here, where a
/// sum costs two instructions and never grows. One conversion errs by less than 2⁻¹²⁸ and always
/// downwards; ``Frame`` states how the half frame is found in spite of that.
public struct Fixed: Hashable, Sendable {
  /// The largest integer that is not above the value.
  public let whole: Int64
  /// The halves of what remains. A word of 128 bits would be aligned to sixteen bytes, and make a
  /// time a third larger.
  private let upper: UInt64
  private let lower: UInt64

  /// What remains, in units of 2⁻¹²⁸.
  public var fraction: UInt128 { UInt128(upper) << 64 | UInt128(lower) }

  public init(whole: Int64, fraction: UInt128 = 0) {
    self.whole = whole
    upper = UInt64(truncatingIfNeeded: fraction >> 64)
    lower = UInt64(truncatingIfNeeded: fraction)
  }

  public static let zero = Fixed(whole: 0)

  /// The largest fixed-point number that is not above `value`.
  ///
  /// - Precondition: the value's integer part fits 64 bits.
  public init(_ value: Rational) {
    self.init(floorOf: value.numerator, over: value.denominator)
  }

  /// The largest fixed-point number that is not above `numerator / denominator`, which need not
  /// be in lowest terms.
  ///
  /// - Precondition: the denominator is positive, and the quotient's integer part fits 64 bits.
  init(floorOf numerator: Int128, over denominator: Int128) {
    var (whole, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    if remainder < 0 {
      whole -= 1
      remainder += denominator
    }
    self.init(
      whole: Int64(whole), fraction: Fixed.fraction(remainder.magnitude, denominator.magnitude))
  }

  /// ⌊numerator · 2¹²⁸ / denominator⌋, for a numerator below the denominator.
  static func fraction(_ numerator: UInt128, _ denominator: UInt128) -> UInt128 {
    guard denominator <= UInt128(UInt64.max) else {
      return quotient(numerator, 0, by: denominator)
    }
    // Long division with 64-bit digits is one instruction a digit.
    let divisor = UInt64(denominator)
    let first = divisor.dividingFullWidth((UInt64(numerator), 0))
    let second = divisor.dividingFullWidth((first.remainder, 0))
    return UInt128(first.quotient) << 64 | UInt128(second.quotient)
  }

  public static func + (left: Fixed, right: Fixed) -> Fixed {
    let (fraction, carry) = left.fraction.addingReportingOverflow(right.fraction)
    return Fixed(whole: left.whole + right.whole + (carry ? 1 : 0), fraction: fraction)
  }

  public static func - (left: Fixed, right: Fixed) -> Fixed {
    let (fraction, borrow) = left.fraction.subtractingReportingOverflow(right.fraction)
    return Fixed(whole: left.whole - right.whole - (borrow ? 1 : 0), fraction: fraction)
  }

  public static prefix func - (value: Fixed) -> Fixed { .zero - value }

  /// The product, cut to 128 bits after the point: never above the exact one, and less than
  /// 2⁻¹²⁸ below it.
  ///
  /// - Precondition: the product's integer part fits 64 bits.
  public static func * (left: Fixed, right: Fixed) -> Fixed {
    if left.whole < 0 { return -((-left) * right) }
    if right.whole < 0 { return -(left * (-right)) }
    // (a + x)(b + y) = ab + ay + bx + xy, with a and b whole, x and y fractions of 2¹²⁸.
    let ay = fullProduct(UInt128(left.whole), right.fraction)
    let bx = fullProduct(UInt128(right.whole), left.fraction)
    let xy = fullProduct(left.fraction, right.fraction).high
    let (sum, carry1) = ay.low.addingReportingOverflow(bx.low)
    let (fraction, carry2) = sum.addingReportingOverflow(xy)
    let whole =
      UInt128(left.whole) * UInt128(right.whole) + ay.high + bx.high
      + (carry1 ? 1 : 0) + (carry2 ? 1 : 0)
    return Fixed(whole: Int64(whole), fraction: fraction)
  }

  public static func * (left: Fixed, right: Int64) -> Fixed { left * Fixed(whole: right) }
}

extension Fixed: Comparable {
  public static func < (left: Fixed, right: Fixed) -> Bool {
    (left.whole, left.fraction) < (right.whole, right.fraction)
  }
}
