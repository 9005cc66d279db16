import Synchronization

/// What comes in while a song plays, on its way from the server's thread to one that writes it down.
///
/// Frame 0 is the first that was played. Where nobody takes it away in time it is full, and nothing
/// more is kept: what comes after a gap would stand in the wrong place.
struct InputRing: @unchecked Sendable {
  struct Shared: ~Copyable {
    let put = Atomic(0)
    let taken = Atomic(0)
    let isFull = Atomic(false)
  }

  /// In frames, a power of two: ten seconds and more.
  static let capacity = 1 << 20
  private let mask = InputRing.capacity - 1
  let channels: Int
  let shared: UnsafeMutablePointer<Shared>
  private let memory: UnsafeMutablePointer<Float>

  init(channels: Int) {
    self.channels = channels
    shared = .allocate(capacity: 1)
    shared.initialize(to: Shared())
    memory = .allocate(capacity: channels * InputRing.capacity)
    memory.initialize(repeating: 0, count: channels * InputRing.capacity)
  }

  func deallocate() {
    shared.deinitialize(count: 1)
    shared.deallocate()
    memory.deallocate()
  }

  /// Whether there is room for so many frames; if not, it is full for good.
  @_noAllocation @_noLocks
  func hasRoom(for count: Int) -> Bool {
    if shared.pointee.isFull.load(ordering: .relaxed) { return false }
    let waiting =
      shared.pointee.put.load(ordering: .relaxed) - shared.pointee.taken.load(ordering: .acquiring)
    if waiting + count <= mask + 1 { return true }
    shared.pointee.isFull.store(true, ordering: .releasing)
    return false
  }

  /// Puts the samples of a channel in, behind what has been handed over.
  @_noAllocation @_noLocks
  func put(_ samples: UnsafePointer<Float>, _ count: Int, channel: Int) {
    let start = shared.pointee.put.load(ordering: .relaxed)
    let plane = memory + channel * (mask + 1)
    for index in 0..<count { plane[(start + index) & mask] = samples[index] }
  }

  /// Hands frames over whose channels have all been put in.
  @_noAllocation @_noLocks
  func handOver(_ count: Int) {
    let end = shared.pointee.put.load(ordering: .relaxed) + count
    shared.pointee.put.store(end, ordering: .releasing)
  }

  /// Takes frames out: as many as there are, up to a number.
  ///
  /// - Parameter body: gets the sample of a frame and a channel.
  func take(upTo most: Int, _ body: (_ frame: Int, _ channel: Int, Float) -> Void) -> Int {
    let start = shared.pointee.taken.load(ordering: .relaxed)
    let count = min(most, shared.pointee.put.load(ordering: .acquiring) - start)
    for frame in 0..<count {
      for channel in 0..<channels {
        body(frame, channel, memory[channel * (mask + 1) + (start + frame) & mask])
      }
    }
    shared.pointee.taken.store(start + count, ordering: .releasing)
    return count
  }
}
