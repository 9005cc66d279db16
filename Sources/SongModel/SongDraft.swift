import Timing

/// A song as a person writes it down: what importers make, and what the writer of song files reads.
///
/// A ``Song`` has every name resolved and every default filled in; a draft says only what differs
/// from the language's defaults. The writer puts what most sections share at the top, writes a
/// section that comes again once, and finds the notation of each pattern.
public struct SongDraft: Sendable {
  public var title: String?
  public var artist: String?
  public var comment: String?
  /// Comment lines at the head of the file: where the song comes from, and what could not be taken
  /// over.
  public var remarks: [String]
  /// As a song writes it: `A minor`.
  public var key: String?
  public var countIn: MusicalSpan?
  public var kit: [DraftSound]
  public var patterns: [DraftPattern]
  /// In the order in which they are heard. One that equals an earlier one, name included, is that
  /// one again.
  public var sections: [DraftSection]
  public var volume: Level?
  /// By the names of tracks; the click's name is ``Song/clickName``.
  public var strips: [DraftStrip]
  /// Silence before everything else, in seconds.
  public var start: Rational

  public init(
    title: String? = nil, artist: String? = nil, comment: String? = nil, remarks: [String] = [],
    key: String? = nil, countIn: MusicalSpan? = nil, kit: [DraftSound] = [],
    patterns: [DraftPattern] = [], sections: [DraftSection] = [], volume: Level? = nil,
    strips: [DraftStrip] = [], start: Rational = .zero
  ) {
    self.title = title
    self.artist = artist
    self.comment = comment
    self.remarks = remarks
    self.key = key
    self.countIn = countIn
    self.kit = kit
    self.patterns = patterns
    self.sections = sections
    self.volume = volume
    self.strips = strips
    self.start = start
  }
}

/// A part of the song: its bars, tempo, click and patterns.
public struct DraftSection: Hashable, Sendable {
  public var name: String
  /// `nil` for the length of what it plays.
  public var bars: Int?
  public var pickup: WholeNotes?
  public var meter: Meter
  public var beat: WholeNotes?
  public var key: String?
  public var tempo: DraftTempo
  public var swing: Swing?
  /// In the order of their places.
  public var changes: [DraftChange]
  /// `nil` for the language's default: on where no pattern is played.
  public var click: DraftClick?
  /// The patterns played in turn.
  public var play: [DraftPlay]
  /// How often it is played in turn, and how many beats a minute each pass is faster.
  public var passes: Int
  public var step: Rational
  public var volume: Level?
  /// Comment lines before the section.
  public var remarks: [String]

  public init(
    name: String, bars: Int? = nil, pickup: WholeNotes? = nil, meter: Meter = .common,
    beat: WholeNotes? = nil, key: String? = nil, tempo: DraftTempo = .steady(.standard),
    swing: Swing? = nil, changes: [DraftChange] = [], click: DraftClick? = nil,
    play: [DraftPlay] = [], passes: Int = 1, step: Rational = .zero, volume: Level? = nil,
    remarks: [String] = []
  ) {
    self.name = name
    self.bars = bars
    self.pickup = pickup
    self.meter = meter
    self.beat = beat
    self.key = key
    self.tempo = tempo
    self.swing = swing
    self.changes = changes
    self.click = click
    self.play = play
    self.passes = passes
    self.step = step
    self.volume = volume
    self.remarks = remarks
  }
}

/// What `tempo` says.
public enum DraftTempo: Hashable, Sendable {
  case steady(Tempo)
  case ramp(from: Tempo, to: Tempo, curve: Ramp.Curve)

  /// The tempo with which it begins.
  public var first: Tempo {
    switch self {
    case .steady(let tempo): tempo
    case .ramp(let from, _, _): from
    }
  }
}

/// A pattern, played so many times in turn.
public struct DraftPlay: Hashable, Sendable {
  public var pattern: String
  public var times: Int

  public init(_ pattern: String, times: Int = 1) {
    self.pattern = pattern
    self.times = times
  }
}

/// An item of `changes`.
public struct DraftChange: Hashable, Sendable {
  /// From the section's first downbeat; where the metre or the beat changes, at a bar line.
  public var at: WholeNotes
  public var tempo: DraftTempo?
  /// Of a ramp; `nil` for up to the next change of tempo or the section's end.
  public var over: MusicalSpan?
  public var meter: Meter?
  public var beat: WholeNotes?
  /// In seconds.
  public var hold: Rational?
  /// Stands behind it as a comment.
  public var remark: String?

  public init(
    at: WholeNotes, tempo: DraftTempo? = nil, over: MusicalSpan? = nil, meter: Meter? = nil,
    beat: WholeNotes? = nil, hold: Rational? = nil, remark: String? = nil
  ) {
    self.at = at
    self.tempo = tempo
    self.over = over
    self.meter = meter
    self.beat = beat
    self.hold = hold
    self.remark = remark
  }
}

/// What `click` says; what is the default is not written.
public struct DraftClick: Hashable, Sendable {
  public var isOn: Bool
  public var pattern: [Click.Step]?
  public var subdivisions: [Click.Subdivision]
  /// The names of its sounds; `nil` for the default ones.
  public var sounds: Click.Voices<String>?
  public var levels: Click.Voices<Level>
  public var volume: Level
  /// Percent of the way to the right, negative for the left.
  public var pan: Rational
  public var gap: Click.Gap?
  public var every: MusicalSpan?

  public init(
    isOn: Bool = true, pattern: [Click.Step]? = nil, subdivisions: [Click.Subdivision] = [],
    sounds: Click.Voices<String>? = nil, levels: Click.Voices<Level> = Click.standardLevels,
    volume: Level = .unity, pan: Rational = .zero, gap: Click.Gap? = nil,
    every: MusicalSpan? = nil
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

  public static let off = DraftClick(isOn: false)
}

/// A strip of the mixing desk.
public struct DraftStrip: Hashable, Sendable {
  public var track: String
  public var volume: Level?
  /// Percent of the way to the right, negative for the left.
  public var pan: Rational?
  public var isMuted: Bool
  public var isSoloed: Bool

  public init(
    track: String, volume: Level? = nil, pan: Rational? = nil, isMuted: Bool = false,
    isSoloed: Bool = false
  ) {
    self.track = track
    self.volume = volume
    self.pan = pan
    self.isMuted = isMuted
    self.isSoloed = isSoloed
  }
}
