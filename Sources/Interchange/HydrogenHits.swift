import SongModel
import Timing

/// What sounds an instrument's note: the instrument at a pitch.
struct HydrogenVoice: Hashable {
  /// An index into the song's instruments.
  let instrument: Int
  /// In semitones, of the note alone.
  let pitch: Rational
}

/// A hit of a column.
struct HydrogenHit: Hashable {
  let voice: HydrogenVoice
  /// In ticks from the column's start.
  var position: Rational
  /// Whether it stands on a second sixteenth and is still to be delayed by the swing.
  var swings: Bool
  let velocity: Velocity
  let probability: Rational
}

/// The hits of a column's patterns, by where their lead and lag takes them.
///
/// Hydrogen moves a note by its lead-lag times five ticks (`AudioEngine::getLeadLagInTicks`), and one
/// on a second sixteenth, an odd multiple of 12 ticks in the pattern, by the swing factor times six
/// ticks (`Note::swing`): MAX_NOTES / 32 with MAX_NOTES = 192. It rounds each to a frame, and bounds
/// their sum to 2000 frames (`Note::computeNoteStart`); here they are exact and whole.
struct HydrogenHits {
  static let leadTicks = Rational(5)
  static let swingTicks = Rational(6)
  static let sixteenth = Rational(12)

  /// Within the column.
  var inside: [HydrogenHit] = []
  /// Before the column's start: their positions are negative.
  var early: [Moved] = []
  /// At or after the column's end.
  var late: [Moved] = []

  /// The longest way that a note is moved, in ticks.
  var longestShift = Rational.zero

  /// A hit that leaves its column, and the place where its note is written.
  struct Moved: Hashable {
    var hit: HydrogenHit
    let written: Rational
  }

  init(
    _ notes: [(note: HydrogenNote, voice: HydrogenVoice, velocity: Velocity)], swing: Rational,
    length: Int
  ) {
    for (note, voice, velocity) in notes {
      let written = Rational(Int128(note.position))
      let swings = swing > .zero && note.position % 12 == 0 && note.position % 24 != 0
      let delay = swings ? HydrogenHits.swingTicks * swing : .zero
      let end = Rational(Int128(length))
      let position = written + delay + HydrogenHits.leadTicks * note.leadLag
      longestShift = max(longestShift, (position - written).magnitude)
      var hit = HydrogenHit(
        voice: voice, position: position, swings: false, velocity: velocity,
        probability: note.probability)
      if position < .zero {
        early.append(Moved(hit: hit, written: written))
      } else if position >= end {
        late.append(Moved(hit: hit, written: written))
      } else {
        if swings && note.leadLag == .zero {
          hit.swings = true
          hit.position = written
        }
        inside.append(hit)
      }
    }
  }
}

/// What tells the patterns of a draft apart: what plays, and the hits that the neighbours hand over.
struct HydrogenPatternKey: Hashable {
  let patterns: [Int]
  let length: Int
  let denominator: Int
  /// Hits of the next column that come early, and of the one before that come late, where they
  /// belong in this one.
  var taken: [HydrogenHit] = []
  /// Hits of its own that have nowhere to go, where their notes are written.
  var kept: [HydrogenHit] = []
}
