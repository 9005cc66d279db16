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
  public var mix: Mix
  public var output: Output
  /// Where all chance comes from.
  public var seed: UInt64
  /// What was done while it was played, in the order of time; empty for a song that is none of a
  /// session.
  public var live: [LiveChange]

  public init(
    title: String? = nil, artist: String? = nil, comment: String? = nil, sections: [Section],
    order: [OrderItem], countIn: MusicalSpan? = nil, patterns: [Pattern] = [],
    tracks: [Track] = [], sounds: [Sound], mix: Mix = Mix(), output: Output = Output(),
    seed: UInt64 = 0, live: [LiveChange] = []
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
    self.mix = mix
    self.output = output
    self.seed = seed
    self.live = live
  }
}

/// An item of `song`.
public indirect enum OrderItem: Sendable {
  /// A section, by its index in ``Song/sections``, so many times in turn.
  case section(Int, times: Int)
  /// A group, played so many times. Ending n closes pass n, and the last one all that remain.
  case group([OrderItem], times: Int, endings: [[OrderItem]])
}

/// A length as a song writes it: `2 bars`, `3 beats`, `1/4`, `2.5s`.
public enum MusicalSpan: Hashable, Sendable {
  case bars(Rational)
  case beats(Rational)
  case notes(WholeNotes)
  case time(Rational)

  /// The length in whole notes where bars and beats are those of `run`; `nil` for a clock time.
  ///
  /// - Parameter leadsToBarLine: whether it ends at a bar line, and does not start at one, which
  ///   matters for beats in a grouped metre.
  public func length(in run: BarMap.Run, leadingToBarLine leadsToBarLine: Bool = false)
    -> WholeNotes?
  {
    switch self {
    case .bars(let count): run.meter.length * count
    case .beats(let count): run.length(ofBeats: count, fromTheEnd: leadsToBarLine)
    case .notes(let length): length
    case .time: nil
    }
  }

  /// The length in whole notes of what leads to a bar line, where a clock time passes at `tempo`.
  public func length(in run: BarMap.Run, at tempo: Tempo) -> WholeNotes {
    if case .time(let seconds) = self {
      return WholeNotes(seconds / tempo.secondsPerWholeNote)
    }
    return length(in: run, leadingToBarLine: true)!
  }
}

extension BarMap.Run {
  /// The length of so many beats. In a grouped metre each group is a beat, long or short.
  fileprivate func length(ofBeats count: Rational, fromTheEnd: Bool) -> WholeNotes {
    guard meter.isGrouped else { return unit * count }
    let groups = fromTheEnd ? meter.groups.reversed() : meter.groups
    let bars = (count / Rational(Int128(groups.count))).floor
    var left = count - Rational(bars) * Rational(Int128(groups.count))
    var length = meter.length * Rational(bars)
    for group in groups where left > .zero {
      length = length + meter.unit * Rational(Int128(group)) * min(left, .one)
      left = left - .one
    }
    return length
  }
}

/// A part of the song with its own bars, tempo and patterns, all scopes resolved.
public struct Section: Sendable {
  public var name: Spanned<String>
  public var bars: BarMap
  /// What the key signature says; `nil` where the song does not say.
  public var key: Key?
  /// From position 0; at least one.
  public var tempos: [TempoSpan]
  public var holds: [Hold]
  /// How often it is played in turn, at least once.
  public var passes: Int
  /// Beats a minute by which each pass is faster than the one before.
  public var step: Rational
  /// The patterns played in turn, from position 0, over and over to the end; empty for none.
  public var play: [PlayItem]
  public var click: Click
  /// In order; each lasts to the next. Empty where nothing swings.
  public var swings: [SwingSpan]
  /// The lanes that are silent here, by number.
  public var silentLanes: Set<Int>
  public var cue: Cue?
  public var volume: Level

  public init(
    name: Spanned<String>, bars: BarMap, key: Key? = nil, tempos: [TempoSpan], holds: [Hold] = [],
    passes: Int = 1, step: Rational = .zero, play: [PlayItem] = [], click: Click,
    swings: [SwingSpan] = [], silentLanes: Set<Int> = [], cue: Cue? = nil,
    volume: Level = .unity
  ) {
    self.name = name
    self.bars = bars
    self.key = key
    self.tempos = tempos
    self.holds = holds
    self.passes = passes
    self.step = step
    self.play = play
    self.click = click
    self.swings = swings
    self.silentLanes = silentLanes
    self.cue = cue
    self.volume = volume
  }

  /// The tempos of a pass, counted from 0. Cost: linear in their number.
  public func tempos(pass: Int) -> [TempoSpan] {
    guard step != .zero, pass > 0 else { return tempos }
    let faster = step * Rational(Int128(pass))
    return tempos.map { $0.faster(by: faster) }
  }

  /// The times of a pass, counted from 0. Cost: linear in the number of tempos.
  public func tempoMap(pass: Int) -> TempoMap {
    TempoMap(spans: tempos(pass: pass), holds: holds)
  }
}

extension TempoSpan {
  fileprivate func faster(by change: Rational) -> TempoSpan {
    func faster(_ tempo: Tempo) -> Tempo {
      Tempo(beatsPerMinute: tempo.beatsPerMinute + change, beat: tempo.beat)
    }
    return TempoSpan(
      start: start, from: faster(from),
      ramp: ramp.map { Ramp(to: faster($0.to), length: $0.length, curve: $0.curve) })
  }
}

/// A file that is played so that it starts before its section.
public struct Cue: Sendable {
  /// An index into ``Song/sounds``.
  public let sound: Int
  /// How long before the section.
  public let before: MusicalSpan

  public init(sound: Int, before: MusicalSpan) {
    self.sound = sound
    self.before = before
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
