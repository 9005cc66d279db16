import Scheduler
import SongModel
import Sounds
import Timing

/// The samples of all that a song plays, found by an event in a few steps and without a search.
///
/// It is filled before the first block is rendered, and never changed after that.
public final class SoundBank {
  public let rate: SampleRate
  /// 1 or 2: what the mix has.
  public let channels: Int
  /// Samples in the bank, which several renditions may share.
  public struct Item: Hashable, Sendable {
    fileprivate let index: Int
  }

  private var clips: [Clip] = []
  /// By sound: what it chokes, and is choked by; -1 for nothing.
  private let chokes: [Int]
  /// By sound and by take: the clip of each transposition in cents, from the lowest on.
  private var table: [[Row]]

  private struct Row {
    let lowest: Int
    /// -1 where there is none.
    var clips: [Int32]
  }

  /// - Precondition: one or two channels.
  public init(_ song: Song, at rate: SampleRate, channels: Int) {
    precondition((1...2).contains(channels), "mono or stereo")
    self.rate = rate
    self.channels = channels
    chokes = song.sounds.map { $0.choke ?? -1 }
    table = song.sounds.map { sound in
      let row = Row(
        lowest: -sound.transposeRandom,
        clips: Array(repeating: -1, count: 2 * sound.transposeRandom + 1))
      return Array(repeating: row, count: sound.takes.count)
    }
  }

  deinit {
    for clip in clips { clip.deallocate() }
  }

  /// Copies samples into the bank.
  ///
  /// - Precondition: they have the bank's rate.
  public func add(_ buffer: SampleBuffer) -> Item {
    precondition(buffer.rate == rate, "every sound at the rate of the mix")
    clips.append(Clip(buffer, channels: channels))
    return Item(index: clips.count - 1)
  }

  /// Lets a rendition be played with samples of the bank.
  public func assign(_ item: Item, to rendition: Rendition) {
    let row = table[rendition.sound][rendition.take]
    table[rendition.sound][rendition.take].clips[rendition.cents - row.lowest] = Int32(item.index)
  }

  /// What an event plays.
  ///
  /// - Precondition: its rendition has been assigned.
  func clip(of event: Event) -> Clip {
    let row = table[event.sound][event.take]
    let index = row.clips[event.cents - row.lowest]
    precondition(index >= 0, "samples for every sound that is played")
    return clips[Int(index)]
  }

  /// What an event sounds like.
  ///
  /// - Precondition: its rendition has been assigned.
  func voice(of event: Event) -> Voice {
    let clip = clip(of: event)
    let gain =
      if channels == 1 {
        StereoGain(left: Float(event.gain), right: 0)
      } else if clip.isStereo {
        StereoGain.balance(gain: event.gain, at: event.pan)
      } else {
        StereoGain.constantPower(gain: event.gain, at: event.pan)
      }
    return Voice(clip, gain: gain, start: event.frame.index, choke: chokes[event.sound])
  }

  /// How many frames a rendition has.
  ///
  /// - Precondition: it has been assigned.
  public func length(of rendition: Rendition) -> Frame {
    let row = table[rendition.sound][rendition.take]
    let index = row.clips[rendition.cents - row.lowest]
    precondition(index >= 0, "samples for every sound that is played")
    return Frame(clips[Int(index)].frames)
  }

  /// How long an event sounds where nothing chokes it.
  public func length(of event: Event) -> Frame { Frame(clip(of: event).frames) }

  /// The longest of all.
  public var longest: Frame { Frame(clips.map(\.frames).max() ?? 0) }
}
