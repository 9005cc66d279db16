import Diagnostics
import Timing

/// A row of hits for several tracks, as long as a bar, several, or neither.
public struct Pattern: Sendable {
  public var name: String
  public var length: WholeNotes
  /// What the hits of a track have in common.
  public var lines: [PatternLine]
  /// Sorted by offset, then by track; every offset is at least zero and below the length.
  public var hits: [Hit]

  public init(name: String, length: WholeNotes, lines: [PatternLine], hits: [Hit]) {
    self.name = name
    self.length = length
    self.lines = lines
    self.hits = hits
  }
}

/// A track of a pattern.
public struct PatternLine: Sendable {
  /// An index into ``Song/tracks``.
  public let track: Int
  /// What swings where nobody says it.
  public let step: WholeNotes
  /// Takes the place of the section's.
  public var swing: Swing?
  public var humanize: Humanize
  /// In seconds; negative for early.
  public var offset: Rational
  /// 0 to 1.
  public var probability: Rational

  public init(
    track: Int, step: WholeNotes, swing: Swing? = nil, humanize: Humanize = .none,
    offset: Rational = .zero, probability: Rational = .one
  ) {
    self.track = track
    self.step = step
    self.swing = swing
    self.humanize = humanize
    self.offset = offset
    self.probability = probability
  }
}

/// One stroke of a pattern.
public struct Hit: Sendable {
  /// From the pattern's start.
  public let offset: WholeNotes
  /// An index into ``Pattern/lines``.
  public let line: Int
  /// An index into ``Song/tracks``.
  public let track: Int
  public let velocity: Velocity
  /// What the samples are multiplied with.
  public let gain: Double
  /// The soft stroke that comes before it, where it is a flam.
  public let grace: Grace?
  /// Where the steps stand, from the pattern's start, whose `?` has to come up for this hit.
  public let chances: [StepChance]
  /// Of this hit alone, 0 to 1; that of its line is another condition.
  public let probability: Rational

  public init(
    offset: WholeNotes, line: Int, track: Int, velocity: Velocity, gain: Double,
    grace: Grace? = nil, chances: [StepChance] = [], probability: Rational = .one
  ) {
    self.offset = offset
    self.line = line
    self.track = track
    self.velocity = velocity
    self.gain = gain
    self.grace = grace
    self.chances = chances
    self.probability = probability
  }
}

/// The soft stroke of a flam.
public struct Grace: Hashable, Sendable {
  /// How long it is before the hit, in seconds.
  public static let lead = Rational(30, 1000)
  public let velocity: Velocity
  public let gain: Double

  public init(velocity: Velocity, gain: Double) {
    self.velocity = velocity
    self.gain = gain
  }
}

/// A `?`: a step, or a group of them, that is played with a chance of one half.
public struct StepChance: Hashable, Sendable {
  /// Where the step starts, from the pattern's start.
  public let offset: WholeNotes
  /// Tells several on one place apart: a step that is asked twice, or a group and its first step.
  public let depth: Int

  public init(offset: WholeNotes, depth: Int) {
    self.offset = offset
    self.depth = depth
  }
}

/// A delay of every second note of a pair.
public struct Swing: Hashable, Sendable {
  /// The first note's share of the pair: 1/2 is straight.
  public static let range = Rational(1, 2)...Rational(3, 4)
  public let amount: Rational
  /// Half of the pair; `nil` for the track's step.
  public let unit: WholeNotes?

  /// - Returns: `nil` outside ``range``.
  public init?(amount: Rational, unit: WholeNotes? = nil) {
    guard Swing.range.contains(amount) else { return nil }
    self.amount = amount
    self.unit = unit
  }
}

/// A swing and the position from which it holds.
public struct SwingSpan: Sendable {
  public let start: WholeNotes
  public let swing: Swing

  public init(start: WholeNotes, swing: Swing) {
    self.start = start
    self.swing = swing
  }
}

/// How far a player strays, at most and either way.
public struct Humanize: Hashable, Sendable {
  /// In seconds.
  public var timing: Rational
  /// A share of the hit's velocity, 0 to 1.
  public var velocity: Rational

  public init(timing: Rational = .zero, velocity: Rational = .zero) {
    self.timing = timing
    self.velocity = velocity
  }

  public static let none = Humanize()
}

/// A line of the drum machine: all hits of one name, whichever pattern they stand in.
public struct Track: Sendable {
  public let name: String
  /// An index into ``Song/sounds``.
  public let sound: Int

  public init(name: String, sound: Int) {
    self.name = name
    self.sound = sound
  }
}
