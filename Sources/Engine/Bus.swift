/// Where voices are summed: two channels of a block, in double precision.
///
/// Each product is rounded once to a multiple of 2⁻²³, a half to even: the grid of 24-bit samples.
/// Sums there are exact in double precision up to 2²⁹ times full scale, so that neither their
/// order nor a detour over another bus changes a bit.
struct Bus {
  let left: UnsafeMutablePointer<Double>
  let right: UnsafeMutablePointer<Double>

  init() {
    left = .allocate(capacity: 2 * MixBlock.capacity)
    left.initialize(repeating: 0, count: 2 * MixBlock.capacity)
    right = left + MixBlock.capacity
  }

  func deallocate() { left.deallocate() }

  func clear(_ count: Int) {
    left.update(repeating: 0, count: count)
    right.update(repeating: 0, count: count)
  }

  func add(_ other: Bus, _ count: Int) {
    for index in 0..<count { left[index] += other.left[index] }
    for index in 0..<count { right[index] += other.right[index] }
  }

  /// Sums as samples: exact below twice full scale, and the nearest above that.
  func store(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>?, _ count: Int
  ) {
    for index in 0..<count { left[index] = Float(self.left[index]) }
    guard let right else { return }
    for index in 0..<count { right[index] = Float(self.right[index]) }
  }

  // Between 2²⁹ and 2³⁰ doubles are 2⁻²³ apart, so that adding 1.5 · 2²⁹ rounds to the grid, and
  // subtracting it again is exact.
  private static let grid = 1.5 * 0x1p29

  /// `sum[i] += gain · samples[i]`
  static func add(
    _ samples: UnsafePointer<Float>, times gain: Float, to sum: UnsafeMutablePointer<Double>,
    count: Int
  ) {
    for index in 0..<count {
      // The product of two singles is exact in double precision.
      let product = Double(gain) * Double(samples[index])
      sum[index] += (product + grid) - grid
    }
  }

  /// `sum[i] += gain · samples[i] · (1 − (passed + i) / length)`: a straight line down to silence.
  static func add(
    _ samples: UnsafePointer<Float>, times gain: Float, fading passed: Int, of length: Int,
    to sum: UnsafeMutablePointer<Double>, count: Int
  ) {
    for index in 0..<count {
      let share = Double(length - passed - index) / Double(length)
      let product = Double(gain) * Double(samples[index]) * share
      sum[index] += (product + grid) - grid
    }
  }
}
