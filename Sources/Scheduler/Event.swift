import SongModel
import Timing

/// A sound that starts: what is heard, when, and where it stands in the song.
public struct Event: Sendable {
  /// Since the start of the file, exact.
  public private(set) var time: Seconds
  /// The time, rounded once; in a ``Timeline`` that repeats, counted from its first turn.
  public internal(set) var frame: Frame
  /// Who plays it: the click, a track or the cues; see ``Song/clickLane``.
  public let lane: Int
  /// An index into ``Song/sounds``.
  public let sound: Int
  public let velocity: Velocity
  /// The number of the sound's take.
  public internal(set) var take: Int
  /// What chance adds to the sound's transposition, in cents.
  public let cents: Int
  /// What the sound's samples are multiplied with.
  public let gain: Double
  public let pan: Pan
  /// The index of the occurrence that it belongs to.
  public let occurrence: Int
  /// An index into ``Song/sections``; `nil` in the count-in.
  public let section: Int?
  /// Where it is heard by the music, from the occurrence's position 0: with its swing, but without
  /// what is a matter of clock time. Cost: a greatest common divisor.
  public var position: WholeNotes { sounding.wholeNotes }
  let sounding: Place
  /// The bar as numbered in the song; a count-in's bars are negative.
  public let bar: Int
  /// Where it is written.
  public let place: BeatPlace
  /// Whether it is a click of a subdivision.
  let isSubdivision: Bool

  /// Has it heard at another time.
  mutating func move(to time: Seconds, _ frame: Frame) {
    self.time = time
    self.frame = frame
  }
}
