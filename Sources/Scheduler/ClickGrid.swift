import SongModel
import Timing

/// The clicks of one bar, as rules: the units of the grid and what lies between two of them.
///
/// A bar may have a hundred thousand clicks, so they are not listed but found one by one.
struct ClickGrid {
  /// One click of a bar.
  struct Mark {
    /// From the bar line.
    let offset: WholeNotes
    let step: Click.Step
    let loudness: Loudness
  }

  /// A level, worked out once for all clicks that have it.
  struct Loudness {
    let velocity: Velocity
    let gain: Double

    init(_ level: Level) {
      velocity = level.velocity
      gain = level.gain
    }
  }

  /// A split of a unit.
  private struct Part {
    /// From the unit's start, a share of the unit between 0 and 1.
    let share: Rational
    let loudness: Loudness
  }

  private let click: Click
  private let loudness: Click.Voices<Loudness>
  private let meter: Meter
  private let unit: WholeNotes
  /// Sorted by share; of several on one instant only the loudest.
  private let parts: [Part]
  /// The groups' starts where the metre is grouped, but for the downbeat.
  private let groupStarts: [WholeNotes]

  init(_ click: Click, in run: BarMap.Run) {
    self.click = click
    loudness = Click.Voices(
      accent: Loudness(click.levels.accent), beat: Loudness(click.levels.beat),
      subdivision: Loudness(click.levels.subdivision))
    self.meter = run.meter
    self.unit = run.unit
    var loudest: [Rational: Level] = [:]
    for subdivision in click.subdivisions {
      for part in 1..<subdivision.parts {
        let share = Rational(Int128(part), Int128(subdivision.parts))
        if let other = loudest[share], other.gain >= subdivision.level.gain { continue }
        loudest[share] = subdivision.level
      }
    }
    parts = loudest.keys.sorted().map { Part(share: $0, loudness: Loudness(loudest[$0]!)) }
    var starts: [WholeNotes] = []
    var sum = 0
    for group in run.meter.groups.dropLast() {
      sum += group
      starts.append(run.meter.unit * Rational(Int128(sum)))
    }
    groupStarts = starts
  }

  /// The number of units that begin inside a bar; the last one may be cut by the bar line.
  static func units(in run: BarMap.Run) -> Int { Int((run.meter.length / run.unit).ceiling) }

  /// The most clicks that there can be from the start of a unit up to the next.
  var mostMarksOfUnit: Int { 1 + groupStarts.count + parts.count }

  /// Appends the clicks from the start of unit `index` up to the next, in order, and only inside
  /// the bar.
  func marks(ofUnit index: Int, into marks: inout [Mark]) {
    let length = meter.length
    let start = unit * Rational(Int128(index))
    let end = min(start + unit, length)
    guard start < length else { return }
    var found: [Mark] = []
    if let step = step(ofUnit: index, at: start), step != .rest {
      found.append(mark(step, at: start))
    }
    if click.pattern == nil {
      for offset in groupStarts where offset > start && offset < end {
        found.append(mark(.beat, at: offset))
      }
    }
    let beats = found.count
    for part in parts {
      let offset = start + unit * part.share
      if offset >= end { break }
      if found[..<beats].contains(where: { $0.offset == offset }) { continue }
      found.append(Mark(offset: offset, step: .subdivision, loudness: part.loudness))
    }
    if beats > 1 { found.sort { $0.offset < $1.offset } }
    marks += found.filter { $0.loudness.gain > 0 }
  }

  private func mark(_ step: Click.Step, at offset: WholeNotes) -> Mark {
    Mark(offset: offset, step: step, loudness: loudness[step])
  }

  private func step(ofUnit index: Int, at offset: WholeNotes) -> Click.Step? {
    if let pattern = click.pattern { return pattern[index] }
    if index == 0 { return .accent }
    guard meter.isGrouped else { return .beat }
    return groupStarts.contains(offset) ? .beat : .subdivision
  }
}

extension Click.Voices {
  /// The choice for a click that sounds.
  subscript(step: Click.Step) -> Value {
    switch step {
    case .accent: accent
    case .beat: beat
    case .subdivision, .rest: subdivision
    }
  }
}
