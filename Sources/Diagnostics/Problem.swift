/// How much a problem matters.
public enum Severity: String, Sendable {
  /// The song is wrong: nothing is rendered.
  case error
  /// The song can be rendered, but hardly as it is meant.
  case warning
  /// Worth knowing.
  case note
}

/// What is wrong, as facts. Its words stand beside it in `…+Wording.swift`.
public enum Problem: Sendable {
  /// The file is not YAML as a song may use it.
  case yaml(YAMLProblem)
  /// The YAML is right, but no song.
  case song(SongProblem)

  /// The name by which the reference explains the problem, such as `unknown-sound`.
  public var id: String { facts.name }
  public var severity: Severity { facts.severity }
  /// What is wrong, in a sentence without its full stop.
  public var message: String { facts.message }
  /// What stands at the related places.
  public var label: String? { facts.label }
  /// What the user can do.
  public var help: String? { facts.help }
  /// What somebody may want to look up.
  public var note: String? { facts.note }

  /// Every name that `id` can give.
  public static var allIDs: [String] {
    YAMLProblem.ID.allCases.map(\.rawValue) + SongProblem.ID.allCases.map(\.rawValue)
  }

  private var facts: any ProblemFacts {
    switch self {
    case .yaml(let problem): problem
    case .song(let problem): problem
    }
  }
}

/// What every kind of problem tells.
protocol ProblemFacts {
  associatedtype ID: RawRepresentable<String>, CaseIterable

  var id: ID { get }
  var severity: Severity { get }
  var message: String { get }
  var label: String? { get }
  var help: String? { get }
  var note: String? { get }
}

extension ProblemFacts {
  var name: String { id.rawValue }
  var severity: Severity { .error }
  var label: String? { nil }
  var help: String? { nil }
  var note: String? { nil }
}

/// A user's text between quotation marks, cut where it is long.
func quoted(_ text: String) -> String {
  let shown = text.unicodeScalars.prefix(40)
  let isCut = shown.endIndex < text.unicodeScalars.endIndex
  return "'\(String(shown))\(isCut ? "…" : "")'"
}

/// The help that a near name gives.
func suggestion(_ nearest: String?) -> String? {
  nearest.map { "did you mean \(quoted($0))?" }
}
