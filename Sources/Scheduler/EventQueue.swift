import Timing

/// Events in the order of their frames, equals in the order of arrival.
///
/// Nearly all arrive in that order already, so those that do stand in a row; only what comes before
/// the row's last one goes into a heap. Where a line is late, its hits are the row and what overtakes
/// them is in the heap, so both stay cheap.
struct EventQueue {
  private var row: [Event] = []
  /// How many of the row are gone.
  private var gone = 0
  private var heap: [(event: Event, arrival: Int)] = []
  private var arrivals = 0

  var count: Int { row.count - gone + heap.count }

  mutating func insert(_ event: Event) {
    if gone == row.count || !EventQueue.precedes(event, row[row.count - 1]) {
      row.append(event)
    } else {
      insertIntoHeap(event)
    }
  }

  /// Moves the events before a frame to the end of a list, in order.
  mutating func move(before frame: Frame, to list: inout [Event]) {
    while let first = heap.first, first.event.frame < frame {
      // What came into the heap came before the row's last, so an equal in the row came earlier.
      if gone < row.count, !EventQueue.precedes(first.event, row[gone]) {
        list.append(row[gone])
        gone += 1
      } else {
        list.append(removeFirstOfHeap())
      }
    }
    var end = row.count
    var start = gone
    while start < end {
      let middle = (start + end) / 2
      if row[middle].frame < frame { start = middle + 1 } else { end = middle }
    }
    list.append(contentsOf: row[gone..<end])
    gone = end
    // Moving what is left costs no more than putting there what is gone.
    if gone * 2 >= row.count {
      row.removeFirst(gone)
      gone = 0
    }
  }

  private static func precedes(_ a: Event, _ b: Event) -> Bool {
    if a.frame != b.frame { return a.frame < b.frame }
    if a.lane != b.lane { return a.lane < b.lane }
    // Swing can bring two hits of a track out of the order in which they are written.
    return a.time < b.time
  }

  // MARK: - The heap

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    if EventQueue.precedes(heap[left].event, heap[right].event) { return true }
    return !EventQueue.precedes(heap[right].event, heap[left].event)
      && heap[left].arrival < heap[right].arrival
  }

  private mutating func insertIntoHeap(_ event: Event) {
    heap.append((event, arrivals))
    arrivals += 1
    var child = heap.count - 1
    while child > 0, precedes(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func removeFirstOfHeap() -> Event {
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
}
