/// The number of frames in a second, in hertz: 8000 to 384000.
public struct SampleRate: Hashable, Comparable, Sendable {
  public static let range = 8_000...384_000
  public let hertz: Int

  /// - Returns: `nil` outside ``range``.
  public init?(hertz: Int) {
    guard SampleRate.range.contains(hertz) else { return nil }
    self.hertz = hertz
  }

  private init(known hertz: Int) { self.hertz = hertz }

  public static let standard = SampleRate(known: 48_000)

  public static func < (left: SampleRate, right: SampleRate) -> Bool {
    left.hertz < right.hertz
  }
}

/// A place on the grid of one sample rate: frame 0 is the first of the file. Also a distance there.
public struct Frame: Hashable, Comparable, Sendable {
  public let index: Int

  public init(_ index: Int) { self.index = index }

  public static let zero = Frame(0)

  public static func < (left: Frame, right: Frame) -> Bool { left.index < right.index }
  public static func + (left: Frame, right: Frame) -> Frame { Frame(left.index + right.index) }
  public static func - (left: Frame, right: Frame) -> Frame { Frame(left.index - right.index) }
}

/// A time on the clock, in seconds since the start of the file, or a distance between two such
/// times.
///
/// A sum of n times that were each converted from an exact fraction is below the exact sum by
/// less than n·2⁻¹²⁸ s, and never above it. A time on a ramp errs either way; see ``TempoMap``.
public struct Seconds: Hashable, Comparable, Sendable {
  public let value: Fixed

  public init(_ value: Fixed) { self.value = value }
  public init(_ value: Rational) { self.value = Fixed(value) }

  public static let zero = Seconds(Fixed.zero)

  public static func + (left: Seconds, right: Seconds) -> Seconds {
    Seconds(left.value + right.value)
  }
  public static func - (left: Seconds, right: Seconds) -> Seconds {
    Seconds(left.value - right.value)
  }
  public static prefix func - (time: Seconds) -> Seconds { Seconds(-time.value) }
  public static func * (left: Seconds, count: Int64) -> Seconds {
    Seconds(left.value * count)
  }
  public static func < (left: Seconds, right: Seconds) -> Bool { left.value < right.value }

  /// The frame that the time falls on: floor(seconds × rate + 1/2), so that a half frame rounds up.
  ///
  /// This is the only place where a time becomes a frame. The stored time lies below the exact one
  /// by up to the 2⁻¹²⁸ s of each conversion that it is a sum of, so an exact half may be stored
  /// as slightly less. A value within 2⁻⁶⁴ frames below a half is taken as the half: room for 4·10¹³
  /// conversions at 384 kHz, and finer than any half that a song could miss by.
  public func frame(at rate: SampleRate) -> Frame { frame(atHertz: rate.hertz) }

  /// The frame that the time falls on in a foreign file, whose rate need be no ``SampleRate``.
  ///
  /// - Precondition: the rate is not negative, and the frame fits 64 bits.
  public func frame(atHertz hertz: Int) -> Frame {
    let product = fullProduct(value.fraction, UInt128(hertz))
    let half = (UInt128(1) << 127) - (UInt128(1) << 64)
    let roundsUp = product.low >= half
    return Frame(Int(value.whole) * hertz + Int(product.high) + (roundsUp ? 1 : 0))
  }

  /// Whole milliseconds, rounded up.
  public var milliseconds: Int {
    let product = fullProduct(value.fraction, 1000)
    // What is left of a whole number by the errors of conversions is none.
    return Int(value.whole) * 1000 + Int(product.high) + (product.low >> 64 > 0 ? 1 : 0)
  }

  /// The seconds in decimal, rounded to `decimals` places, a half up.
  ///
  /// - Precondition: `decimals` is 1 to 18.
  public func formatted(decimals: Int) -> String {
    let (isNegative, whole, decimal) = rounded(decimals: decimals)
    let digits = String(decimal)
    let zeros = String(repeating: "0", count: decimals - digits.count)
    return (isNegative ? "-" : "") + "\(whole)." + zeros + digits
  }

  /// The whole seconds and so many decimal places of their magnitude, rounded, a half up. What is
  /// rounded to zero is not negative.
  ///
  /// - Precondition: `decimals` is 1 to 18.
  public func rounded(
    decimals: Int
  ) -> (isNegative: Bool, whole: Int64, decimal: UInt64) {
    precondition((1...18).contains(decimals), "1 to 18 decimals")
    if value.whole < 0 {
      let positive = (-self).rounded(decimals: decimals)
      return (positive.whole > 0 || positive.decimal > 0, positive.whole, positive.decimal)
    }
    var scale: UInt64 = 1
    for _ in 0..<decimals { scale *= 10 }
    let product = fullProduct(value.fraction, UInt128(scale))
    let decimal = UInt64(product.high)
    // The same reading of a half as in frame(at:), for the same reason.
    guard product.low >= (UInt128(1) << 127) - (UInt128(1) << 64) else {
      return (false, value.whole, decimal)
    }
    return decimal + 1 == scale ? (false, value.whole + 1, 0) : (false, value.whole, decimal + 1)
  }
}
