import SongModel
import Timing

/// The dice of a song. Each throw depends on nothing but the seed and the place that it is for, so
/// that no other throw, and no order of throwing, can change it.
struct Chance {
  /// What a throw decides; the raw values are part of every seeded song and stay as they are.
  enum Purpose: UInt64 {
    case step = 1
    case probability = 2
    case timing = 3
    case velocity = 4
    case gap = 5
    case transpose = 6
    case pan = 7
  }

  let seed: UInt64

  /// 64 random bits.
  ///
  /// - Parameters:
  ///   - pass: the number of the section's pass in the song, the count-in not counted.
  ///   - name: whose throw it is; a track's name, so that other tracks make no difference.
  ///   - position: from the section's downbeat.
  func bits(
    _ purpose: Purpose, pass: Int, name: UInt64, position: WholeNotes, depth: Int = 0
  ) -> UInt64 {
    let (top, bottom) = (position.count.numerator, position.count.denominator)
    var state = seed
    for word in [
      purpose.rawValue, UInt64(pass), name, UInt64(truncatingIfNeeded: top),
      UInt64(truncatingIfNeeded: top >> 64), UInt64(truncatingIfNeeded: bottom),
      UInt64(truncatingIfNeeded: bottom >> 64), UInt64(depth),
    ] {
      state = Chance.mixed(state ^ word)
    }
    return state
  }

  /// Whether something of that probability, 0 to 1, comes up.
  static func comesUp(_ bits: UInt64, of probability: Rational) -> Bool {
    // bits / 2⁶⁴ < probability, exactly.
    let threshold = Fixed(probability)
    return threshold.whole > 0 || UInt128(bits) << 64 < threshold.fraction
  }

  /// A whole number from −limit to limit, all equally likely.
  static func whole(_ bits: UInt64, within limit: Int) -> Int {
    Int(bits.multipliedFullWidth(by: UInt64(2 * limit + 1)).high) - limit
  }

  /// From −1 up to, but without, 1, for levels and places: the upper 53 bits, exact in a Double.
  static func share(_ bits: UInt64) -> Double { Double(bits >> 11) * 0x1p-52 - 1 }

  /// From −1 up to, but without, 1, for times: bits · 2⁻⁶³ − 1.
  static func deviation(_ bits: UInt64) -> Fixed {
    Fixed(whole: Int64(bits >> 63) - 1, fraction: UInt128(bits << 1) << 64)
  }

  /// A number that stands for a name: FNV-1a, 64 bits.
  static func number(of name: String) -> UInt64 {
    name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The output function of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
  /// generators", 2014): a bijection in which every input bit changes about half of the output.
  private static func mixed(_ state: UInt64) -> UInt64 {
    var z = state &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
