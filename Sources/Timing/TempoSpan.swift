/// A stretch of a section from one change of tempo to the next.
public struct TempoSpan: Hashable, Sendable {
  /// From the section's first downbeat.
  public let start: WholeNotes
  /// The tempo at the start, and throughout where there is no ramp.
  public let from: Tempo
  public let ramp: Ramp?

  public init(start: WholeNotes, from: Tempo, ramp: Ramp? = nil) {
    self.start = start
    self.from = from
    self.ramp = ramp
  }
}

/// A gradual change of tempo that begins where its span does.
///
/// It runs over its length, or to the next span where that comes first. After its length the tempo
/// stays where it has arrived.
public struct Ramp: Hashable, Sendable {
  /// What the tempo is a linear function of.
  public enum Curve: Hashable, Sendable {
    /// The musical position.
    case beats
    /// The clock time.
    case time
  }

  public enum Length: Hashable, Sendable {
    case notes(WholeNotes)
    /// Seconds by the clock; the musical length follows from the tempos.
    case time(Rational)
  }

  public let to: Tempo
  public let length: Length
  public let curve: Curve

  /// - Precondition: the length is positive.
  public init(to: Tempo, length: Length, curve: Curve) {
    switch length {
    case .notes(let notes): precondition(notes > .zero, "a ramp of some length")
    case .time(let seconds): precondition(seconds > .zero, "a ramp of some length")
    }
    self.to = to
    self.length = length
    self.curve = curve
  }
}

/// A fermata: what lies at its position sounds on time, and everything after it later.
public struct Hold: Hashable, Sendable {
  /// From the section's first downbeat.
  public let at: WholeNotes
  /// In seconds.
  public let length: Rational

  /// - Precondition: the length is not negative.
  public init(at: WholeNotes, length: Rational) {
    precondition(length >= .zero, "a hold that does not go back in time")
    self.at = at
    self.length = length
  }
}
