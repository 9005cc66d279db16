import Scheduler
import Timing

/// Where the positions of a song lie on the ticks of its file.
///
/// Each position is rounded once, from its own distance to the start of the song. That distance
/// is a fixed-point number, because the sum of many exact fractions need not stay one: it errs by
/// less than 2⁻¹²⁸ whole notes a section, so a position that the division holds rounds to exactly
/// its tick.
struct MIDITimeline {
  /// Beyond this tick a file would be nothing but the empty texts that bridge its length: half a
  /// million years of a usual song.
  static let lastTick = 1 << 48

  let division: Int
  /// Ticks of silence before the song.
  let leadIn: Int
  /// For each occurrence the distance of its position 0 from the start of the song, in whole notes.
  private var origins: [Fixed] = []
  /// Where the next occurrence starts.
  private var end = Fixed.zero

  init(division: Int, leadIn: Int) {
    self.division = division
    self.leadIn = leadIn
  }

  /// Takes in the next occurrence.
  ///
  /// - Returns: `false` where the song becomes longer than a file can be.
  mutating func add(_ occurrence: Occurrence) -> Bool {
    // Whole notes, and microseconds in units of a pulse's share, that stay within 64 bits.
    let longest = Int64(MIDITimeline.lastTick / (4 * division))
    let latest = Int64.max / 4 / Int64(1_000_000 * division)
    let origin = end + Fixed(occurrence.bars.pickup.count)
    let length = Fixed(occurrence.bars.end.count)
    guard length.whole < longest, origin.whole < longest,
      occurrence.endTime.value.whole < latest
    else { return false }
    origins.append(origin)
    end = origin + length
    return end.whole < longest
  }

  /// Where a position of an occurrence lies.
  func tick(of position: WholeNotes, in occurrence: Int) -> Int {
    place(of: position, in: occurrence).tick
  }

  /// The tick, and how far the exact position is beyond it, in ticks.
  func place(of position: WholeNotes, in occurrence: Int) -> (tick: Int, rest: Fixed) {
    let exact = (origins[occurrence] + Fixed(position.count)) * Int64(4 * division)
    return (exact.rounded + leadIn, exact - Fixed(whole: Int64(exact.rounded)))
  }

  /// The ticks of an occurrence with their exact times: from its first tick to its last. Where it
  /// lies between two ticks, the last is before the first.
  func line(of occurrence: Occurrence) -> MIDITempoPlan.Line {
    let first = place(of: occurrence.start, in: occurrence.index)
    let last = place(of: occurrence.bars.end, in: occurrence.index)
    let start = first.tick + (first.rest > .zero && !first.rest.isNothing ? 1 : 0)
    let end = last.tick - (last.rest < .zero && !last.rest.isNothing ? 1 : 0)
    let microsecondsPerQuarter = Fixed(occurrence.tempo.secondsPerWholeNote) * 250_000
    // A tick lasts as many units as a quarter note has microseconds.
    func time(at tick: Int) -> Int {
      let distance = Fixed(whole: Int64(tick - first.tick)) - first.rest
      return (units(occurrence.startTime) + distance * microsecondsPerQuarter).rounded
    }
    return MIDITempoPlan.Line(
      start: start, startTime: time(at: start), end: end, endTime: time(at: end))
  }

  /// The last bar line of an occurrence at or before a tick, as far as rounded ticks can tell.
  func barLine(before tick: Int, in occurrence: Occurrence) -> Int {
    let start = self.tick(of: occurrence.start, in: occurrence.index)
    let position =
      occurrence.start + WholeNotes(Int128(tick - start), Int128(4 * division))
    guard position >= .zero else { return start }
    let bars = occurrence.bars
    return self.tick(of: bars.start(ofBar: bars.bar(at: position)), in: occurrence.index)
  }

  /// A time since the start of the file in units of a microsecond divided by the division.
  func units(_ time: Seconds) -> Fixed { time.value * Int64(1_000_000 * division) }
}

extension Fixed {
  /// What the errors of all conversions together stay below; the same that ``Seconds`` allows.
  private static let uncertainty = UInt128(1) << 64

  /// The nearest whole number, a half up.
  var rounded: Int {
    let half = UInt128(1) << 127
    return Int(whole) + (fraction >= half - Fixed.uncertainty ? 1 : 0)
  }

  /// Whether it is zero but for the errors of conversions.
  var isNothing: Bool { magnitude < Fixed(whole: 0, fraction: Fixed.uncertainty) }

  var magnitude: Fixed { self < .zero ? -self : self }

  /// - Precondition: neither is negative, and `divisor` is not zero.
  static func / (value: Fixed, divisor: Int) -> Fixed {
    let (whole, remainder) = value.whole.quotientAndRemainder(dividingBy: Int64(divisor))
    let fraction = UInt128(divisor).dividingFullWidth((UInt128(remainder), value.fraction))
    return Fixed(whole: whole, fraction: fraction.quotient)
  }
}
