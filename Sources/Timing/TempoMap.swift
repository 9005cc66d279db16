/// The clock time of every position of a section: the exact integral of the tempo.
///
/// Time 0 is position 0, the downbeat of bar 1. Times are absolute, computed from the start of the
/// segment that a position lies in, never added up from step to step.
public struct TempoMap: Sendable {
  /// A stretch of the section with one tempo.
  struct Segment: Sendable {
    let start: WholeNotes
    let startTime: Seconds
    let secondsPerWholeNote: Rational
  }

  let segments: [Segment]

  /// One tempo throughout.
  public init(_ tempo: Tempo) {
    segments = [
      Segment(
        start: .zero, startTime: .zero, secondsPerWholeNote: tempo.secondsPerWholeNote)
    ]
  }

  /// When a position sounds, from the section's downbeat. Positions before it keep the first
  /// tempo, positions after the last change the last.
  public func time(of position: WholeNotes) -> Seconds {
    let index = max(0, segments.partitioningIndex { $0.start > position } - 1)
    let segment = segments[index]
    let distance = position - segment.start
    return segment.startTime + TempoMap.time(of: distance, at: segment.secondsPerWholeNote)
  }

  /// `length × rate`, exact to the last bit of a fixed-point number where the product fits a
  /// fraction of 128 bits, as it does for all but the strangest positions.
  static func time(of length: WholeNotes, at secondsPerWholeNote: Rational) -> Seconds {
    if let product = length.count.multiplied(by: secondsPerWholeNote) {
      return Seconds(product)
    }
    return Seconds(Fixed(length.count) * Fixed(secondsPerWholeNote))
  }
}
