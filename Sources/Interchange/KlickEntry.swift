import SongModel
import Timing

/// A line of a klick tempo map: some bars in one metre.
struct KlickEntry {
  enum Pace: Hashable {
    case steady(Rational)
    /// Linear in beats, from the first one to the end of the last.
    case ramp(from: Rational, to: Rational)
    /// One tempo for each beat.
    case each([Rational])
  }

  var label: String?
  var bars = 1
  var beats = 4
  /// A beat is one such part of a whole note.
  var denominator = 4
  /// In quarter notes a minute, whatever the metre.
  var pace = Pace.steady(120)
  /// As many as ``beats``; `nil` for an accent and then normal beats.
  var pattern: [Click.Step]?
  var volume = Rational.one
  /// What could not be taken over, in words.
  var remarks: [String] = []

  /// The metre of a song whose bar is as long; `nil` where there is none.
  ///
  /// A song's metres have terms up to 99, and klick's have any: 4/128 is a bar of 1/32, counted in
  /// beats of 1/128.
  var meter: Meter? {
    if let meter = Meter(groups: [beats], denominator: denominator) { return meter }
    let length = Rational(Int128(beats), Int128(denominator))
    return Meter(groups: [Int(length.numerator)], denominator: Int(length.denominator))
  }

  /// What is clicked.
  var beat: WholeNotes { WholeNotes(1, Int128(denominator)) }
}

/// What a tempo map may hold at most.
enum KlickLimits {
  static let mebibytes = 4
  static let entries = 20_000
  /// Of all lists of tempos together.
  static let tempos = 100_000
  static let bars = 1...10_000_000
  /// A bar of so many beats is one that a song can have, and of so short ones.
  static let beats = 1...9999
  static let volumes = Rational.zero...1000
}
