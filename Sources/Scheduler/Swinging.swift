import SongModel
import Timing

extension Swing {
  /// How much later a place of a bar sounds than it is written.
  ///
  /// What stands exactly on an odd multiple of the unit moves to the swing's share of the pair that
  /// it ends: from u to 2·u·amount after the pair's start. Everything else stays.
  ///
  /// - Parameters:
  ///   - offset: from the bar line.
  ///   - step: the unit where the swing names none.
  func delay<R: Ruler>(at offset: R.Number, step: WholeNotes, _ ruler: R) -> R.Number {
    let unit = ruler.number(of: self.unit ?? step)
    let (multiple, rest) = offset.split(by: unit)
    guard rest == .zero, multiple & 1 == 1 else { return .zero }
    return unit.scaled(by: 2 * amount - 1)
  }

  /// What swings of the click where nobody says it: the step of a pattern that says nothing either.
  public static let standardUnit = WholeNotes(1, 16)
}

/// The swings of a section by the positions from which they hold.
struct SwingList<R: Ruler> {
  private let swings: [Swing]
  private let starts: [R.Number]

  init(_ spans: [SwingSpan], _ ruler: R) {
    swings = spans.map(\.swing)
    starts = spans.map { ruler.number(of: $0.start) }
  }

  var isEmpty: Bool { starts.isEmpty }

  /// The swing at a position, `nil` where nothing swings yet.
  func swing(at position: R.Number) -> Swing? {
    if starts.isEmpty { return nil }
    return starts.lastIndex { $0 <= position }.map { swings[$0] }
  }
}
