import AudioFiles
import SongModel
import Timing

extension RenderReport {
  /// One object for each file, a line each. An audio file of the whole mix has the levels of each
  /// track in it.
  var json: String {
    result.files.map { JSON.object(fields(of: $0)) + "\n" }.joined()
  }

  private func fields(of file: RenderedFile) -> [(String, String)] {
    var fields: [(String, String)] = [("file", JSON.string(file.path))]
    switch file.content {
    case .audio(let summary, let levels):
      let format = summary.format
      if let track = file.track { fields.append(("track", JSON.string(track))) }
      fields += [
        ("format", JSON.string(format.container.ending)), ("frames", "\(summary.frames.index)"),
        ("rate", "\(format.rate.hertz)"), ("channels", "\(format.channels)"),
        ("bits", format.container.isLossy ? "null" : "\(format.samples.bits)"),
        ("float", "\(format.samples == .float32)"), ("events", "\(file.events)"),
        ("bytes", "\(summary.bytes)"),
      ]
      fields += self.fields(of: levels)
      fields += [
        ("clippedFrames", "\(summary.levels.clippedFrames)"),
        ("firstClipped", JSON.number(summary.levels.firstClipped)),
        ("markersLeftOut", "\(summary.markersLeftOut)"),
      ]
      if !result.songs.isEmpty {
        fields.append(("songs", JSON.list(result.songs.map(song))))
      } else if file.track == nil {
        fields.append(("tracks", JSON.list(result.tracks.map(track))))
      }
    case .midi(let report, let bytes):
      fields += [
        ("format", JSON.string("mid")), ("tracks", "\(report.tracks.count)"),
        ("division", "\(report.pulsesPerQuarter)"), ("events", "\(file.events)"),
        ("bytes", "\(bytes)"), ("midiFormat", "\(report.format.rawValue)"),
        ("tempoEvents", "\(report.tempoEvents)"),
        ("largestDeviation", report.largestDeviation.formatted(decimals: 9)),
      ]
    }
    return fields
  }

  private func track(_ track: (name: String, levels: Levels, events: Int)) -> String {
    var fields = [("track", JSON.string(track.name)), ("events", "\(track.events)")]
    fields += self.fields(of: track.levels)
    fields += [
      ("clippedFrames", "\(track.levels.framesOver)"),
      ("firstClipped", JSON.number(track.levels.firstOver)),
    ]
    return JSON.object(fields)
  }

  private func song(_ song: RenderedSong) -> String {
    var fields = [
      ("song", JSON.string(song.title)), ("start", "\(song.start.index)"),
      ("frames", "\(song.frames.index)"), ("events", "\(song.events)"),
    ]
    fields += self.fields(of: song.levels)
    return JSON.object(fields)
  }

  /// `peak` is an amplitude, 1 for full scale; the others are decibels relative to it, and LUFS.
  private func fields(of levels: Levels) -> [(String, String)] {
    func number(_ value: Rational?) -> String { value?.formatted(decimals: 2) ?? "null" }
    return [
      ("peak", "\(levels.peak)"), ("peakDecibels", number(decibels(levels.peak))),
      ("truePeakDecibels", number(decibels(levels.truePeak))),
      ("loudness", number(levels.loudness)),
    ]
  }
}

/// Words of JSON.
enum JSON {
  static func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }

  static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  static func number(_ frame: Frame?) -> String { frame.map { "\($0.index)" } ?? "null" }

  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
