import Diagnostics

/// Reads a YAML file. Reports everything that is wrong with its YAML in the order of the file, as
/// far as the file can be read.
///
/// A value that cannot be had, such as that of an unknown alias, is left out together with its
/// key. Time and memory grow in proportion to the file, whatever it holds.
///
/// - Parameter keys: what a mapping's keys may be.
/// - Returns: `nil` after a mistake that leaves no file to speak of.
func compose(
  _ bytes: [UInt8], path: String, keys: YAMLKeys = .texts,
  into diagnostics: inout DiagnosticList
) -> YAMLNode? {
  guard let source = yamlSource(bytes, path: path, into: &diagnostics) else { return nil }
  var composer = YAMLComposer(source, keys: keys)
  let root = try? composer.document()
  diagnostics.append(composer.diagnostics)
  return root
}

/// What the keys of mappings may be.
enum YAMLKeys {
  /// Texts, each once.
  case texts
  /// Texts and lists of texts, as often as the file likes.
  case textsAndLists
}

/// Puts a file's nodes together from libyaml's events.
private struct YAMLComposer: ~Copyable {
  private(set) var diagnostics = DiagnosticList()
  private let source: SourceText
  private let keys: YAMLKeys
  private var events: YAMLEvents
  private var anchors: [String: Anchor] = [:]
  /// The anchors' names in the order of the file.
  private var anchorNames: [String] = []
  /// The values so far, with those that aliases repeat.
  private var count = 0
  /// Where the last thing ended that was not the end of a block.
  private var contentEnd = SourceSpan.Place(line: 1, column: 1)

  /// Thrown once the reason is reported.
  private struct Stop: Error {}

  /// A node and the number of lists and mappings inside one another in it.
  private struct Composed {
    let node: YAMLNode
    let height: Int
  }

  private enum Anchor {
    /// Its value has begun there and not ended.
    case open(SourceSpan)
    case complete(Composed, count: Int)
  }

  init(_ source: SourceText, keys: YAMLKeys) {
    self.source = source
    self.keys = keys
    self.events = YAMLEvents(source.text)
  }

  mutating func document() throws -> YAMLNode? {
    guard let first = firstContent(from: 1) else { throw stop(.emptyFile, at: nowhere) }
    // libyaml takes time in the square of the number of directives, so it is to see none.
    if source.line(first).hasPrefix("%") { throw stop(.directive, at: line(first)) }
    guard case .documentStart = try next().kind else {
      preconditionFailure("libyaml finds a document where something is written")
    }
    let root = try value(next(), depth: 0)?.node
    try end(next())
    if case .scalar(let scalar) = root?.content, scalar.isNothing {
      throw stop(.emptyFile, at: nowhere)
    }
    return root
  }

  /// Sees to it that nothing follows the document.
  private mutating func end(_ event: YAMLEvent) throws(Stop) {
    guard case .documentEnd(let isExplicit) = event.kind else {
      preconditionFailure("libyaml ends a document after its one value")
    }
    // The end lies at what follows, or at the `...` before it.
    let isNewLine = isExplicit || event.start.column == 0
    if isNewLine, let next = firstContent(from: event.start.line + (isExplicit ? 2 : 1)) {
      let text = source.line(next)
      if text.hasPrefix("%") { throw stop(.directive, at: line(next)) }
      if isExplicit || text.hasPrefix("---") {
        throw stop(.severalDocuments, at: line(next))
      }
    }
    guard case .streamEnd = try next().kind else { throw stop(.severalDocuments, at: span(event)) }
  }

  /// The number of the first line that says something, counting from a line.
  private func firstContent(from first: Int) -> Int? {
    (first..<max(first, source.lines.count + 1)).first { number in
      let line = source.line(number)
      let content = line.unicodeScalars.first { $0 != " " && $0 != "\t" }
      return content != nil && content != "#" && !line.hasPrefix("...")
    }
  }
}

// MARK: - Values

extension YAMLComposer {
  /// The value that an event begins; `nil` where it names nothing.
  private mutating func value(_ event: YAMLEvent, depth: Int) throws(Stop) -> Composed? {
    if let tag = event.tag { report(.tag(Self.written(tag)), at: span(event)) }
    if case .alias(let name) = event.kind { return try alias(name, event, depth: depth) }

    let countBefore = count
    try add(1, at: event)
    if let name = event.anchor {
      anchors[name] = .open(span(event))
      anchorNames.append(name)
    }
    let composed: Composed
    switch event.kind {
    case .scalar(let text, let style):
      let scalar = YAMLScalar(
        text: text, style: style, span: span(event),
        isAnchored: event.anchor != nil || event.tag != nil)
      composed = Composed(
        node: YAMLNode(content: .scalar(scalar), span: scalar.span), height: 0)
    case .sequenceStart(let isFlow):
      composed = try sequence(event, isFlow: isFlow, depth: depth + 1)
    case .mappingStart(let isFlow):
      composed = try mapping(event, isFlow: isFlow, depth: depth + 1)
    default: preconditionFailure("libyaml begins a value with this event")
    }
    // An anchor of the same name inside the value is the later one, and stays.
    if let name = event.anchor, case .open(let start) = anchors[name],
      start.start == composed.node.span.start
    {
      anchors[name] = .complete(composed, count: count - countBefore)
    }
    return composed
  }

