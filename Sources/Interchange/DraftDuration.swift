import SongModel
import Timing

/// Adds up how long a draft lasts, so that an importer refuses by its own file what no song can be.
struct DraftDuration {
  /// In seconds: the 10,000 hours of a song.
  private static let longest = Seconds(Rational(36_000_000))

  private var time = Seconds.zero

  /// Adds a section whose tempo changes at most in steps, or in one ramp from its start to its end.
  ///
  /// - Parameters:
  ///   - patternLengths: by their names.
  ///   - line: of the file, where the section stands.
  /// - Throws: where it becomes longer than a song may be.
  mutating func add(
    _ section: DraftSection, patternLengths: [String: WholeNotes] = [:], line: Int? = nil
  ) throws(ForeignFault) {
    let played = section.play.reduce(WholeNotes.zero) { length, play in
      length + (patternLengths[play.pattern] ?? .zero) * Rational(Int128(play.times))
    }
    let length =
      section.bars.map { section.meter.length * Rational(Int128($0)) } ?? played
    guard length > .zero else { return }
    let ramp: Ramp? =
      switch section.tempo {
      case .steady: nil
      case .ramp(_, let to, let curve): Ramp(to: to, length: .notes(length), curve: curve)
      }
    let spans =
      [TempoSpan(start: .zero, from: section.tempo.first, ramp: ramp)]
      + section.changes.compactMap { change in
        change.tempo.map { TempoSpan(start: change.at, from: $0.first) }
      }
    let once = TempoMap(spans: spans, holds: []).time(of: length)
    // Only what is not too long is multiplied.
    if once <= DraftDuration.longest { time = time + once * Int64(section.passes) }
    guard once <= DraftDuration.longest, time <= DraftDuration.longest else {
      throw ForeignFault(
        line: line, message: "with this the song is longer than 10000 hours",
        help: "look for a number with a nought too many, or a very slow tempo")
    }
  }
}

extension SongDraft {
  /// - Throws: where the song is longer than a song may be.
  func checkDuration() throws(ForeignFault) {
    let lengths = Dictionary(patterns.map { ($0.name, $0.length) }, uniquingKeysWith: max)
    var duration = DraftDuration()
    for section in sections { try duration.add(section, patternLengths: lengths) }
  }
}
