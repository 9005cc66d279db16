import Scheduler
import SongModel

/// Who plays notes: the click, the drum tracks, and the cues, with the sounds of each.
struct MIDILanes {
  let names: [String]
  /// How many notes each has.
  private(set) var counts: [Int]
  private var sounds: [Set<Int>]
  private let song: Song
  private let keys: [MIDIKey]

  init(of song: Song, keys: [MIDIKey]) {
    names = ["click"] + song.tracks.map(\.name) + ["cue"]
    counts = names.map { _ in 0 }
    sounds = [[]] + song.tracks.map { [$0.sound] } + [[]]
    self.song = song
    self.keys = keys
  }

  mutating func add(_ event: Event) {
    counts[event.lane] += 1
    sounds[event.lane].insert(event.sound)
  }

  /// Those that are in the file: all drum tracks, and the click and the cues where there are any.
  var written: [Int] {
    names.indices.filter { song.tracks.indices.contains($0 - 1) || counts[$0] > 0 }
  }

  /// What a track begins with.
  func heading(of lane: Int) -> [MIDIEvent] {
    [MIDIEvent(tick: 0, message: .text(.trackName, names[lane]))] + noteTexts(of: lane)
  }

  /// Which sound is on which note, in the order of the kit.
  func noteTexts(of lane: Int) -> [MIDIEvent] {
    sounds[lane].sorted().map { sound in
      let text = ConductorText.sound(
        note: Int(keys[sound].note), channel: Int(keys[sound].channel),
        name: song.sounds[sound].name)
      return MIDIEvent(tick: 0, message: .text(.text, text.description))
    }
  }
}
