import SongModel
import Timing

/// Finds the bar and the beat of positions that ascend.
struct BarCursor<R: Ruler> {
  private let bars: BarMap
  private var run: BarMap.Run
  /// The number of the bar within the section.
  private(set) var bar: Int
  private(set) var start: R.Number
  private var end: R.Number
  private var length: R.Number
  private var unit: R.Number
  /// Where the beats of a grouped metre start in a bar; empty where the unit is the beat.
  private var groupStarts: [R.Number] = []

  init(_ bars: BarMap, _ ruler: R) {
    self.bars = bars
    bar = bars.pickup > .zero ? 0 : 1
    run = bars.run(ofBar: bar)
    start = ruler.number(of: bars.start(ofBar: bar))
    (end, length, unit) = (start, start, start)
    enter(run, ruler)
  }

  /// Goes to the bar that a position lies in.
  mutating func advance(to position: R.Number, _ ruler: R) {
    if position < end { return }
    let isNear = position < end + length
    bar = isNear ? bar + 1 : bars.bar(at: ruler.place(position).wholeNotes)
    start = isNear ? end : ruler.number(of: bars.start(ofBar: bar))
    let next = bars.run(ofBar: bar)
    if next.firstBar == run.firstBar { end = start + length } else { enter(next, ruler) }
    // Where another metre has begun meanwhile the neighbour may be no longer the one.
    advance(to: position, ruler)
  }

  private mutating func enter(_ next: BarMap.Run, _ ruler: R) {
    run = next
    length = ruler.number(of: run.meter.length)
    unit = ruler.number(of: run.unit)
    end = start + length
    groupStarts.removeAll(keepingCapacity: true)
    guard run.meter.isGrouped else { return }
    for beat in 1...run.meter.groups.count {
      groupStarts.append(ruler.number(of: BeatPlace.start(ofBeat: beat, in: run)!))
    }
  }

  /// The beat of a position in the bar.
  func place(of position: R.Number, _ ruler: R) -> BeatPlace {
    let offset = position - start
    guard groupStarts.isEmpty else {
      let index = groupStarts.lastIndex { $0 <= offset } ?? 0
      return BeatPlace(beat: index + 1, offset: ruler.place(offset - groupStarts[index]).wholeNotes)
    }
    let (count, rest) = offset.split(by: unit)
    return BeatPlace(beat: count + 1, offset: rest == .zero ? .zero : ruler.place(rest).wholeNotes)
  }
}
