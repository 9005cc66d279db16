/// A problem and where it stands.
public struct Diagnostic: Sendable {
  public let problem: Problem
  public let span: SourceSpan
  /// Other places that explain it; the problem's `label` stands under each.
  public let related: [SourceSpan]

  public init(_ problem: Problem, at span: SourceSpan, related: [SourceSpan] = []) {
    self.problem = problem
    self.span = span
    self.related = related
  }
}

/// The diagnostics of a run, as they are found.
public struct DiagnosticList: Sendable {
  private var diagnostics: [Diagnostic] = []

  public init() {}

  public var isEmpty: Bool { diagnostics.isEmpty }

  /// Whether anything stands in the way of rendering.
  public var hasErrors: Bool { diagnostics.contains { $0.problem.severity == .error } }

  /// Whether to look for the name that the author of the next diagnostic may have meant. A file of
  /// a hundred thousand unknown names is no song, and would take hours to find one for each.
  public var wantsSuggestions: Bool { diagnostics.count < 100 }

  public mutating func report(
    _ problem: Problem, at span: SourceSpan, related: [SourceSpan] = []
  ) {
    diagnostics.append(Diagnostic(problem, at: span, related: related))
  }

  public mutating func append(_ others: DiagnosticList) {
    diagnostics += others.diagnostics
  }

  /// The diagnostics file by file, as the files were first met, and in each by place; what stands
  /// at one place is in the order of the reports. What says the same at the same place, as an alias
  /// used twice does, is told once.
  public func inOrder() -> [Diagnostic] {
    var numberOfFile: [ObjectIdentifier: Int] = [:]
    var seen: Set<Identity> = []
    var keyed: [(file: Int, diagnostic: Diagnostic)] = []
    for diagnostic in diagnostics {
      let span = diagnostic.span
      let file = numberOfFile[ObjectIdentifier(span.source)] ?? numberOfFile.count
      numberOfFile[ObjectIdentifier(span.source)] = file
      let identity = Identity(
        file: file, start: span.start, end: span.end, id: diagnostic.problem.id,
        message: diagnostic.problem.message)
      if seen.insert(identity).inserted { keyed.append((file, diagnostic)) }
    }
    // `sort` is documented to be stable.
    keyed.sort { ($0.file, $0.diagnostic.span.start) < ($1.file, $1.diagnostic.span.start) }
    return keyed.map(\.diagnostic)
  }

  private struct Identity: Hashable {
    let file: Int
    let start: SourceSpan.Place
    let end: SourceSpan.Place
    let id: String
    let message: String
  }
}
