import Scheduler
import SongModel
import Timing

/// The last that starts at or before a frame.
struct EventPlace: Sendable {
  let frame: Frame
  let bar: Int
  let beat: String
  let section: String
  /// What starts on that frame, in the order of tracks: each track with its sound.
  let sounds: [(track: String, sound: String)]

  /// - Returns: `nil` before the first event. Cost: linear in the events up to the frame.
  init?(in song: Song, at frame: Frame) {
    var last: [Event] = []
    for event in EventStream(song, at: song.output.rate) {
      if event.frame > frame { break }
      if event.frame != last.first?.frame { last.removeAll() }
      last.append(event)
    }
    guard let first = last.first else { return nil }
    self.frame = first.frame
    bar = first.bar
    beat = first.place.description
    section = song.sectionName(of: first)
    sounds = last.map { (song.name(ofLane: $0.lane), song.sounds[$0.sound].name) }
  }

  /// `bar 3, beat 2+1/8 (verse), kick, hat`
  var text: String {
    let names = sounds.map { $0.track == $0.sound ? $0.track : "\($0.track) (\($0.sound))" }
    return printable("bar \(bar), beat \(beat) (\(section)), \(names.joined(separator: ", "))")
  }

  /// For JSON.
  var fields: [(String, String)] {
    [
      ("eventFrame", "\(frame.index)"), ("bar", "\(bar)"), ("beat", JSON.string(beat)),
      ("section", JSON.string(section)),
      (
        "events",
        JSON.list(
          sounds.map {
            JSON.object([("track", JSON.string($0.track)), ("sound", JSON.string($0.sound))])
          })
      ),
    ]
  }
}

extension Song {
  /// The name of the section that an event is in.
  fileprivate func sectionName(of event: Event) -> String {
    event.section.map { sections[$0].name.value } ?? Occurrence.countInName
  }
}
