import Diagnostics
import Timing

/// What a song file says, with every name resolved and every default filled in.
public struct Song: Sendable {
  public var title: String?
  public var artist: String?
  public var comment: String?
  /// The sections that the order refers to, each once.
  public var sections: [Section]
  public var order: [OrderItem]
  public var countIn: MusicalSpan?
  public var patterns: [Pattern]
  /// The drum tracks, in the order in which they first appear under `patterns`.
  public var tracks: [Track]
  /// The sounds that tracks and clicks refer to.
  public var sounds: [Sound]
  public var output: Output

  public init(
    title: String? = nil, artist: String? = nil, comment: String? = nil, sections: [Section],
    order: [OrderItem], countIn: MusicalSpan? = nil, patterns: [Pattern] = [],
    tracks: [Track] = [], sounds: [Sound], output: Output = Output()
  ) {
    self.title = title
    self.artist = artist
    self.comment = comment
    self.sections = sections
    self.order = order
    self.countIn = countIn
    self.patterns = patterns
    self.tracks = tracks
    self.sounds = sounds
    self.output = output
  }
}

/// An item of `song`: a section, played so many times in turn.
public struct OrderItem: Sendable {
  /// An index into ``Song/sections``.
  public let section: Int
  /// At least 1.
  public let times: Int

  public init(section: Int, times: Int) {
    self.section = section
    self.times = times
  }
}

/// A length as a song writes it: `2 bars`, `3 beats`, `1/4`, `2.5s`.
public enum MusicalSpan: Hashable, Sendable {
  case bars(Rational)
  case beats(Rational)
  case notes(WholeNotes)
  case time(Rational)

  /// The length in whole notes where bars and beats are those of `run`; `nil` for a clock time.
  public func length(in run: BarMap.Run) -> WholeNotes? {
    switch self {
    case .bars(let count): run.meter.length * count
    case .beats(let count): run.unit * count
    case .notes(let length): length
    case .time: nil
    }
  }

  /// The length in whole notes where a clock time passes at `tempo`.
  public func length(in run: BarMap.Run, at tempo: Tempo) -> WholeNotes {
    if case .time(let seconds) = self {
      return WholeNotes(seconds / tempo.secondsPerWholeNote)
    }
    return length(in: run)!
  }
}

/// A part of the song with its own bars, tempo and patterns, all scopes resolved.
public struct Section: Sendable {
  public var name: String
  public var bars: BarMap
  public var tempo: Tempo
  /// The patterns played in turn, from position 0, over and over to the end; empty for none.
  public var play: [PlayItem]
  public var click: Click
  public var volume: Level

  public init(
    name: String, bars: BarMap, tempo: Tempo, play: [PlayItem] = [], click: Click,
    volume: Level = .unity
  ) {
    self.name = name
    self.bars = bars
    self.tempo = tempo
    self.play = play
    self.click = click
    self.volume = volume
  }
}

/// A pattern, played so many times in turn.
public struct PlayItem: Sendable {
  /// An index into ``Song/patterns``.
  public let pattern: Int
  /// At least 1.
  public let times: Int

  public init(pattern: Int, times: Int) {
    self.pattern = pattern
    self.times = times
  }
}
