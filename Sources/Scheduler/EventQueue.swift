import Timing

/// Events in the order of their frames: a binary heap that keeps equals in the order of arrival.
struct EventQueue {
  private var heap: [(event: Event, arrival: Int)] = []
  private var arrivals = 0

  var isEmpty: Bool { heap.isEmpty }
  var first: Event? { heap.first?.event }

  mutating func insert(_ event: Event) {
    heap.append((event, arrivals))
    arrivals += 1
    var child = heap.count - 1
    while child > 0, precedes(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() -> Event {
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast().event
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && precedes(child, least) {
        least = child
      }
      if least == parent { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (heap[left], heap[right])
    if a.event.frame != b.event.frame { return a.event.frame < b.event.frame }
    if a.event.lane != b.event.lane { return a.event.lane < b.event.lane }
    // Swing can bring two hits of a track out of the order in which they are written.
    if a.event.time != b.event.time { return a.event.time < b.event.time }
    return a.arrival < b.arrival
  }
}
