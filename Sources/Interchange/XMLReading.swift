import CExpat

/// Bounds for a document from anywhere: far beyond every song, and far below what harms.
enum XMLLimit {
  /// In bytes.
  static let size = 64 << 20
  /// Elements inside one another.
  static let depth = 64
  static let elements = 1_000_000
}

/// Reads an XML document whole, through libexpat.
///
/// A document that declares entities is refused, which leaves only the five of XML itself: none can
/// grow, and none can name another file. Nothing outside the bytes is opened.
///
/// - Returns: the root element.
func xmlDocument(_ bytes: [UInt8]) throws(ForeignFault) -> XMLElement {
  guard bytes.count <= XMLLimit.size else {
    throw ForeignFault(
      message: "the file has more than \(XMLLimit.size >> 20) MiB",
      help: "it is read whole: make it smaller")
  }
  guard let parser = XML_ParserCreate(nil) else {
    throw ForeignFault(message: "there is no memory to read XML with")
  }
  defer { XML_ParserFree(parser) }
  let composer = XMLComposer(parser: parser)
  // Only until the end of this function, which the composer outlives.
  XML_SetUserData(parser, Unmanaged.passUnretained(composer).toOpaque())
  XML_SetElementHandler(
    parser,
    { data, name, attributes in XMLComposer.at(data).start(name, attributes) },
    { data, _ in XMLComposer.at(data).end() })
  XML_SetCharacterDataHandler(parser) { data, text, count in
    XMLComposer.at(data).append(text, count: Int(count))
  }
  XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
    XMLComposer.at(data).refuse(
      "the file declares an entity of its own",
      help: "write what the entity stands for in its place")
  }
  let status = withExtendedLifetime(composer) {
    bytes.withUnsafeBytes { buffer in
      XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(bytes.count), 1)
    }
  }
  if let fault = composer.fault { throw fault }
  guard status == XML_STATUS_OK, let root = composer.root else {
    let code = XML_GetErrorCode(parser)
    throw ForeignFault(
      line: Int(clamping: XML_GetCurrentLineNumber(parser)),
      column: Int(clamping: XML_GetCurrentColumnNumber(parser)) + 1,
      message: "this is no well-formed XML: \(xmlWords(code))",
      help: "save the file again with the program it comes from")
  }
  return root
}

private func xmlWords(_ code: XML_Error) -> String {
  switch code {
  case XML_ERROR_NO_ELEMENTS: "an element such as <song> was expected, and the file ends"
  case XML_ERROR_TAG_MISMATCH: "the end tag does not belong to the element that is open"
  case XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR: "the file ends in the middle of a tag"
  case XML_ERROR_UNDEFINED_ENTITY: "an entity is used that XML does not know"
  case XML_ERROR_UNKNOWN_ENCODING, XML_ERROR_INCORRECT_ENCODING:
    "its encoding is none that can be read; UTF-8 can"
  case XML_ERROR_INVALID_TOKEN: "a character stands here that is not allowed"
  case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: "something follows after the last end tag"
  case XML_ERROR_DUPLICATE_ATTRIBUTE: "an attribute is given twice"
  default: XML_ErrorString(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }
}

/// Builds the tree while the parser goes through the document.
///
/// A class, because the parser's callbacks get at it through a pointer.
private final class XMLComposer {
  private let parser: XML_Parser
  private var open: [XMLElement] = []
  private var count = 0
  private(set) var root: XMLElement?
  private(set) var fault: ForeignFault?

  init(parser: XML_Parser) { self.parser = parser }

  static func at(_ data: UnsafeMutableRawPointer?) -> XMLComposer {
    // The parser hands over what it was given.
    Unmanaged<XMLComposer>.fromOpaque(data!).takeUnretainedValue()
  }

  private var line: Int { Int(clamping: XML_GetCurrentLineNumber(parser)) }
  private var column: Int { Int(clamping: XML_GetCurrentColumnNumber(parser)) + 1 }

  /// Stops with the first mistake.
  func refuse(_ message: String, help: String) {
    guard fault == nil else { return }
    fault = ForeignFault(line: line, column: column, message: message, help: help)
    XML_StopParser(parser, 0)
  }

  func start(
    _ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard fault == nil, let name else { return }
    count += 1
    if open.count >= XMLLimit.depth {
      return refuse(
        "elements stand more than \(XMLLimit.depth) deep in one another",
        help: "no song is nested so deeply: this is another kind of file")
    }
    if count > XMLLimit.elements {
      return refuse(
        "the file has more than \(XMLLimit.elements) elements", help: "split the song")
    }
    var attributes: [String: String] = [:]
    var index = 0
    while let list, let key = list[index], let value = list[index + 1] {
      attributes[String(cString: key)] = String(cString: value)
      index += 2
    }
    let full = String(cString: name)
    let local = full.lastIndex(of: ":").map { full[full.index(after: $0)...] } ?? full[...]
    open.append(
      XMLElement(name: String(local), attributes: attributes, line: line, column: column))
  }

  func end() {
    guard fault == nil, let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  func append(_ text: UnsafePointer<CChar>?, count: Int) {
    guard fault == nil, let text, !open.isEmpty else { return }
    let part = UnsafeBufferPointer(start: text, count: count)
    open[open.count - 1].text += String(
      decoding: part.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
