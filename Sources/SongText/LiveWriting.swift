import SongModel
import Timing

/// The lines of the `live` list that says what was done while a song was played, its key first.
/// Behind the song they make a session, and reading that gives back the very changes.
///
/// - Parameters:
///   - changes: at times that the song language has: frames of the rate, or fractions of a second of
///     up to twelve digits.
///   - song: what was played, with the sounds that pads played among its own.
///   - rate: at which it was played; it stands in the list too.
public func liveLines(of changes: [LiveChange], in song: Song, rate: SampleRate) -> [String] {
  let writer = LiveWriter(song: song, rate: rate)
  return ["live:", "  - {at: 0/\(rate.hertz), rate: \(rate.hertz)}"] + changes.map(writer.line)
}

private struct LiveWriter {
  let song: Song
  let rate: SampleRate
  /// The tempo of the whole song; `nil` where it has several.
  let tempo: Tempo?

  init(song: Song, rate: SampleRate) {
    self.song = song
    self.rate = rate
    tempo = song.tempo
  }

  func line(of change: LiveChange) -> String {
    var entries = [
      YAMLText.Entry(key: "at", value: .scalar(WrittenValue.instant(change.at, at: rate)))
    ]
    entries += settings(of: change.action).map { key, value in
      YAMLText.Entry(key: key, value: .scalar(value))
    }
    let remark = remark(on: change.action).map { "  # " + $0 } ?? ""
    return "  - " + YAMLText.mapping(entries).flow + remark
  }

  private func settings(of action: LiveChange.Action) -> [(key: String, value: String)] {
    func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
    switch action {
    case .speed(let speed): return [("speed", WrittenValue.number(speed))]
    case .mute(let lane, let isMuted):
      return [(isMuted ? "mute" : "unmute", YAMLText.quoted(song.name(ofLane: lane)))]
    case .subdivisions(let isOn): return [("subdivisions", word(isOn))]
    case .gap(let isOn): return [("gap", word(isOn))]
    case .volume(let level): return [("volume", WrittenValue.level(level))]
    case .passage(let number): return [("section", "\(number + 1)")]
    case .loop(let isOn): return [("loop", word(isOn))]
    case .pad(let sound, let velocity):
      return [
        ("pad", YAMLText.quoted(song.sounds[sound].name)), ("velocity", "\(velocity.value)"),
      ]
    case .stop: return [("stop", "on")]
    case .start: return [("start", "on")]
    }
  }

  /// What a number means.
  private func remark(on action: LiveChange.Action) -> String? {
    switch action {
    case .speed(let speed):
      guard let tempo else { return nil }
      let beats = tempo.beatsPerMinute * speed
      // A long fraction tells nobody anything.
      guard (beats * 1000).isInteger else { return nil }
      return WrittenValue.tempo(Tempo(beatsPerMinute: beats, beat: tempo.beat), beat: nil) + " BPM"
    case .passage(let number):
      // Quotes keep any name on its line.
      return song.section(ofPassage: number).map { YAMLText.quoted(song.sections[$0].name.value) }
    default: return nil
    }
  }
}

extension Song {
  /// The one tempo of a song that has no other.
  fileprivate var tempo: Tempo? {
    guard let first = sections.first?.tempos.first?.from else { return nil }
    let isSteady = sections.allSatisfy { section in
      section.step == .zero && section.tempos.allSatisfy { $0.ramp == nil && $0.from == first }
    }
    return isSteady ? first : nil
  }
}
