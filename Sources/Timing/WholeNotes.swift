/// A musical position or length, in whole notes, exact.
public struct WholeNotes: Hashable, Comparable, Sendable {
  public let count: Rational

  public init(_ count: Rational) { self.count = count }

  public init(_ numerator: Int128, _ denominator: Int128) {
    self.count = Rational(numerator, denominator)
  }

  public static let zero = WholeNotes(Rational.zero)

  public static func + (left: WholeNotes, right: WholeNotes) -> WholeNotes {
    WholeNotes(left.count + right.count)
  }
  public static func - (left: WholeNotes, right: WholeNotes) -> WholeNotes {
    WholeNotes(left.count - right.count)
  }
  public static func * (left: WholeNotes, times: Rational) -> WholeNotes {
    WholeNotes(left.count * times)
  }
  public static func / (left: WholeNotes, parts: Rational) -> WholeNotes {
    WholeNotes(left.count / parts)
  }
  /// How many times `right` goes into `left`.
  public static func / (left: WholeNotes, right: WholeNotes) -> Rational {
    left.count / right.count
  }
  public static func < (left: WholeNotes, right: WholeNotes) -> Bool { left.count < right.count }
}

extension WholeNotes {
  /// The least common multiple of the length's denominator and another, or `nil` where it leaves
  /// 128 bits. Cost: one greatest common divisor.
  public func commonDenominator(with other: Int128) -> Int128? {
    let divisor = greatestCommonDivisor(count.denominator.magnitude, other.magnitude)
    let (product, overflow) = count.denominator.multipliedReportingOverflow(
      by: other / Int128(divisor))
    return overflow ? nil : product
  }
}
