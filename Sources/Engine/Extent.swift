import Scheduler
import SongModel
import Timing

/// What is known of a song before its first sample: how long its audio will be, and how much
/// happens in which lane.
public struct Extent: Sendable {
  /// The length of the file.
  public let frames: Frame
  /// How many sounds start in each lane, within the stretch that was asked for.
  public let events: [Int]
  /// The lanes in which anything sounds at all, in their order.
  public let lanes: [Int]

  /// Walks through all events once. Cost: linear in their number.
  ///
  /// - Parameters:
  ///   - start: events before this frame are not counted.
  ///   - end: neither are those from this one on; `nil` for the end of the file.
  public init(of song: Song, bank: SoundBank, from start: Frame = .zero, to end: Frame? = nil) {
    var events = Array(repeating: 0, count: song.laneCount)
    var sounds = Array(repeating: false, count: song.laneCount)
    var voices = VoiceEnds(song, bank: bank)
    for event in EventStream(song, at: bank.rate) {
      voices.add(event)
      sounds[event.lane] = true
      if event.frame >= start && end.map({ event.frame < $0 }) ?? true { events[event.lane] += 1 }
    }
    self.events = events
    lanes = sounds.indices.filter { sounds[$0] }
    let songEnd = song.endTime
    let lastBar = songEnd.frame(at: bank.rate)
    switch song.output.tail {
    case .auto: frames = song.output.loop ? lastBar : max(lastBar, voices.last)
    case .none: frames = lastBar
    case .time(let tail): frames = (songEnd + Seconds(tail)).frame(at: bank.rate)
    }
  }
}

/// Finds where the last voice of a song ends, chokes considered.
private struct VoiceEnds {
  private let bank: SoundBank
  private let chokes: [Int?]
  private let fadeLength: Frame
  /// The last end of what no longer can be choked.
  private var settled = Frame.zero
  /// By choke: the last end of what started before `frame`, and of what started on it.
  private var open: [Int: (frame: Frame, before: Frame, now: Frame)] = [:]

  init(_ song: Song, bank: SoundBank) {
    self.bank = bank
    chokes = song.sounds.map(\.choke)
    fadeLength = Seconds(Sound.chokeFade).frame(at: bank.rate)
  }

  mutating func add(_ event: Event) {
    let end = event.frame + bank.length(of: event)
    guard let choke = chokes[event.sound] else {
      settled = max(settled, end)
      return
    }
    var group = open[choke] ?? (event.frame, .zero, .zero)
    if group.frame < event.frame {
      // All that started earlier fades from here on.
      let faded = min(max(group.before, group.now), event.frame + fadeLength)
      group = (event.frame, faded, .zero)
    }
    group.now = max(group.now, end)
    open[choke] = group
  }

  /// Where the last of all voices ends.
  var last: Frame {
    open.values.reduce(settled) { max($0, max($1.before, $1.now)) }
  }
}
