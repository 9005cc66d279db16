import SongModel
import Timing

/// One way in which a sound is played. Each has samples of its own.
public struct Rendition: Hashable, Sendable {
  /// An index into ``Song/sounds``.
  public let sound: Int
  /// The number of the sound's take.
  public let take: Int
  /// What chance adds to the transposition.
  public let cents: Int

  public init(sound: Int, take: Int = 0, cents: Int = 0) {
    self.sound = sound
    self.take = take
    self.cents = cents
  }

  /// So that messages and memory do not depend on the order of a set.
  fileprivate static func inOrder(_ renditions: Set<Rendition>) -> [Rendition] {
    renditions.sorted { ($0.sound, $0.take, $0.cents) < ($1.sound, $1.take, $1.cents) }
  }
}

extension Event {
  public var rendition: Rendition { Rendition(sound: sound, take: take, cents: cents) }
}

extension Song {
  /// All renditions that the song's events use, in the order of sounds, takes and cents. Cost:
  /// linear in the number of sounds, or of events where chance transposes one.
  public func renditions(at rate: SampleRate) -> [Rendition] {
    let heard = soundsHeard
    let plain = heard.flatMap { sound in
      sounds[sound].takes.indices.map { Rendition(sound: sound, take: $0) }
    }
    guard heard.contains(where: { sounds[$0].transposeRandom > 0 }) else { return plain }
    var renditions = Set(plain)
    for event in EventStream(self, at: rate) { renditions.insert(event.rendition) }
    return Rendition.inOrder(renditions)
  }

  /// All renditions that may be heard while the song is played and changed: the turns of takes and
  /// the throws of chance may meet in another way then.
  ///
  /// - Parameter hands: the sounds that are played by hand too.
  public func renditions(at rate: SampleRate, playedBy hands: [Int]) -> [Rendition] {
    var renditions = Set(renditions(at: rate))
    for sound in hands { renditions.insert(Rendition(sound: sound)) }
    for rendition in renditions {
      for take in sounds[rendition.sound].takes.indices {
        renditions.insert(Rendition(sound: rendition.sound, take: take, cents: rendition.cents))
      }
    }
    return Rendition.inOrder(renditions)
  }
}
