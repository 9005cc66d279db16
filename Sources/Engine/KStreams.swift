/// One channel of a group of hops, which is filtered by itself.
struct KStream<S: KSample> {
  /// The channel's sample in the first frame of the lead.
  let start: UnsafePointer<S>
  /// The number of the first hop, and how many they are.
  let hop: Int
  let hops: Int
  /// How many channels it stands for.
  let weight: Double
}

/// All channels of all groups of a stretch, one after another. Of two equal channels the first
/// stands for both.
struct KStreams<S: KSample> {
  private let samples: UnsafePointer<S>
  private let channels: Int
  private let hops: Int
  private let hop: Int
  /// The group and the channel that come next.
  private var first = 0
  private var channel = 0
  /// Where the frames end of which is known already that their channels are equal.
  private var equal: UnsafePointer<S>

  /// - Parameters:
  ///   - samples: the first frame of hop 0; the hop before it may be read too.
  ///   - areEqual: whether it is known that both channels have the same bits.
  init(
    of samples: UnsafePointer<S>, channels: Int, areEqual: Bool, hops: Int, hop: Int
  ) {
    self.samples = samples
    self.channels = channels
    self.hops = hops
    self.hop = hop
    equal = samples + (areEqual ? hops : -1) * hop * channels
  }

  mutating func next() -> KStream<S>? {
    guard first < hops else { return nil }
    let count = min(KWeighting.group, hops - first)
    let start = samples + (first - 1) * hop * channels
    let isTwice = channel == 0 && channels == 2 && isEqual(from: start, hops: 1 + count)
    let stream = KStream(
      start: start + channel, hop: first, hops: count, weight: isTwice ? 2 : 1)
    channel += isTwice ? 2 : 1
    if channel == channels {
      channel = 0
      first += count
    }
    return stream
  }

  /// Whether both channels have the same bits.
  private mutating func isEqual(from start: UnsafePointer<S>, hops: Int) -> Bool {
    let from = max(start, equal)
    let end = start + 2 * hops * hop
    if end <= equal { return true }
    guard KStreams.isEqual(from, frames: (end - from) / 2) else { return false }
    equal = end
    return true
  }

  private static func isEqual(_ samples: UnsafePointer<S>, frames: Int) -> Bool {
    let first = UnsafeRawPointer(samples)
    let bytes = 8 * frames
    var at = 0
    // The samples and those one place on: every other difference is one of the channels.
    while at &+ 132 <= bytes {
      var different = SIMD4<UInt64>.zero
      for i in 0..<4 {
        let pairs = first + (at &+ 32 &* i)
        different |=
          pairs.loadUnaligned(as: SIMD4<UInt64>.self)
          ^ pairs.loadUnaligned(fromByteOffset: 4, as: SIMD4<UInt64>.self)
      }
      if allBits(different) & 0xffff_ffff != 0 { return false }
      at &+= 128
    }
    while at < bytes {
      let pair = first.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      if (pair ^ (pair &>> 32)) & 0xffff_ffff != 0 { return false }
      at &+= 8
    }
    return true
  }
}

/// The bits that are set in any of four numbers. Comparing the vector with zero would be done one
/// number after another.
@inline(__always)
func allBits(_ numbers: SIMD4<UInt64>) -> UInt64 {
  (numbers[0] | numbers[1]) | (numbers[2] | numbers[3])
}
