import SongModel
import Timing

/// Decides which clicks of the grid are heard: what `gap` and `every` leave.
struct ClickFilter {
  private let click: Click
  private let bars: BarMap
  private let chance: Chance
  private let pass: Int
  private var turnEnd = WholeNotes.zero
  private var isMuted = true
  private static let name = Chance.number(of: "click")

  init(_ click: Click, over bars: BarMap, chance: Chance, pass: Int) {
    self.click = click
    self.bars = bars
    self.chance = chance
    self.pass = pass
  }

  /// Whether the click at a position is heard. Positions have to ascend from call to call.
  mutating func passes(_ position: WholeNotes, bar: Int) -> Bool {
    if let every = click.every, position >= .zero {
      let length = every.length(in: bars.runs[0])!
      if !(position / length).isInteger { return false }
    }
    switch click.gap {
    case nil: return true
    case .random(let probability):
      let bits = chance.bits(
        .gap, pass: pass, name: ClickFilter.name, position: bars.start(ofBar: bar))
      return !Chance.comesUp(bits, of: probability)
    case .turns(let play, let mute):
      guard position >= .zero else { return true }
      while position >= turnEnd {
        isMuted.toggle()
        turnEnd = turnEnd + (isMuted ? mute : play).length(in: bars.run(at: turnEnd))!
      }
      return !isMuted
    }
  }
}
