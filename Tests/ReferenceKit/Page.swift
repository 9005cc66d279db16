/// A page of the documents, in Markdown.
public struct Page: Sendable {
  public let path: String
  public let text: String

  /// - Parameter name: the path in the repository.
  public init(_ name: String) throws {
    path = Files.repository + "/" + name
    text = try Files.text(of: path)
  }

  /// A fenced block: what stands between its fences, with a line end behind each line.
  public struct Block: Sendable {
    public let language: String
    public let lines: [String]

    public var text: String { lines.map { $0 + "\n" }.joined() }
  }

  private enum Part {
    case line(String)
    case block(Block)
  }

  private var parts: [Part] {
    var parts: [Part] = []
    var block: Block?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = block {
        let isEnd = line == "```"
        if isEnd { parts.append(.block(open)) }
        block = isEnd ? nil : Block(language: open.language, lines: open.lines + [String(line)])
      } else if line.hasPrefix("```") {
        block = Block(language: String(line.dropFirst(3)), lines: [])
      } else {
        parts.append(.line(String(line)))
      }
    }
    return parts
  }

  /// The blocks of a language, in order.
  public func blocks(_ language: String) -> [Block] {
    parts.compactMap { part in
      if case .block(let block) = part, block.language == language { block } else { nil }
    }
  }

  /// The lines outside of blocks.
  public var lines: [String] {
    parts.compactMap { part in if case .line(let line) = part { line } else { nil } }
  }

  /// The titles of a level, `##` being the second, without code marks.
  public func titles(level: Int) -> [String] {
    let start = String(repeating: "#", count: level) + " "
    return lines.filter { $0.hasPrefix(start) }
      .map { $0.dropFirst(start.count).filter { $0 != "`" } }
  }

  /// The lines between a title of the second level and the next one; `nil` without such a title.
  public func chapter(_ title: String) -> String? {
    guard let start = lines.firstIndex(of: "## " + title) else { return nil }
    let rest = lines[(start + 1)...]
    return rest.prefix { !$0.hasPrefix("## ") }.joined(separator: "\n")
  }

  /// The page with the output of every command in its blocks of the language `console` as it is
  /// now. The commands, which begin with `$ `, run one after the other in a folder with the songs
  /// of Docs/examples.
  public func withFreshOutput() throws -> String {
    let folder = try TemporaryFolder()
    _ = try run("cp -r . '\(folder.path)'", in: Files.repository + "/Docs/examples")
    return try parts.map { part in
      switch part {
      case .line(let line): return line
      case .block(let block) where block.language == "console":
        var lines = ["```console"]
        for line in block.lines where line.hasPrefix("$ ") {
          let output = try run("{ \(line.dropFirst(2)) ; } 2>&1", in: folder.path).out
          lines.append(line)
          lines += output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
        }
        return (lines + ["```"]).joined(separator: "\n")
      case .block(let block): return "```\(block.language)\n\(block.text)```"
      }
    }.joined(separator: "\n")
  }
}
