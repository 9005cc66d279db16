/// One way in which a song and its golden disagree.
public enum Difference: Hashable, Sendable {
  case noGolden
  case noSong
  /// The golden's folder holds other files than it should.
  case files(golden: [String], now: [String])
  /// The first line of a text that differs; `nil` past a text's end.
  case line(GoldenFile, number: Int, golden: String?, now: String?)
  /// The facts of the audio that differ, as lines of `audio.sum`.
  case audio(golden: [String], now: [String], eventsAgree: Bool)
  /// The first frame that differs, and the events that sound last at or before it, as lines of
  /// `events.csv`.
  case samples(frame: Int, golden: [String], now: [String])
  /// The golden's WAV file does not hold what its `audio.sum` says.
  case goldenWAV
}

extension Difference: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noGolden: "there is no golden for this song"
    case .noSong: "there is no song for this golden"
    case .files(let golden, let now):
      "other files" + versions([golden.joined(separator: " ")], [now.joined(separator: " ")])
    case .line(let file, let number, let golden, let now):
      "\(file.rawValue) differs from line \(number) on"
        + versions([golden ?? "(ends before)"], [now ?? "(ends before)"])
    case .audio(let golden, let now, let eventsAgree):
      "the audio differs"
        + (eventsAgree ? ", with the same events: a sound or a level has changed" : "")
        + versions(golden, now)
    case .samples(let frame, let golden, let now):
      "the samples differ from frame \(frame) on; what starts last at or before it is"
        + (golden == now ? golden.map { "\n    \($0)" }.joined() : versions(golden, now))
    case .goldenWAV: "the golden's audio.wav does not hold what its audio.sum says"
    }
  }

  private func versions(_ golden: [String], _ now: [String]) -> String {
    (golden.map { "\n  - \($0)" } + now.map { "\n  + \($0)" }).joined()
  }
}
