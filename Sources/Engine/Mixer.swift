import SongModel
import Sounds
import Timing

/// Turns a song's events into samples, block by block.
///
/// A voice starts on its event's frame and plays to its sound's last sample, or to the end of its
/// fade where another sound chokes it. Each voice is on the grid of 24 bits by itself, where sums
/// are exact; so the mix is the sum of its sounds to the last bit, whatever the order or the size
/// of the blocks, and the sum of its lanes.
public struct Mixer: ~Copyable {
  /// The frame that the next block begins with.
  public private(set) var position = Frame.zero
  private var walk: VoiceWalk
  private let channels: Int
  private let sum: VoiceSum<Double>
  private let mix: Bus
  private let lane: Bus

  /// - Parameters:
  ///   - period: the length of a turn where the song is played over and over.
  ///   - bank: has the samples of all that the song plays.
  public init(_ song: Song, bank: SoundBank, period: Frame? = nil) {
    channels = bank.channels
    walk = VoiceWalk(song, bank: bank, period: period)
    sum = VoiceSum(channels: channels, fadeLength: walk.fadeLength)
    mix = Bus(channels: channels)
    lane = Bus(channels: channels)
  }

  deinit {
    mix.deallocate()
    lane.deallocate()
  }

  /// Goes on at a later frame, with the voices that sound there: what follows is the same as if
  /// everything before had been rendered.
  ///
  /// - Precondition: `frame` is not before ``position``, and nothing has been rendered yet.
  public mutating func skip(to frame: Frame) {
    let isFresh = walk.voices.allSatisfy(\.isEmpty)
    precondition(frame >= position && isFresh, "a later frame of a fresh mixer")
    position = frame
    walk.start(before: frame.index, soundingAfter: frame.index)
    for lane in walk.voices.indices { walk.drop(lane, endedBefore: frame.index) }
  }

  /// Overwrites a block with the next `count` frames.
  ///
  /// - Precondition: `count` is 1 to ``MixBlock/capacity``, and the block has the mix's channels.
  public mutating func render(into block: MixBlock, count: Int) {
    precondition((1...MixBlock.capacity).contains(count), "1 to \(MixBlock.capacity) frames")
    precondition(block.channels == channels, "a block with the channels of the mix")
    walk.start(before: position.index + count, soundingAfter: position.index)
    mix.clear(count)
    for lane in walk.voices.indices {
      if block.hasLanes { block.lane(lane, isHeard: !walk.voices[lane].isEmpty) }
      if !walk.voices[lane].isEmpty { render(lane, into: block, count) }
    }
    mix.store(left: block.left, right: block.right, count)
    position = position + Frame(count)
  }

  private mutating func render(_ lane: Int, into block: MixBlock, _ count: Int) {
    // A sum is the same by way of a lane's own bus as without.
    let bus = block.hasLanes ? self.lane : mix
    if block.hasLanes { bus.clear(count) }
    var hasEnded = false
    for voice in walk.voices[lane] {
      sum.add(voice, to: bus.sums, from: position.index, count: count)
      hasEnded = hasEnded || voice.end <= position.index + count
    }
    if block.hasLanes {
      bus.store(left: block.left(ofLane: lane), right: block.right(ofLane: lane), count)
      mix.add(bus, count)
    }
    if hasEnded { walk.drop(lane, endedBefore: position.index + count) }
  }
}
