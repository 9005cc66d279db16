import AudioFiles
import MIDIFiles
import Scheduler
import SongModel
import Timing

/// What was written, in words and as JSON.
struct RenderReport {
  let song: Song
  let files: [RenderedFile]

  /// A line for each file.
  var text: String {
    let width = files.map(\.path.count).max() ?? 0
    return files.map { file in
      let blanks = String(repeating: " ", count: width - file.path.count)
      return file.path + blanks + "  " + facts(of: file).joined(separator: ", ") + "\n"
    }.joined()
  }

  private func facts(of file: RenderedFile) -> [String] {
    switch file.content {
    case .audio(let summary):
      let format = summary.format
      return [
        clockText(summary.frames, at: format.rate), "\(format.rate.hertz) Hz",
        format.samples == .float32 ? "float" : "\(format.samples.bits) bits",
        format.channels == 1 ? "mono" : "stereo", counted(file.events, "event"),
        "peak \(decibelText(summary.peak))",
      ]
    case .midi(let report, _):
      return [
        counted(report.tracks.count, "track"), "\(report.pulsesPerQuarter) pulses per quarter",
        counted(file.events, "note"),
      ]
    }
  }

  /// What a user has to know beside the bare facts.
  var warnings: [String] {
    files.flatMap { file -> [String] in
      switch file.content {
      case .audio(let summary): warnings(of: summary)
      case .midi(let report, _): report.notes.map { "\(file.path): \($0)" }
      }
    }
  }

  private func warnings(of summary: AudioWriter.Summary) -> [String] {
    guard summary.levels.clippedFrames > 0, let first = summary.levels.firstClipped else {
      return []
    }
    return [
      "\(summary.path): \(counted(summary.levels.clippedFrames, "frame")) clipped, by up to "
        + "\(decibelText(summary.peak)); the first is frame \(first.index). "
        + "Turn the volume down by as much."
    ]
  }

  /// One object for each file, a line each.
  var json: String {
    files.map { file in
      var fields: [(String, String)] = [("file", jsonString(file.path))]
      switch file.content {
      case .audio(let summary):
        let format = summary.format
        fields += [
          ("format", jsonString(format.container == .flac ? "flac" : "wav")),
          ("frames", "\(summary.frames.index)"), ("rate", "\(format.rate.hertz)"),
          ("channels", "\(format.channels)"), ("bits", "\(format.samples.bits)"),
          ("float", "\(format.samples == .float32)"), ("events", "\(file.events)"),
          ("bytes", "\(summary.bytes)"), ("peak", "\(summary.peak)"),
          ("clippedFrames", "\(summary.levels.clippedFrames)"),
          ("firstClipped", summary.levels.firstClipped.map { "\($0.index)" } ?? "null"),
        ]
      case .midi(let report, let bytes):
        fields += [
          ("format", jsonString("mid")), ("tracks", "\(report.tracks.count)"),
          ("division", "\(report.pulsesPerQuarter)"), ("events", "\(file.events)"),
          ("bytes", "\(bytes)"),
        ]
      }
      return "{" + fields.map { "\(jsonString($0.0)):\($0.1)" }.joined(separator: ",") + "}\n"
    }.joined()
  }
}

extension AudioWriter.Summary {
  /// The largest magnitude of all channels; 1 is full scale.
  var peak: Float { levels.peaks.max() ?? 0 }
}

/// Minutes, seconds and milliseconds of a number of frames, cut to the millisecond.
func clockText(_ frames: Frame, at rate: SampleRate) -> String {
  let milliseconds =
    frames.index / rate.hertz * 1000 + frames.index % rate.hertz * 1000 / rate.hertz
  let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
  let minutes = seconds / 60
  let head =
    minutes >= 60 ? "\(minutes / 60):\(padded(minutes % 60, 2))" : "\(minutes)"
  return "\(head):\(padded(seconds % 60, 2)).\(padded(rest, 3))"
}

private func padded(_ number: Int, _ digits: Int) -> String {
  let text = "\(number)"
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// A magnitude in decibels with one decimal, `silence` for nothing.
func decibelText(_ magnitude: Float) -> String {
  guard magnitude > 0 else { return "silence" }
  // 20·log10 from the exponent and a search through the fraction: 6.02 dB an octave, then tenths.
  var tenths = -3000
  while tenths < 3000
    && PortableMath.amplitude(decibels: Double(tenths) / 10 + 0.05) < Double(magnitude)
  {
    tenths += 1
  }
  let sign = tenths < 0 ? "-" : tenths > 0 ? "+" : ""
  return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10) dB"
}

func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
