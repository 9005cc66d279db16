import Timing

extension MIDITempoPlan {
  /// A ramp, with a constant tempo before or after it or none: over its ticks the exact time bends
  /// to one side only.
  struct Curve {
    let start: Int
    let end: Int
    let isSlowing: Bool
    /// The exact time of a tick from `start` to `end`, in units.
    let time: (Int) -> Fixed
  }

  /// Takes the line that stays longest within the tolerance, over and over: no chain of lines that
  /// start where the one before ends has fewer.
  ///
  /// Cost: some ten times of ticks a line. A line lasts for about √(16·tolerance/t″) quarter
  /// notes, with t″ the change of a quarter note's duration from one to the next.
  mutating func add(_ curve: Curve) throws(MIDITempoLimit) {
    var guess = Tangent(touch: 1, reach: 1)
    while tick < curve.end {
      let (slope, tangent) = try longestLine(along: curve, near: guess)
      add(microseconds: slope, to: tick + tangent.reach)
      guess = tangent
    }
  }

  /// Numbers of ticks from the start of a line.
  private struct Tangent {
    /// To where the steepest line allowed touches the edge of the tolerance.
    let touch: Int
    let reach: Int
  }

  /// Products of a line's ticks and units stay within 64 bits; it is above an hour at 100
  /// quarter notes a minute.
  private static let mostTicks = 1 << 27

  /// The longest line from here.
  ///
  /// With the exact time t bending upwards, d the tolerance, and f the file's time here, at k: a
  /// line of slope s stays below t + d up to every tick i if s ≤ (t(i) + d − f)/(i − k) for all of
  /// them. That falls to a least value where the line touches t + d, and rises again, because t
  /// bends upwards. Of the slopes up to that value the largest stays longest above t − d. A larger
  /// slope leaves t + d before it touches, the later the smaller it is. So the whole numbers next to
  /// the value are the only two to be tried. A ramp that gets faster is the same with all signs
  /// changed.
  private func longestLine(
    along curve: Curve, near guess: Tangent
  ) throws(MIDITempoLimit) -> (slope: Int, Tangent) {
    let sign = curve.isSlowing ? 1 : -1
    let limit = min(curve.end - tick, MIDITempoPlan.mostTicks)
    let bound = Fixed(whole: Int64(tolerance))
    let start = Fixed(whole: Int64(time))
    /// From the file's time here, bending upwards.
    func exact(_ count: Int) -> Fixed {
      let distance = curve.time(tick + count) - start
      return curve.isSlowing ? distance : -distance
    }
    func distance(_ slope: Int, _ count: Int) -> Fixed {
      Fixed(whole: Int64(slope) * Int64(count))
    }
    let touch = last(in: 1...limit, near: guess.touch) { count in
      let before = exact(count - 1)
      return (exact(count) - before) * Int64(count - 1) < before + bound
    }
    let value = (exact(touch) + bound).whole
    let steepest = Int(value >= 0 ? value / Int64(touch) : (value + 1) / Int64(touch) - 1)
    let range = MIDITempoPlan.range
    let slopes = curve.isSlowing ? range : -range.upperBound ... -range.lowerBound
    var best: (slope: Int, reach: Int) = (0, 0)
    let below = min(steepest, slopes.upperBound)
    if below >= slopes.lowerBound {
      let reach = last(in: 0...limit, near: guess.reach) {
        distance(below, $0) + bound >= exact($0)
      }
      best = (below, reach)
    }
    if slopes.contains(steepest + 1) {
      let reach = last(in: 0...touch, near: guess.reach) {
        distance(steepest + 1, $0) <= exact($0) + bound
      }
      if reach > best.reach { best = (steepest + 1, reach) }
    }
    guard best.reach > 0 else {
      throw steepest * sign < range.upperBound ? .tooFast : .tooSlow
    }
    return (best.slope * sign, Tangent(touch: touch, reach: best.reach))
  }
}

/// The last number of a range for which something is true that is true for the first, and from
/// some number on no more. Few questions are asked where `guess` is near.
private func last(
  in range: ClosedRange<Int>, near guess: Int, where isTrue: (Int) -> Bool
) -> Int {
  var low = range.lowerBound
  var high = range.upperBound + 1
  var step = 1
  let start = min(max(guess, low), range.upperBound)
  if start == low || isTrue(start) {
    low = start
    while high - low > step, isTrue(low + step) {
      low += step
      step *= 2
    }
    high = min(high, low + step)
  } else {
    high = start
    while high - low > step, !isTrue(high - step) {
      high -= step
      step *= 2
    }
    low = max(low, high - step)
  }
  while high - low > 1 {
    let middle = low + (high - low) / 2
    if isTrue(middle) { low = middle } else { high = middle }
  }
  return low
}
