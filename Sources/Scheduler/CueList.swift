import SongModel
import Timing

/// The cues of a song by the time at which they start.
///
/// A cue starts before its section, in the music that leads to it, which is over when the section
/// is reached; so they are found in a walk of their own. Memory: a few words for each cue that is
/// heard, nothing where the song has none.
struct CueList {
  struct Start {
    let time: Seconds
    let sound: Int
    let occurrence: Occurrence
    let position: WholeNotes
  }

  private(set) var starts: [Start] = []

  init(_ song: Song) {
    guard song.sections.contains(where: { $0.cue != nil }) else { return }
    let longest = CueList.reach(of: song)
    var before: [Occurrence] = []
    for occurrence in Occurrences(song) {
      if !occurrence.isCountIn, let cue = song.sections[occurrence.section].cue {
        starts.append(CueList.start(of: cue, leadingTo: occurrence, after: before))
      }
      before.append(occurrence)
      // Only so much of the past can be reached.
      while before.count > 1,
        before.dropFirst().reduce(WholeNotes.zero, { $0 + $1.bars.end + $1.bars.pickup }) >= longest
      {
        before.removeFirst()
      }
    }
    starts.sort { $0.time < $1.time }
  }

  /// The longest cue in whole notes, at most.
  private static func reach(of song: Song) -> WholeNotes {
    let runs = song.sections.flatMap(\.bars.runs)
    return song.sections.compactMap(\.cue).flatMap { cue in
      runs.map { cue.before.length(in: $0, leadingToBarLine: true) ?? .zero }
    }.max() ?? .zero
  }

  /// Walks back through the music before a section. Bars and beats are those that lead to it.
  private static func start(
    of cue: Cue, leadingTo occurrence: Occurrence, after before: [Occurrence]
  ) -> Start {
    if case .time(let seconds) = cue.before {
      return Start(
        time: occurrence.startTime - Seconds(seconds), sound: cue.sound, occurrence: occurrence,
        position: occurrence.start)
    }
    let run = (before.last ?? occurrence).bars.runs.last!
    var left = cue.before.length(in: run, leadingToBarLine: true)!
    for earlier in before.reversed() {
      let length = earlier.bars.end - earlier.start
      if left <= length {
        let position = earlier.bars.end - left
        return Start(
          time: earlier.time(of: position), sound: cue.sound, occurrence: earlier,
          position: position)
      }
      left = left - length
    }
    // Before the song begins: as if its first tempo had always been there.
    let first = before.first ?? occurrence
    let position = first.start - left
    return Start(
      time: first.time(of: position), sound: cue.sound, occurrence: first, position: position)
  }
}
