import SongModel
import Timing

/// A sound that starts: what is heard, when, and where it stands in the song.
public struct Event: Sendable {
  /// Since the start of the file, exact.
  public let time: Seconds
  /// The time, rounded once.
  public let frame: Frame
  /// Who plays it: ``click``, else the index of a track plus one.
  public let lane: Int
  /// An index into ``Song/sounds``.
  public let sound: Int
  public let velocity: Velocity
  /// What the sound's samples are multiplied with, before the kit's own volume.
  public let gain: Double
  /// The click's place; a track is placed by its sound.
  public let pan: Pan
  /// The index of the occurrence that it belongs to.
  public let occurrence: Int
  /// An index into ``Song/sections``; `nil` in the count-in.
  public let section: Int?
  /// From the occurrence's position 0.
  public let position: WholeNotes
  /// The bar as numbered in the song; a count-in's bars are negative.
  public let bar: Int
  public let place: BeatPlace

  public static let click = 0
}
