/// An element of an XML document, with where it begins.
struct XMLElement: Hashable, Sendable {
  /// Without a prefix.
  var name: String
  var attributes: [String: String]
  /// The character data directly inside, the parts between child elements one after another.
  var text: String
  var children: [XMLElement]
  /// Counted from 1.
  var line: Int
  /// Counted from 1, in Unicode scalars.
  var column: Int

  init(
    name: String, attributes: [String: String] = [:], text: String = "",
    children: [XMLElement] = [], line: Int, column: Int
  ) {
    self.name = name
    self.attributes = attributes
    self.text = text
    self.children = children
    self.line = line
    self.column = column
  }

  /// The first child of a name.
  subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The children of a name, in their order.
  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The text without the white space at its ends.
  var words: String {
    var text = Substring(text)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  func fault(_ message: String, help: String? = nil) -> ForeignFault {
    ForeignFault(line: line, column: column, message: message, help: help)
  }
}

// MARK: - Values

extension XMLElement {
  /// The words of a child; `nil` where it is missing or empty.
  func words(_ name: String) -> String? {
    guard let words = self[name]?.words, !words.isEmpty else { return nil }
    return words
  }

  /// A whole number within 32 bits, which is what such files hold.
  ///
  /// - Returns: `nil` where the child is missing or empty.
  func integer(_ name: String) throws(ForeignFault) -> Int? {
    guard let child = self[name], case let words = child.words, !words.isEmpty else { return nil }
    guard let value = Int32(words) else {
      throw child.fault(
        "'\(name)' is to be a whole number, and is \(XMLElement.quoted(words))",
        help: "write a number such as 48, from -2147483648 to 2147483647")
    }
    return Int(value)
  }

  /// A number as ``XMLNumber`` reads it; `nil` where the child is missing or empty.
  func number(_ name: String) throws(ForeignFault) -> XMLNumber? {
    guard let child = self[name], case let words = child.words, !words.isEmpty else { return nil }
    guard let value = XMLNumber(words) else {
      throw child.fault(
        "'\(name)' is to be a number, and is \(XMLElement.quoted(words))",
        help: "write a decimal such as 0.8, at most a billion")
    }
    return value
  }

  /// `true` or `false`; `nil` where the child is missing or empty.
  func flag(_ name: String) throws(ForeignFault) -> Bool? {
    guard let child = self[name], case let words = child.words, !words.isEmpty else { return nil }
    switch words {
    case "true", "1": return true
    case "false", "0": return false
    default:
      throw child.fault(
        "'\(name)' is to be true or false, and is \(XMLElement.quoted(words))",
        help: "write true or false")
    }
  }

  /// Words for a message: long ones are cut, and white space is one space.
  static func quoted(_ words: String) -> String {
    let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 40 ? "'\(line.prefix(40))…'" : "'\(line)'"
  }
}
