import Scheduler
import SongModel
import Timing

/// A song as a label track of Audacity: a line for each section, from its start to its end as they
/// are heard, and one for each event, sorted by their starts with sections first.
///
/// A line is `start TAB end TAB label`, the times in seconds with twelve decimals. A label is one
/// line: control characters and line breaks in names become blanks.
struct AudacityLabels {
  private var sections: ArraySlice<(start: Seconds, line: String)>
  /// Events of one frame, whose times may be out of order.
  private var waiting: [(time: Seconds, line: String)] = []
  private var frame = Frame.zero
  private let song: Song
  private let print: (String) -> Void

  /// - Parameter print: takes each line.
  init(_ song: Song, print: @escaping (String) -> Void) {
    self.song = song
    self.print = print
    sections =
      song.passagesHeard().map { passage in
        let (start, end) = (passage.startTime, passage.endTime)
        return (start, AudacityLabels.line(start, end, passage.occurrence.name))
      }[...]
  }

  /// - Precondition: events come in the order of their frames.
  mutating func add(_ event: Event) {
    if event.frame != frame { printWaiting() }
    frame = event.frame
    let label = "\(song.name(ofLane: event.lane)) \(event.bar):\(event.place)"
    waiting.append((event.time, AudacityLabels.line(event.time, event.time, label)))
  }

  mutating func finish() {
    printWaiting()
    for section in sections { print(section.line) }
    sections = []
  }

  private mutating func printWaiting() {
    // Sorting is stable: tracks keep their order.
    for event in waiting.sorted(by: { $0.time < $1.time }) {
      while let section = sections.first, section.start <= event.time {
        print(section.line)
        sections.removeFirst()
      }
      print(event.line)
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private static func line(_ start: Seconds, _ end: Seconds, _ label: String) -> String {
    var text = "\(start.formatted(decimals: 12))\t\(end.formatted(decimals: 12))\t"
    for scalar in label.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
