import SongModel
import Timing

/// Estimates how high the sound rises between its samples.
///
/// The sound is interpolated with a sinc of 49 taps under a Hann window, 4 values to a frame below
/// 96 kHz, 2 below 192 kHz, and from there on the samples alone. That is the interpolator of
/// libebur128 (`interp_create`, 49 taps), so that both find the same true peak; a sinc of that
/// length is what ITU-R BS.1770-4, annex 2, asks for.
///
/// The peak of a frame is the largest magnitude from its sample up to the next one, that one
/// excluded. It depends on the frames from `before` in front of it to `after` behind it, and on
/// nothing else: neither on the size of the blocks nor on the peaks of other frames.
///
/// Threads may share one: nothing writes to its memory after it is made.
struct TruePeakFilter: ~Copyable, @unchecked Sendable {
  /// Interpolated values to a frame: 4, 2 or 1.
  let factor: Int
  /// How many frames in front of a frame its peak depends on.
  let before: Int
  /// How many frames behind a frame its peak depends on.
  let after: Int
  /// The weights of the samples k before and k + 1 after a frame, see ``raise(_:to:count:)``: of
  /// their sum and their difference a quarter of a frame on, and of their sum half a frame on. Not
  /// arrays, which would be retained and released in every block.
  private let sums: UnsafeMutablePointer<Float>
  private let differences: UnsafeMutablePointer<Float>
  private let halves: UnsafeMutablePointer<Float>
  /// The factors by which ``mayExceed(_:from:count:)`` judges.
  private let flatGain: Float
  private let curveGain: Float

  /// Frames that are bounded, and interpolated where that does not do, at once.
  static let piece = 64
  /// Frames that are interpolated in one go; counts are rounded up to whole goes.
  static let lanes = 8

  init(rate: SampleRate) {
    let factor = rate.hertz < 96_000 ? 4 : rate.hertz < 192_000 ? 2 : 1
    let pairs = factor == 1 ? 0 : 24 / factor
    self.factor = factor
    before = max(0, pairs - 1)
    after = pairs
    let tap = { TruePeakFilter.tap(at: $0, pairs: pairs) }
    sums = .allocate(capacity: 3 * pairs)
    differences = sums + pairs
    halves = differences + pairs
    for k in 0..<pairs {
      let (near, far) = (tap(Double(k) + 0.25), tap(Double(k) + 0.75))
      (sums + k).initialize(to: Float((near + far) / 2))
      (differences + k).initialize(to: Float((near - far) / 2))
      (halves + k).initialize(to: Float(tap(Double(k) + 0.5)))
    }
    let places = factor == 4 ? [0.25, 0.5, 0.75] : factor == 2 ? [0.5] : []
    let gains = places.map { place in
      TruePeakFilter.gains((1 - pairs...pairs).map { tap(abs(Double($0) - place)) })
    }
    // What rounding in single precision can add is far below 2⁻¹⁶.
    flatGain = Float(gains.reduce(1) { max($0, $1.flat) } * (1 + 0x1p-16))
    curveGain = Float(gains.reduce(0) { max($0, $1.curve) } * (1 + 0x1p-16))
  }

  deinit { sums.deallocate() }

  /// The impulse response at a distance in frames: sin(πd)/(πd) under a Hann window that reaches
  /// zero at `pairs` frames.
  private static func tap(at distance: Double, pairs: Int) -> Double {
    let sinc = PortableMath.sine(turns: distance / 2) / (.pi * distance)
    return sinc * (0.5 + 0.5 * PortableMath.cosine(turns: distance / Double(2 * pairs)))
  }

  /// How far one interpolated value can rise: |Σ h[k]·x[k]| ≤ flat·max|x| + curve·max|Δ²x|.
  ///
  /// Taking u and v from the two taps in the middle leaves a rest r with Σ r[k] = Σ k·r[k] = 0 for
  /// u + v = Σ h[k] and v = Σ k·h[k]. Summed by parts twice, Σ r[k]·x[k] = Σ c[k]·Δ²x[k] with c
  /// the sum of the sums of r. So `flat` is |u| + |v|, close to 1, and `curve` is Σ |c[k]|.
  private static func gains(_ taps: [Double]) -> (flat: Double, curve: Double) {
    let middle = taps.count / 2 - 1
    let sum = taps.reduce(0, +)
    let moment = taps.indices.reduce(0) { $0 + taps[$1] * Double($1 - middle) }
    var rest = taps
    rest[middle] -= sum - moment
    rest[middle + 1] -= moment
    var (inner, outer, curve) = (0.0, 0.0, 0.0)
    for value in rest {
      inner += value
      outer += inner
      curve += abs(outer)
    }
    return (abs(sum - moment) + abs(moment), curve)
  }

