import Timing

/// Something that was done while a song was played.
///
/// A song with changes is a session: what it plays is the song as it was heard.
public struct LiveChange: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    /// How fast the song goes from here on: 1 is as it is written, 2 twice as fast.
    case speed(Rational)
    /// Whether hits of a lane keep silent. Those that sound already go on.
    case mute(lane: Int, Bool)
    /// Whether the click's subdivisions are played.
    case subdivisions(Bool)
    /// Whether the click leaves out two bars after every two.
    case gap(Bool)
    /// Of the mix; it gets there in ``fade``.
    case volume(Level)
    /// Goes on with a passage at the next bar line: its number in the order in which the song plays
    /// its sections, from 0, a count-in not counted.
    case passage(Int)
    /// Whether the passage is played over and over.
    case loop(Bool)
    /// A sound that is played by hand.
    case pad(sound: Int, Velocity)
    /// Nothing more starts.
    case stop
    /// Goes on with the bar in which it was stopped, from its beginning.
    case start
  }

  /// When it takes effect, in seconds since the start of the file.
  public let at: Rational
  public let action: Action

  public init(at: Rational, _ action: Action) {
    self.at = at
    self.action = action
  }

  /// Whether all that the song plays stays where it was.
  public var keepsTimes: Bool {
    switch action {
    case .mute, .subdivisions, .gap, .volume, .pad: true
    case .speed, .passage, .loop, .stop, .start: false
    }
  }

  /// How long the volume takes to change, in seconds.
  public static let fade = Rational(5, 1000)
  /// Of the written tempo.
  public static let speeds = Rational(1, 100)...Rational(100)
}
