import Timing

/// A number of an XML file, exactly as its decimal says, or as the 32-bit float that it is a printout
/// of was meant.
///
/// Programs that keep 32-bit floats write 0.8 as 0.8, as 0.800000011920929 or with all of the digits
/// of the nearest float. So a text that is what its nearest float gives when it is rounded to the
/// text's own number of decimals is read as the shortest decimal that has this nearest float. Every
/// other text is its own decimal: 0.80000002 stays what it is, because the nearest float is
/// 0.80000001 to eight decimals.
///
/// Exact to nine decimals; a float near 1 holds seven, and what a text has beyond nine is rounded, a
/// half up in magnitude. What is nearer to zero than a millionth is zero: the leftover of a sum of
/// floats.
struct XMLNumber: Hashable, Sendable {
  let value: Rational

  init(_ value: Rational) { self.value = value }

  /// The largest magnitude.
  static let largest = Rational(1_000_000_000)
  static let decimals = 9

  /// Reads `7`, `-0.25`, `.5` or `1.5e-05`; `nil` for anything else and beyond ``largest``.
  ///
  /// Cost: proportional to the text, which may have 60 characters.
  init?(_ text: String) {
    guard let digits = Digits(text) else { return nil }
    guard let rounded = (digits.shortest ?? digits).rational else { return nil }
    guard rounded.magnitude <= XMLNumber.largest else { return nil }
    value = rounded.magnitude < Rational(1, 1_000_000) ? .zero : rounded
  }

  /// A decimal as it is written: its digits, and where the point stands.
  private struct Digits: Equatable {
    var isNegative: Bool
    /// Without zeros in front; empty for zero.
    var digits: [UInt8]
    /// How many of the digits follow the point; negative for zeros before the point.
    var decimals: Int

    init?(_ text: String) {
      let bytes = Array(text.utf8)
      guard (1...60).contains(bytes.count) else { return nil }
      var index = 0
      isNegative = bytes[0] == UInt8(ascii: "-")
      if isNegative || bytes[0] == UInt8(ascii: "+") { index = 1 }
      digits = []
      decimals = 0
      var seen = 0
      var point = false
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "."), !point {
          point = true
        } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
          seen += 1
          if point { decimals += 1 }
          if byte != UInt8(ascii: "0") || !digits.isEmpty {
            digits.append(byte - UInt8(ascii: "0"))
          }
        } else {
          break
        }
        index += 1
      }
      guard seen > 0 else { return nil }
      guard index < bytes.count else { return }
      guard bytes[index] == UInt8(ascii: "e") || bytes[index] == UInt8(ascii: "E"),
        let exponent = Int16(String(decoding: bytes[(index + 1)...], as: UTF8.self))
      else { return nil }
      decimals -= Int(exponent)
    }

    /// Rounded to so many decimals, a half up in magnitude or down.
    func rounded(to count: Int, halvesUp: Bool = true) -> Digits {
      guard decimals > count else { return self }
      var rounded = self
      let dropped = decimals - count
      rounded.decimals = count
      guard dropped <= digits.count else {
        rounded.digits = []
        return rounded
      }
      let tail = digits.suffix(dropped)
      let isHalf = tail.first == 5 && tail.dropFirst().allSatisfy { $0 == 0 }
      let up = isHalf ? halvesUp : tail.first! >= 5
      rounded.digits.removeLast(dropped)
      guard up else { return rounded }
      var index = rounded.digits.count - 1
      while index >= 0, rounded.digits[index] == 9 {
        rounded.digits[index] = 0
        index -= 1
      }
      if index < 0 { rounded.digits.insert(1, at: 0) } else { rounded.digits[index] += 1 }
      return rounded
    }

    /// The value, to nine decimals; `nil` beyond 20 digits before the point.
    var rational: Rational? {
      let short = rounded(to: XMLNumber.decimals)
      guard !short.digits.isEmpty else { return .zero }
      guard short.digits.count - short.decimals <= 20, short.decimals >= -20 else { return nil }
      var numerator: Int128 = 0
      for digit in short.digits { numerator = numerator * 10 + Int128(digit) }
      var scale: Int128 = 1
      for _ in 0..<abs(short.decimals) { scale *= 10 }
      if isNegative { numerator = -numerator }
      return short.decimals < 0 ? Rational(numerator * scale) : Rational(numerator, scale)
    }

    /// The shortest decimal of the float that these are the digits of; `nil` where they are of none.
    var shortest: Digits? {
      // A float has at most 149 decimals; with fewer than seven digits the text is its own shortest.
      guard digits.count > 6, decimals > 0, decimals <= 60,
        let float = Float(description), float.isNormal, let whole = Digits.printout(of: float),
        // Programs differ in what they do with a half.
        whole.rounded(to: decimals) == self || whole.rounded(to: decimals, halvesUp: false) == self,
        let short = Digits(float.magnitude.description)
      else { return nil }
      var found = short
      found.isNegative = isNegative
      return found
    }

    /// As `Float` reads it.
    private var description: String {
      (isNegative ? "-" : "")
        + String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        + "e\(-decimals)"
    }

    /// All digits of a float: significand · 2ᵉ, and 2⁻ᵏ is 5ᵏ · 10⁻ᵏ.
    private static func printout(of float: Float) -> Digits? {
      var digits: [UInt8] = []
      var significand = UInt32(float.significandBitPattern | 1 << 23)
      var power = Int(float.exponent) - 23
      while power < 0, significand & 1 == 0 {
        significand >>= 1
        power += 1
      }
      guard (-80...8).contains(power) else { return nil }
      for character in String(significand).utf8 { digits.append(character - UInt8(ascii: "0")) }
      for _ in 0..<abs(power) { multiply(&digits, by: power < 0 ? 5 : 2) }
      var found = Digits(isNegative: float.sign == .minus, digits: digits)
      found.decimals = max(0, -power)
      return found
    }

    private init(isNegative: Bool, digits: [UInt8]) {
      self.isNegative = isNegative
      self.digits = digits
      self.decimals = 0
    }

    private static func multiply(_ digits: inout [UInt8], by factor: UInt8) {
      var carry: UInt8 = 0
      for index in digits.indices.reversed() {
        let product = digits[index] * factor + carry
        digits[index] = product % 10
        carry = product / 10
      }
      if carry > 0 { digits.insert(carry, at: 0) }
    }
  }
}
