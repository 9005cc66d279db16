import SongModel
import Timing

/// A pattern, and what a walk through it needs of each hit in few words.
struct PatternTable: Sendable {
  let pattern: Pattern
  let strokes: [Stroke]
  /// The ticks that its hits fall on.
  let grid: TickGrid

  init(_ pattern: Pattern, _ tracks: [Track]) {
    self.pattern = pattern
    let grid = TickGrid(of: pattern)
    self.grid = grid
    strokes = pattern.hits.indices.map { index in
      Stroke(pattern, hit: index, tracks, perWholeNote: grid.perWholeNote)
    }
  }
}

/// A hit of a pattern.
struct Stroke: Sendable {
  /// From the pattern's start, in ticks of its grid; 0 where it has none.
  let tick: Int
  /// An index into ``Pattern/hits``.
  let hit: Int
  let track: Int
  let sound: Int
  let velocity: Velocity
  let gain: Double
  /// Whether it is one event at the time at which it is written, always and exactly, unless the
  /// section swings.
  let isPlain: Bool

  init(_ pattern: Pattern, hit index: Int, _ tracks: [Track], perWholeNote: Int?) {
    let hit = pattern.hits[index]
    let line = pattern.lines[hit.line]
    self.hit = index
    tick =
      perWholeNote.map {
        Int(hit.offset.count.numerator) * ($0 / Int(hit.offset.count.denominator))
      } ?? 0
    track = hit.track
    sound = tracks[hit.track].sound
    velocity = hit.velocity
    gain = hit.gain
    isPlain =
      hit.grace == nil && hit.chances.isEmpty && hit.probability >= .one
      && line.probability >= .one && line.swing == nil && line.offset == .zero
      && line.humanize.timing <= .zero && line.humanize.velocity <= .zero
  }
}