  /// How many times the largest sample that a frame's peak depends on it may reach.
  var reach: Float { flatGain + 4 * curveGain }

  /// Whether any peak of `count` frames may exceed a limit; `false` only where none does. Low notes
  /// are judged tightly, so that few frames need interpolating.
  ///
  /// Reads `before` frames in front of `samples` and `after` behind the last, and up to ``lanes``
  /// more, which can only make it err towards `true`.
  func mayExceed(_ limit: Float, from samples: UnsafePointer<Float>, count: Int) -> Bool {
    let first = samples - before
    let total = count &+ before &+ after
    var heights = Lanes.zero
    for i in stride(from: 0, to: total, by: TruePeakFilter.lanes) {
      heights = larger(heights, magnitudes(load(first + i)))
    }
    let height = heights.max()
    // A second difference is at most four times the largest sample.
    if reach * height <= limit { return false }
    if factor == 1 { return true }
    var bends = Lanes.zero
    for i in stride(from: 0, to: total &- 2, by: TruePeakFilter.lanes) {
      let (last, this, next) = (load(first + i), load(first + i + 1), load(first + i + 2))
      bends = larger(bends, magnitudes((next - this) - (this - last)))
    }
    return flatGain * height + curveGain * bends.max() > limit
  }

  /// Raises each of `count` levels to the peak of its frame, where that is higher.
  ///
  /// With p and q the samples k before and k + 1 after the frame, the value a quarter of a frame
  /// on is Σ a·p + b·q and, the response being even, the one at three quarters is Σ b·p + a·q.
  /// These are S + D and S − D for S = Σ (a + b)/2·(p + q) and D = Σ (a − b)/2·(p − q), and the
  /// larger of their magnitudes is |S| + |D|.
  ///
  /// Reads `before` frames in front of `samples` and `after` behind the last, and handles as many
  /// frames as make whole goes of ``lanes``.
  func raise(
    _ levels: UnsafeMutablePointer<Float>, to samples: UnsafePointer<Float>, count: Int
  ) {
    let goes = (count + TruePeakFilter.lanes - 1) / TruePeakFilter.lanes
    for go in 0..<goes {
      let start = go &* TruePeakFilter.lanes
      let frame = samples + start
      var level = larger(load(levels + start), magnitudes(load(frame)))
      if factor == 4 {
        level = larger(level, peaksOfThree(frame))
      } else if factor == 2 {
        level = larger(level, peaksOfOne(frame))
      }
      UnsafeMutableRawPointer(levels + start).storeBytes(of: level, as: Lanes.self)
    }
  }

  /// The largest magnitude of the values a quarter, a half and three quarters of a frame on.
  @inline(__always)
  private func peaksOfThree(_ frame: UnsafePointer<Float>) -> Lanes {
    var (sum, half, front, back) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    for k in 0..<6 {
      let (p, q) = (load(frame - k), load(frame + 1 + k))
      let both = p + q
      sum += sums[k] * both
      half += halves[k] * both
      front += differences[k] * p
      back += differences[k] * q
    }
    return larger(magnitudes(half), magnitudes(sum) + magnitudes(front - back))
  }

  /// The magnitudes of the values half a frame on.
  @inline(__always)
  private func peaksOfOne(_ frame: UnsafePointer<Float>) -> Lanes {
    var half = Lanes.zero
    for k in 0..<12 { half += halves[k] * (load(frame - k) + load(frame + 1 + k)) }
    return magnitudes(half)
  }
}

typealias Lanes = SIMD8<Float>

@inline(__always)
private func load(_ samples: UnsafePointer<Float>) -> Lanes {
  UnsafeRawPointer(samples).loadUnaligned(as: Lanes.self)
}

@inline(__always)
func magnitudes(_ lanes: Lanes) -> Lanes {
  unsafeBitCast(
    unsafeBitCast(lanes, to: SIMD8<UInt32>.self) & SIMD8(repeating: 0x7fff_ffff), to: Lanes.self)
}

@inline(__always)
func larger(_ left: Lanes, _ right: Lanes) -> Lanes {
  left.replacing(with: right, where: left .< right)
}
