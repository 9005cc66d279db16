/// What a stretch of silence makes of the state of a ``KFilter``, and the energy that rings out
/// meanwhile: in one go, however long the stretch.
///
/// Without input one frame takes the state s to A·s, and its output is r·s. So n frames take it to
/// Aⁿ·s, and the squares of their outputs add up to s·G·s for G = Σ (Aᵏ)ᵀ·rᵀ·r·Aᵏ over k < n.
struct KSilence: Sendable {
  /// Aⁿ and G, row by row.
  private let advance: Matrix
  private let energy: Matrix

  private typealias Matrix = (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  init(frames: Int, of filter: KFilter) {
    let (one, output) = filter.unforced
    var rows = InlineArray<4, SIMD4<Double>>(repeating: .zero)
    for i in 0..<4 { rows[i][i] = 1 }
    var sums = InlineArray<4, SIMD4<Double>>(repeating: .zero)
    for _ in 0..<frames {
      // r·Aᵏ
      var row = SIMD4<Double>.zero
      for i in 0..<4 { row += output[i] * rows[i] }
      for i in 0..<4 { sums[i] += row[i] * row }
      let before = rows
      for i in 0..<4 {
        rows[i] = .zero
        for k in 0..<4 { rows[i] += one[i][k] * before[k] }
      }
    }
    advance = (rows[0], rows[1], rows[2], rows[3])
    energy = (sums[0], sums[1], sums[2], sums[3])
  }

  /// Twice the silence: A²ⁿ, and G + (Aⁿ)ᵀ·G·Aⁿ.
  init(twice half: KSilence) {
    let (a, g) = (half.advance, half.energy)
    advance = KSilence.product(a, a)
    let rung = KSilence.product(KSilence.transposed(a), KSilence.product(g, a))
    energy = (g.0 + rung.0, g.1 + rung.1, g.2 + rung.2, g.3 + rung.3)
  }

  private static func product(_ left: Matrix, _ right: Matrix) -> Matrix {
    func row(_ weights: SIMD4<Double>) -> SIMD4<Double> {
      (weights[0] * right.0 + weights[1] * right.1) + (weights[2] * right.2 + weights[3] * right.3)
    }
    return (row(left.0), row(left.1), row(left.2), row(left.3))
  }

  private static func transposed(_ matrix: Matrix) -> Matrix {
    func column(_ i: Int) -> SIMD4<Double> {
      SIMD4(matrix.0[i], matrix.1[i], matrix.2[i], matrix.3[i])
    }
    return (column(0), column(1), column(2), column(3))
  }

  /// Takes the state of one stream through the silence, and returns the energy that it rings with.
  ///
  /// What is so small that no output will reach 2⁻⁶² of full scale becomes zero, before it reaches
  /// the denormal numbers, with which processors are many times slower. The shelf's part does so
  /// within milliseconds, the rest within half a second.
  static func pass(_ state: inout SIMD4<Float>, _ silence: UnsafePointer<KSilence>) -> Double {
    let s = SIMD4<Double>(state)
    let (g, a) = (silence.pointee.energy, silence.pointee.advance)
    let sum =
      (s[0] * dot(g.0, s) + s[1] * dot(g.1, s)) + (s[2] * dot(g.2, s) + s[3] * dot(g.3, s))
    state = SIMD4(SIMD4(dot(a.0, s), dot(a.1, s), dot(a.2, s), dot(a.3, s)))
    // 2⁻⁴⁰ steps of 2⁻²³.
    let faint: Float = 0x1p-40
    if abs(state[0]) < faint && abs(state[1]) < faint { state.lowHalf = .zero }
    if abs(state[2]) < faint && abs(state[3]) < faint { state.highHalf = .zero }
    return sum
  }

  @inline(__always)
  private static func dot(_ row: SIMD4<Double>, _ s: SIMD4<Double>) -> Double {
    let products = row * s
    return (products[0] + products[1]) + (products[2] + products[3])
  }
}
