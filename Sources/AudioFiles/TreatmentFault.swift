import SongModel
import Timing

/// What keeps a treatment from being applied to a sound.
public enum TreatmentFault: Error, Hashable, Sendable {
  /// The start lies at or behind the end of the sound, which is `length` seconds long.
  case startsPastTheEnd(length: Rational)
  /// The result, or what comes before it is faded out, would have more than `limit` frames.
  case tooLong(limit: Int)
  /// A sample leaves the range of floating-point numbers, first at `frame` of the sound as it was
  /// converted, stretched or pitched.
  case notFinite(frame: Int)
}

// The one place that words these faults.
extension TreatmentFault: CustomStringConvertible {
  /// What went wrong and what to do about it, in one line without a full stop.
  public var description: String { "\(message); \(help)" }

  /// What went wrong, without the name of the sound.
  public var message: String {
    switch self {
    case .startsPastTheEnd(let length):
      "it starts at or after the end of its source, which is "
        + "\(Seconds(length).formatted(decimals: 3)) s long"
    case .tooLong(let limit):
      "it becomes too long: more than \(limit) frames"
    case .notFinite(let frame):
      "its samples are too large to be converted: frame \(frame) becomes infinite"
    }
  }

  /// What to do about it.
  public var help: String {
    switch self {
    case .startsPastTheEnd: "use an earlier 'start'"
    case .tooLong: "use a shorter file, a higher 'transpose' or a lower 'stretch'"
    case .notFinite: "export the file again at a lower level"
    }
  }
}
