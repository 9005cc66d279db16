/// The last frames of a stream and the block that follows them, side by side in memory, for what
/// looks a fixed way back. Allocates nothing after it is made.
struct SampleWindow: ~Copyable {
  /// How many frames before the newest block stay readable; silence before the first block.
  let kept: Int
  let channels: Int
  /// The most frames that one block may have.
  let largestBlock: Int
  private let capacity: Int
  private let memory: UnsafeMutablePointer<Float>
  /// Where the next block begins.
  private var end: Int

  /// Frames that may be read behind the newest block; what they hold is undefined.
  static let slack = 64

  init(kept: Int, channels: Int, largestBlock: Int) {
    self.kept = kept
    self.channels = channels
    self.largestBlock = largestBlock
    // Room for several times the frames that are moved, so that moving costs less than taking in.
    capacity = 4 * (kept + largestBlock) + SampleWindow.slack
    memory = .allocate(capacity: capacity * channels)
    memory.initialize(repeating: 0, count: capacity * channels)
    end = kept
  }

  deinit { memory.deallocate() }

  /// Takes in a block and gives the place of its first frame, in the first channel; `stride` frames
  /// on is the second. The frames from `kept` before it on may be read until the next block.
  mutating func append(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>?, count: Int
  ) -> UnsafeMutablePointer<Float> {
    if end + count + SampleWindow.slack > capacity {
      for channel in 0..<channels {
        let start = memory + channel * capacity
        copy(start + (end - kept), to: start, count: kept)
      }
      end = kept
    }
    let place = memory + end
    copy(left, to: place, count: count)
    if channels == 2, let right { copy(right, to: place + capacity, count: count) }
    end += count
    return place
  }

  /// The distance of the channels in memory.
  var stride: Int { capacity }

  /// Behind the newest frame of a channel.
  func end(of channel: Int) -> UnsafeMutablePointer<Float> { memory + channel * capacity + end }
}

/// Copies samples one after another, so that the destination may overlap the source from below.
///
/// The library's `update(from:count:)` is not proved to free nothing by `@_noAllocation`; this is.
@inline(__always)
func copy(_ samples: UnsafePointer<Float>, to place: UnsafeMutablePointer<Float>, count: Int) {
  for i in 0..<count { place[i] = samples[i] }
}
