import Timing

/// How far a piece of audio work has come, in one line on standard error:
///
///     night-train.wav ━━━━━━━━━━━━━━━━──────────────  52 %  0:03 left  210× real time
///
/// It appears on a terminal only, after a second of work, and not on a quiet console. Whatever is
/// written to the console wipes it, and the next update brings it back.
public final class ProgressBar {
  private static let patience = Duration.seconds(1)
  private static let interval = Duration.milliseconds(100)

  private var name: String
  private let total: Frame
  private let rate: SampleRate?
  private let console: Console
  private let start: Duration
  private var nextDraw: Duration

  /// Starts the clock.
  ///
  /// - Parameters:
  ///   - total: The frames of the whole work. More may come, as a tail does that is not known
  ///     beforehand: the bar then stays full.
  ///   - rate: `nil` where something else than frames is counted, and no speed is shown.
  public init(_ name: String, total: Frame, rate: SampleRate?, on console: Console) {
    self.name = printable(name)
    self.total = total
    self.rate = rate
    self.console = console
    start = console.clock()
    nextDraw = start + ProgressBar.patience
  }

  /// Tells that the frames before `done` are finished. Cheap enough to be called for each block.
  ///
  /// - Parameter newName: In place of the name, made when the bar is drawn.
  public func update(_ done: Frame, as newName: (() -> String)? = nil) {
    console.onProgress?(share(done))
    guard console.err.terminal.isTerminal, !console.isQuiet else { return }
    let now = console.clock()
    guard now >= nextDraw else { return }
    nextDraw = now + ProgressBar.interval
    if let newName { name = printable(newName()) }
    // A line that fills the last column would wrap on some terminals.
    let terminal = console.err.terminal
    let (text, width) = line(
      done: done, elapsed: (now - start) / .seconds(1), width: terminal.width - 1,
      unicode: terminal.showsUnicode)
    console.showStatus(text, width: width)
  }

  private func share(_ done: Frame) -> Double {
    total.index > 0 ? min(1, Double(done.index) / Double(total.index)) : 1
  }

  /// Cleans the bar away.
  public func finish() { console.showStatus("") }

  /// The line, and the columns it takes, at most `width`. What there is no room for goes in this
  /// order: the bar's length and the name's end, the speed, the time left, the name and the bar,
  /// everything.
  private func line(
    done: Frame, elapsed: Double, width: Int, unicode: Bool
  ) -> (text: String, width: Int) {
    let share = share(done)
    let percent = padded("\(Int(share * 100))", to: 3) + " %"
    var facts = [percent]
    if done.index > 0 {
      let left = elapsed * Double(max(0, total.index - done.index)) / Double(done.index)
      facts.append(clockText(left) + " left")
      if let rate {
        let speed = Double(done.index) / Double(rate.hertz) / elapsed
        facts.append(factor(speed) + (unicode ? "×" : "x") + " real time")
      }
    }
    let name = unicode ? self.name : String(self.name.map { $0.isASCII ? $0 : "?" })
    let nameWidth = columns(name)
    for count in (1...facts.count).reversed() {
      let tail = facts.prefix(count).joined(separator: "  ")
      let room = width - tail.count - 2
      let bar = min(30, max(10, room - nameWidth))
      guard room - bar >= min(nameWidth, 12) else { continue }
      let shown = shortened(name, to: room - bar, mark: unicode ? "…" : "...")
      let full = Int(share * Double(bar))
      let strokes =
        String(repeating: unicode ? "━" : "#", count: full)
        + String(repeating: unicode ? "─" : "-", count: bar - full)
      return (shown + " " + strokes + " " + tail, min(nameWidth, room - bar) + bar + tail.count + 2)
    }
    return percent.count <= width ? (percent, percent.count) : ("", 0)
  }

  private func shortened(_ name: String, to width: Int, mark: String) -> String {
    if columns(name) <= width { return name }
    var start = name
    while columns(start) > width - mark.count { start.removeLast() }
    return start + mark
  }

  /// The most columns that a text can take: wide characters begin with U+1100, and taking too many
  /// of those after it for wide makes the line shorter but never too long.
  private func columns(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
  }

  /// Minutes and seconds, rounded up so that only what is finished has none left.
  private func clockText(_ seconds: Double) -> String {
    guard seconds < 3_600_000 else { return "1000+ hours" }
    let whole = Int(seconds.rounded(.up))
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    let tail = padded("\(whole % 60)", to: 2, with: "0")
    return hours > 0
      ? "\(hours):\(padded("\(minutes)", to: 2, with: "0")):\(tail)" : "\(minutes):\(tail)"
  }

  private func factor(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
  }

  private func padded(_ text: String, to width: Int, with pad: Character = " ") -> String {
    String(repeating: pad, count: max(0, width - text.count)) + text
  }
}
