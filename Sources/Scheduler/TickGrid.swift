import SongModel
import Timing

/// Looks for ticks that all of some places and lengths fall on.
struct TickGrid {
  /// The ticks of a whole note: a common multiple of all denominators; `nil` where ticks could leave
  /// 62 bits.
  private(set) var perWholeNote: Int? = 1

  /// Ticks, and whole notes, that times and sums of a section are safe with: their product is below
  /// 2⁶¹.
  private static let finest = 1 << 31
  private static let longest = WholeNotes(1 << 30, 1)

  mutating func include(_ length: WholeNotes) {
    guard length <= TickGrid.longest, length >= .zero - TickGrid.longest else {
      perWholeNote = nil
      return
    }
    include(parts: length.count.denominator)
  }

  mutating func include(parts: Int128) {
    guard let before = perWholeNote,
      let common = WholeNotes(1, Int128(before)).commonDenominator(with: parts),
      common <= TickGrid.finest
    else {
      perWholeNote = nil
      return
    }
    perWholeNote = Int(common)
  }

  mutating func include(_ other: TickGrid) {
    guard let parts = other.perWholeNote else {
      perWholeNote = nil
      return
    }
    include(parts: Int128(parts))
  }

  /// Every tick in so many parts.
  mutating func divide(by parts: Int128) {
    guard let before = perWholeNote, parts <= TickGrid.finest,
      before * Int(parts) <= TickGrid.finest
    else {
      perWholeNote = nil
      return
    }
    perWholeNote = before * Int(parts)
  }
}

extension TickGrid {
  /// The ticks of one pattern: its hits, and the units that they may swing by.
  init(of pattern: Pattern) {
    include(pattern.length)
    for hit in pattern.hits { include(hit.offset) }
    for line in pattern.lines {
      include(line.step)
      if let unit = line.swing?.unit { include(unit) }
    }
  }

  /// The ticks of a section's pass: its bars, their clicks, its patterns, and where they swing to.
  ///
  /// Cost: linear in the number of metres, subdivisions, swings, and lines of patterns played.
  init(of section: Section, over bars: BarMap, _ patterns: [PatternTable]) {
    include(bars.end)
    include(bars.pickup)
    var split = TickGrid()
    for subdivision in section.click.subdivisions {
      split.include(parts: Int128(subdivision.parts))
    }
    guard let parts = split.perWholeNote else {
      perWholeNote = nil
      return
    }
    for run in bars.runs {
      include(run.start)
      include(run.meter.unit)
      include(run.unit)
      include(run.unit / Rational(Int128(parts)))
    }
    var swings = section.swings.map(\.swing)
    for item in Set(section.play.map(\.pattern)) {
      include(patterns[item].grid)
      swings += patterns[item].pattern.lines.compactMap(\.swing)
    }
    include(section.play.start(of: bars, patterns))
    guard !swings.isEmpty else { return }
    for swing in section.swings { include(swing.start) }
    include(Swing.standardUnit)
    // A unit is moved by its product with 2·amount − 1.
    var shares = TickGrid()
    for swing in swings {
      if let unit = swing.unit { include(unit) }
      shares.include(parts: (2 * swing.amount - 1).denominator)
    }
    guard let parts = shares.perWholeNote else {
      perWholeNote = nil
      return
    }
    divide(by: Int128(parts))
  }
}
