import Timing

/// A decimal number of another program's file, exact where a song can hold it.
struct ForeignDecimal: Hashable {
  enum Fault: Error {
    case malformed
    /// More than a song can hold.
    case tooLarge
  }

  /// A song's numbers have up to so many digits, those behind the point included.
  static let digits = 12

  let value: Rational
  /// Whether the file says exactly this; if not, it has more digits, and this is the nearest.
  let isExact: Bool

  /// Reads `7`, `97.5`, `97.` and `.5`: what C's `strtod` reads without a sign and an exponent.
  init(_ text: some StringProtocol) throws(Fault) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : ""
    guard !text.isEmpty, text != ".", parts[0].allSatisfy(Self.isDigit),
      decimals.allSatisfy(Self.isDigit)
    else { throw .malformed }
    let whole = parts[0].drop { $0 == "0" }
    guard whole.count <= Self.digits else { throw .tooLarge }
    let kept = decimals.prefix(Self.digits - whole.count)
    let lost = decimals.dropFirst(kept.count)
    var numerator: Int128 = 0
    var denominator: Int128 = 1
    for digit in whole { numerator = numerator * 10 + Self.value(digit) }
    for digit in kept {
      numerator = numerator * 10 + Self.value(digit)
      denominator *= 10
    }
    if let next = lost.first, Self.value(next) >= 5 { numerator += 1 }
    value = Rational(numerator, denominator)
    isExact = lost.allSatisfy { $0 == "0" }
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isWholeNumber
  }

  private static func value(_ digit: Character) -> Int128 { Int128(digit.wholeNumberValue ?? 0) }
}

extension Rational {
  /// `97.5` where that is exact, else `400/3`.
  var written: String {
    var places: Int128 = 1
    var digits = 0
    while digits < ForeignDecimal.digits, !(self * Rational(places)).isInteger {
      places *= 10
      digits += 1
    }
    let scaled = self * Rational(places)
    guard scaled.isInteger, digits > 0 else { return description }
    let text = String(scaled.numerator)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    return "\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }
}
