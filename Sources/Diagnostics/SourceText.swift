/// A file of text as the user wrote it, for messages that show its lines.
public final class SourceText: Sendable {
  /// The path as the user named it; `-` for standard input.
  public let path: String
  /// The whole text, without a byte order mark.
  public let text: String
  /// The lines without their line ends.
  public let lines: SourceLines

  /// Takes bytes that ought to be UTF-8; what is not becomes U+FFFD, so that a message can show it.
  public convenience init(path: String, bytes: some Collection<UInt8>) {
    self.init(path: path, text: String(decoding: bytes, as: UTF8.self))
  }

  public init(path: String, text: String) {
    var text = text
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    text.makeContiguousUTF8()
    self.path = path
    self.text = text
    self.lines = SourceLines(text)
  }

  /// The text of a line, counted from 1; empty where there is no such line.
  public func line(_ number: Int) -> Substring {
    lines.indices.contains(number - 1) ? lines[number - 1] : ""
  }

  /// The place of a byte of the text that begins a character.
  public func place(ofByte offset: Int) -> SourceSpan.Place {
    let line = lines.index(ofLineWithByte: offset)
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: lines.start(ofLine: line))
    let end = utf8.index(utf8.startIndex, offsetBy: offset)
    return SourceSpan.Place(line: line + 1, column: text.unicodeScalars[start..<end].count + 1)
  }
}

/// The lines of a text. A line ends with CR, LF, CR LF, NEL (U+0085), LS (U+2028) or PS (U+2029),
/// which are the line ends of YAML 1.1, so that its places and ours agree. A text that ends with a
/// line end has an empty last line.
public struct SourceLines: RandomAccessCollection, Sendable {
  private let text: String
  /// The byte at which each line begins.
  private let starts: [Int]

  init(_ text: String) {
    var starts = [0]
    var text = text
    text.withUTF8 { bytes in
      var next = 0
      while next < bytes.count {
        let width = Self.widthOfLineEnd(in: bytes, at: next)
        next += Swift.max(width, 1)
        if width > 0 { starts.append(next) }
      }
    }
    self.text = text
    self.starts = starts
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { starts.count }

  public subscript(position: Int) -> Substring {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: starts[position])
    guard position + 1 < starts.count else { return text[start...] }
    let end = utf8.index(utf8.startIndex, offsetBy: starts[position + 1])
    var line = text.unicodeScalars[start..<end]
    if line.removeLast() == "\n", line.last == "\r" { line.removeLast() }
    return Substring(line)
  }

  /// The byte at which a line, counted from 0, begins.
  func start(ofLine line: Int) -> Int { starts[line] }

  func index(ofLineWithByte offset: Int) -> Int {
    (starts.firstIndex { $0 > offset } ?? starts.count) - 1
  }

  /// The number of bytes of the line end at a byte; 0 where there is none.
  private static func widthOfLineEnd(in bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    func byte(_ offset: Int) -> UInt8 {
      place + offset < bytes.count ? bytes[place + offset] : 0
    }
    switch byte(0) {
    case 0x0A: return 1
    case 0x0D: return byte(1) == 0x0A ? 2 : 1
    case 0xC2 where byte(1) == 0x85: return 2
    case 0xE2 where byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9): return 3
    default: return 0
    }
  }
}
