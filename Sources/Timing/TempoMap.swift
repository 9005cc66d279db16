/// The clock time of every position of a section: the exact integral of the tempo.
///
/// Time 0 is position 0, the downbeat of bar 1. Times are absolute, computed from the start of the
/// segment that a position lies in, never added up from step to step.
///
/// At constant tempos, and after ramps that last a rational time, a result is a sum of as many
/// exact times as segments and holds lie before it, each converted to ``Seconds`` once. What
/// a ramp errs by stands with its formula, in `RampSegment`. After a ramp of irrational length the
/// start of the next tempo is no fraction, which adds up to 2⁻⁹⁶ s.
///
/// Any tempo between 1/1000 and 100000 beats a minute of 1/9999 to 9999 whole notes will do, with
/// positions up to 10⁹ whole notes, ramps of 10⁻³⁰ to 10⁹ whole notes or 10⁻²⁰ to 10¹¹ s, and up to
/// 10¹⁸ s of holds: no result or intermediate value overflows.
public struct TempoMap: Sendable {
  /// A stretch of the section with one tempo or one ramp.
  struct Segment: Sendable {
    enum Course: Sendable {
      /// A constant tempo, in seconds a whole note.
      case steady(Rational)
      /// A ramp that takes `duration`, or is cut off then.
      case ramp(RampSegment, duration: Seconds)
    }

    /// Where it starts, rounded down to a fixed-point number.
    let point: Fixed
    /// Where it starts; `nil` at the end of a ramp of irrational length.
    let start: WholeNotes?
    let startTime: Seconds
    let course: Course

    /// - Parameter position: in this segment, or before it if it is the first, or at its very end.
    func time(of position: WholeNotes) -> Seconds {
      switch course {
      case .steady(let secondsPerWholeNote):
        if let start,
          let product = TempoMap.exactProduct(
            from: start, to: position, times: secondsPerWholeNote)
        {
          return startTime + Seconds(product)
        }
        let distance = Fixed(position.count) - point
        return startTime + Seconds(distance * Fixed(secondsPerWholeNote))
      case .ramp(let ramp, let duration):
        // No error of the ramp may carry a time beyond the next segment's start.
        return startTime
          + min(Seconds(ramp.time(to: Fixed(position.count) - point)), duration)
      }
    }
  }

  /// The time that the holds up to a position add to all that lies after it.
  struct Delay: Sendable {
    let at: WholeNotes
    let total: Seconds
  }

  let segments: [Segment]
  let delays: [Delay]

  /// One tempo throughout.
  public init(_ tempo: Tempo) {
    segments = [
      Segment(
        point: .zero, start: .zero, startTime: .zero,
        course: .steady(tempo.secondsPerWholeNote))
    ]
    delays = []
  }

  /// The tempo of a section with its changes and ramps, and the holds between them in any order.
  ///
  /// A hold inside a ramp leaves the tempos as they are: the ramp is a function of the position,
  /// and the curve `time` counts the time without holds.
  ///
  /// - Precondition: the spans ascend, and the first starts at position 0.
  public init(spans: [TempoSpan], holds: [Hold] = []) {
    segments = TempoMap.segments(of: spans)
    var total = Seconds.zero
    delays = holds.sorted { $0.at < $1.at }.map {
      total = total + Seconds($0.length)
      return Delay(at: $0.at, total: total)
    }
  }

  /// When a position sounds, from the section's downbeat. Positions before it keep the first
  /// tempo, positions after the last change the last.
  ///
  /// Cost: the logarithm of the number of segments, and less than a microsecond.
  public func time(of position: WholeNotes) -> Seconds {
    let time = segments[segmentIndex(at: position)].time(of: position)
    guard !delays.isEmpty else { return time }
    let held = holdsEnded(at: position)
    return held == 0 ? time : time + delays[held - 1].total
  }

  /// The tempo in force at a position, as the seconds that a whole note would last. Where the tempo
  /// changes, it is the new one.
  ///
  /// At a constant tempo it is exact but for one rounding; on a ramp it is as exact as the position,
  /// which is rounded to 2⁻¹²⁸ whole notes, with a relative error of 2⁻¹²⁰ on top.
  public func secondsPerWholeNote(at position: WholeNotes) -> Seconds {
    let segment = segments[segmentIndex(at: position)]
    switch segment.course {
    case .steady(let secondsPerWholeNote): return Seconds(secondsPerWholeNote)
    case .ramp(let ramp, _):
      return Seconds(ramp.secondsPerWholeNote(at: Fixed(position.count) - segment.point))
    }
  }

  /// How many holds lie before a position.
  func holdsEnded(at position: WholeNotes) -> Int {
    delays.partitioningIndex { $0.at >= position }
  }

  func segmentIndex(at position: WholeNotes) -> Int {
    if segments.count == 1 { return 0 }
    let point = Fixed(position.count)
    return max(0, segments.partitioningIndex { $0.point > point } - 1)
  }

  /// `(position − start) · rate`, rounded down once; `nil` where that is no fraction of 128 bits.
  private static func exactProduct(
    from start: WholeNotes, to position: WholeNotes, times rate: Rational
  ) -> Fixed? {
    // Most products fit even in terms that are not the lowest, and need no common divisor.
    let (a, overflow1) = position.count.numerator.multipliedReportingOverflow(
      by: start.count.denominator)
    let (b, overflow2) = start.count.numerator.multipliedReportingOverflow(
      by: position.count.denominator)
    let (distance, overflow3) = a.subtractingReportingOverflow(b)
    let (numerator, overflow4) = distance.multipliedReportingOverflow(by: rate.numerator)
    let (common, overflow5) = position.count.denominator.multipliedReportingOverflow(
      by: start.count.denominator)
    let (denominator, overflow6) = common.multipliedReportingOverflow(by: rate.denominator)
    if !(overflow1 || overflow2 || overflow3 || overflow4 || overflow5 || overflow6) {
      return Fixed(floorOf: numerator, over: denominator)
    }
    return position.count.adding(-start.count)?.multiplied(by: rate).map { Fixed($0) }
  }
}
