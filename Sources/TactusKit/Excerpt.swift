import Scheduler
import SongModel
import SongText
import Timing

/// A place of a song as the command line names it: a time, a bar of the song, or a section.
enum SongPlace: Equatable {
  case time(Rational)
  /// As numbered in the song; a count-in's bars are negative.
  case bar(Int, beat: Int, offset: WholeNotes)
  /// The so-manieth time that a section is heard, from 1.
  case section(String, time: Int)

  /// `12.5s`, `5`, `5:3`, `5:3+1/8`, `chorus`, `chorus#2`
  init(_ text: String) {
    if let time = SongValue.time(text) {
      self = .time(time)
    } else if text.hasPrefix("-"), let place = SongValue.place(String(text.dropFirst())) {
      self = .bar(-place.bar, beat: place.beat, offset: place.offset)
    } else if let place = SongValue.place(text) {
      self = .bar(place.bar, beat: place.beat, offset: place.offset)
    } else if let mark = text.lastIndex(of: "#"),
      let count = Int(text[text.index(after: mark)...]), count > 0
    {
      self = .section(String(text[..<mark]), time: count)
    } else {
      self = .section(text, time: 1)
    }
  }

  static let forms = "a time (12.5s), a bar (5 or 5:3) or a section (chorus or chorus#2)"

  /// Of a session, where a bar may be heard any number of times or never.
  static let formsOfSession = "a time (12.5s) or a section (chorus or chorus#2)"

  /// The frame on which the place is heard. A section is heard where it begins, so of a session not
  /// where it goes on after a stop.
  ///
  /// - Parameter earliest: a section counts from here on.
  /// - Returns: `nil` where the song has no such place.
  func frame(in song: Song, at rate: SampleRate, from earliest: Frame = .zero) -> Frame? {
    if case .time(let seconds) = self { return Seconds(seconds).frame(at: rate) }
    var count = 0
    for passage in song.passagesHeard() {
      let occurrence = passage.occurrence
      switch self {
      case .time: break
      case .section(let name, let time):
        guard !occurrence.isCountIn, occurrence.name == name, passage.start == occurrence.start
        else { continue }
        let frame = passage.startTime.frame(at: rate)
        if frame >= earliest { count += 1 }
        if count == time { return frame }
      case .bar where !song.live.isEmpty: return nil
      case .bar(let bar, let beat, let offset):
        let local = bar - occurrence.barsBefore
        let first = occurrence.bars.pickup > .zero ? 0 : 1
        guard (first...max(first, occurrence.bars.lastBar)).contains(local) else { continue }
        let run = occurrence.bars.run(ofBar: local)
        guard let start = BeatPlace.start(ofBeat: beat, in: run) else { return nil }
        let position = max(
          occurrence.bars.start(ofBar: local) + start + offset, occurrence.start)
        guard position < occurrence.bars.end else { return nil }
        return occurrence.time(of: position).frame(at: rate)
      }
    }
    return nil
  }
}

/// The part of the file that is written.
struct Excerpt {
  let start: Frame
  /// `nil` for the end of the file.
  let end: Frame?

  var isWhole: Bool { start == .zero && end == nil }

  /// - Parameters:
  ///   - from: where it starts; `nil` for the start of the file.
  ///   - to: where it ends: what begins there is not in it.
  init(of song: Song, from: String?, to: String?) throws(CommandLineMistake) {
    let rate = song.output.rate
    func frame(_ text: String, _ name: String, after: Frame) throws(CommandLineMistake) -> Frame {
      guard let frame = SongPlace(text).frame(in: song, at: rate, from: after) else {
        throw .wrongValue(
          text, of: name,
          expected: song.live.isEmpty
            ? "a place of this song: " + SongPlace.forms
            : "a place of this session: " + SongPlace.formsOfSession)
      }
      return frame
    }
    var start = Frame.zero
    if let from { start = try frame(from, "--from", after: .zero) }
    self.start = start
    // A section as the end is the next one after the start.
    if let to { end = try frame(to, "--to", after: start + Frame(1)) } else { end = nil }
    if let to, let end, end <= start {
      throw .wrongValue(to, of: "--to", expected: "a place after the start of the excerpt")
    }
  }
}
