import Scheduler
import Timing

/// How many pulses a quarter note has, and whether every position of the song falls on one.
struct MIDIDivision: Equatable {
  /// The largest that the file's header can state.
  static let largest = 32767
  /// Many workstations are uneasy with fewer.
  static let smallestUsual = 96

  let pulses: Int
  let isExact: Bool

  /// The smallest division from ``smallestUsual`` on that holds every start of a section, every
  /// bar line and every event exactly, and tempo changes, holds and the length of notes where it
  /// can.
  ///
  /// Where there is none, some positions have to move by up to half a pulse. Then the division is
  /// built from the denominators in the order in which they matter, passing over those that do
  /// not fit: first those of sections and bar lines, because everything after one of them moves
  /// with it, then those of events, the commonest first. The largest multiple of the outcome is
  /// taken: what it holds stays exact, and the rest moves as little as can be. The same goes for
  /// events that are shifted by the clock, which no division holds.
  init(for survey: MIDISurvey, noteLength: WholeNotes? = nil) {
    var lines: Set<Int128> = []
    var others: Set<Int128> = noteLength.map { [$0.quarterDenominator] } ?? []
    for pass in survey.passes {
      lines.formUnion(pass.lineDenominators)
      others.formUnion(survey.changes[pass.index].map(\.quarterDenominator))
      others.formUnion(survey.holds[pass.index].map(\.at.quarterDenominator))
    }
    self.init(
      lines: lines, events: survey.denominators, others: others,
      isFinest: survey.hasShiftedEvents)
  }

  /// - Parameters:
  ///   - lines: the denominators, in quarter notes, of sections and bar lines.
  ///   - events: those of events, and how many events have each.
  ///   - others: those of what need not be on a pulse.
  ///   - isFinest: whether to take the largest that serves.
  init(
    lines: Set<Int128>, events: [Int128: Int], others: Set<Int128> = [], isFinest: Bool = false
  ) {
    var pulses: Int128 = 1
    var isExact = true
    let common = events.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    for denominator in lines.sorted() + common {
      if let multiple = leastCommonMultiple(pulses, denominator) {
        pulses = multiple
      } else {
        isExact = false
      }
    }
    for denominator in others.sorted() {
      pulses = leastCommonMultiple(pulses, denominator) ?? pulses
    }
    let size = Int(pulses)
    let usual = (MIDIDivision.smallestUsual + size - 1) / size * size
    if isExact && !isFinest {
      self.init(pulses: usual <= MIDIDivision.largest ? usual : size, isExact: true)
    } else {
      self.init(pulses: MIDIDivision.largest / size * size, isExact: isExact)
    }
  }

  private init(pulses: Int, isExact: Bool) {
    self.pulses = pulses
    self.isExact = isExact
  }

  /// The finest there is, so that events come in the order of their positions.
  static let rate = SampleRate(hertz: SampleRate.range.upperBound)!
}

/// `nil` where it is above ``MIDIDivision/largest``.
private func leastCommonMultiple(_ a: Int128, _ b: Int128) -> Int128? {
  guard b <= MIDIDivision.largest else { return nil }
  // 1/a + 1/b would cancel; a/b in lowest terms has the denominator b/gcd(a, b).
  let multiple = a * Rational(a, b).denominator
  return multiple <= MIDIDivision.largest ? multiple : nil
}

extension WholeNotes {
  /// The denominator of this length counted in quarter notes.
  var quarterDenominator: Int128 {
    let denominator = count.denominator
    if denominator % 4 == 0 { return denominator / 4 }
    return denominator % 2 == 0 ? denominator / 2 : denominator
  }
}

extension MIDIPass {
  /// The denominators of its start, its end and its bar lines. Positions are counted from its
  /// bar 1, so a pickup is one of the lengths that must fit.
  fileprivate var lineDenominators: Set<Int128> {
    var found: Set<Int128> = [start.quarterDenominator, end.quarterDenominator]
    for (run, next) in occurrence.bars.stretches(from: start, to: end) {
      found.insert(run.start.quarterDenominator)
      if run.start + run.meter.length < next {
        found.insert(run.meter.length.quarterDenominator)
      }
    }
    return found
  }
}

extension BarMap {
  /// The runs within the section, each with the position where it ends.
  var stretches: [(run: Run, end: WholeNotes)] {
    runs.indices.filter { runs[$0].start < end }.map { index in
      let next = index + 1 < runs.count ? runs[index + 1].start : end
      return (runs[index], min(next, end))
    }
  }
}
