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
  /// For each pass the distance of its position 0 from the start of the song, in whole notes.
  private var origins: [Fixed] = []
  /// For each pass what its holds add to the ticks of all that comes after them.
  private var extras: [[(at: WholeNotes, length: Fixed)]] = []
  /// Where the next pass starts.
  private var end = Fixed.zero

  init(division: Int, leadIn: Int) {
    self.division = division
    self.leadIn = leadIn
  }

  /// Takes in the next pass.
  ///
  /// - Returns: `false` where the song becomes longer than a file can be.
  mutating func add(_ pass: MIDIPass, _ holds: [MIDISurvey.Hold]) -> Bool {
    // Whole notes that stay within 64 bits.
    let longest = Int64(MIDITimeline.lastTick / (4 * division))
    let origin =
      pass.start > .zero
      ? end - Fixed(pass.start.count) : end + Fixed((.zero - pass.start).count)
    let extra = holds.filter { $0.extraQuarters > 0 }.map {
      (at: $0.at, length: Fixed(Rational(Int128($0.extraQuarters), 4)))
    }
    let length = extra.reduce(Fixed(pass.end.count)) { $0 + $1.length }
    guard length.whole < longest, origin.whole < longest,
      reaches(pass.endTime)
    else { return false }
    origins.append(origin)
    extras.append(extra)
    end = origin + length
    return end.whole < longest
  }

  /// Whether a time, in microseconds in units of a pulse's share, stays within 64 bits.
  func reaches(_ time: Seconds) -> Bool {
    let latest = Int64.max / 4 / Int64(1_000_000 * division)
    return (-latest..<latest).contains(time.value.whole)
  }

  /// Where a position of a pass lies.
  func tick(of position: WholeNotes, in pass: Int) -> Int {
    place(of: position, in: pass).tick
  }

  /// The tick, and how far the exact position is beyond it, in ticks.
  func place(of position: WholeNotes, in pass: Int) -> (tick: Int, rest: Fixed) {
    place(of: Fixed(position.count), in: pass)
  }

  /// The same for a position that is no exact fraction.
  func place(of position: Fixed, in pass: Int) -> (tick: Int, rest: Fixed) {
    var distance = origins[pass] + position
    for extra in extras[pass] where Fixed(extra.at.count) < position {
      distance = distance + extra.length
    }
    let exact = distance * Int64(4 * division)
    return (exact.rounded + leadIn, exact - Fixed(whole: Int64(exact.rounded)))
  }

  /// The last tick at or before a position.
  func lastTick(upTo position: WholeNotes, in pass: Int) -> Int {
    let (tick, rest) = place(of: position, in: pass)
    return rest < .zero && !rest.isNothing ? tick - 1 : tick
  }

  /// The first tick at or after a position.
  func firstTick(from position: WholeNotes, in pass: Int) -> Int {
    let (tick, rest) = place(of: position, in: pass)
    return rest > .zero && !rest.isNothing ? tick + 1 : tick
  }

  /// The position of a tick. Where that is no simple fraction it is rounded down to 2⁻⁶⁰ whole
  /// notes, at the slowest tempo of MIDI 2⁻¹⁹ units of a microsecond divided by the division.
  /// What a hold adds lies after the ticks up to it.
  func position(of tick: Int, in pass: Int) -> WholeNotes {
    var tick = tick
    for extra in extras[pass].reversed() where tick > self.tick(of: extra.at, in: pass) {
      tick -= (extra.length * Int64(4 * division)).rounded
    }
    let (zero, rest) = place(of: WholeNotes.zero, in: pass)
    if rest.isNothing { return WholeNotes(Int128(tick - zero), Int128(4 * division)) }
    let exact = Fixed(whole: Int64(tick - leadIn)) / (4 * division) - origins[pass]
    return WholeNotes(Int128(exact.whole) << 60 | Int128(exact.fraction >> 68), 1 << 60)
  }

  /// The last bar line of a pass at or before a tick, or its start.
  func barLine(before tick: Int, in pass: MIDIPass) -> Int {
    let bars = pass.occurrence.bars
    func line(_ bar: Int) -> Int { self.tick(of: bars.start(ofBar: bar), in: pass.index) }
    var (low, high) = (1, bars.lastBar + 1)
    guard line(low) <= tick else { return self.tick(of: pass.start, in: pass.index) }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if line(middle) <= tick { low = middle } else { high = middle }
    }
    return line(low)
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

  /// Whether it is not above zero but for the errors of conversions.
  var isNothingOrLess: Bool { self <= .zero || isNothing }

  var magnitude: Fixed { self < .zero ? -self : self }

  /// - Precondition: neither is negative, and `divisor` is not zero.
  static func / (value: Fixed, divisor: Int) -> Fixed {
    let (whole, remainder) = value.whole.quotientAndRemainder(dividingBy: Int64(divisor))
    let fraction = UInt128(divisor).dividingFullWidth((UInt128(remainder), value.fraction))
    return Fixed(whole: whole, fraction: fraction.quotient)
  }
}
