/// An exact fraction: the value of every number that a song states.
///
/// Always in lowest terms with a positive denominator, so that `==`, `hash` and `<` agree.
/// The operators stop the program when a result leaves 128 bits. They are for values whose bounds
/// are known; values of unknown size go through ``adding(_:)`` and ``multiplied(by:)``, which
/// return `nil` instead.
public struct Rational: Hashable, Sendable {
  public let numerator: Int128
  public let denominator: Int128

  /// `numerator / denominator`, brought to lowest terms.
  ///
  /// - Precondition: `denominator` is not zero, and neither argument is `Int128.min`.
  public init(_ numerator: Int128, _ denominator: Int128 = 1) {
    precondition(denominator != 0, "a fraction with denominator zero")
    // Nearly all fractions fit machine words, which are divided several times faster.
    if let top = Int64(exactly: numerator), let bottom = Int64(exactly: denominator), bottom > 0 {
      let divisor = greatestCommonDivisor(top.magnitude, UInt64(bottom))
      let quotient = Int128(top.magnitude / divisor)
      self.numerator = top < 0 ? -quotient : quotient
      self.denominator = Int128(UInt64(bottom) / divisor)
      return
    }
    let divisor = Int128(
      greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.numerator = sign * numerator / divisor
    self.denominator = sign * denominator / divisor
  }

  /// A fraction that is in lowest terms already.
  private init(reduced numerator: Int128, _ denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  public static let zero = Rational(reduced: 0, 1)
  public static let one = Rational(reduced: 1, 1)

  /// The largest integer that is not above the value.
  public var floor: Int128 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The smallest integer that is not below the value.
  public var ceiling: Int128 { -(-self).floor }

  public var isInteger: Bool { denominator == 1 }

  public var magnitude: Rational { numerator < 0 ? -self : self }

  /// The sum, or `nil` where it leaves 128 bits.
  public func adding(_ other: Rational) -> Rational? {
    if denominator == other.denominator {
      let (sum, overflow) = numerator.addingReportingOverflow(other.numerator)
      return overflow || sum == .min ? nil : Rational(sum, denominator)
    }
    // Knuth, The Art of Computer Programming, volume 2, 4.5.1: dividing by the common factor
    // first keeps the intermediate products as small as they can be.
    let common = Int128(
      greatestCommonDivisor(denominator.magnitude, other.denominator.magnitude))
    let scale = other.denominator / common
    let (left, overflow1) = numerator.multipliedReportingOverflow(by: scale)
    let (right, overflow2) = other.numerator.multipliedReportingOverflow(
      by: denominator / common)
    let (sum, overflow3) = left.addingReportingOverflow(right)
    let (product, overflow4) = denominator.multipliedReportingOverflow(by: scale)
    if overflow1 || overflow2 || overflow3 || overflow4 || sum == .min { return nil }
    return Rational(sum, product)
  }

  /// The product, or `nil` where it leaves 128 bits.
  public func multiplied(by other: Rational) -> Rational? {
    let across = Int128(
      greatestCommonDivisor(numerator.magnitude, other.denominator.magnitude))
    let back = Int128(greatestCommonDivisor(other.numerator.magnitude, denominator.magnitude))
    let (top, overflow1) = (numerator / across).multipliedReportingOverflow(
      by: other.numerator / back)
    let (bottom, overflow2) = (denominator / back).multipliedReportingOverflow(
      by: other.denominator / across)
    return overflow1 || overflow2 || top == .min ? nil : Rational(reduced: top, bottom)
  }

  /// `1 / self`.
  ///
  /// - Precondition: the value is not zero.
  public var reciprocal: Rational {
    precondition(numerator != 0, "the reciprocal of zero")
    return numerator < 0
      ? Rational(reduced: -denominator, -numerator) : Rational(reduced: denominator, numerator)
  }

  public static prefix func - (value: Rational) -> Rational {
    Rational(reduced: -value.numerator, value.denominator)
  }

  public static func + (left: Rational, right: Rational) -> Rational {
    guard let sum = left.adding(right) else {
      preconditionFailure("a sum of fractions beyond 128 bits")
    }
    return sum
  }

  public static func - (left: Rational, right: Rational) -> Rational { left + -right }

  public static func * (left: Rational, right: Rational) -> Rational {
    guard let product = left.multiplied(by: right) else {
      preconditionFailure("a product of fractions beyond 128 bits")
    }
    return product
  }

  public static func / (left: Rational, right: Rational) -> Rational {
    left * right.reciprocal
  }
}

extension Rational: Comparable {
  public static func < (left: Rational, right: Rational) -> Bool {
    if left.denominator == right.denominator { return left.numerator < right.numerator }
    // The cross products need 256 bits, which never overflow.
    let a = left.numerator.multipliedFullWidth(by: right.denominator)
    let b = right.numerator.multipliedFullWidth(by: left.denominator)
    return (a.high, a.low) < (b.high, b.low)
  }
}

extension Rational: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self.init(reduced: Int128(value), 1) }
}

extension Rational: CustomStringConvertible {
  /// `7` or `400/3`.
  public var description: String {
    isInteger ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

/// Stein's algorithm, which needs no division: a power of two that only one of two numbers has is in
/// no divisor of both, and neither is one of the difference of two odd numbers.
func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
  if a == 0 || b == 0 { return a | b }
  let twos = (a | b).trailingZeroBitCount
  var (x, y) = (a >> UInt64(a.trailingZeroBitCount), b >> UInt64(b.trailingZeroBitCount))
  while x != y {
    let difference = x > y ? x &- y : y &- x
    x = min(x, y)
    y = difference >> UInt64(difference.trailingZeroBitCount)
  }
  return x << UInt64(twos)
}

/// Euclid's algorithm, until 64 bits hold what is left; zero only for two zeros.
func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
  var (large, small) = (a, b)
  while small != 0 {
    if large <= UInt128(UInt64.max) && small <= UInt128(UInt64.max) {
      return UInt128(greatestCommonDivisor(UInt64(large), UInt64(small)))
    }
    (large, small) = (small, large % small)
  }
  return large
}
