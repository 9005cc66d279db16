import SongModel
import Timing

/// Walks through the hits of a section's patterns in order, over and over, to the section's end.
struct PatternCursor {
  private let play: [PlayItem]
  private let patterns: [Pattern]
  private let end: WholeNotes
  /// Where the pattern that is being played starts.
  private(set) var patternStart: WholeNotes
  private var item = 0
  private var pass = 0
  private var hit = 0
  /// The next hit, or `nil` at the section's end.
  private(set) var current: (position: WholeNotes, hit: Hit)?

  init(_ play: [PlayItem], of patterns: [Pattern], over bars: BarMap) {
    self.play = play
    self.patterns = patterns
    end = bars.end
    patternStart = .zero
    // Without a single hit the walk would go on for nothing.
    guard play.contains(where: { !patterns[$0.pattern].hits.isEmpty }) else { return }
    if bars.pickup > .zero {
      // A pickup sounds as the end of what is played does.
      let cycle = play.reduce(WholeNotes.zero) {
        $0 + patterns[$1.pattern].length * Rational(Int128($1.times))
      }
      patternStart = .zero - cycle * Rational((bars.pickup / cycle).ceiling)
    }
    advance()
    while let (position, _) = current, position < .zero - bars.pickup { advance() }
  }

  /// The line of the pattern that the next hit stands in.
  var line: PatternLine { patterns[play[item].pattern].lines[current!.hit.line] }

  mutating func advance() {
    if current != nil { hit += 1 }
    while hit == patterns[play[item].pattern].hits.count {
      patternStart = patternStart + patterns[play[item].pattern].length
      hit = 0
      pass += 1
      if pass == play[item].times {
        pass = 0
        item = item + 1 == play.count ? 0 : item + 1
      }
      guard patternStart < end else {
        current = nil
        return
      }
    }
    let next = patterns[play[item].pattern].hits[hit]
    let position = patternStart + next.offset
    current = position < end ? (position, next) : nil
  }
}
