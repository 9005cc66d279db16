import Scheduler
import SongModel
import Timing

/// A song's voices, begun and choked in the order of time.
///
/// What a voice sounds up to a frame is settled once the walk has come to that frame: nothing but
/// a later choke can change it, and that only from there on.
struct VoiceWalk {
  /// How long a choked sound takes to fall silent, in frames.
  let fadeLength: Int
  /// By lane, each in the order of their starts.
  private(set) var voices: [[Voice]]
  private let bank: SoundBank
  private var events: Timeline
  private var nextEvent: Event?

  /// - Parameter period: the length of a turn where the song is played over and over.
  init(_ song: Song, bank: SoundBank, period: Frame?) {
    self.bank = bank
    events = Timeline(song, at: bank.rate, period: period)
    nextEvent = events.next()
    fadeLength = VoiceWalk.fadeLength(at: bank.rate)
    voices = Array(repeating: [], count: song.laneCount)
  }

  static func fadeLength(at rate: SampleRate) -> Int {
    Seconds(Sound.chokeFade).frame(at: rate).index
  }

  /// Begins the voices of the events before a frame, but for those that end before another.
  mutating func start(before end: Int, soundingAfter first: Int) {
    while let event = nextEvent, event.frame.index < end {
      let voice = bank.voice(of: event)
      if voice.choke >= 0 { choke(voice.choke, at: voice.start) }
      if voice.end > first { voices[event.lane].append(voice) }
      nextEvent = events.next()
    }
  }

  /// Forgets the voices of a lane that are over before a frame.
  mutating func drop(_ lane: Int, endedBefore frame: Int) {
    voices[lane].removeAll { $0.end <= frame }
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
}
