@testable import Timing

/// SplitMix64: the same numbers in every run.
struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A fraction of a random size, from 2⁻⁶² to 2⁶².
  mutating func fraction() -> Rational {
    let top = Int128.random(in: 1...(1 << Int128.random(in: 1...62, using: &self)), using: &self)
    let bottom = Int128.random(
      in: 1...(1 << Int128.random(in: 1...62, using: &self)), using: &self)
    return Rational(top, bottom)
  }
}

/// `7`, `-7/3` or `0.25`, exact.
func rational(_ text: some StringProtocol) -> Rational {
  if let slash = text.firstIndex(of: "/") {
    return Rational(
      Int128(text[..<slash])!, Int128(text[text.index(after: slash)...])!)
  }
  guard let point = text.firstIndex(of: ".") else { return Rational(Int128(text)!) }
  let decimals = text[text.index(after: point)...]
  let scale = decimals.reduce(Int128(1)) { product, _ in product * 10 }
  let whole = Rational(Int128(text[..<point])!)
  let part = Rational(Int128(decimals)!, scale)
  return text.hasPrefix("-") ? whole - part : whole + part
}

/// Seconds in decimal, with up to 38 decimals.
func seconds(_ text: some StringProtocol) -> Seconds {
  let digits = text.drop { $0 == "-" }
  let point = digits.firstIndex(of: ".")!
  let time =
    Seconds(Fixed(whole: Int64(digits[..<point])!)) + Seconds(rational("0" + digits[point...]))
  return text.hasPrefix("-") ? -time : time
}

func notes(_ text: String) -> WholeNotes { WholeNotes(rational(text)) }

func tempo(_ beatsPerMinute: String, _ beat: String = "1/4") -> Tempo {
  Tempo(beatsPerMinute: rational(beatsPerMinute), beat: notes(beat))
}

extension Fixed {
  /// 2 to a power from −128 to 62.
  static func powerOfTwo(_ exponent: Int) -> Fixed {
    exponent < 0
      ? Fixed(whole: 0, fraction: 1 << (128 + exponent)) : Fixed(whole: 1 << Int64(exponent))
  }
}

extension Seconds {
  func isWithin(_ tolerance: Fixed, of other: Seconds) -> Bool {
    let difference = self - other
    return max(difference, -difference).value <= tolerance
  }
}
