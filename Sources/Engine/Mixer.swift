import Scheduler
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
  private var events: Timeline
  private var nextEvent: Event?
  private let bank: SoundBank
  private let channels: Int
  /// By sound: what it chokes, and is choked by; -1 for nothing.
  private let chokes: [Int]
  /// How long a choked sound takes to fall silent, in frames.
  private let fadeLength: Int
  /// By lane.
  private var voices: [[Voice]]
  private let mix: Bus
  private let lane: Bus

  /// - Parameters:
  ///   - period: the length of a turn where the song is played over and over.
  ///   - bank: has the samples of all that the song plays.
  public init(_ song: Song, bank: SoundBank, period: Frame? = nil) {
    self.bank = bank
    channels = bank.channels
    events = Timeline(song, at: bank.rate, period: period)
    nextEvent = events.next()
    chokes = song.sounds.map { $0.choke ?? -1 }
    fadeLength = Seconds(Sound.chokeFade).frame(at: bank.rate).index
    voices = Array(repeating: [], count: song.laneCount)
    mix = Bus()
    lane = Bus()
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
    let isFresh = voices.allSatisfy(\.isEmpty)
    precondition(frame >= position && isFresh, "a later frame of a fresh mixer")
    position = frame
    startVoices(before: frame)
    for lane in voices.indices { removeEnded(lane) }
  }

  /// Overwrites a block with the next `count` frames.
  ///
  /// - Precondition: `count` is 1 to ``MixBlock/capacity``, and the block has the mix's channels.
  public mutating func render(into block: MixBlock, count: Int) {
    precondition((1...MixBlock.capacity).contains(count), "1 to \(MixBlock.capacity) frames")
    precondition(block.channels == channels, "a block with the channels of the mix")
    startVoices(before: position + Frame(count))
    mix.clear(count)
    for lane in voices.indices {
      if block.hasLanes { block.lane(lane, isHeard: !voices[lane].isEmpty) }
      if !voices[lane].isEmpty { render(lane, into: block, count) }
    }
    mix.store(left: block.left, right: block.right, count)
    position = position + Frame(count)
  }

  private mutating func render(_ lane: Int, into block: MixBlock, _ count: Int) {
    // A sum is the same by way of a lane's own bus as without.
    let bus = block.hasLanes ? self.lane : mix
    if block.hasLanes { bus.clear(count) }
    var hasEnded = false
    for voice in voices[lane] {
      add(voice, to: bus, count)
      hasEnded = hasEnded || voice.end <= position.index + count
    }
    if block.hasLanes {
      bus.store(left: block.left(ofLane: lane), right: block.right(ofLane: lane), count)
      mix.add(bus, count)
    }
    if hasEnded { removeEnded(lane, before: position.index + count) }
  }

  /// Adds what a voice sounds within the block.
  private func add(_ voice: Voice, to bus: Bus, _ count: Int) {
    let block = position.index
    let first = max(block, voice.start)
    let last = min(block + count, voice.end)
    let fade = min(max(voice.fadeStart, first), last)
    for channel in 0..<channels {
      let samples = channel == 0 ? voice.clip.left : voice.clip.right
      let gain = channel == 0 ? voice.gain.left : voice.gain.right
      let sums = channel == 0 ? bus.left : bus.right
      Bus.add(
        samples + (first - voice.start), times: gain, to: sums + (first - block),
        count: fade - first)
      Bus.add(
        samples + (fade - voice.start), times: gain, fading: fade - voice.fadeStart,
        of: fadeLength, to: sums + (fade - block), count: last - fade)
    }
  }

  // MARK: - Voices

  private mutating func startVoices(before end: Frame) {
    while let event = nextEvent, event.frame < end {
      let choke = chokes[event.sound]
      if choke >= 0 { self.choke(choke, at: event.frame.index) }
      let voice = Voice(
        bank.clip(of: event), gain: gain(of: event), start: event.frame.index, choke: choke)
      if voice.end > position.index {
        voices[event.lane].append(voice)
      }
      nextEvent = events.next()
    }
  }

  private func gain(of event: Event) -> StereoGain {
    if channels == 1 { return StereoGain(left: Float(event.gain), right: 0) }
    return bank.clip(of: event).isStereo
      ? StereoGain.balance(gain: event.gain, at: event.pan)
      : StereoGain.constantPower(gain: event.gain, at: event.pan)
  }

  /// Silences what a hit chokes: the sounds of its number that started before it.
  private mutating func choke(_ number: Int, at frame: Int) {
    for lane in voices.indices {
      for index in voices[lane].indices
      where voices[lane][index].choke == number && voices[lane][index].start < frame {
        voices[lane][index].fade(from: frame, length: fadeLength)
      }
    }
  }

  private mutating func removeEnded(_ lane: Int, before frame: Int? = nil) {
    let frame = frame ?? position.index
    voices[lane].removeAll { $0.end <= frame }
  }
}
