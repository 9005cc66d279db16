/// Where voices are summed: the channels of a block in turn, in double precision.
///
/// Sums of ``VoiceSum`` are exact here up to 2²⁹ times full scale, so that neither their order nor
/// a detour over another bus changes a bit.
struct Bus {
  let sums: UnsafeMutablePointer<Double>
  private let channels: Int

  init(channels: Int) {
    self.channels = channels
    sums = .allocate(capacity: channels * MixBlock.capacity)
    sums.initialize(repeating: 0, count: channels * MixBlock.capacity)
  }

  func deallocate() { sums.deallocate() }

  @_noAllocation @_noLocks
  func clear(_ count: Int) { sums.update(repeating: 0, count: count * channels) }

  func add(_ other: Bus, _ count: Int) {
    for index in 0..<count &* channels { sums[index] += other.sums[index] }
  }

  /// Sums as samples: exact below twice full scale, and the nearest above that.
  @_noAllocation @_noLocks
  func store(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>?, _ count: Int
  ) {
    guard let right else {
      for index in 0..<count { left[index] = Float(sums[index]) }
      return
    }
    for index in 0..<count {
      left[index] = Float(sums[2 &* index])
      right[index] = Float(sums[2 &* index &+ 1])
    }
  }
}
