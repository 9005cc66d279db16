import CYAML

/// What libyaml reads next.
struct YAMLEvent {
  enum Kind {
    case documentStart
    case documentEnd(isExplicit: Bool)
    case streamEnd
    case alias(String)
    case scalar(text: String, style: YAMLScalar.Style)
    case sequenceStart(isFlow: Bool)
    case sequenceEnd
    case mappingStart(isFlow: Bool)
    case mappingEnd
  }

  let kind: Kind
  let anchor: String?
  let tag: String?
  let start: YAMLMark
  let end: YAMLMark
}

/// A line and a column as libyaml counts them, from 0.
struct YAMLMark {
  let line: Int
  let column: Int

  init(_ mark: yaml_mark_t) {
    line = Int(mark.line)
    column = Int(mark.column)
  }
}

/// Why libyaml stopped.
struct YAMLFailure: Error {
  /// What libyaml was doing; empty where it does not say.
  let context: String
  let problem: String
  /// Where it was doing that, and where it stopped.
  let contextMark: YAMLMark
  let problemMark: YAMLMark
}

/// The events of a text in UTF-8, through libyaml.
struct YAMLEvents: ~Copyable {
  /// libyaml keeps pointers into the parser and to the bytes, so both stay where they are.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ text: String) {
    bytes = .allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    parser = .allocate(capacity: 1)
    // On failure the parser is all zero, and reading from it fails too.
    if yaml_parser_initialize(parser) == 1 {
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    bytes.deallocate()
  }

  /// The next event; nothing may be asked after the stream's end or a failure.
  mutating func next() throws(YAMLFailure) -> YAMLEvent {
    while true {
      var event = yaml_event_t()
      guard parser.pointee.read_handler != nil, yaml_parser_parse(parser, &event) == 1 else {
        throw failure
      }
      defer { yaml_event_delete(&event) }
      if let event = YAMLEvent(event) { return event }
    }
  }

  private var failure: YAMLFailure {
    let state = parser.pointee
    return YAMLFailure(
      context: state.context.map { String(cString: $0) } ?? "",
      problem: state.problem.map { String(cString: $0) } ?? "out of memory",
      contextMark: YAMLMark(state.context_mark), problemMark: YAMLMark(state.problem_mark))
  }
}

extension YAMLEvent {
  /// `nil` for the start of the stream, which says nothing.
  fileprivate init?(_ event: yaml_event_t) {
    func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
      pointer.map { String(cString: $0) }
    }
    var anchor: String?
    var tag: String?
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT:
      kind = .documentEnd(isExplicit: event.data.document_end.implicit == 0)
    case YAML_STREAM_END_EVENT: kind = .streamEnd
    case YAML_ALIAS_EVENT: kind = .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      kind = .scalar(
        text: String(decoding: bytes, as: UTF8.self), style: YAMLScalar.Style(scalar.style))
      (anchor, tag) = (text(scalar.anchor), text(scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.data.sequence_start
      kind = .sequenceStart(isFlow: sequence.style == YAML_FLOW_SEQUENCE_STYLE)
      (anchor, tag) = (text(sequence.anchor), text(sequence.tag))
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      let mapping = event.data.mapping_start
      kind = .mappingStart(isFlow: mapping.style == YAML_FLOW_MAPPING_STYLE)
      (anchor, tag) = (text(mapping.anchor), text(mapping.tag))
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    default: return nil
    }
    self.anchor = anchor
    self.tag = tag
    start = YAMLMark(event.start_mark)
    end = YAMLMark(event.end_mark)
  }
}

extension YAMLScalar.Style {
  fileprivate init(_ style: yaml_scalar_style_t) {
    self =
      switch style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
  }
}
