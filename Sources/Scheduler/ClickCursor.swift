import SongModel
import Timing

/// Walks through the clicks of a section in order.
struct ClickCursor<R: Ruler> {
  /// A click of a bar.
  struct Mark {
    /// From the bar line.
    let offset: R.Number
    let place: BeatPlace
    let step: Click.Step
    let loudness: ClickGrid.Loudness
  }

  private let click: Click
  private let bars: BarMap
  private let end: R.Number
  /// The bar that the next click lies in.
  private(set) var bar: Int
  private var barStart: R.Number
  private var run: BarMap.Run
  private var length: R.Number
  private var grid: ClickGrid
  private var units: Int
  /// The clicks of some units of the bar, and how many of them are spent. A bar whose clicks are
  /// few is listed whole, and the list serves the bars after it.
  private var marks: [Mark] = []
  private var listed = 0..<0
  private var spent = 0
  /// Where the next click is written, or `nil` at the section's end.
  private(set) var next: R.Number?

  /// The most clicks that are kept in a list.
  private static var longestList: Int { 1024 }

  init(_ click: Click, over bars: BarMap, _ ruler: R) {
    self.click = click
    self.bars = bars
    end = ruler.number(of: bars.end)
    bar = bars.pickup > .zero ? 0 : 1
    run = bars.run(ofBar: bar)
    barStart = ruler.number(of: bars.start(ofBar: bar))
    length = ruler.number(of: run.meter.length)
    grid = ClickGrid(click, in: run)
    units = ClickGrid.units(in: run)
    guard click.isOn else { return }
    if bars.pickup > .zero {
      // The pickup is the end of a full bar: the units before it are passed over at once.
      let skipped = Int(((run.meter.length - bars.pickup) / run.unit).floor)
      listed = skipped..<skipped
    }
    advance(ruler)
    let first = ruler.number(of: .zero - bars.pickup)
    while let next, next < first { advance(ruler) }
  }

  /// The next click.
  var mark: Mark { marks[spent] }

  mutating func advance(_ ruler: R) {
    if next != nil { spent += 1 }
    while spent == marks.count {
      if listed.upperBound == units { nextBar(ruler) }
      guard barStart < end else {
        next = nil
        return
      }
      if listed.upperBound < units { listMore(ruler) }
    }
    let position = barStart + marks[spent].offset
    next = position < end ? position : nil
  }

  private mutating func nextBar(_ ruler: R) {
    barStart = barStart + length
    bar += 1
    let next = bars.run(ofBar: bar)
    if next.firstBar != run.firstBar {
      run = next
      length = ruler.number(of: run.meter.length)
      grid = ClickGrid(click, in: run)
      units = ClickGrid.units(in: run)
    } else if listed.lowerBound == 0 {
      spent = 0
      return
    }
    listed = 0..<0
  }

  private mutating func listMore(_ ruler: R) {
    let first = listed.upperBound
    let isListedWhole = units <= ClickCursor.longestList / grid.mostMarksOfUnit
    listed = first..<(isListedWhole ? units : first + 1)
    marks.removeAll(keepingCapacity: true)
    spent = 0
    var found: [ClickGrid.Mark] = []
    for unit in listed { grid.marks(ofUnit: unit, into: &found) }
    for mark in found {
      marks.append(
        Mark(
          offset: ruler.number(of: mark.offset), place: BeatPlace(at: mark.offset, in: run),
          step: mark.step, loudness: mark.loudness))
    }
  }
}
