import Timing

/// A row of hits for several tracks.
public struct DraftPattern: Hashable, Sendable {
  public var name: String
  public var length: WholeNotes
  /// What free places are counted in: those of every section that plays the pattern.
  public var meter: Meter
  public var beat: WholeNotes?
  /// Moves what falls on the odd multiples of its unit; the hits stand where they are written.
  public var swing: Swing?
  public var humanize: Humanize
  public var tracks: [DraftTrack]
  /// Comment lines before the pattern.
  public var remarks: [String]

  public init(
    name: String, length: WholeNotes, meter: Meter = .common, beat: WholeNotes? = nil,
    swing: Swing? = nil, humanize: Humanize = .none, tracks: [DraftTrack] = [],
    remarks: [String] = []
  ) {
    self.name = name
    self.length = length
    self.meter = meter
    self.beat = beat
    self.swing = swing
    self.humanize = humanize
    self.tracks = tracks
    self.remarks = remarks
  }
}

/// A track of a pattern.
public struct DraftTrack: Hashable, Sendable {
  /// Its sound's name.
  public var name: String
  /// Ascending; each within the pattern.
  public var hits: [DraftHit]
  /// In seconds; negative for early.
  public var offset: Rational

  public init(name: String, hits: [DraftHit], offset: Rational = .zero) {
    self.name = name
    self.hits = hits
    self.offset = offset
  }
}

/// One stroke.
public struct DraftHit: Hashable, Sendable {
  /// From the pattern's start.
  public var offset: WholeNotes
  public var velocity: Velocity
  /// The chance that it is played, 0 to 1.
  public var probability: Rational
  /// Whether a soft stroke comes 30 ms before it.
  public var isFlam: Bool

  public init(
    offset: WholeNotes, velocity: Velocity = .hit, probability: Rational = .one,
    isFlam: Bool = false
  ) {
    self.offset = offset
    self.velocity = velocity
    self.probability = probability
    self.isFlam = isFlam
  }
}

/// A sound of the kit. What is the default is not written.
public struct DraftSound: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    case builtIn(BuiltInSound)
    /// A path as it is to be written.
    case file(String)
  }

  /// What serves the velocities below a limit.
  public struct Layer: Hashable, Sendable {
    /// ``Sound/Layer/open`` for the loudest.
    public var below: Int
    /// Played in turn; at least one.
    public var takes: [Source]
    public var volume: Level

    public init(below: Int = Sound.Layer.open, takes: [Source], volume: Level = .unity) {
      self.below = below
      self.takes = takes
      self.volume = volume
    }
  }

  public var name: String
  /// From the softest to the loudest.
  public var layers: [Layer]
  public var volume: Level
  /// Percent of the way to the right, negative for the left.
  public var pan: Rational
  public var panRandom: Rational
  /// In semitones.
  public var transpose: Rational
  public var transposeRandom: Rational
  /// In seconds.
  public var start: Rational
  public var decay: Rational?
  /// Sounds that name the same silence one another.
  public var choke: String?
  public var note: Int?
  public var channel: Int
  /// Stands before it as comment lines.
  public var remarks: [String]

  public init(
    name: String, layers: [Layer], volume: Level = .unity, pan: Rational = .zero,
    panRandom: Rational = .zero, transpose: Rational = .zero, transposeRandom: Rational = .zero,
    start: Rational = .zero, decay: Rational? = nil, choke: String? = nil, note: Int? = nil,
    channel: Int = Sound.percussionChannel, remarks: [String] = []
  ) {
    self.name = name
    self.layers = layers
    self.volume = volume
    self.pan = pan
    self.panRandom = panRandom
    self.transpose = transpose
    self.transposeRandom = transposeRandom
    self.start = start
    self.decay = decay
    self.choke = choke
    self.note = note
    self.channel = channel
    self.remarks = remarks
  }

  public init(name: String, _ source: Source) {
    self.init(name: name, layers: [Layer(takes: [source])])
  }
}
