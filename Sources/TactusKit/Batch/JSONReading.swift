/// A value of JSON (RFC 8259). Numbers stay as they are written.
enum JSONValue {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// Reads a whole text. Cost: proportional to its length.
  ///
  /// - Returns: `nil` where it is no JSON, where a key stands twice in one object, and where it is
  ///   nested more than 64 deep, as nothing of ours is.
  init?(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes)
    guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
    self = value
  }

  /// Reads a whole text that is an object, and hands over the elements of one of its lists in place
  /// of keeping them. The list is empty in the value.
  init?(_ bytes: [UInt8], itemsOf key: String, take: @escaping (JSONValue) -> Void) {
    var reader = JSONReader(bytes)
    reader.handedOver = (key, take)
    guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
    self = value
  }

  subscript(key: String) -> JSONValue? {
    if case .object(let fields) = self { fields[key] } else { nil }
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var number: String? { if case .number(let text) = self { text } else { nil } }
  var integer: Int? { number.flatMap { Int($0) } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var list: [JSONValue]? { if case .list(let items) = self { items } else { nil } }
  var isNull: Bool { if case .null = self { true } else { false } }
}

private struct JSONReader {
  private let bytes: [UInt8]
  private var place = 0
  /// A key of the outermost object whose list is handed over, and who takes it.
  var handedOver: (key: String, take: (JSONValue) -> Void)?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether nothing but blanks is left.
  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return place == bytes.count
    }
  }

  private mutating func skipBlanks() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[place...].starts(with: word.utf8) else { return false }
    place += word.utf8.count
    return true
  }

  mutating func value(depth: Int) -> JSONValue? {
    guard depth <= 64 else { return nil }
    skipBlanks()
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return list(depth: depth)
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
    default: return number().map { .number($0) }
    }
  }

  private mutating func object(depth: Int) -> JSONValue? {
    place += 1
    var fields: [String: JSONValue] = [:]
    skipBlanks()
    if take("}") { return .object(fields) }
    repeat {
      skipBlanks()
      guard place < bytes.count, bytes[place] == UInt8(ascii: "\""), let key = string() else {
        return nil
      }
      skipBlanks()
      guard take(":") else { return nil }
      skipBlanks()
      let isHandedOver = depth == 0 && key == handedOver?.key && place < bytes.count
      let value =
        isHandedOver && bytes[place] == UInt8(ascii: "[")
        ? list(depth: 1, take: handedOver?.take) : value(depth: depth + 1)
      guard let value, fields.updateValue(value, forKey: key) == nil else { return nil }
      skipBlanks()
    } while take(",")
    return take("}") ? .object(fields) : nil
  }

  private mutating func list(depth: Int, take other: ((JSONValue) -> Void)? = nil) -> JSONValue? {
    place += 1
    var items: [JSONValue] = []
    skipBlanks()
    if take("]") { return .list(items) }
    repeat {
      guard let item = value(depth: depth + 1) else { return nil }
      if let other { other(item) } else { items.append(item) }
      skipBlanks()
    } while take(",")
    return take("]") ? .list(items) : nil
  }

  /// `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`
  private mutating func number() -> String? {
    let start = place
    _ = take("-")
    if !take("0") {
      guard digits() > 0 else { return nil }
    }
    if take("."), digits() == 0 { return nil }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      guard digits() > 0 else { return nil }
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = place
    while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) {
      place += 1
    }
    return place - start
  }

  private mutating func string() -> String? {
    place += 1
    var text: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += Array(String(scalar).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard place < bytes.count else { return nil }
    let byte = bytes[place]
    place += 1
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": return Unicode.Scalar(byte)
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return codePoint()
    default: return nil
    }
  }

  /// Four digits, or two times four for what is beyond U+FFFF (a pair of surrogates).
  private mutating func codePoint() -> Unicode.Scalar? {
    guard let unit = unit() else { return nil }
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
    guard take("\\"), take("u"), let low = self.unit(), (0xDC00..<0xE000).contains(low) else {
      return nil
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func unit() -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[place..<place + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        return nil
      }
      value = value << 4 | UInt32(digit)
    }
    place += 4
    return value
  }
}
