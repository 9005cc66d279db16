import Scheduler
import SongModel
import Timing

/// The tempo of an occurrence over its ticks: cut at its tempo changes and holds, into lines and
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
  private let occurrence: Occurrence
  private let changes: [WholeNotes]
  private let holds: [MIDISurvey.Hold]

  /// The length of a ramp's steps; `nil` for a curve.
  private let tempoStep: WholeNotes?

  init(
    of occurrence: Occurrence, in survey: MIDISurvey, on timeline: MIDITimeline,
    tempoStep: WholeNotes?
  ) {
    self.timeline = timeline
    self.tempoStep = tempoStep
    self.occurrence = occurrence
    changes = survey.changes[occurrence.index]
    holds = survey.holds[occurrence.index]
    var start = timeline.firstTick(from: occurrence.start, in: occurrence.index)
    for (index, hold) in holds.enumerated() {
      let tick = max(start, timeline.tick(of: hold.at, in: occurrence.index))
      addTempos(from: start, to: tick, held: index)
      let end = timeline.lastTick(upTo: hold.next, in: occurrence.index)
      stretches.append(.line(line(from: tick, held: index, to: end, held: index + 1)))
      start = end
    }
    addTempos(
      from: start, to: timeline.lastTick(upTo: occurrence.bars.end, in: occurrence.index),
      held: holds.count)
  }

  /// The slowest or the fastest tempo of a stretch, in quarter notes a minute.
  func tempo(of stretch: MIDITempoPlan.Stretch, at limit: MIDITempoLimit) -> Rational {
    let ends = [slowness(at: stretch.start), slowness(at: max(stretch.start, stretch.end - 1))]
    let seconds = limit == .tooSlow ? ends.max()! : ends.min()!
    return 240
      / Rational(Int128(seconds.value.whole) << 90 | Int128(seconds.value.fraction >> 38), 1 << 90)
  }

  /// What lies between two holds.
  private mutating func addTempos(from start: Int, to end: Int, held: Int) {
    var start = start
    for change in changes {
      let last = timeline.lastTick(upTo: change, in: occurrence.index)
      let first = timeline.firstTick(from: change, in: occurrence.index)
      if first <= start { continue }
      if last >= end { break }
      addTempo(from: start, to: last, held: held)
      start = first
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
        timeline.firstTick(from: $0.start, in: occurrence.index) <= start
      } ?? occurrence.tempos[0]
    let rampStart = Fixed(span.start.count)
    // Of steps shorter than a tick only every so many are taken.
    let perTick = (WholeNotes(1, Int128(4 * timeline.division)) / step).ceiling
    let stride = (step * Rational(perTick)).count
    let length = Fixed(stride)
    let passed = Fixed(timeline.position(of: start, in: occurrence.index).count) - rampStart
    var count = passed < .zero ? 0 : (passed * Fixed(stride.reciprocal)).whole
    var from = start
    while from < end {
      let tick = timeline.place(of: rampStart + length * count, in: occurrence.index).tick
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
    occurrence.map.secondsPerWholeNote(at: timeline.position(of: tick, in: occurrence.index))
  }

  /// When a tick is due, in units of the tempo plan, after so many of the holds.
  private func time(at tick: Int, held: Int) -> Fixed {
    let position = timeline.position(of: tick, in: occurrence.index)
    var time = occurrence.time(of: position)
    for (index, hold) in holds.enumerated() {
      let isInMap = hold.at < position
      if isInMap && index >= held { time = time - hold.length }
      if !isInMap && index < held { time = time + hold.length }
    }
    return timeline.units(time)
  }
}
