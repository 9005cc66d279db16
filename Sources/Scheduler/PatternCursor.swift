import SongModel
import Timing

/// Walks through the hits of a section's patterns in order, over and over, to the section's end.
struct PatternCursor<R: Ruler> {
  private let play: [PlayItem]
  private let tables: [PatternTable]
  private let end: R.Number
  /// Where the pattern that is being played starts.
  private(set) var patternStart: R.Number
  /// The pattern that is being played.
  private(set) var table: PatternTable
  private var length: R.Number
  private var scale: Int
  private var item = 0
  private var pass = 0
  private var hit = 0
  /// Where the next hit is written, or `nil` at the section's end.
  private(set) var next: R.Number?

  /// - Returns: `nil` where there is no hit to walk to.
  init?(_ play: [PlayItem], of tables: [PatternTable], over bars: BarMap, _ ruler: R) {
    // Without a single hit the walk would go on for nothing.
    guard play.contains(where: { !tables[$0.pattern].strokes.isEmpty }) else { return nil }
    self.play = play
    self.tables = tables
    end = ruler.number(of: bars.end)
    table = tables[play[0].pattern]
    length = ruler.number(of: table.pattern.length)
    scale = ruler.scale(of: table)
    patternStart = ruler.number(of: play.start(of: bars, tables))
    advance(ruler)
    let first = ruler.number(of: .zero - bars.pickup)
    while let next, next < first { advance(ruler) }
  }

  /// The next hit.
  var stroke: Stroke { table.strokes[hit] }

  mutating func advance(_ ruler: R) {
    if next != nil { hit += 1 }
    while hit == table.strokes.count {
      patternStart = patternStart + length
      hit = 0
      pass += 1
      if pass == play[item].times {
        pass = 0
        item = item + 1 == play.count ? 0 : item + 1
        table = tables[play[item].pattern]
        length = ruler.number(of: table.pattern.length)
        scale = ruler.scale(of: table)
      }
      guard patternStart < end else {
        next = nil
        return
      }
    }
    let position = patternStart + ruler.offset(of: table.strokes[hit], in: table, scale: scale)
    next = position < end ? position : nil
  }
}

extension [PlayItem] {
  /// Where the first pattern starts: a pickup sounds as the end of what is played does.
  func start(of bars: BarMap, _ tables: [PatternTable]) -> WholeNotes {
    guard !isEmpty, bars.pickup > .zero else { return .zero }
    let cycle = reduce(WholeNotes.zero) {
      $0 + tables[$1.pattern].pattern.length * Rational(Int128($1.times))
    }
    return cycle > .zero ? .zero - cycle * Rational((bars.pickup / cycle).ceiling) : .zero
  }
}
