import Scheduler
import SongModel
import Timing

/// The tempo of a pass over its ticks: cut at its tempo changes and holds, into lines and
/// curves.
///
/// All times are those of the tempo map. What the holds add is taken apart from the rest, because
/// on the ticks it comes all at once: what lies on the tick of a hold is on time, and the stretch
/// from there to the next tick that matters is longer by the hold.
struct MIDICourse {
  private(set) var stretches: [MIDITempoPlan.Stretch] = []
  /// Whether a ramp is written in steps.
  private(set) var hasSteps = false
  private let timeline: MIDITimeline
  private let pass: MIDIPass
  private var occurrence: Occurrence { pass.occurrence }
  /// The last tick before each change of the tempo or of the speed, and the first after it.
  private var changes: [(last: Int, first: Int)] = []
  private let holds: [MIDISurvey.Hold]

  /// The length of a ramp's steps; `nil` for a curve.
  private let tempoStep: WholeNotes?

  init(
    of pass: MIDIPass, in survey: MIDISurvey, on timeline: MIDITimeline, tempoStep: WholeNotes?
  ) {
    self.timeline = timeline
    self.tempoStep = tempoStep
    self.pass = pass
    holds = survey.holds[pass.index]
    var start = timeline.firstTick(from: pass.start, in: pass.index)
    let last = lastTick(from: start)
    changes = survey.changes[pass.index].map {
      (timeline.lastTick(upTo: $0, in: pass.index), timeline.firstTick(from: $0, in: pass.index))
    }
    if pass.heard.clocks.count > 1 {
      changes += speedChanges(from: start, to: last)
      changes.sort { ($0.last, $0.first) < ($1.last, $1.first) }
    }
    for (index, hold) in holds.enumerated() {
      let tick = max(start, timeline.tick(of: hold.at, in: pass.index))
      addTempos(from: start, to: tick, held: index)
      let end = timeline.lastTick(upTo: hold.next, in: pass.index)
      stretches.append(.line(line(from: tick, held: index, to: end, held: index + 1)))
      start = end
    }
    addTempos(from: start, to: last, held: holds.count)
    addRest(from: last)
  }

  // MARK: - Speeds and rests

  /// The last tick that is heard before the pass ends or is stopped.
  private func lastTick(from start: Int) -> Int {
    guard pass.heard.end == nil else {
      return timeline.lastTick(upTo: pass.musicEnd, in: pass.index)
    }
    let end = timeline.firstTick(from: pass.musicEnd, in: pass.index)
    return ticks(from: start, to: end, at: timeline.units(pass.heard.endTime)) {
      time(at: $0, held: holds.count)
    }.last
  }

  /// Where the speed changes, between two ticks.
  private func speedChanges(from start: Int, to end: Int) -> [(last: Int, first: Int)] {
    pass.heard.clocks.dropFirst().compactMap { clock in
      let change = ticks(from: start, to: end, at: clock.song.value) {
        occurrence.time(of: timeline.position(of: $0, in: pass.index)).value
      }
      return change.first <= start || change.first > end ? nil : change
    }
  }

