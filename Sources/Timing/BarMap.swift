/// The bars of a section: where each begins, in which metre, and what a beat is there.
///
/// Position 0 is the downbeat of bar 1. A pickup lies before it, at negative positions, and is
/// bar 0. The section may end inside its last bar.
public struct BarMap: Sendable {
  /// Neighbouring bars of one metre and one beat.
  public struct Run: Sendable {
    /// The number of the run's first bar.
    public let firstBar: Int
    public let start: WholeNotes
    public let meter: Meter
    /// The unit of the grid where a song sets one.
    public let beat: WholeNotes?

    public init(firstBar: Int, start: WholeNotes, meter: Meter, beat: WholeNotes?) {
      self.firstBar = firstBar
      self.start = start
      self.meter = meter
      self.beat = beat
    }

    /// The unit of the bar's grid: the beat where one is set, else the metre's denominator.
    public var unit: WholeNotes { beat ?? meter.unit }
  }

  /// In order; the first begins with bar 1 at position 0.
  public let runs: [Run]
  /// Where the section ends.
  public let end: WholeNotes
  /// How long the upbeat before bar 1 is; zero where there is none.
  public let pickup: WholeNotes

  /// - Precondition: the first run begins with bar 1 at position 0, and runs ascend.
  public init(runs: [Run], end: WholeNotes, pickup: WholeNotes = .zero) {
    precondition(runs.first?.firstBar == 1 && runs[0].start == .zero, "bar 1 at position 0")
    self.runs = runs
    self.end = end
    self.pickup = pickup
  }

  /// Bars of one metre from position 0 to `end`.
  public init(meter: Meter, beat: WholeNotes?, end: WholeNotes, pickup: WholeNotes = .zero) {
    self.init(
      runs: [Run(firstBar: 1, start: .zero, meter: meter, beat: beat)], end: end, pickup: pickup)
  }

  /// The number of the last bar, which may be a partial one; 0 where there is only a pickup.
  public var lastBar: Int {
    guard end > .zero else { return 0 }
    let run = self.run(before: end)
    return run.firstBar - 1 + Int(((end - run.start) / run.meter.length).ceiling)
  }

  /// The run that a position lies in. Cost: the logarithm of the number of runs.
  public func run(at position: WholeNotes) -> Run {
    runs[max(0, runs.partitioningIndex { $0.start > position } - 1)]
  }

  private func run(before position: WholeNotes) -> Run {
    runs[max(0, runs.partitioningIndex { $0.start >= position } - 1)]
  }

  /// The run that a bar lies in; bar 0 lies in the first.
  public func run(ofBar bar: Int) -> Run {
    runs[max(0, runs.partitioningIndex { $0.firstBar > bar } - 1)]
  }

  /// Where a bar begins. Bar 0, the pickup, is counted as a full bar, so that its grid is the end
  /// of one.
  public func start(ofBar bar: Int) -> WholeNotes {
    let run = self.run(ofBar: bar)
    return run.start + run.meter.length * Rational(Int128(bar - run.firstBar))
  }

  /// The bar that a position lies in.
  public func bar(at position: WholeNotes) -> Int {
    let run = self.run(at: position)
    return run.firstBar + Int(((position - run.start) / run.meter.length).floor)
  }
}

/// A place within a bar as musicians say it: a beat, counted from 1, and what lies beyond it.
public struct BeatPlace: Hashable, Sendable {
  public let beat: Int
  /// From the beat's start.
  public let offset: WholeNotes

  public init(beat: Int, offset: WholeNotes) {
    self.beat = beat
    self.offset = offset
  }

  /// The beat that `offset` into a bar falls on. In a grouped metre the groups' starts are the
  /// beats, elsewhere the multiples of the grid's unit.
  public init(at offset: WholeNotes, in run: BarMap.Run) {
    if run.meter.isGrouped {
      var start = WholeNotes.zero
      for (index, group) in run.meter.groups.enumerated() {
        let next = start + run.meter.unit * Rational(Int128(group))
        if offset < next || index == run.meter.groups.count - 1 {
          self.beat = index + 1
          self.offset = offset - start
          return
        }
        start = next
      }
    }
    let units = (offset / run.unit).floor
    self.beat = Int(units) + 1
    self.offset = offset - run.unit * Rational(units)
  }

  /// Where a beat starts within its bar, or `nil` where the bar has no such beat.
  public static func start(ofBeat beat: Int, in run: BarMap.Run) -> WholeNotes? {
    guard beat >= 1 else { return nil }
    if run.meter.isGrouped {
      guard beat <= run.meter.groups.count else { return nil }
      return run.meter.unit * Rational(Int128(run.meter.groups.prefix(beat - 1).reduce(0, +)))
    }
    let start = run.unit * Rational(Int128(beat - 1))
    return start < run.meter.length ? start : nil
  }
}

extension BeatPlace: CustomStringConvertible {
  /// `3`, or `3+1/8`.
  public var description: String {
    offset == .zero
      ? "\(beat)" : "\(beat)+\(offset.count.numerator)/\(offset.count.denominator)"
  }
}

extension Array {
  /// The first index whose element meets the predicate, which must hold for all after it too.
  func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
