/// The tempo events of a file: whole microseconds a quarter note, with the rounding carried, so
/// that the file stays with the exact times however long it is.
///
/// The file's own clock is counted in microseconds divided by the division: a tick of a tempo of
/// n µs a quarter lasts exactly n of these units. So everything here is whole numbers.
///
/// Within a stretch of one tempo the exact time is a straight line over the ticks, with a slope
/// of m units a tick that is seldom whole. The file's time is a chain of lines with whole slopes.
/// Their distance changes linearly between the tempo events, so it is enough to keep it within
/// the tolerance where they stand: then it is kept at every tick. On a ramp the exact time is a
/// curve, and `MIDITempoPlan+Ramps` keeps a chain beside that.
struct MIDITempoPlan {
  /// From here on, so many microseconds a quarter.
  struct Change: Equatable {
    let tick: Int
    let microseconds: Int
    /// The file's time at the tick, in units.
    let time: Int
  }

  /// Whole microseconds that a tempo event can state; a tempo of 0 would stop the clock.
  static let range = 1...0xFF_FFFF

  private(set) var changes: [Change] = []
  /// Where the plan ends so far, the file's time there, and the exact time.
  private(set) var tick = 0
  private(set) var time = 0
  private var exactTime = 0
  private let division: Int
  /// In units. Half a frame at 48 kHz is 1/96000 s, 125/12 µs. One unit less, because the exact
  /// times that come in are rounded to whole units.
  let tolerance: Int

  init(division: Int) {
    self.division = division
    tolerance = division * 125 / 12 - 1
  }

  /// A stretch of one tempo, with the exact times of its first and its last tick, in units.
  struct Line {
    let start: Int
    let startTime: Int
    let end: Int
    let endTime: Int
  }

  /// What a song's tempo is made of.
  enum Stretch {
    case line(Line)
    case curve(Curve)

    var start: Int {
      switch self {
      case .line(let line): line.start
      case .curve(let curve): curve.start
      }
    }

    var end: Int {
      switch self {
      case .line(let line): line.end
      case .curve(let curve): curve.end
      }
    }
  }

  /// Goes on with a stretch.
  ///
  /// Where a tempo begins between two ticks, its stretch starts at the later one, and the stretch
  /// before ends at the earlier one: the tick between them gets a tempo of its own.
  ///
  /// - Parameter barLine: the last bar line at or before a tick, where a change is best placed.
  mutating func add(_ stretch: Stretch, barLine: (Int) -> Int) throws(MIDITempoLimit) {
    switch stretch {
    case .line(let line):
      try bridge(to: line.start, at: line.startTime)
      try add(line, barLine)
      exactTime = line.endTime
    case .curve(let curve):
      try bridge(to: curve.start, at: curve.time(curve.start).rounded)
      try add(curve)
      exactTime = curve.time(curve.end).rounded
    }
  }

  private mutating func bridge(to start: Int, at startTime: Int) throws(MIDITempoLimit) {
    guard start > tick else { return }
    let between = startTime - exactTime
    if between < MIDITempoPlan.range.lowerBound { throw .tooFast }
    if between > MIDITempoPlan.range.upperBound { throw .tooSlow }
    add(microseconds: between, to: start)
  }

  private mutating func add(_ line: Line, _ barLine: (Int) -> Int) throws(MIDITempoLimit) {
    guard line.end > tick else { return }
    let stretch = ExactLine(line, tolerance: tolerance)
    let low = Int(stretch.span / stretch.length)
    let isWhole = stretch.span % stretch.length == 0
    let slopes = (isWhole ? [low] : [low, low + 1]).filter(MIDITempoPlan.range.contains)
    // Which of the two slopes comes first decides how many follow; the fewest are taken.
    let error = Int128(time - line.startTime) * stretch.length
    let chains = slopes.compactMap {
      chain(over: stretch, from: error, slopes: slopes, first: $0, barLine)
    }
    guard let best = chains.min(by: { ($0.changes, $0.error) < ($1.changes, $1.error) }) else {
      throw low < MIDITempoPlan.range.upperBound ? .tooFast : .tooSlow
    }
    for step in best.steps { add(microseconds: step.microseconds, to: step.end) }
  }

  /// Goes on to `end` at a whole tempo.
  mutating func add(microseconds: Int, to end: Int) {
    guard end > tick else { return }
    if changes.last?.microseconds != microseconds {
      changes.append(Change(tick: tick, microseconds: microseconds, time: time))
    }
    time += microseconds * (end - tick)
    tick = end
  }

  private struct ExactLine {
    let start: Int
    let end: Int
    let span: Int128
    let length: Int128
    /// Of the error. Errors are multiplied with the length, which keeps them whole.
    let bound: Int128

    init(_ line: Line, tolerance: Int) {
      start = line.start
      end = line.end
      span = Int128(line.endTime - line.startTime)
      length = Int128(end - start)
      bound = Int128(tolerance) * length
    }

    /// How much a tick at `slope` adds to the error.
    func drift(_ slope: Int) -> Int128 { Int128(slope) * length - span }

    /// The last tick up to which `slope` keeps the error within the bound.
    func reach(_ slope: Int, from tick: Int, error: Int128) -> Int {
      let drift = drift(slope)
      if drift == 0 { return end }
      let room = drift > 0 ? bound - error : bound + error
      return Int(min(Int128(end), Int128(tick) + room / Int128(drift.magnitude)))
    }
  }

  private struct Chain {
    var steps: [(microseconds: Int, end: Int)] = []
    var changes = 0
    /// At the end, without its sign.
    var error: UInt128 = 0
  }

  /// Takes the slope that reaches farthest, over and over.
  ///
  /// - Returns: `nil` where the first slope leads nowhere.
  private func chain(
    over stretch: ExactLine, from startError: Int128, slopes: [Int], first: Int,
    _ barLine: (Int) -> Int
  ) -> Chain? {
    var chain = Chain()
    var (tick, error) = (stretch.start, startError)
    var current = changes.last?.microseconds
    while tick < stretch.end {
      let choices = chain.steps.isEmpty ? [first] : slopes
      let reaches = choices.map { stretch.reach($0, from: tick, error: error) }
      let farthest = reaches.max()!
      let slope = choices[reaches.firstIndex(of: farthest)!]
      var end = farthest
      if end < stretch.end {
        let line = barLine(end)
        let quarters = (end - tick) / division * division
        end = line > tick && line <= end ? line : quarters > 0 ? tick + quarters : end
      }
      guard end > tick else { return nil }
      if slope != current { chain.changes += 1 }
      current = slope
      chain.steps.append((slope, end))
      error += stretch.drift(slope) * Int128(end - tick)
      tick = end
    }
    chain.error = error.magnitude
    return chain
  }
}
