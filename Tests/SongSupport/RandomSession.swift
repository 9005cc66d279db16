import SongModel
import Timing

/// A song that was changed at random while it was played, at frames of 48 kHz. It comes to an end:
/// the last thing that is done is to go on, and to loop no more.
public func randomSession(
  of plain: Song, seed: UInt64, changes count: Int, within seconds: Int
) -> Song {
  var numbers = SessionNumbers(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
  func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
  let frames = (0..<count).map { _ in number(0...seconds * 48_000) }.sorted()
  var song = plain
  func add(_ action: LiveChange.Action, at frame: Int) {
    song.live.append(LiveChange(at: Rational(Int128(frame), 48_000), action))
  }
  for frame in frames {
    switch number(0...13) {
    case 0...1: add(.speed(Rational(Int128(number(60...170)), 100)), at: frame)
    case 2: add(.speed(Rational(Int128(number(61...399)), 133)), at: frame)
    case 3: add(.mute(lane: number(0...plain.laneCount - 1), number(0...1) == 1), at: frame)
    case 4: add(.subdivisions(number(0...1) == 1), at: frame)
    case 5: add(.gap(number(0...3) == 1), at: frame)
    case 6...7: add(.passage(number(0...plain.passageCount - 1)), at: frame)
    case 8: add(.loop(number(0...2) == 1), at: frame)
    case 9: add(.stop, at: frame)
    case 10...11: add(.start, at: frame)
    default:
      add(
        .pad(sound: number(0...plain.sounds.count - 1), Velocity(number(1...127))!), at: frame)
    }
  }
  for action: LiveChange.Action in [.start, .loop(false)] {
    add(action, at: seconds * 48_000)
  }
  return song
}

private struct SessionNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
