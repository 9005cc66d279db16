/// Elementary functions from nothing but IEEE 754 addition, multiplication and rounding to an
/// integer, so that they give the same bits on every processor. The C library's do not: it picks
/// another implementation where the processor has fused multiplication.
public enum PortableMath {
  /// 2 to the power of `x`, to about 1 unit in the last place for |x| up to 1000.
  ///
  /// 2ˣ = 2ⁿ·e^(f·ln 2) with n the nearest integer and |f| ≤ 1/2; the exponential is its Taylor
  /// series, whose 15th term is below 2⁻⁵⁶ there.
  public static func exp2(_ x: Double) -> Double {
    let nearest = x.rounded()
    let y = (x - nearest) * 0.693147180559945309417232121458
    var sum = 1.0
    for n in stride(from: 15.0, to: 0.0, by: -1.0) { sum = 1.0 + y / n * sum }
    return Double(sign: .plus, exponent: Int(nearest), significand: 1.0) * sum
  }

  /// The amplitude of a level in decibels: 10^(dB/20).
  public static func amplitude(decibels: Double) -> Double {
    // log2(10)/20
    exp2(decibels * 0.166096404744368117393515971474)
  }

  /// The sine of an angle in turns: sin(2π·turns), to about 1 unit in the last place of 1.
  public static func sine(turns: Double) -> Double {
    // To the nearest quarter turn, then the series of sine or cosine on ±1/8 turn.
    let quarters = (turns * 4).rounded()
    let angle = (turns - quarters / 4) * 6.283185307179586476925286766559
    let square = angle * angle
    var sine = 1.0
    var cosine = 1.0
    for n in stride(from: 16.0, to: 0.0, by: -2.0) {
      sine = 1.0 - square / (n * (n + 1.0)) * sine
      cosine = 1.0 - square / (n * (n - 1.0)) * cosine
    }
    sine *= angle
    switch Int(quarters - 4 * (quarters / 4).rounded(.down)) {
    case 0: return sine
    case 1: return cosine
    case 2: return -sine
    default: return -cosine
    }
  }

  /// The cosine of an angle in turns.
  public static func cosine(turns: Double) -> Double { sine(turns: turns + 0.25) }
}

extension PortableMath {
  /// The level of an amplitude in decibels: 20·log10, to about 10⁻¹³ dB.
  ///
  /// With a = 2ⁿ·m and m from 2/3 to 4/3, ln m = 2·artanh u = 2·(u + u³/3 + u⁵/5 + …) with
  /// u = (m − 1)/(m + 1), so |u| ≤ 1/5, and the 12th term is below 2⁻⁵⁶.
  ///
  /// - Precondition: `amplitude` is above zero and finite.
  public static func decibels(amplitude: Double) -> Double {
    precondition(amplitude > 0 && amplitude.isFinite, "an amplitude that has a level")
    var exponent = Double(amplitude.exponent)
    var mantissa = amplitude.significand
    if mantissa > 4.0 / 3 {
      mantissa /= 2
      exponent += 1
    }
    let u = (mantissa - 1) / (mantissa + 1)
    var sum = 0.0
    for n in stride(from: 23.0, to: 0.0, by: -2.0) { sum = sum * u * u + 1 / n }
    // 20·log10(2), and 40/ln(10) for the doubled series.
    return exponent * 6.020599913279624 + sum * u * 17.371779276130073
  }
}
