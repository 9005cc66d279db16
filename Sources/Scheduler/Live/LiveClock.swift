import SongModel
import Timing

/// When what the song plays at one time is heard: later or earlier, faster or slower.
public struct LiveClock: Sendable {
  /// A time of the song, as its own tempos have it.
  public private(set) var song = Seconds.zero
  /// When it is heard.
  public private(set) var live = Seconds.zero
  /// 1 is as written, 2 twice as fast.
  public private(set) var speed = Rational.one

  init() {}

  init(song: Seconds, live: Seconds, speed: Rational) {
    self.song = song
    self.live = live
    self.speed = speed
  }

  /// When a time of the song is heard.
  public func live(of time: Seconds) -> Seconds {
    let distance = time - song
    return live + (speed == .one ? distance : Seconds(distance.value * Fixed(.one / speed)))
  }

  /// What time of the song it is.
  public func song(at time: Seconds) -> Seconds {
    let distance = time - live
    return song + (speed == .one ? distance : Seconds(distance.value * Fixed(speed)))
  }

  /// The same up to a time, and another speed from there on.
  func changed(to speed: Rational, at time: Seconds) -> LiveClock {
    LiveClock(song: song(at: time), live: time, speed: speed)
  }
}
