import ReferenceKit
import Testing

/// The links between the pages.
@Suite("a page of the documents")
struct LinkTests {
  private static let pages = ["README.md", "CHANGELOG.md"] + docs
  private static let docs: [String] =
    (try? Files.names(in: Files.repository + "/Docs").filter { $0.hasSuffix(".md") }
      .map { "Docs/" + $0 }) ?? []

  @Test("links to what is there", arguments: pages)
  func links(_ name: String) throws {
    let folder = name.hasPrefix("Docs/") ? "Docs/" : ""
    for target in try links(in: Page(name)) where !target.contains("://") {
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let file = parts[0].isEmpty ? name : folder + parts[0]
      #expect(Files.exists("\(Files.repository)/\(file)"), "\(target)")
      guard parts.count == 2 else { continue }
      let titles = try (1...4).flatMap { try Page(file).titles(level: $0) }
      #expect(titles.map(anchor).contains(String(parts[1])), "\(target)")
    }
  }

  /// What stands between `](` and `)`.
  private func links(in page: Page) -> [String] {
    page.lines.flatMap { line in
      line.components(after: "](").map { String($0.prefix { $0 != ")" }) }
    }
  }

  /// A title as links name it: lower case, blanks as hyphens, without other punctuation.
  private func anchor(_ title: String) -> String {
    String(
      title.lowercased().map { $0 == " " ? "-" : $0 }
        .filter { $0.isLetter || $0.isNumber || $0 == "-" })
  }
}

extension String {
  /// The parts of the text that follow each occurrence of a mark.
  fileprivate func components(after mark: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let found = rest.firstRange(of: mark) {
      rest = rest[found.upperBound...]
      parts.append(rest)
    }
    return parts
  }
}
