/// What a mixer renders into: the mix of a block of frames and, where they are wanted, its lanes.
public final class MixBlock {
  /// The most frames that a block may have.
  public static let capacity = 4096

  /// 1 or 2.
  public let channels: Int
  /// Whether each lane is kept by itself.
  public let hasLanes: Bool
  private let samples: UnsafeMutablePointer<Float>
  /// By lane, whether anything sounds in it.
  private var sounds: [Bool]

  /// - Parameters:
  ///   - channels: 1 or 2.
  ///   - lanes: how many lanes are kept; 0 for none.
  public init(channels: Int, lanes: Int = 0) {
    precondition((1...2).contains(channels), "mono or stereo")
    self.channels = channels
    hasLanes = lanes > 0
    let count = (lanes + 1) * channels * MixBlock.capacity
    samples = .allocate(capacity: count)
    samples.initialize(repeating: 0, count: count)
    sounds = Array(repeating: false, count: lanes)
  }

  deinit { samples.deallocate() }

  public var left: UnsafeMutablePointer<Float> { samples }
  /// `nil` in a mono block.
  public var right: UnsafeMutablePointer<Float>? {
    channels == 2 ? samples + MixBlock.capacity : nil
  }

  /// The samples of a lane; silence where nothing sounds in it.
  public func left(ofLane lane: Int) -> UnsafeMutablePointer<Float> {
    samples + (lane + 1) * channels * MixBlock.capacity
  }

  /// `nil` in a mono block.
  public func right(ofLane lane: Int) -> UnsafeMutablePointer<Float>? {
    channels == 2 ? left(ofLane: lane) + MixBlock.capacity : nil
  }

  /// Notes whether a lane is heard in this block, and clears it where it no longer is.
  func lane(_ lane: Int, isHeard: Bool) {
    if !isHeard && sounds[lane] {
      left(ofLane: lane).update(repeating: 0, count: channels * MixBlock.capacity)
    }
    sounds[lane] = isHeard
  }
}
