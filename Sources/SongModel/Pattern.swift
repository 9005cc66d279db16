import Diagnostics
import Timing

/// A row of hits for several tracks, as long as a bar, several, or neither.
public struct Pattern: Sendable {
  public var name: String
  public var length: WholeNotes
  /// Sorted by offset, then by track; every offset is at least zero and below the length.
  public var hits: [Hit]

  public init(name: String, length: WholeNotes, hits: [Hit]) {
    self.name = name
    self.length = length
    self.hits = hits
  }
}

/// One stroke of a pattern.
public struct Hit: Sendable {
  /// From the pattern's start.
  public let offset: WholeNotes
  /// An index into ``Song/tracks``.
  public let track: Int
  public let velocity: Velocity
  /// What the samples are multiplied with.
  public let gain: Double

  public init(offset: WholeNotes, track: Int, velocity: Velocity, gain: Double) {
    self.offset = offset
    self.track = track
    self.velocity = velocity
    self.gain = gain
  }
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
