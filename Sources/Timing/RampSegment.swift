/// The times and tempos within one ramp.
///
/// From v₀ to v₁ whole notes a minute over L whole notes, with w(p) = v(p)/v₀ the tempo relative to
/// the start, and t the seconds to position p:
///
/// - `beats`: w = 1 + (v₁/v₀ − 1)·p/L, and dt = 60·dp/v gives t = 60·p/v₀ · ln w/(w − 1);
/// - `time`: with v linear in t, d(v²) = 2v·dv is proportional to v·dt and so to dp, hence
///   w² = 1 + ((v₁/v₀)² − 1)·p/L, and with the mean tempo (v₀ + v)/2, t = 60·p/v₀ · 2/(1 + w).
///
/// The last factor is the mean of 1/w over the way, and both are computed as sums, products and
/// quotients of positive numbers: 1 + (r − 1)·p/L as the weighted mean ((L − p) + r·p)/L, and ln as
/// `meanSlowness` says. So nothing cancels, however steep or flat the ramp is.
///
/// **Error.** It is two-sided.
/// - Fewer than 10 operations of ``Real128`` lead to w or to w − 1, which is `slope`·p: each errs by
///   less than 10·2⁻¹²⁷ of itself. Near 1 the logarithm is a series in z = (w − 1)/(w + 1), whose
///   factor 2/(1 + w) makes it 15·2⁻¹²⁷. Elsewhere ln w errs by 20 units of 2⁻¹²⁸ for that of w, and
///   by 5·|k| + 15 of its own, k = ⌊log₂ w⌋: as |ln w| is above 0.22, and above 0.28 where k is
///   not 0, that is less than 80·2⁻¹²⁷ of itself. With the quotient by w − 1 and the five
///   operations that follow, t errs by less than t·2⁻¹²⁰; with the curve `time`, t·2⁻¹²².
/// - p and L are rounded to 2⁻¹²⁸ whole notes. As |∂t/∂p| and |∂t/∂L| are at most s = 60/min(v₀, v₁)
///   seconds a whole note, that adds less than s·2⁻¹²⁶.
///
/// So |Δt| < t·2⁻¹²⁰ + s·2⁻¹²⁶ + 2⁻¹²⁸, the last for the result's own form. As s is below 2³⁰ at the
/// slowest tempo of all, that is below 2⁻⁹⁴ s for ramps of up to 10,000 hours. A length that follows
/// from a duration with the curve `beats` is irrational; it has a relative error below 2⁻¹²⁰ too,
/// which adds s·L·2⁻¹²⁰: below 2⁻⁹⁴ s where L would take up to 10,000 hours at the slower tempo, and
/// below 2⁻⁶⁰ s for any L up to 10⁹.
///
/// Two positions whose exact times differ by less than that may come out in the wrong order; the
/// ends of segments are always in order.
///
/// **Half frames.** A time on a ramp can be rational and fall on a half frame with the curve
/// `time`, where w² is the square of a fraction. ``Seconds/frame(at:)`` takes for a half what is
/// stored less than 2⁻⁶⁴ frames below it, at 384 kHz 2⁻⁸³ s: a thousand times the error above, and
/// room for as many ramps in a row. What is stored above the half rounds up anyway. Where a ramp
/// ends is exact with the curve `time` and where its length is a duration, and so are the constant
/// tempos that start at a rational position after it.
struct RampSegment: Sendable {
  private let curve: Ramp.Curve
  private let length: Fixed
  /// 60/v₀, seconds a whole note.
  private let startSlowness: Real128
  /// 1/L, the weight of the way still to go.
  private let weightOfRest: Real128
  /// v₁/v₀/L or (v₁/v₀)²/L, the weight of the way done.
  private let weightOfDistance: Real128
  /// |v₁/v₀ − 1|/L.
  private let slope: Real128

  /// - Parameters:
  ///   - start: the tempo v₀, in whole notes a minute.
  ///   - end: the tempo v₁, another one.
  /// - Precondition: the tempos and the length are positive, and the tempos differ.
  init(from start: Rational, to end: Rational, length: Fixed, curve: Ramp.Curve) {
    let startTempo = Real128(start)
    let length128 = Real128(length)
    let ratio = Real128(end) / startTempo
    self.curve = curve
    self.length = length
    startSlowness = Real128(integer: 60) / startTempo
    weightOfRest = Real128.one / length128
    weightOfDistance = (curve == .time ? ratio * ratio : ratio) / length128
    slope = Real128(distanceFrom: start, to: end) / startTempo / length128
  }

  /// The seconds from the ramp's start to a distance of 0 to L whole notes from it.
  func time(to distance: Fixed) -> Fixed {
    guard distance > .zero else { return .zero }
    let way = Real128(distance)
    let mean = RampSegment.meanSlowness(
      relativeTempo: relativeTempo(at: distance), deviation: slope * way, curve: curve)
    return (startSlowness * way * mean).fixed
  }

  /// The seconds that a whole note would last at the tempo at a distance of 0 to L.
  func secondsPerWholeNote(at distance: Fixed) -> Fixed {
    (startSlowness / relativeTempo(at: distance)).fixed
  }

  /// w(p).
  private func relativeTempo(at distance: Fixed) -> Real128 {
    guard distance > .zero else { return .one }
    let rest = length - distance
    let done = weightOfDistance * Real128(distance)
    let sum = rest > .zero ? weightOfRest * Real128(rest) + done : done
    return curve == .time ? sum.squareRoot : sum
  }

  /// The mean of 1/w over the way to where it is `relativeTempo`.
  ///
  /// - Parameter deviation: |w − 1| there, known on its own because a difference would not be exact
  ///   near 1. The curve `time` has no use for it.
  static func meanSlowness(
    relativeTempo: Real128, deviation: Real128, curve: Ramp.Curve
  ) -> Real128 {
    if curve == .beats && !isNearOne(relativeTempo) {
      let logarithm = relativeTempo.logarithm
      return Real128(logarithm < .zero ? -logarithm : logarithm) / deviation
    }
    let sum = relativeTempo + .one
    let mean = Real128(integer: 2) / sum
    if curve == .time { return mean }
    // ln w = 2·artanh z with z = (w − 1)/(w + 1), so ln w/(w − 1) = 2/(w + 1) · artanh(z)/z.
    return mean * Real128((deviation / sum).areaTangentRatio)
  }

  /// Whether w is from 3/4 to 5/4, and so |z| at most 1/7.
  private static func isNearOne(_ value: Real128) -> Bool {
    value.exponent == -127 && value.significand <= 5 << 125
      || value.exponent == -128 && value.significand >= 3 << 126
  }
}
