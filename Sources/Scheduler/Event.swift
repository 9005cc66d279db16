import SongModel
import Timing

/// A sound that starts: what is heard, when, and where it stands in the song.
public struct Event: Sendable {
  /// Since the start of the file, exact.
  public let time: Seconds
  /// The time, rounded once.
  public let frame: Frame
  /// Who plays it: ``click``, the index of a track plus one, or after all of these the cues.
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
  /// Where it is heard by the music, from the occurrence's position 0: with its swing, but without
  /// what is a matter of clock time.
  public let position: WholeNotes
  /// The bar as numbered in the song; a count-in's bars are negative.
  public let bar: Int
  /// Where it is written.
  public let place: BeatPlace

  public static let click = Section.clickLane
}
