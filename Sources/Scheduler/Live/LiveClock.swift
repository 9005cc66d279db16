import SongModel
import Timing

/// When what the song plays at one time is heard: later or earlier, faster or slower.
struct LiveClock: Sendable {
  /// A time of the song, as its own tempos have it.
  var song = Seconds.zero
  /// When it is heard.
  var live = Seconds.zero
  /// 1 is as written, 2 twice as fast.
  var speed = Rational.one

  /// When a time of the song is heard.
  func live(of time: Seconds) -> Seconds {
    let distance = time - song
    return live + (speed == .one ? distance : Seconds(distance.value * Fixed(.one / speed)))
  }

  /// What time of the song it is.
  func song(at time: Seconds) -> Seconds {
    let distance = time - live
    return song + (speed == .one ? distance : Seconds(distance.value * Fixed(speed)))
  }

  /// The same up to a time, and another speed from there on.
  func changed(to speed: Rational, at time: Seconds) -> LiveClock {
    LiveClock(song: song(at: time), live: time, speed: speed)
  }
}
