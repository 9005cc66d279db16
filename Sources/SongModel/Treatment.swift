import Timing

/// What a kit does to a sound's samples before they are played: all that is worked out once for
/// each setting, and not for each hit.
///
/// In the order in which it is applied: the start is cut away, the rest is brought to the song's
/// rate and transposed in one conversion, then stretched and pitched, then faded out.
public struct Treatment: Hashable, Sendable {
  /// Where the sound begins in its source, in seconds.
  public var start: Rational
  /// Semitones by the rate of playback: higher is shorter.
  public var transpose: Rational
  /// The duration as a factor, with the pitch left alone.
  public var stretch: Rational
  /// Semitones, with the duration left alone.
  public var pitch: Rational
  /// Seconds after the start at which the sound has faded out; `nil` for its own end.
  public var decay: Rational?

  /// Semitones either way, of `transpose` and of `pitch`.
  public static let semitones = Rational(-48)...Rational(48)
  public static let stretches = Rational(1, 8)...Rational(8)

  public init(
    start: Rational = .zero, transpose: Rational = .zero, stretch: Rational = .one,
    pitch: Rational = .zero, decay: Rational? = nil
  ) {
    self.start = start
    self.transpose = transpose
    self.stretch = stretch
    self.pitch = pitch
    self.decay = decay
  }

  public static let none = Treatment()
}
