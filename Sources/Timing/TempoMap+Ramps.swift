extension TempoMap {
  /// The segments of a section: one for each constant tempo, and one for each ramp.
  static func segments(of spans: [TempoSpan]) -> [Segment] {
    precondition(spans.first?.start == .zero, "a first tempo at position 0")
    var segments: [Segment] = []
    for (index, span) in spans.enumerated() {
      let startTime = segments.last?.time(of: span.start) ?? .zero
      let next = index + 1 < spans.count ? spans[index + 1].start : nil
      precondition(next.map { span.start < $0 } ?? true, "spans in ascending order")
      let ramp = span.ramp.flatMap { $0.changes(span.from) ? $0 : nil }
      // Where the section begins with a ramp, what lies before it is at the tempo that it starts at.
      if index == 0 || ramp == nil {
        segments.append(
          Segment(
            point: Fixed(span.start.count), start: span.start, startTime: startTime,
            course: .steady(span.from.secondsPerWholeNote)))
      }
      if let ramp {
        segments += TempoMap.segments(
          of: ramp, from: span.from, at: span.start, startTime: startTime, until: next)
      }
    }
    return segments
  }

  /// A ramp and, where it is not cut off, the constant tempo after it.
  private static func segments(
    of ramp: Ramp, from tempo: Tempo, at start: WholeNotes, startTime: Seconds,
    until next: WholeNotes?
  ) -> [Segment] {
    let point = Fixed(start.count)
    let exactLength = ramp.exactLength(from: tempo)
    let end = exactLength.flatMap { start.count.adding($0) }
    // As both ends are rounded in the same way, a position at the end is there, not before it.
    let length =
      end.map { Fixed($0) - point } ?? exactLength.map { Fixed($0) } ?? ramp.length(from: tempo)
    let course = RampSegment(
      from: tempo.wholeNotesPerMinute, to: ramp.to.wholeNotesPerMinute, length: length,
      curve: ramp.curve)
    func segment(duration: Seconds) -> Segment {
      Segment(
        point: point, start: start, startTime: startTime,
        course: .ramp(course, duration: duration))
    }
    if let next {
      let distance = Fixed(next.count) - point
      if distance < length { return [segment(duration: Seconds(course.time(to: distance)))] }
    }
    let duration =
      ramp.exactDuration(from: tempo).map { Seconds($0) } ?? Seconds(course.time(to: length))
    return [
      segment(duration: duration),
      Segment(
        point: point + length, start: end.map { WholeNotes($0) },
        startTime: startTime + duration, course: .steady(ramp.to.secondsPerWholeNote)),
    ]
  }
}

extension TempoSpan {
  /// Where its ramp arrives, if nothing cuts it off; `nil` where there is no ramp, or one
  /// that changes nothing. Where the place is no fraction of 128 bits it is rounded down to 2⁻⁶⁰
  /// whole notes.
  public var rampEnd: WholeNotes? {
    guard let ramp, ramp.changes(from) else { return nil }
    let length = ramp.exactLength(from: from)
    if let end = length.flatMap({ start.count.adding($0) }) { return WholeNotes(end) }
    let end = Fixed(start.count) + (length.map { Fixed($0) } ?? ramp.length(from: from))
    return WholeNotes(Int128(end.whole) << 60 | Int128(end.fraction >> 68), 1 << 60)
  }
}

extension Ramp {
  /// Whether it arrives at another speed than that of `tempo`, which it starts from.
  public func changes(_ tempo: Tempo) -> Bool {
    tempo.wholeNotesPerMinute != to.wholeNotesPerMinute
  }

  /// Twice the mean tempo of the curve `time`, in whole notes a minute.
  private func tempoSum(from tempo: Tempo) -> Rational? {
    tempo.wholeNotesPerMinute.adding(to.wholeNotesPerMinute)
  }

  /// The length in whole notes where that is a fraction, and one of 128 bits.
  fileprivate func exactLength(from tempo: Tempo) -> Rational? {
    switch (length, curve) {
    case (.notes(let notes), _): notes.count
    case (.time(let seconds), .time):
      tempoSum(from: tempo)?.multiplied(by: Rational(1, 120))?.multiplied(by: seconds)
    case (.time, .beats): nil
    }
  }

  /// The duration in seconds where that is a fraction, and one of 128 bits.
  fileprivate func exactDuration(from tempo: Tempo) -> Rational? {
    switch (length, curve) {
    case (.time(let seconds), _): seconds
    case (.notes(let notes), .time):
      tempoSum(from: tempo)?.reciprocal.multiplied(by: 120)?.multiplied(by: notes.count)
    case (.notes, .beats): nil
    }
  }

  /// The length in whole notes of a ramp that lasts a number of seconds.
  fileprivate func length(from tempo: Tempo) -> Fixed {
    guard case .time(let seconds) = length else {
      preconditionFailure("a length in notes is exact")
    }
    let (start, end) = (tempo.wholeNotesPerMinute, to.wholeNotesPerMinute)
    let mean = RampSegment.meanSlowness(
      relativeTempo: Real128(end) / Real128(start),
      deviation: Real128(distanceFrom: start, to: end) / Real128(start), curve: curve)
    return (Real128(seconds) * Real128(start) / Real128(integer: 60) / mean).fixed
  }
}
