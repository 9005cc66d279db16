import SongModel
import Timing

/// A passage as it was heard: from where to where, when, and how fast.
public struct HeardPassage: Sendable {
  public let occurrence: Occurrence
  /// Where it begins: at the occurrence's start, or at a bar line.
  public let start: WholeNotes
  /// Where it ends: at the occurrence's end, or at a bar line; `nil` where it was stopped, which may
  /// be anywhere.
  public internal(set) var end: WholeNotes?
  /// When it ends as it is heard.
  public internal(set) var endTime: Seconds
  /// Those that rule in it, each from its own time on and the first from the start: one more for
  /// each change of its speed.
  public private(set) var clocks: [LiveClock]

  init(_ occurrence: Occurrence, from start: WholeNotes, _ clock: LiveClock) {
    self.occurrence = occurrence
    self.start = start
    end = occurrence.bars.end
    endTime = clock.live(of: occurrence.endTime)
    clocks = [clock]
  }

  /// An occurrence from its start to its end, at the song's own times.
  public init(_ occurrence: Occurrence) {
    self.init(occurrence, from: occurrence.start, LiveClock())
  }

  /// When it begins as it is heard.
  public var startTime: Seconds { time(of: start) }

  /// When a position of the occurrence is heard, wherever the passage ends.
  public func time(of position: WholeNotes) -> Seconds { live(of: occurrence.time(of: position)) }

  /// When a time of the song is heard.
  public func live(of time: Seconds) -> Seconds {
    var (low, high) = (0, clocks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if clocks[middle].song <= time { low = middle } else { high = middle }
    }
    return clocks[low].live(of: time)
  }

  mutating func change(to clock: LiveClock) {
    if clocks.count > 1, clocks[clocks.count - 1].song == clock.song { clocks.removeLast() }
    clocks.append(clock)
  }

  /// Whether there is nothing between its start and its end.
  var isEmpty: Bool { endTime <= startTime }
}

extension Song {
  /// The passages in the order in which they are heard: of a session those that were played, of any
  /// other song its occurrences. A passage that was left before it began is none.
  ///
  /// Cost: linear in their number; of a session in that of its events.
  public func passagesHeard() -> [HeardPassage] {
    guard !live.isEmpty else {
      return Occurrences(self).map { HeardPassage($0) }
    }
    var performance = Performance(self, at: output.rate, keepsPassages: true)
    while performance.next() != nil {}
    return performance.passages
  }
}