  private mutating func alias(_ name: String, _ event: YAMLEvent, depth: Int) throws(Stop)
    -> Composed?
  {
    switch anchors[name] {
    case nil:
      let nearest = diagnostics.wantsSuggestions ? nearest(to: name, in: anchorNames) : nil
      report(.unknownAlias(name: name, nearest: nearest), at: span(event))
      return nil
    case .open(let start):
      report(.recursiveAlias(name: name), at: span(event), related: [start])
      return nil
    case .complete(let composed, let count):
      try add(count, at: event)
      try checkDepth(depth + composed.height, at: event)
      return composed
    }
  }

  private mutating func sequence(_ start: YAMLEvent, isFlow: Bool, depth: Int) throws(Stop)
    -> Composed
  {
    try checkDepth(depth, at: start)
    var items: [YAMLNode] = []
    var height = 0
    while true {
      let event = try next()
      if case .sequenceEnd = event.kind {
        let span = span(from: start, to: event, isFlow: isFlow)
        return Composed(node: YAMLNode(content: .sequence(items), span: span), height: height + 1)
      }
      guard let item = try value(event, depth: depth) else { continue }
      items.append(item.node)
      height = max(height, item.height)
    }
  }

  private mutating func mapping(_ start: YAMLEvent, isFlow: Bool, depth: Int) throws(Stop)
    -> Composed
  {
    try checkDepth(depth, at: start)
    var entries: [YAMLEntry] = []
    var height = 0
    var places: [String: SourceSpan] = [:]
    while true {
      let event = try next()
      if case .mappingEnd = event.kind {
        let span = span(from: start, to: event, isFlow: isFlow)
        return Composed(node: YAMLNode(content: .mapping(entries), span: span), height: height + 1)
      }
      let key = try key(event, depth: depth)
      let value = try value(next(), depth: depth)
      guard let (key, names) = key else { continue }
      if keys == .texts {
        if let first = places[key.value] {
          report(.duplicateKey(key.value), at: key.span, related: [first])
          continue
        }
        places[key.value] = key.span
      }
      guard let value else { continue }
      entries.append(YAMLEntry(key: key, names: names, value: value.node))
      height = max(height, value.height)
    }
  }

  private mutating func key(_ event: YAMLEvent, depth: Int) throws(Stop)
    -> (key: Spanned<String>, names: [Spanned<String>]?)?
  {
    guard let node = try value(event, depth: depth)?.node else { return nil }
    guard case .scalar(let scalar) = node.content else {
      if keys == .textsAndLists, let names = node.texts {
        let text = names.map(\.value).joined(separator: ", ")
        return (Spanned("[\(text)]", node.span), names)
      }
      report(.keyNotText, at: node.span)
      return nil
    }
    if scalar.style == .plain && scalar.text.isEmpty {
      report(.missingKey, at: span(event))
      return nil
    }
    return (Spanned(scalar.text, span(event)), nil)
  }
}

// MARK: - Events, limits and places

extension YAMLComposer {
  private mutating func next() throws(Stop) -> YAMLEvent {
    do {
      let event = try events.next()
      switch event.kind {
      case .sequenceEnd, .mappingEnd: break
      default: contentEnd = place(event.end)
      }
      return event
    } catch {
      let diagnostic = error.diagnostic(in: source)
      diagnostics.report(diagnostic.problem, at: diagnostic.span, related: diagnostic.related)
      throw Stop()
    }
  }

  private mutating func add(_ values: Int, at event: YAMLEvent) throws(Stop) {
    count += values
    if count > YAMLLimits.values {
      throw stop(.tooManyValues(limit: YAMLLimits.values), at: span(event))
    }
  }

  private mutating func checkDepth(_ depth: Int, at event: YAMLEvent) throws(Stop) {
    if depth > YAMLLimits.depth {
      throw stop(.nestedTooDeep(limit: YAMLLimits.depth), at: span(event))
    }
  }

  private mutating func report(
    _ problem: YAMLProblem, at span: SourceSpan, related: [SourceSpan] = []
  ) {
    diagnostics.report(.yaml(problem), at: span, related: related)
  }

  private mutating func stop(_ problem: YAMLProblem, at span: SourceSpan) -> Stop {
    report(problem, at: span)
    return Stop()
  }

  /// The place of what concerns the file and none of its lines.
  private var nowhere: SourceSpan { SourceSpan(wholeFile: source.path) }

  private func place(_ mark: YAMLMark) -> SourceSpan.Place {
    SourceSpan.Place(line: mark.line + 1, column: mark.column + 1)
  }

  private func span(_ event: YAMLEvent) -> SourceSpan {
    SourceSpan(source: source, start: place(event.start), end: place(event.end))
  }

  private func line(_ number: Int) -> SourceSpan {
    let length = source.line(number).unicodeScalars.count
    return SourceSpan(source: source, line: number, column: 1, length: length)
  }

  /// The stretch of a list or mapping. A block has no end of its own: libyaml gives the place of
  /// what follows, so it ends with the last thing in it.
  private mutating func span(from start: YAMLEvent, to end: YAMLEvent, isFlow: Bool) -> SourceSpan {
    let hasBracket = isFlow && place(end.start) < place(end.end)
    if hasBracket { contentEnd = place(end.end) }
    return SourceSpan(source: source, start: place(start.start), end: contentEnd)
  }

  /// A tag as it was written: libyaml gives `!!int` its full name.
  private static func written(_ tag: String) -> String {
    let standard = "tag:yaml.org,2002:"
    return tag.hasPrefix(standard) ? "!!" + tag.dropFirst(standard.count) : tag
  }
}
