extension TempoMap {
  /// The segments of a section: one for each constant tempo, and one for each ramp.
  static func segments(of spans: [TempoSpan]) -> [Segment] {
    precondition(spans.first?.start == .zero, "a first tempo at position 0")
    var segments: [Segment] = []
    var start = Place(at: .zero, time: .zero)
    for (index, span) in spans.enumerated() {
      let next = index + 1 < spans.count ? spans[index + 1].start : nil
      precondition(next.map { span.start < $0 } ?? true, "spans in ascending order")
      if index == 0 { segments.append(start.steady(span.from)) }
      if let ramp = span.ramp, let end = start.append(ramp, from: span.from, to: &segments) {
        segments.append(end.steady(ramp.to))
      } else if index > 0 {
        segments.append(start.steady(span.from))
      }
      guard let next else { break }
      start = leave(&segments, at: next)
    }
    return segments
  }
}
