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
  func delay(at offset: WholeNotes, step: WholeNotes) -> WholeNotes {
    let unit = self.unit ?? step
    let multiple = offset / unit
    guard multiple.isInteger, multiple.numerator & 1 == 1 else { return .zero }
    return unit * (2 * amount - 1)
  }
}

extension [SwingSpan] {
  /// The swing at a position, `nil` where nothing swings yet.
  func swing(at position: WholeNotes) -> Swing? {
    last { $0.start <= position }?.swing ?? nil
  }
}
