import SongModel
import Timing

/// Plays a song's sounds by hand: each on the track that plays it where there is one, else on the
/// lane of the cues. Of takes in turn it is the first.
public struct Hand {
  private let song: Song
  private let voicing: Voicing

  public init(_ song: Song) {
    self.song = song
    voicing = Voicing(song)
  }

  /// A hit.
  func event(
    _ sound: Int, _ velocity: Velocity, at time: Seconds, _ frame: Frame,
    in occurrence: Occurrence? = nil
  ) -> Event {
    let lane = song.tracks.firstIndex { $0.sound == sound }.map { $0 + 1 } ?? song.cueLane
    let part = voicing.part(of: sound, velocity, lane: lane, nil)
    return Event(
      time: time, frame: frame, lane: lane, sound: sound, velocity: velocity, take: part.take,
      cents: part.cents, gain: part.gain * velocity.gain, pan: part.pan,
      occurrence: occurrence?.index ?? 0, section: occurrence?.section, sounding: Place(.zero),
      bar: 0, place: BeatPlace(beat: 1, offset: .zero), isSubdivision: false)
  }

  /// A hit at each velocity from 1 to 127, on frame 0.
  public func events(of sound: Int) -> [Event] {
    Velocity.range.map { event(sound, Velocity($0)!, at: .zero, .zero) }
  }
}
