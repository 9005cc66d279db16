/// A tempo: so many beats a minute, and the note value that a beat is.
public struct Tempo: Hashable, Sendable {
  /// Beats a minute that a song may state.
  public static let range = Rational(1, 1000)...Rational(100_000)

  public let beatsPerMinute: Rational
  public let beat: WholeNotes

  /// - Precondition: both are positive.
  public init(beatsPerMinute: Rational, beat: WholeNotes = WholeNotes(1, 4)) {
    precondition(beatsPerMinute > .zero && beat > .zero, "a tempo above zero")
    self.beatsPerMinute = beatsPerMinute
    self.beat = beat
  }

  public static let standard = Tempo(beatsPerMinute: 120)

  public var wholeNotesPerMinute: Rational { beatsPerMinute * beat.count }

  /// The seconds that a whole note lasts.
  public var secondsPerWholeNote: Rational { 60 / wholeNotesPerMinute }
}
