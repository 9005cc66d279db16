import AudioFiles
import MIDIFiles
import SongModel
import Timing

/// What was written and how loud it is, in words and as JSON.
struct RenderReport {
  let result: RenderResult

  /// A line for each file, then a table of levels.
  var text: String {
    let names = result.files.map { printable($0.path) }
    let width = names.map(\.count).max() ?? 0
    let lines = zip(result.files, names).map { file, name in
      padded(name, to: width) + "  " + facts(of: file).joined(separator: ", ") + "\n"
    }
    return lines.joined() + levelTable
  }

  private func facts(of file: RenderedFile) -> [String] {
    switch file.content {
    case .audio(let summary, _):
      let format = summary.format
      return [
        clockText(summary.frames, at: format.rate), "\(format.rate.hertz) Hz",
        format.container.isLossy ? nil : bitsText(format.samples),
        format.channels == 1 ? "mono" : "stereo", counted(file.events, "event"),
      ].compactMap(\.self)
    case .midi(let report, _):
      return [
        report.format == .singleTrack ? "format 0" : counted(report.tracks.count, "track"),
        "\(report.pulsesPerQuarter) pulses per quarter",
        counted(file.events, "note"),
      ]
    }
  }

  private func bitsText(_ samples: SampleFormat) -> String {
    samples == .float32 ? "float" : "\(samples.bits) bits"
  }

  // MARK: - Levels

  /// The levels of the files, which are all the same mix.
  private var mix: Levels? {
    for file in result.files where file.track == nil {
      if case .audio(_, let levels) = file.content { return levels }
    }
    return nil
  }

  /// The mix and, where there are several, each track before the master; of a set, each song.
  private var levelTable: String {
    var rows = mix.map { [("mix", $0)] } ?? []
    if result.tracks.count > 1 || rows.isEmpty && result.songs.isEmpty {
      rows += result.tracks.map { (printable($0.name), $0.levels) }
    }
    rows += result.songs.map { (printable($0.title), $0.levels) }
    guard !rows.isEmpty else { return "" }
    let width = rows.map(\.0.count).max()!
    let head = padded("", to: width) + "       peak  true peak    loudness  clipped frames\n"
    let lines = rows.map { name, levels in
      let cells = [
        aligned(decibelText(levels.peak), to: 9), aligned(decibelText(levels.truePeak), to: 9),
        aligned(loudnessText(levels.loudness), to: 10), clippedText(levels),
      ]
      return padded(name, to: width) + "  " + cells.joined(separator: "  ") + "\n"
    }
    return "\n" + head + lines.joined()
  }

  private func clippedText(_ levels: Levels) -> String {
    levels.firstOver.map { "\(levels.framesOver), the first is \($0.index)" } ?? "0"
  }

  // MARK: - Warnings

  /// What a user has to know beside the bare facts.
  var warnings: [String] {
    result.files.flatMap { file -> [String] in
      switch file.content {
      case .audio(let summary, let levels): warnings(of: summary, levels)
      case .midi(let report, _): warnings(of: report).map { "\(file.path): \($0)" }
      }
    } + result.warnings + (result.shortfall.map { [text(of: $0, mix)] } ?? [])
      + result.songs.compactMap { song in
        song.shortfall.map { "\(printable(song.title)): \(text(of: $0, song.levels))" }
      }
  }

  private func warnings(of report: MIDIReport) -> [String] {
    // That chance and swing leave the ticks is no news; that steps were asked for may be heard.
    let steps = report.tempoStep.flatMap { _ in report.deviationRemark }
    return report.notes.map(\.description) + (steps.map { [$0] } ?? [])
  }

  private func warnings(of summary: AudioWriter.Summary, _ levels: Levels) -> [String] {
    var warnings: [String] = []
    if summary.levels.clippedFrames > 0, let first = summary.levels.firstClipped {
      warnings.append(
        "\(summary.path): \(counted(summary.levels.clippedFrames, "frame")) clipped, by up to "
          + "\(decibelText(levels.peak)); the first is frame \(first.index). "
          + "Turn the volume down by as much.")
    }
    if summary.markersLeftOut > 0 {
      warnings.append(
        "\(summary.path): \(counted(summary.markersLeftOut, "marker")) left out: "
          + "\(summary.format.container.name) has no place for them.")
    }
    if summary.isLoopLeftOut {
      warnings.append(
        "\(summary.path): \(summary.format.container.name) cannot say that the file is a loop; "
          + "its samples are one.")
    }
    return warnings
  }

  private func text(of shortfall: MasterLevel.Shortfall, _ mix: Levels?) -> String {
    switch shortfall {
    case .silent: return "'normalize' has no effect: the song is silent."
    case .unmeasurable:
      return "'normalize' has no effect: the song is shorter than 400 ms or quieter than -70 LUFS."
    case .limited(.loudness(let wanted)):
      return "the limiter keeps the loudness at \(loudnessText(mix?.loudness)), not at "
        + "\(loudnessText(wanted)). Lower 'normalize', or raise the limiter."
    case .limited(.peak(let wanted)):
      return "the limiter keeps the peak at \(decibelText(mix?.peak ?? 0)), not at "
        + "\(wanted.value.formatted(decimals: 1)) dB. Lower 'normalize', or raise the limiter."
    }
  }
}

/// A magnitude in decibels with one decimal, `silence` for nothing.
func decibelText(_ magnitude: Float) -> String {
  guard let level = decibels(magnitude) else { return "silence" }
  return "\(level > 0 ? "+" : "")\(level.formatted(decimals: 1)) dB"
}

/// A magnitude in decibels, exact to a hundredth; `nil` for silence.
func decibels(_ magnitude: Float) -> Rational? {
  guard magnitude > 0, magnitude.isFinite else { return nil }
  let level = PortableMath.decibels(amplitude: Double(magnitude))
  return Rational(Int128((level * 100).rounded()), 100)
}

/// A loudness with one decimal, a dash where it cannot be measured.
func loudnessText(_ loudness: Rational?) -> String {
  loudness.map { "\($0.formatted(decimals: 1)) LUFS" } ?? "-"
}

extension Rational {
  /// The number in decimal, rounded to `decimals` places, a half away from zero.
  func formatted(decimals: Int) -> String {
    var scale: Int128 = 1
    for _ in 0..<decimals { scale *= 10 }
    let digits = (magnitude * Rational(scale) + Rational(1, 2)).floor
    let fraction = String(digits % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    let sign = self < .zero && digits > 0 ? "-" : ""
    return "\(sign)\(digits / scale)" + (decimals > 0 ? "." + zeros + fraction : "")
  }
}

/// Minutes, seconds and milliseconds of a number of frames, cut to the millisecond.
func clockText(_ frames: Frame, at rate: SampleRate) -> String {
  let milliseconds =
    frames.index / rate.hertz * 1000 + frames.index % rate.hertz * 1000 / rate.hertz
  let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
  let minutes = seconds / 60
  let head =
    minutes >= 60 ? "\(minutes / 60):\(digits(minutes % 60, 2))" : "\(minutes)"
  return "\(head):\(digits(seconds % 60, 2)).\(digits(rest, 3))"
}

private func digits(_ number: Int, _ count: Int) -> String {
  let text = "\(number)"
  return String(repeating: "0", count: max(0, count - text.count)) + text
}

/// A text with blanks after it.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// A text with blanks before it.
func aligned(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
