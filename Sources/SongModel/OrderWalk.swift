/// The sections of an order in the order in which they are heard, each by its index, repeats and
/// endings unrolled as they are reached.
public struct OrderWalk: Sequence, IteratorProtocol {
  /// A list that is being walked through.
  private struct Level {
    let items: [OrderItem]
    var next = 0
    /// How often the item before `next` has been played; for a group its passes.
    var passes = 0
  }

  private var levels: [Level]

  public init(_ order: [OrderItem]) { levels = [Level(items: order)] }

  public mutating func next() -> Int? {
    while let level = levels.last {
      guard level.next < level.items.count else {
        levels.removeLast()
        continue
      }
      let top = levels.count - 1
      switch level.items[level.next] {
      case .section(let section, let times):
        advance(top, of: times)
        return section
      case .group(let items, let times, let endings):
        let ending = endings.isEmpty ? [] : endings[Swift.min(level.passes, endings.count - 1)]
        advance(top, of: times)
        levels.append(Level(items: items + ending))
      }
    }
    return nil
  }

  private mutating func advance(_ level: Int, of times: Int) {
    levels[level].passes += 1
    if levels[level].passes == times {
      levels[level].passes = 0
      levels[level].next += 1
    }
  }
}
