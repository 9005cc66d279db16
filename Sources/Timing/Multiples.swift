/// The whole multiples of a fraction of 64 bits, each rounded down once.
///
/// With a fraction p/q = w + (f + r/q)·2⁻¹²⁸, where w and f are whole and r < q, n times it is
/// n·w + (n·f + n·r/q)·2⁻¹²⁸. All but the last term is whole in units of 2⁻¹²⁸, so ⌊n·r/q⌋ is all
/// that has to be rounded: one division where ``Fixed`` needs four to make the same number of a
/// numerator and a denominator.
struct Multiples: Sendable {
  private let whole: UInt64
  private let upper: UInt64
  private let lower: UInt64
  private let rest: UInt64
  private let divisor: UInt64

  /// - Returns: `nil` where the fraction is negative, or its numerator or denominator leaves 63 bits.
  init?(of fraction: Rational) {
    guard fraction.numerator >= 0, let numerator = Int64(exactly: fraction.numerator),
      let denominator = Int64(exactly: fraction.denominator)
    else { return nil }
    divisor = UInt64(denominator)
    let (whole, remainder) = UInt64(numerator).quotientAndRemainder(dividingBy: divisor)
    let first = divisor.dividingFullWidth((remainder, 0))
    let second = divisor.dividingFullWidth((first.remainder, 0))
    (self.whole, upper, lower, rest) = (whole, first.quotient, second.quotient, second.remainder)
  }

  /// The largest fixed-point number that is not above `count` times the fraction.
  ///
  /// - Precondition: the product's integer part fits 64 bits.
  func times(_ count: UInt64) -> Fixed {
    let (high, low) = (
      upper.multipliedFullWidth(by: count), lower.multipliedFullWidth(by: count)
    )
    // As rest < divisor, the quotient is below `count` and the division cannot overflow.
    let last =
      rest == 0 ? 0 : divisor.dividingFullWidth(rest.multipliedFullWidth(by: count)).quotient
    let (sum, carry1) = (UInt128(low.high) << 64 | UInt128(low.low))
      .addingReportingOverflow(UInt128(last))
    let (fraction, carry2) = sum.addingReportingOverflow(UInt128(high.low) << 64)
    return Fixed(
      whole: Int64(count * whole + high.high + (carry1 ? 1 : 0) + (carry2 ? 1 : 0)),
      fraction: fraction)
  }
}