  /// The last tick whose time is not later than another, and the first whose time is not earlier.
  private func ticks(
    from start: Int, to end: Int, at time: Fixed, _ timeOfTick: (Int) -> Fixed
  ) -> (last: Int, first: Int) {
    var (low, high) = (start, end + 1)
    func isReached(_ tick: Int) -> Bool { (timeOfTick(tick) - time).isNothingOrLess }
    guard isReached(start) else { return (start, start) }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isReached(middle) { low = middle } else { high = middle }
    }
    return (low, (timeOfTick(low) - time).isNothing ? low : low + 1)
  }

  /// Waits for the next pass. The fastest tempo there is may be too slow, by less than anybody hears.
  private mutating func addRest(from start: Int) {
    guard let time = pass.rest?.end else { return }
    let end = timeline.tick(of: pass.end, in: pass.index)
    let startTime = self.time(at: start, held: holds.count).rounded
    guard end > start else { return }
    stretches.append(
      .line(
        MIDITempoPlan.Line(
          start: start, startTime: startTime, end: end,
          endTime: max(timeline.units(time).rounded, startTime + end - start))))
  }

  /// The slowest or the fastest tempo of a stretch, in quarter notes a minute.
  func tempo(of stretch: MIDITempoPlan.Stretch, at limit: MIDITempoLimit) -> Rational {
    let ends = [slowness(at: stretch.start), slowness(at: max(stretch.start, stretch.end - 1))]
    let seconds = limit == .tooSlow ? ends.max()! : ends.min()!
    let speed = pass.speed(at: timeline.position(of: stretch.start, in: pass.index))
    return speed * 240
      / Rational(Int128(seconds.value.whole) << 90 | Int128(seconds.value.fraction >> 38), 1 << 90)
  }

  /// What lies between two holds.
  private mutating func addTempos(from start: Int, to end: Int, held: Int) {
    var start = start
    for change in changes {
      if change.first <= start { continue }
      if change.last >= end { break }
      addTempo(from: start, to: change.last, held: held)
      start = change.first
    }
    addTempo(from: start, to: end, held: held)
  }

  /// A constant tempo, or a ramp with the constant tempo after it.
  private mutating func addTempo(from start: Int, to end: Int, held: Int) {
    guard start <= end else { return }
    // The last tick may be the first of the next tempo.
    let last = max(start, end - 1)
    let (first, final) = (slowness(at: start), slowness(at: last))
    var rampEnd = start
    if first != final {
      var isOver = last
      while isOver - rampEnd > 1 {
        let middle = rampEnd + (isOver - rampEnd) / 2
        if slowness(at: middle) == final { isOver = middle } else { rampEnd = middle }
      }
      rampEnd = isOver == last ? end : isOver
      if let tempoStep {
        addSteps(of: tempoStep, from: start, to: rampEnd, held: held)
      } else {
        let course = self
        stretches.append(
          .curve(
            MIDITempoPlan.Curve(start: start, end: rampEnd, isSlowing: first < final) {
              course.time(at: $0, held: held)
            }))
      }
    }
    if rampEnd < end || start == end {
      stretches.append(.line(line(from: rampEnd, held: held, to: end, held: held)))
    }
  }

  /// A ramp as lines that meet on the ticks nearest to the ends of its steps, which are counted from
  /// where the ramp begins. No line is shorter than a tick.
  private mutating func addSteps(
    of step: WholeNotes, from start: Int, to end: Int, held: Int
  ) {
    hasSteps = true
    let span =
      occurrence.tempos.last {
        timeline.firstTick(from: $0.start, in: pass.index) <= start
      } ?? occurrence.tempos[0]
    let rampStart = Fixed(span.start.count)
    // Of steps shorter than a tick only every so many are taken.
    let perTick = (WholeNotes(1, Int128(4 * timeline.division)) / step).ceiling
    let stride = (step * Rational(perTick)).count
    let length = Fixed(stride)
    let passed = Fixed(timeline.position(of: start, in: pass.index).count) - rampStart
    var count = passed < .zero ? 0 : (passed * Fixed(stride.reciprocal)).whole
    var from = start
    while from < end {
      let tick = timeline.place(of: rampStart + length * count, in: pass.index).tick
      count += 1
      guard tick > from else { continue }
      let to = min(tick, end)
      stretches.append(.line(line(from: from, held: held, to: to, held: held)))
      from = to
    }
  }

  private func line(
    from start: Int, held: Int, to end: Int, held heldAtEnd: Int
  ) -> MIDITempoPlan.Line {
    MIDITempoPlan.Line(
      start: start, startTime: time(at: start, held: held).rounded, end: end,
      endTime: time(at: end, held: heldAtEnd).rounded)
  }

  private func slowness(at tick: Int) -> Seconds {
    occurrence.map.secondsPerWholeNote(at: timeline.position(of: tick, in: pass.index))
  }

  /// When a tick is due, in units of the tempo plan, after so many of the holds.
  private func time(at tick: Int, held: Int) -> Fixed {
    let position = timeline.position(of: tick, in: pass.index)
    var time = occurrence.time(of: position)
    for (index, hold) in holds.enumerated() {
      let isInMap = hold.at < position
      if isInMap && index >= held { time = time - hold.length }
      if !isInMap && index < held { time = time + hold.length }
    }
    return timeline.units(pass.heard.live(of: time))
  }
}
