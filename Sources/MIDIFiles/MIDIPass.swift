import Scheduler
import SongModel
import Timing

/// A passage as a file holds it: from where to where, and what the file waits for after it.
///
/// Of a session a passage begins at a bar line and may be stopped anywhere. Then the file rests up
/// to the first beat that is not earlier than what comes next, at a tempo at which the two fall
/// together.
struct MIDIPass {
  /// What follows where a passage was stopped, or after the last one.
  struct Rest {
    /// When it begins as it is heard.
    let start: Seconds
    /// When it has to be over; `nil` at the file's end, where the last tempo goes on.
    let end: Seconds?
  }

  /// Counted from 0.
  let index: Int
  let heard: HeardPassage
  /// Where it ends in the file, with its rest.
  private(set) var end: WholeNotes
  private(set) var rest: Rest?

  /// - Parameter next: when the next passage begins.
  init(_ heard: HeardPassage, index: Int, next: Seconds?) {
    self.index = index
    self.heard = heard
    end = heard.end ?? heard.occurrence.bars.end
    if heard.end == nil {
      rest(from: heard.endTime, to: next ?? heard.endTime, isLast: next == nil)
    }
  }

  var occurrence: Occurrence { heard.occurrence }
  var start: WholeNotes { heard.start }
  /// Of the music and of its rest.
  var endTime: Seconds { rest?.end ?? heard.endTime }

  /// Where the music ends: where it was stopped, not earlier than that and 2⁻³⁰ whole notes later at
  /// most.
  var musicEnd: WholeNotes { heard.end ?? position(at: heard.endTime) }

  /// How many times as fast as written a position is heard.
  func speed(at position: WholeNotes) -> Rational {
    let time = occurrence.time(of: position)
    return (heard.clocks.last { $0.song <= time } ?? heard.clocks[0]).speed
  }

  /// Goes on for what is struck after the last passage.
  mutating func extend(to time: Seconds) {
    let start = rest?.start ?? heard.endTime
    if time > start { rest(from: start, to: time, isLast: true) }
  }

  private mutating func rest(from start: Seconds, to end: Seconds, isLast: Bool) {
    rest = Rest(start: start, end: isLast ? nil : end)
    let position = musicEnd
    let run = occurrence.bars.run(at: position)
    let bar = occurrence.bars.start(ofBar: occurrence.bars.bar(at: position))
    let passed = (position - bar) / run.unit
    let tempo = occurrence.map.secondsPerWholeNote(at: position).value.double
    let beat = tempo * Fixed(run.unit.count / speed(at: position)).double
    // What is rounded away is a part of a beat that nobody hears.
    let beats = Fixed(passed).double + (end - start).value.double / beat - 1e-6
    self.end = bar + run.unit * Rational(max(passed.ceiling, Int128(beats.rounded(.up))))
  }

  /// The positions at which the speed changes after the start: the first of each to which the new
  /// one applies.
  var speedChanges: [WholeNotes] {
    heard.clocks.dropFirst().map { position(at: $0.live) }
      .filter { start < $0 && $0 < musicEnd }
  }

  /// The first position, in 2³⁰ths of a whole note from the start, that is heard at a time or later.
  private func position(at time: Seconds) -> WholeNotes {
    let unit = WholeNotes(1, 1 << 30)
    let last = (occurrence.bars.end - start) / unit
    var (low, high) = (Int128(0), last.ceiling)
    while low < high {
      let middle = (low + high) / 2
      if (time - heard.time(of: start + unit * Rational(middle))).value.isNothingOrLess {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low == last.ceiling ? occurrence.bars.end : start + unit * Rational(low)
  }
}

extension Song {
  /// The passages of a file.
  var passes: [MIDIPass] {
    let heard = Array(passagesHeard())
    return heard.indices.map { index in
      MIDIPass(
        heard[index], index: index,
        next: index + 1 < heard.count ? heard[index + 1].startTime : nil)
    }
  }

  /// The rate at which events are found: the finest there is, so that they come in the order of
  /// their positions; of a session that at which it was played, which decides what was heard.
  var eventRate: SampleRate { live.isEmpty ? MIDIDivision.rate : output.rate }
}

extension BarMap {
  /// The runs between two positions, each with the position where it ends; the last one goes on
  /// beyond the section's end.
  func stretches(from start: WholeNotes, to end: WholeNotes) -> [(run: Run, end: WholeNotes)] {
    runs.indices.compactMap { index in
      let next = index + 1 < runs.count ? runs[index + 1].start : end
      return runs[index].start < end && start < next
        ? (runs[index], min(next, end)) : nil
    }
  }
}
