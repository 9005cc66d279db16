import AudioFiles
import Timing

/// What a verification says of a file.
struct Verdict: Sendable {
  enum Result: String, Sendable {
    case equal, different
    case unreadable
    /// The song that should give it is wrong.
    case badSong = "bad-song"
  }

  /// Where samples first differ, and by how much.
  struct Place: Sendable {
    let difference: SampleDifference
    let event: EventPlace?
  }

  let file: String
  let song: String
  let result: Result
  /// What is different or wrong, in words; of several things the first. Empty where all is equal.
  var message = ""
  var place: Place?
  /// What there is to say of the song, for standard error.
  var songMessages = ""

  /// For a line of standard output.
  var text: String {
    switch result {
    case .equal: "\(printable(file)): equal"
    case .different: "\(printable(file)): different: \(message)"
    case .unreadable: "\(printable(file)): unreadable: \(message)"
    case .badSong: "\(printable(file)): not verified: \(message)"
    }
  }

  var json: String {
    var fields = [
      ("file", JSON.string(file)), ("song", JSON.string(song)),
      ("result", JSON.string(result.rawValue)),
    ]
    if !message.isEmpty { fields.append(("message", JSON.string(message))) }
    if let place {
      let difference = place.difference
      fields += [
        ("frame", "\(difference.frame.index)"), ("channel", "\(difference.channel + 1)"),
        ("found", Verdict.number(difference.found)),
        ("expected", Verdict.number(difference.expected)),
        ("largestDifference", Verdict.number(difference.largest)),
        ("framesDiffering", "\(difference.frames)"),
      ]
      fields += place.event?.fields ?? []
    }
    return JSON.object(fields)
  }

  /// JSON has no word for what is infinite or not a number.
  private static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

  /// What the command ends with for several files: a difference weighs most, then a bad song.
  static func code(of results: some Sequence<Result>) -> ExitCode {
    let all = Set(results)
    if all.contains(.different) { return .verificationFailed }
    if all.contains(.badSong) { return .wrongSong }
    return all.contains(.unreadable) ? .fileTrouble : .done
  }
}
