import SongModel
import Timing

/// Walks through the clicks of a section in order.
struct ClickCursor {
  private let click: Click
  private let bars: BarMap
  private var bar: Int
  private var barStart: WholeNotes
  private var run: BarMap.Run
  private var grid: ClickGrid
  private var units: Int128
  private var unit = 0
  /// The clicks of the current unit, and how many of them are spent.
  private var marks: [ClickGrid.Mark] = []
  private var spent = 0
  /// The next click, or `nil` at the section's end.
  private(set) var current: (position: WholeNotes, mark: ClickGrid.Mark)?

  init(_ click: Click, over bars: BarMap) {
    self.click = click
    self.bars = bars
    bar = bars.pickup > .zero ? 0 : 1
    run = bars.run(ofBar: bar)
    barStart = bars.start(ofBar: bar)
    grid = ClickGrid(click, in: run)
    units = ClickGrid.units(in: run)
    guard click.isOn else { return }
    if bars.pickup > .zero {
      // The pickup is the end of a full bar: the units before it are passed over at once.
      let skipped = run.meter.length - bars.pickup
      unit = Int((skipped / run.unit).floor)
    }
    advance()
    while let (position, _) = current, position < .zero - bars.pickup { advance() }
  }

  /// The bar that ``current`` lies in, and the offset of its click from the bar line.
  var place: BeatPlace { BeatPlace(at: marks[spent].offset, in: run) }
  var barNumber: Int { bar }

  mutating func advance() {
    if current != nil { spent += 1 }
    while spent == marks.count {
      marks.removeAll(keepingCapacity: true)
      spent = 0
      if unit == units {
        nextBar()
      }
      guard barStart < bars.end else {
        current = nil
        return
      }
      grid.marks(ofUnit: unit, into: &marks)
      unit += 1
    }
    let position = barStart + marks[spent].offset
    current = position < bars.end ? (position, marks[spent]) : nil
  }

  private mutating func nextBar() {
    barStart = barStart + run.meter.length
    bar += 1
    unit = 0
    let next = bars.run(ofBar: bar)
    if next.firstBar != run.firstBar {
      run = next
      grid = ClickGrid(click, in: run)
      units = ClickGrid.units(in: run)
    }
  }
}
