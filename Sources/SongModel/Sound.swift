import Diagnostics
import Timing

/// A sound of the kit: what is played for a hit of a velocity, and how.
public struct Sound: Sendable {
  /// Where samples come from.
  public enum Source: Hashable, Sendable {
    case builtIn(BuiltInSound)
    /// A path that can be opened as it stands.
    case file(path: String)
  }

  /// One of the recordings that a sound is made of.
  public struct Take: Sendable {
    public let source: Source
    /// Where the song names it; `nil` for a built-in sound that no kit names.
    public let span: SourceSpan?

    public init(_ source: Source, at span: SourceSpan? = nil) {
      self.source = source
      self.span = span
    }
  }

  /// What serves a range of velocities.
  public struct Layer: Sendable {
    /// The velocities below this that no softer layer serves; 128 for the loudest layer.
    public let below: Int
    /// Played in turn; at least one.
    public let takes: [Take]
    public let volume: Level

    public init(below: Int = Layer.open, takes: [Take], volume: Level = .unity) {
      self.below = below
      self.takes = takes
      self.volume = volume
    }

    /// What no velocity reaches.
    public static let open = 128
  }

  public var name: String
  /// From the softest to the loudest; at least one, and the last one is open.
  public var layers: [Layer]
  public var treatment: Treatment
  /// How far each hit is transposed at random, in cents either way.
  public var transposeRandom: Int
  public var volume: Level
  public var pan: Pan
  /// How far each hit is moved at random, either way: a share of the way from the centre to a side.
  public var panRandom: Rational
  /// Sounds of one number silence one another; an index, `nil` for none.
  public var choke: Int?
  /// The MIDI note, 0 to 127, where the kit states one.
  public var note: Int?
  /// The MIDI channel, 1 to 16.
  public var channel: Int

  public static let noteRange = 0...127
  public static let channelRange = 1...16
  public static let percussionChannel = 10
  /// How long a choked sound takes to fall silent, in seconds.
  public static let chokeFade = Rational(5, 1000)

  public init(
    name: String, layers: [Layer], treatment: Treatment = .none, transposeRandom: Int = 0,
    volume: Level = .unity, pan: Pan = .center, panRandom: Rational = .zero, choke: Int? = nil,
    note: Int? = nil, channel: Int = Sound.percussionChannel
  ) {
    self.name = name
    self.layers = layers
    self.treatment = treatment
    self.transposeRandom = transposeRandom
    self.volume = volume
    self.pan = pan
    self.panRandom = panRandom
    self.choke = choke
    self.note = note
    self.channel = channel
  }

  /// A sound that is one recording.
  public init(name: String, _ take: Take) {
    self.init(name: name, layers: [Layer(takes: [take])])
  }

  /// The takes of all layers, one after another: an index into them is a take's number.
  public var takes: [Take] { layers.flatMap(\.takes) }

  /// The layer that serves a velocity.
  public func layer(for velocity: Velocity) -> Int {
    layers.firstIndex { velocity.value < $0.below } ?? layers.count - 1
  }

  /// The number of a layer's first take.
  public func firstTake(ofLayer layer: Int) -> Int {
    layers[..<layer].reduce(0) { $0 + $1.takes.count }
  }
}
