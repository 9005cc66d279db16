import SongModel
import Timing

/// A beat of the song, for whoever counts along.
public struct Beat: Sendable {
  public let frame: Frame
  /// The index of its passage among the song's occurrences.
  public let occurrence: Int
  /// What the passage is called.
  public let name: String
  /// As numbered in the song; a count-in's bars are negative.
  public let bar: Int
  /// Counted from 1.
  public let beat: Int
  /// How many beats its bar has.
  public let count: Int
  public let meter: Meter
  /// Beats a minute as they are written there, of the notes that the tempo counts; on a ramp to
  /// a hundredth.
  public let written: Rational
  /// How fast they are heard: 1 is as written.
  public let speed: Rational
  public var isAccent: Bool { beat == 1 }
}

/// Walks through the beats of a passage.
struct BeatWalk: Sendable {
  private let occurrence: Occurrence
  private var bar: Int
  private var beat = 1
  private var position: WholeNotes
  private var last: WholeNotes
  /// When the next one is heard by the song's own times; `nil` at the end.
  private(set) var time: Seconds?

  /// - Parameter bar: the first; `nil` for the beginning, a pickup included.
  init(_ occurrence: Occurrence, from bar: Int?) {
    self.occurrence = occurrence
    self.bar = bar ?? (occurrence.bars.pickup > .zero ? 0 : 1)
    position = occurrence.bars.start(ofBar: self.bar)
    last = occurrence.bars.end
    find()
    while time != nil && position < occurrence.start { advance() }
  }

  private mutating func find() {
    let run = occurrence.bars.run(ofBar: bar)
    if let offset = BeatPlace.start(ofBeat: beat, in: run) {
      position = occurrence.bars.start(ofBar: bar) + offset
    } else {
      bar += 1
      beat = 1
      position = occurrence.bars.start(ofBar: bar)
    }
    time = position < last ? occurrence.time(of: position) : nil
  }

  /// There are no beats from a position on.
  mutating func end(at position: WholeNotes) {
    last = min(last, position)
    if self.position >= last { time = nil }
  }

  private mutating func advance() {
    beat += 1
    find()
  }

  /// Takes the next beat.
  mutating func take(at frame: Frame, speed: Rational) -> Beat {
    defer { advance() }
    let run = occurrence.bars.run(ofBar: bar)
    return Beat(
      frame: frame, occurrence: occurrence.index, name: occurrence.name,
      bar: bar + occurrence.barsBefore, beat: beat,
      count: run.meter.isGrouped
        ? run.meter.groups.count : Int((run.meter.length / run.unit).ceiling),
      meter: run.meter, written: occurrence.tempo(at: position), speed: speed)
  }
}

extension Occurrence {
  /// Beats a minute as they are written at a position; on a ramp to a hundredth.
  fileprivate func tempo(at position: WholeNotes) -> Rational {
    let span = tempos.last { $0.start <= position } ?? tempos[0]
    if span.ramp == nil { return span.from.beatsPerMinute }
    // For people to read: no event is reckoned from it.
    let exact = map.secondsPerWholeNote(at: position).value
    let seconds = Double(exact.whole) + Double(exact.fraction >> 64) * 0x1p-64
    let tempo = 60 / (seconds * span.from.beat.count.double)
    return Rational(Int128((tempo * 100).rounded()), 100)
  }
}
