import Timing

/// The clock of a file: the time of each tick by its tempo events, and the tick of each time, in
/// the units of the tempo plan. Cost: small where each question is near the one before.
struct MIDIClock {
  private let changes: [MIDITempoPlan.Change]
  /// The tempo that answered last.
  private var current = 0

  init(_ plan: MIDITempoPlan) {
    // A song without a single tick has no tempo.
    changes =
      plan.changes.isEmpty
      ? [MIDITempoPlan.Change(tick: 0, microseconds: 1, time: 0)] : plan.changes
  }

  mutating func time(of tick: Int) -> Int {
    let change = change { $0.tick <= tick }
    return change.time + change.microseconds * (tick - change.tick)
  }

  /// The nearest tick, and how far the time is from it, in ticks. After the last tempo event its
  /// tempo goes on; no tick comes before 0.
  mutating func tick(at time: Fixed) -> (tick: Int, rest: Fixed) {
    let change = change { Fixed(whole: Int64($0.time)) <= time }
    let distance = time - Fixed(whole: Int64(change.time))
    guard distance > .zero else { return (change.tick, -(-distance / change.microseconds)) }
    let ticks = distance / change.microseconds
    return (change.tick + ticks.rounded, ticks - Fixed(whole: Int64(ticks.rounded)))
  }

  /// The last change that is reached, or the first.
  private mutating func change(
    where isReached: (MIDITempoPlan.Change) -> Bool
  ) -> MIDITempoPlan.Change {
    while current + 1 < changes.count, isReached(changes[current + 1]) { current += 1 }
    while current > 0, !isReached(changes[current]) { current -= 1 }
    return changes[current]
  }
}
