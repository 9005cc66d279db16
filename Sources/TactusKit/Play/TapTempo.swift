import Timing

/// The tempo of a hand that taps the beat.
///
/// It is that of the median of the last intervals, which one slip of the hand does not change.
struct TapTempo {
  /// After a longer pause the next tap is a first one.
  private static let longestInterval = 2.0
  private static let intervalCount = 8
  private static let range = 20.0...400.0

  private var last: Double?
  private var intervals: [Double] = []

  /// Takes a tap.
  ///
  /// - Parameter seconds: When, on a clock that does not go back.
  /// - Returns: whole beats a minute; `nil` for a first tap.
  mutating func tap(at seconds: Double) -> Rational? {
    guard let last, case let interval = seconds - last,
      interval > 0, interval <= TapTempo.longestInterval
    else {
      intervals = []
      last = seconds
      return nil
    }
    self.last = seconds
    intervals = intervals.suffix(TapTempo.intervalCount - 1) + [interval]
    let sorted = intervals.sorted()
    let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    let tempo = min(max(60 / median, TapTempo.range.lowerBound), TapTempo.range.upperBound)
    return Rational(Int128(tempo.rounded()))
  }
}
