import Scheduler
import SongModel
import Timing

/// A pass without its rest cut into pieces of one kind of tempo each, without a gap.
struct TempoPieces {
  enum Course {
    case constant(Tempo)
    /// A fermata up to the piece's end.
    case hold
    /// Quarter notes a minute at the piece's start and end.
    case ramp(from: Double, to: Double, Ramp.Curve)
  }

  struct Piece {
    let start: WholeNotes
    let end: WholeNotes
    let course: Course
  }

  private(set) var pieces: [Piece] = []
  private let spans: [TempoSpan]

  /// - Parameter positions: of the pass, where pieces are cut too.
  init(of pass: MIDIPass, _ holds: [MIDISurvey.Hold], cutAt positions: [WholeNotes]) {
    spans = pass.occurrence.tempos
    var cuts = Set(positions + spans.flatMap { [$0.start, $0.rampEnd].compactMap(\.self) })
    for hold in holds {
      cuts = cuts.filter { $0 <= hold.at || hold.next <= $0 }
      cuts.formUnion([hold.at, hold.next])
    }
    let (start, end) = (pass.start, pass.musicEnd)
    let ordered = [start] + cuts.filter { start < $0 && $0 < end }.sorted() + [end]
    for (from, to) in zip(ordered, ordered.dropFirst()) where from < to {
      let isHold = holds.contains { $0.at == from }
      pieces.append(
        Piece(start: from, end: to, course: isHold ? .hold : course(from: from, to: to)))
    }
  }

  private func course(from start: WholeNotes, to end: WholeNotes) -> Course {
    let span = spans.last { $0.start <= start } ?? spans[0]
    guard start >= span.start, let ramp = span.ramp, let rampEnd = span.rampEnd else {
      return .constant(span.from)
    }
    guard start < rampEnd else { return .constant(ramp.to) }
    let (first, last) = (
      span.from.quartersPerMinute.double, ramp.to.quartersPerMinute.double
    )
    let length = (Fixed(rampEnd.count) - Fixed(span.start.count)).double
    /// The tempo, or with the curve `time` its square, is a linear function of the position.
    func tempo(at position: WholeNotes) -> Double {
      if position == span.start { return first }
      if position == rampEnd { return last }
      let share = (Fixed(position.count) - Fixed(span.start.count)).double / length
      switch ramp.curve {
      case .beats: return first + (last - first) * share
      case .time: return (first * first + (last * last - first * first) * share).squareRoot()
      }
    }
    return .ramp(from: tempo(at: start), to: tempo(at: end), ramp.curve)
  }
}

extension Tempo {
  var quartersPerMinute: Rational { wholeNotesPerMinute * 4 }
}

extension Fixed {
  var double: Double { Double(whole) + Double(fraction) * 0x1p-128 }
}
