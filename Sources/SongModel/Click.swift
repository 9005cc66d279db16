import Timing

/// How the click marks a bar.
public struct Click: Sendable {
  /// What a click on the grid may be.
  public enum Step: Hashable, Sendable {
    case accent, beat, subdivision, rest
  }

  /// A split of each unit of the grid into equal parts.
  public struct Subdivision: Hashable, Sendable {
    /// 2 to 99.
    public static let range = 2...99
    public let parts: Int
    public let level: Level

    public init(parts: Int, level: Level) {
      self.parts = parts
      self.level = level
    }
  }

  /// A choice for each of the three kinds of click.
  public struct Voices<Value: Sendable>: Sendable {
    public var accent: Value
    public var beat: Value
    public var subdivision: Value

    public init(accent: Value, beat: Value, subdivision: Value) {
      self.accent = accent
      self.beat = beat
      self.subdivision = subdivision
    }
  }

  public var isOn: Bool
  /// What each unit of the bar is; `nil` for the plain grid.
  public var pattern: [Step]?
  public var subdivisions: [Subdivision]
  /// Indices into ``Song/sounds``.
  public var sounds: Voices<Int>
  public var levels: Voices<Level>
  public var volume: Level
  public var pan: Pan
  public var gap: Gap?
  /// Only clicks on a multiple of this, counted from the section's start, are played.
  public var every: MusicalSpan?

  public init(
    isOn: Bool, pattern: [Step]? = nil, subdivisions: [Subdivision] = [], sounds: Voices<Int>,
    levels: Voices<Level> = Click.standardLevels, volume: Level = .unity, pan: Pan = .center,
    gap: Gap? = nil, every: MusicalSpan? = nil
  ) {
    self.isOn = isOn
    self.pattern = pattern
    self.subdivisions = subdivisions
    self.sounds = sounds
    self.levels = levels
    self.volume = volume
    self.pan = pan
    self.gap = gap
    self.every = every
  }

  /// Where the click keeps silent.
  public enum Gap: Hashable, Sendable {
    /// In turn, from the section's start.
    case turns(play: MusicalSpan, mute: MusicalSpan)
    /// Each bar with this chance, 0 to 1.
    case random(Rational)
  }

  /// Accent 100 %, beat 80 %, subdivision 50 %.
  public static let standardLevels = Voices<Level>(
    accent: .unity, beat: .ratio(Rational(4, 5)), subdivision: .ratio(Rational(1, 2)))
}

extension Click.Voices: Equatable where Value: Equatable {}
extension Click.Voices: Hashable where Value: Hashable {}
