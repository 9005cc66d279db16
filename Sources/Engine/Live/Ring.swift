import Synchronization

/// The places of a queue between two threads, one that puts in and one that takes out, of which
/// neither ever waits for the other: it takes no lock, allocates nothing and makes no system call.
///
/// The elements are kept by whoever has it, in memory for ``capacity`` of them. It is a handle:
/// copies are the same queue, and whoever made it frees it.
package struct RingPlaces: @unchecked Sendable {
  let capacity: Int
  /// How many were put in, and how many taken out. They never wrap: 2⁶³ are enough.
  private let put: UnsafeMutablePointer<Atomic<Int>>
  private let taken: UnsafeMutablePointer<Atomic<Int>>

  /// - Parameter capacity: a power of two.
  init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a power of two")
    self.capacity = capacity
    put = .allocate(capacity: 1)
    taken = .allocate(capacity: 1)
    put.initialize(to: Atomic(0))
    taken.initialize(to: Atomic(0))
  }

  func deallocate() {
    put.deinitialize(count: 1)
    taken.deinitialize(count: 1)
    put.deallocate()
    taken.deallocate()
  }

  /// Where the next element goes; -1 where the queue is full.
  @_noAllocation @_noLocks
  package func free() -> Int {
    let end = put.pointee.load(ordering: .relaxed)
    // What the other thread reads must not be overwritten before it has.
    return end - taken.pointee.load(ordering: .acquiring) >= capacity ? -1 : end & (capacity - 1)
  }

  /// Hands over the element that was put into the free place.
  @_noAllocation @_noLocks
  package func handOver() {
    put.pointee.store(put.pointee.load(ordering: .relaxed) + 1, ordering: .releasing)
  }

  /// Where the oldest element stands; -1 where there is none.
  @_noAllocation @_noLocks
  package func oldest() -> Int {
    let start = taken.pointee.load(ordering: .relaxed)
    return start == put.pointee.load(ordering: .acquiring) ? -1 : start & (capacity - 1)
  }

  /// Gives the oldest element's place back.
  @_noAllocation @_noLocks
  package func giveBack() {
    taken.pointee.store(taken.pointee.load(ordering: .relaxed) + 1, ordering: .releasing)
  }

  /// How many more can be put in.
  var room: Int {
    capacity - (put.pointee.load(ordering: .relaxed) - taken.pointee.load(ordering: .acquiring))
  }
}

/// A queue of ``RingPlaces`` with its elements.
package struct Ring<Element: BitwiseCopyable>: @unchecked Sendable {
  package let places: RingPlaces
  package let elements: UnsafeMutablePointer<Element>

  package init(capacity: Int) {
    places = RingPlaces(capacity: capacity)
    elements = .allocate(capacity: capacity)
  }

  package func deallocate() {
    places.deallocate()
    elements.deallocate()
  }

  // The compiler cannot prove of generic functions that they never wait; so the thread that must
  // not does what these do by itself.

  /// - Returns: `false` where it is full.
  func append(_ element: Element) -> Bool {
    let place = places.free()
    guard place >= 0 else { return false }
    elements[place] = element
    places.handOver()
    return true
  }

  package func popFirst() -> Element? {
    let place = places.oldest()
    guard place >= 0 else { return nil }
    defer { places.giveBack() }
    return elements[place]
  }
}
