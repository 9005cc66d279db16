import Diagnostics

/// A value of a YAML file that is not tactus's own: its texts, lists and mappings.
///
/// Every scalar is a text, whatever YAML takes it for; the importer reads it by the key that it
/// stands under.
public struct YAMLTree: Sendable {
  public enum Content: Sendable {
    /// - Parameter isPlain: whether it stands without quotes, so that it may be a number.
    case text(String, isPlain: Bool)
    case list([YAMLTree])
    /// In the order of the file; a key may be there more than once.
    case mapping([Entry])
  }

  public struct Entry: Sendable {
    public let key: Key
    public let value: YAMLTree
  }

  /// A key: one name, or several where it is a list.
  public struct Key: Sendable {
    /// Empty for an empty list.
    public let names: [String]
    public let isList: Bool
    public let place: Place
  }

  /// Both counted from 1; columns in Unicode scalars.
  public struct Place: Hashable, Sendable {
    public let line: Int
    public let column: Int
  }

  public let content: Content
  public let place: Place
  private let scalar: YAMLScalar?

  /// Where a character of a text stands, counted from 0 in Unicode scalars; the place of the value
  /// where it cannot be told, as behind an escape.
  public func place(ofScalar offset: Int) -> Place {
    scalar.map { Place($0.span(of: offset, length: 1)) } ?? place
  }
}

/// What is wrong with a YAML file, and where; no place where it lies in no one line.
public struct YAMLFault: Error, Hashable, Sendable {
  public let place: YAMLTree.Place?
  public let message: String
  public let help: String?
}

/// Reads a YAML file that is not tactus's own. It is UTF-8, of one document without tags, and has
/// at most the size, depth and number of values that a song may have.
///
/// Time and memory grow in proportion to the file, whatever it holds.
///
/// - Throws: the first mistake.
public func readYAML(_ bytes: [UInt8]) throws(YAMLFault) -> YAMLTree {
  var diagnostics = DiagnosticList()
  let root = compose(bytes, path: "-", keys: .textsAndLists, into: &diagnostics)
  if let first = diagnostics.inOrder().first {
    let isOfOneLine = !first.span.source.text.isEmpty
    var help = first.problem.help
    // What helps there is how to write a song of tactus.
    if case .yaml(.emptyFile) = first.problem { help = nil }
    throw YAMLFault(
      place: isOfOneLine ? YAMLTree.Place(first.span) : nil, message: first.problem.message,
      help: help)
  }
  guard let root else { preconditionFailure("a file that is not read has a mistake") }
  return YAMLTree(root)
}

extension YAMLTree.Place {
  fileprivate init(_ span: SourceSpan) {
    self.init(line: span.start.line, column: span.start.column)
  }
}

extension YAMLTree {
  /// As deep as the node, which a limit bounds.
  fileprivate init(_ node: YAMLNode) {
    place = Place(node.span)
    switch node.content {
    case .scalar(let scalar):
      self.scalar = scalar
      content = .text(scalar.text, isPlain: scalar.style == .plain)
    case .sequence(let items):
      scalar = nil
      content = .list(items.map { YAMLTree($0) })
    case .mapping(let entries):
      scalar = nil
      content = .mapping(
        entries.map { entry in
          let key = Key(
            names: entry.names?.map(\.value) ?? [entry.key.value], isList: entry.names != nil,
            place: Place(entry.key.span))
          return Entry(key: key, value: YAMLTree(entry.value))
        })
    }
  }
}
