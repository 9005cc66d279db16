import SongModel
import Timing

/// The K-weighting filter of BS.1770, four streams side by side.
///
/// The standard gives it for 48 kHz: a shelf that lifts what lies above 1.7 kHz by 4 dB, and a high
/// pass at 38 Hz. For other rates the analog filters behind those figures are brought into discrete
/// time again by the bilinear transform. Frequencies, gain and Q are those that libebur128 derived.
///
/// Both are computed in steps from sample to sample. With δ = z − 1, a denominator z² + a₁z + a₂ is
/// δ² + c₁δ + c₀ for c₁ = 2 + a₁ and c₀ = 1 + a₁ + a₂. The state is v = x/(δ² + c₁δ + c₀) and its
/// step d = δv:
///
///     v' = v + d        d' = x − c₀v + (1 − c₁)d
///
/// The shelf's numerator, its first factor put aside, is δ² + n₁δ + n₀, which makes its output
/// x + (n₁ − c₁)d + (n₀ − c₀)v; that of the high pass is δ², its output x − c₁d − c₀v. Where the
/// rate is far above the filter's frequency a₁ is close to −2, and the digits that matter are the
/// last ones; c₁ and c₀ keep them all. That is why single precision will do at every rate.
struct KFilter: Sendable {
  struct State {
    var shelfSum = SIMD4<Float>.zero
    var shelfStep = SIMD4<Float>.zero
    var passSum = SIMD4<Float>.zero
    var passStep = SIMD4<Float>.zero

    /// The state of one stream.
    subscript(stream: Int) -> SIMD4<Float> {
      get { SIMD4(shelfSum[stream], shelfStep[stream], passSum[stream], passStep[stream]) }
      set {
        shelfSum[stream] = newValue[0]
        shelfStep[stream] = newValue[1]
        passSum[stream] = newValue[2]
        passStep[stream] = newValue[3]
      }
    }
  }

  /// What squares of the output are to be multiplied with: the square of the factor put aside.
  let energy: Double
  private let shelf: Section
  private let pass: Section

  /// A second-order filter in steps.
  private struct Section {
    /// What the next step takes from the sum, and what it keeps of the last one.
    let pull: Float
    let keep: Float
    /// What the output takes from the sum and from the step.
    let ofSum: Float
    let ofStep: Float
  }

  init(rate: SampleRate) {
    let decibels = 3.999843853973347
    let high = PortableMath.amplitude(decibels: decibels)
    let band = PortableMath.amplitude(decibels: decibels * 0.4996667741545416)
    // The shelf is (high·s² + band/Q·s + 1) / (s² + s/Q + 1) with s = (z − 1)/(K·(z + 1)).
    let (k, q) = (KFilter.warped(1681.974450955533, rate), 0.7071752369554196)
    let (square, first) = (1 + k / q + k * k, high + band * k / q + k * k)
    let (c1, c0) = ((2 * k / q + 4 * k * k) / square, 4 * k * k / square)
    let (n1, n0) = ((2 * band * k / q + 4 * k * k) / first, 4 * k * k / first)
    shelf = Section(
      pull: Float(c0), keep: Float(1 - c1), ofSum: Float(n0 - c0), ofStep: Float(n1 - c1))
    energy = (first / square) * (first / square)
    pass = KFilter.highPass(rate)
  }

  /// s² / (s² + s/Q + 1), but for the factor that would make its highest frequencies pass as they
  /// are, which BS.1770 leaves out.
  private static func highPass(_ rate: SampleRate) -> Section {
    let (k, q) = (warped(38.13547087602444, rate), 0.5003270373238773)
    let square = 1 + k / q + k * k
    let (c1, c0) = ((2 * k / q + 4 * k * k) / square, 4 * k * k / square)
    return Section(pull: Float(c0), keep: Float(1 - c1), ofSum: -Float(c0), ofStep: -Float(c1))
  }

  /// tan(π·frequency/rate).
  private static func warped(_ frequency: Double, _ rate: SampleRate) -> Double {
    let turns = frequency / Double(2 * rate.hertz)
    return PortableMath.sine(turns: turns) / PortableMath.cosine(turns: turns)
  }
}

extension KFilter {
  /// Filters one sample of each stream, and returns what comes out.
  @inline(__always)
  func output(of input: SIMD4<Float>, _ state: inout State) -> SIMD4<Float> {
    let lifted =
      input + shelf.ofSum * state.shelfSum + shelf.ofStep * state.shelfStep
    let step = (input - shelf.pull * state.shelfSum) + shelf.keep * state.shelfStep
    state.shelfSum += state.shelfStep
    state.shelfStep = step
    let pulled = lifted - pass.pull * state.passSum
    let output = pulled + pass.ofStep * state.passStep
    state.passSum += state.passStep
    state.passStep = pulled + pass.keep * state.passStep
    return output
  }

  /// What one frame makes of a state where the input is zero, row by row, and what it puts out; in
  /// the order of ``State``.
  var unforced: (state: InlineArray<4, SIMD4<Double>>, output: SIMD4<Double>) {
    let lifted = SIMD4(Double(shelf.ofSum), Double(shelf.ofStep), -Double(pass.pull), 0)
    return (
      [
        SIMD4(1, 1, 0, 0), SIMD4(-Double(shelf.pull), Double(shelf.keep), 0, 0),
        SIMD4(0, 0, 1, 1), lifted + SIMD4(0, 0, 0, Double(pass.keep)),
      ], lifted + SIMD4(0, 0, 0, Double(pass.ofStep))
    )
  }
}
