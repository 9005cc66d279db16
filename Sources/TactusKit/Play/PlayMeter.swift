import Timing

/// A level as a bar on a scale from -60 to 0 dB, in lines that belong under each other.
enum PlayMeter {
  private static let lowest = -60.0
  /// One column for each decibel at most.
  private static let longest = 60
  private static let label = "L "
  /// The columns after a bar: a level and the clip lamp.
  private static let tail = 16

  private static func length(_ width: Int) -> Int { min(longest, width - label.count - tail) }

  static func line(
    _ name: String, _ meter: PlayState.Meter, _ width: Int, isUnicode: Bool
  ) -> StyledLine {
    let length = length(width)
    var line = StyledLine(name + " ")
    let level = min(max(meter.peak.isNaN ? lowest : meter.peak, lowest), 0)
    let lit = Int(((level - lowest) / -lowest * Double(length)).rounded())
    let (full, empty) = isUnicode ? ("━", "─") : ("#", "-")
    for (end, style) in [(-12.0, StyledLine.Style.green), (-3, .yellow), (0, .red)] {
      let column = Int(((end - lowest) / -lowest * Double(length)).rounded())
      let start = line.width - label.count
      line.add(String(repeating: full, count: max(0, min(lit, column) - start)), style)
    }
    line.add(String(repeating: empty, count: length - lit), .dim)
    line.add(aligned(decibelText(meter.peak, isUnicode: isUnicode), to: 10))
    if meter.hasClipped {
      line.add("  ")
      line.add("CLIP", .alarm)
    }
    return line
  }

  /// The numbers under a bar, each ending at its place.
  static func scale(_ width: Int) -> StyledLine {
    let length = length(width)
    // Two numbers side by side need seven columns.
    let step = length >= 35 ? 12.0 : 20.0
    var text = ""
    for level in stride(from: lowest, through: 0, by: step) {
      let mark = "\(Int(level))"
      let end = Int(((level - lowest) / -lowest * Double(length)).rounded())
      text += String(repeating: " ", count: max(0, end - text.count - mark.count)) + mark
    }
    return StyledLine(label.map { _ in " " }.joined() + text, .dim)
  }
}

/// The beats of a bar, of which one is lit.
struct BeatLamps {
  private let state: PlayState
  private let isUnicode: Bool

  init(_ state: PlayState, isUnicode: Bool) {
    self.state = state
    self.isUnicode = isUnicode
  }

  /// The widest row that has room, and where none has a text.
  func line(width: Int) -> StyledLine {
    let count = max(1, state.beatCount)
    let lit = state.isStopped ? 0 : state.beat
    let (off, beat, accent) =
      isUnicode ? ("○", "●", "◆") : ("( )", "(#)", "[#]")
    // Bars of any length have room as long as they are looked at one by one.
    guard count <= width else { return text(width) }
    for (off, on, gap) in [
      (off, state.isAccent ? accent : beat, " "),
      isUnicode
        ? (off, state.isAccent ? accent : beat, "") : (".", state.isAccent ? "#" : "*", ""),
    ] where columns(of: off + gap) * count - gap.count <= width {
      var line = StyledLine()
      for number in 1...count {
        if number > 1 { line.add(gap) }
        if number == lit { line.add(on, style) } else { line.add(off, .dim) }
      }
      return line
    }
    return text(width)
  }

  private func text(_ width: Int) -> StyledLine {
    let long = "beat \(state.beat) of \(state.beatCount)"
    return StyledLine(
      long.count <= width ? long : "\(state.beat)/\(state.beatCount)",
      state.isStopped ? .dim : style)
  }

  /// A beat shines at first, and then glows.
  private var style: StyledLine.Style {
    switch (state.isAccent, state.beatAge < 0.5) {
    case (true, true): .brightYellow
    case (true, false): .yellow
    case (false, true): .brightGreen
    case (false, false): .green
    }
  }
}

/// Beats a minute, with one decimal where there is one.
func tempoText(_ tempo: Double) -> String {
  let text = decimalText(tempo)
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

func decibelText(_ level: Double, isUnicode: Bool) -> String {
  if level == -.infinity { return isUnicode ? "-∞ dB" : "-inf dB" }
  return decimalText(level) + " dB"
}

/// A number with one decimal; a dash for what is none, or is beyond all measure.
private func decimalText(_ number: Double) -> String {
  guard abs(number) < 10_000 else { return "-" }
  return Rational(Int128((number * 10).rounded()), 10).formatted(decimals: 1)
}

/// Minutes and seconds, with hours where there are some.
func timeText(_ seconds: Double, rounding: FloatingPointRoundingRule) -> String {
  guard seconds.isFinite, abs(seconds) < 3_600_000 else { return "-" }
  let whole = Int(max(0, seconds).rounded(rounding))
  func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
  let (hours, minutes) = (whole / 3600, whole / 60 % 60)
  let head = hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)"
  return "\(head):\(two(whole % 60))"
}
