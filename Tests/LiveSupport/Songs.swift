import Engine
import Live
import Scheduler
import SongModel
import Sounds
import Timing

/// A song that is played in tests: every kind of thing that a change can meet.
public let busyText = """
  tempo: 133
  count-in: 1 bar
  click: {subdivisions: [2]}
  kit:
    hat: {sound: hat, choke: hats}
    open: {sound: open-hat, choke: hats, pan: R30}
  patterns:
    a:
      kick: x...x.x.
      snare: ....X..f
      hat: xxxx.xxx
      open: ....x...
    b:
      kick: {steps: x.x.x.x., humanize: {timing: 4ms}}
      snare: {steps: ..x...x., swing: 60%}
  sections:
    verse: {bars: 2, play: a}
    ride: {bars: 3, play: b, tempo: 120 -> 171}
    odd: {bars: 2, meter: 7/8, click: {subdivisions: [3]}}
  song: [verse x2, ride, odd, verse]
  """

/// A song's samples, each sound a noise of its own, so that a frame out of place shows.
public func noiseBank(_ song: Song, channels: Int = 2) -> SoundBank {
  let bank = SoundBank(song, at: .standard, channels: channels)
  for (index, sound) in song.sounds.enumerated() {
    for take in sound.takes.indices {
      let frames = 900 + 1700 * (index % 5)
      var state = UInt32(index * 31 + take + 1)
      let samples = (0..<frames).map { _ -> Float in
        state = state &* 1_664_525 &+ 1_013_904_223
        return Float(Int32(bitPattern: state) >> 8) * 0x1p-24
      }
      bank.assign(
        bank.add(SampleBuffer(channels: [samples], rate: .standard)),
        to: Rendition(sound: index, take: take))
    }
  }
  return bank
}

/// A master that changes nothing.
public let neutral = MasterSettings(gain: 1, ceiling: nil, rate: .standard, channels: 2)

/// What a player gives while it is stepped by hand, in blocks of sizes that take turns.
public func play(_ player: Player, frames: Int, blocks: [Int]) -> (left: [Float], right: [Float]) {
  let largest = blocks.max()!
  let left = UnsafeMutablePointer<Float>.allocate(capacity: largest)
  let right = UnsafeMutablePointer<Float>.allocate(capacity: largest)
  let memory = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
  (memory[0], memory[1]) = (left, right)
  defer {
    left.deallocate()
    right.deallocate()
    memory.deallocate()
  }
  var result: (left: [Float], right: [Float]) = ([], [])
  var turn = 0
  while result.left.count < frames {
    let count = min(blocks[turn % blocks.count], frames - result.left.count)
    turn += 1
    while !player.mixer.renderer.isReady(for: count) { _ = player.step() }
    player.mixer.renderer.render(into: memory, count: count)
    result.left += UnsafeBufferPointer(start: left, count: count)
    result.right += UnsafeBufferPointer(start: right, count: count)
  }
  return result
}

/// What the offline engine makes of a song.
public func rendered(_ song: Song, _ bank: SoundBank, frames: Int) -> (
  left: [Float], right: [Float]
) {
  var mixer = Mixer(song, bank: bank)
  let block = MixBlock(channels: 2)
  let volume = VolumeCourse(song.live, at: bank.rate)
  var result: (left: [Float], right: [Float]) = ([], [])
  while result.left.count < frames {
    let first = result.left.count
    let count = min(MixBlock.capacity, frames - first)
    mixer.render(into: block, count: count)
    volume.scale(block.left, count, from: first)
    volume.scale(block.right!, count, from: first)
    result.left += UnsafeBufferPointer(start: block.left, count: count)
    result.right += UnsafeBufferPointer(start: block.right!, count: count)
  }
  return result
}

/// Commands at random, a second of song for each, in the order of their frames.
public func randomScript(_ count: Int, _ song: Song, seed: UInt64, within frames: Int)
  -> [(frame: Frame, command: Player.Command)]
{
  var dice = Dice(seed: seed)
  let places = (0..<count).map { _ in Int(dice.next() % UInt64(frames)) }.sorted()
  return places.map { place in
    (Frame(place), Player.Command.random(song, &dice))
  }
}

/// The same numbers for the same seed.
public struct Dice: RandomNumberGenerator {
  private var state: UInt64
  public init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  public mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

extension Player.Command {
  public static func random(_ song: Song, _ dice: inout Dice) -> Player.Command {
    switch Int.random(in: 0..<11, using: &dice) {
    case 0: .changeTempo(by: Rational(Int128(Int.random(in: -9...9, using: &dice))))
    case 1: .setTempo(to: Rational(Int128(Int.random(in: 70...200, using: &dice))))
    case 2: .toggleMute(lane: Int.random(in: 0..<song.laneCount, using: &dice))
    case 3: .toggleSubdivisions
    case 4: .toggleGap
    case 5: .toggleLoop
    case 6: .changeVolume(by: Rational(Int128(Int.random(in: -3...3, using: &dice))))
    case 7: .movePassage(by: Bool.random(using: &dice) ? 1 : -1)
    case 8: .setPassage(to: Int.random(in: 0..<song.passageCount, using: &dice))
    case 9: .startOrStop
    default: .strike(pad: 0, Velocity(Int.random(in: 1...127, using: &dice))!)
    }
  }
}
