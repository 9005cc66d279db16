/// All 256 bits of a product. The standard library's `multipliedFullWidth` gives the same, several
/// times slower, and a logarithm takes twenty of them.
@inline(__always)
func fullProduct(_ a: UInt128, _ b: UInt128) -> (high: UInt128, low: UInt128) {
  let (a1, a0) = (UInt64(truncatingIfNeeded: a >> 64), UInt64(truncatingIfNeeded: a))
  let (b1, b0) = (UInt64(truncatingIfNeeded: b >> 64), UInt64(truncatingIfNeeded: b))
  let low = a0.multipliedFullWidth(by: b0)
  let (cross1, cross2) = (a0.multipliedFullWidth(by: b1), a1.multipliedFullWidth(by: b0))
  let high = a1.multipliedFullWidth(by: b1)
  let (sum, carry1) = cross1.low.addingReportingOverflow(cross2.low)
  let (middle, carry2) = sum.addingReportingOverflow(low.high)
  let carries = UInt128(cross1.high) &+ UInt128(cross2.high) &+ (carry1 ? 1 : 0) &+ (carry2 ? 1 : 0)
  return (
    (UInt128(high.high) << 64 | UInt128(high.low)) &+ carries,
    UInt128(middle) << 64 | UInt128(low.low)
  )
}

/// The quotient of 256 bits by 128, cut. The standard library's `dividingFullWidth` gives the same,
/// several times slower.
///
/// It is long division with digits of 64 bits: what the upper digit of the divisor says of a digit
/// of the quotient is never too low, and at most two too high (Knuth, TAOCP 4.3.1, theorem B).
///
/// - Precondition: the divisor is above `high`.
func quotient(_ high: UInt128, _ low: UInt128, by divisor: UInt128) -> UInt128 {
  precondition(high < divisor, "a quotient of 128 bits")
  // The theorem is one of divisors of 2¹²⁷ and more.
  let shift = divisor.leadingZeroBitCount
  let divisor = divisor << shift
  let (high, low) = (high << shift | low >> (128 - shift), low << shift)
  let (first, rest) = digit(high, UInt64(truncatingIfNeeded: low >> 64), divisor)
  let (second, _) = digit(rest, UInt64(truncatingIfNeeded: low), divisor)
  return UInt128(first) << 64 | UInt128(second)
}

/// The digit that `remainder`·2⁶⁴ + `next` contains the divisor, and what remains.
@inline(__always)
private func digit(
  _ remainder: UInt128, _ next: UInt64, _ divisor: UInt128
) -> (digit: UInt64, remainder: UInt128) {
  let (d1, d0) = (
    UInt64(truncatingIfNeeded: divisor >> 64), UInt64(truncatingIfNeeded: divisor)
  )
  let (r1, r0) = (
    UInt64(truncatingIfNeeded: remainder >> 64), UInt64(truncatingIfNeeded: remainder)
  )
  var guess = UInt64.max
  // What the guess leaves of the upper digits; where it passes 64 bits the guess is right.
  var left = UInt128(r0) + UInt128(d1)
  if r1 < d1 {
    let (quotient, rest) = d1.dividingFullWidth((r1, r0))
    (guess, left) = (quotient, UInt128(rest))
  }
  while left >> 64 == 0, UInt128(guess) * UInt128(d0) > left << 64 | UInt128(next) {
    guess -= 1
    left += UInt128(d1)
  }
  // Beyond 128 bits both sides have the same.
  let product = UInt128(guess) &* divisor
  return (guess, (remainder << 64 | UInt128(next)) &- product)
}
