/// The clock times of positions that are counted in ticks: the times of a ``TempoMap``, to the last
/// bit, and several times faster.
///
/// It keeps what the stretch of the map around the last position needs, and makes it anew where a
/// position leaves that stretch. So it is meant for positions that come one near the other.
public struct TickClock: Sendable {
  /// A constant tempo: its stretch starts at `start`/`parts` ticks, and a `parts`th of a tick lasts
  /// `part` seconds.
  private struct Steady: Sendable {
    let part: Multiples
    let start: Int
    let parts: Int
  }

  private let map: TempoMap
  private let origin: Seconds
  private let perWholeNote: Int
  /// The length of a tick in whole notes.
  private let tick: Multiples
  /// The ticks whose times follow from what is below.
  private var first = 0
  private var end = 0
  private var start = Seconds.zero
  private var point = Fixed.zero
  /// How the time within the stretch is found: the first of these that is there says, and where
  /// none is, the map is asked.
  private var steady: Steady?
  private var ramp: (RampSegment, duration: Seconds)?
  /// Seconds a whole note, at a constant tempo after a ramp of irrational length.
  private var slowness: Fixed?

  /// - Parameters:
  ///   - perWholeNote: the ticks of a whole note, at least 1.
  ///   - origin: when position 0 is heard.
  public init(_ map: TempoMap, perWholeNote: Int, origin: Seconds) {
    precondition(perWholeNote >= 1, "a tick at least")
    self.map = map
    self.origin = origin
    self.perWholeNote = perWholeNote
    tick = Multiples(of: Rational(1, Int128(perWholeNote)))!
  }

  /// When a position is heard: the origin and ``TempoMap/time(of:)``.
  ///
  /// Cost: some nanoseconds, and less than a microsecond on a ramp or where the tempo changes.
  public mutating func time(of position: Int) -> Seconds {
    if position < first || position >= end { enter(position) }
    if let steady {
      let (product, overflow) = position.multipliedReportingOverflow(by: steady.parts)
      if !overflow { return start + Seconds(steady.part.times(UInt64(product - steady.start))) }
    } else if ramp != nil {
      let distance = tick.times(UInt64(position)) - point
      return start + min(Seconds(ramp!.0.time(to: distance)), ramp!.duration)
    } else if let slowness {
      return start + Seconds((tick.times(UInt64(position)) - point) * slowness)
    }
    return origin + map.time(of: WholeNotes(Int128(position), Int128(perWholeNote)))
  }

  /// Makes what the times around a position need.
  private mutating func enter(_ position: Int) {
    // An upbeat lies before the first segment's start, at that segment's tempo.
    guard position >= 0 else {
      (first, end) = (Int.min, 0)
      (steady, ramp, slowness) = (nil, nil, nil)
      return
    }
    let notes = WholeNotes(Int128(position), Int128(perWholeNote))
    let index = map.segmentIndex(at: notes)
    let segment = map.segments[index]
    first = index == 0 ? 0 : firstTick(notBefore: segment.point)
    end =
      index + 1 < map.segments.count
      ? firstTick(notBefore: map.segments[index + 1].point) : Int.max
    start = origin + segment.startTime
    let held = map.holdsEnded(at: notes)
    if held > 0 {
      start = start + map.delays[held - 1].total
      first = max(first, firstTick(after: map.delays[held - 1].at) ?? position)
    }
    if held < map.delays.count {
      end = min(end, firstTick(after: map.delays[held].at) ?? position + 1)
    }
    point = segment.point
    (steady, ramp, slowness) = (nil, nil, nil)
    switch segment.course {
    case .ramp(let course, let duration): ramp = (course, duration)
    case .steady(let rate):
      if let start = segment.start {
        steady = steadyTime(from: start, at: rate)
      } else {
        slowness = Fixed(rate)
      }
    }
  }

  /// n ticks less s/t whole notes are (n·u − v)/u ticks, where v/u are the ticks of s/t in lowest
  /// terms. `nil` where that leaves machine words.
  private func steadyTime(from start: WholeNotes, at slowness: Rational) -> Steady? {
    guard let ticks = start.count.multiplied(by: Rational(Int128(perWholeNote))),
      let first = Int(exactly: ticks.numerator), let parts = Int(exactly: ticks.denominator),
      let length = slowness.multiplied(by: Rational(1, Int128(perWholeNote)))?
        .multiplied(by: Rational(1, ticks.denominator)),
      let part = Multiples(of: length)
    else { return nil }
    return Steady(part: part, start: first, parts: parts)
  }

  /// The first tick that is not before a point, or the last of all where none is. As a point has 128
  /// binary places, neither is what is left when its position is rounded down to as many.
  private func firstTick(notBefore point: Fixed) -> Int {
    let product = fullProduct(point.fraction, UInt128(perWholeNote))
    let (ticks, overflow) = Int(point.whole).multipliedReportingOverflow(by: perWholeNote)
    let (sum, overflows) = ticks.addingReportingOverflow(
      Int(product.high) + (product.low > 0 ? 1 : 0))
    return overflow || overflows ? Int.max : sum
  }

  /// The first tick after a position; `nil` where that leaves 128 bits.
  private func firstTick(after position: WholeNotes) -> Int? {
    position.count.multiplied(by: Rational(Int128(perWholeNote))).flatMap {
      Int(exactly: $0.floor + 1)
    }
  }
}
