import Timing

/// A number that counts positions and lengths of music, exactly.
protocol MusicalNumber: Comparable, Sendable {
  static var zero: Self { get }
  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  /// The product with a fraction that leaves no rest.
  func scaled(by factor: Rational) -> Self
  /// How many whole times `unit` goes into it, and what is left, which is not negative.
  func split(by unit: Self) -> (count: Int, rest: Self)
}

extension WholeNotes: MusicalNumber {
  func scaled(by factor: Rational) -> WholeNotes { self * factor }

  func split(by unit: WholeNotes) -> (count: Int, rest: WholeNotes) {
    let count = (self / unit).floor
    return (Int(count), self - unit * Rational(count))
  }
}

/// So many ticks of a ``TickRuler``.
extension Int: MusicalNumber {
  func scaled(by factor: Rational) -> Int {
    self / Int(factor.denominator) * Int(factor.numerator)
  }

  func split(by unit: Int) -> (count: Int, rest: Int) {
    let (count, rest) = quotientAndRemainder(dividingBy: unit)
    return rest < 0 ? (count - 1, rest + unit) : (count, rest)
  }
}

/// What the positions of a section's pass are measured with. Whichever it is, its events are the
/// same.
protocol Ruler: Sendable {
  associatedtype Number: MusicalNumber
  associatedtype Clock: SectionClock where Clock.Number == Number
  /// The number of a position or length of the section.
  func number(of length: WholeNotes) -> Number
  func place(_ number: Number) -> Place
  /// How many of this ruler's ticks are one of the pattern's.
  func scale(of pattern: PatternTable) -> Int
  /// The place of a stroke in its pattern.
  func offset(of stroke: Stroke, in pattern: PatternTable, scale: Int) -> Number
  func clock(of occurrence: Occurrence) -> Clock
}

/// Says when the positions of a section's pass are heard.
protocol SectionClock: Sendable {
  associatedtype Number: MusicalNumber
  mutating func time(of position: Number) -> Seconds
}

/// Counts ticks, of which a whole note has so many that every place of the section falls on one.
/// Nearly all songs have such ticks, and machine integers are ten times as fast as fractions.
struct TickRuler: Ruler {
  /// From ``TickGrid``.
  let perWholeNote: Int

  func number(of length: WholeNotes) -> Int {
    Int(length.count.numerator) * (perWholeNote / Int(length.count.denominator))
  }

  func place(_ number: Int) -> Place { Place(Int128(number), over: Int128(perWholeNote)) }

  func scale(of pattern: PatternTable) -> Int { perWholeNote / pattern.grid.perWholeNote! }

  func offset(of stroke: Stroke, in pattern: PatternTable, scale: Int) -> Int {
    stroke.tick * scale
  }

  func clock(of occurrence: Occurrence) -> TickClock {
    TickClock(occurrence.map, perWholeNote: perWholeNote, origin: occurrence.origin)
  }
}

extension TickClock: SectionClock {}

/// Counts in fractions, for the sections whose places have no ticks in common.
struct ExactRuler: Ruler {
  func number(of length: WholeNotes) -> WholeNotes { length }
  func place(_ number: WholeNotes) -> Place { Place(number) }
  func scale(of pattern: PatternTable) -> Int { 1 }

  func offset(of stroke: Stroke, in pattern: PatternTable, scale: Int) -> WholeNotes {
    pattern.pattern.hits[stroke.hit].offset
  }

  func clock(of occurrence: Occurrence) -> Occurrence { occurrence }
}

extension Occurrence: SectionClock {}
