import Diagnostics

/// What a file may hold at most. A song is some kilobytes; the limits keep a file that is none from
/// taking the machine's time or memory.
enum YAMLLimits {
  static let mebibytes = 16
  static let depth = 64
  static let values = 1_000_000
}

/// The text of a file, or `nil` and a diagnostic where it cannot be YAML in UTF-8.
func yamlSource(_ bytes: [UInt8], path: String, into diagnostics: inout DiagnosticList)
  -> SourceText?
{
  func refuse(_ problem: YAMLProblem) {
    diagnostics.report(.yaml(problem), at: SourceSpan(wholeFile: path))
  }
  guard bytes.count <= YAMLLimits.mebibytes << 20 else {
    refuse(.fileTooLarge(limit: YAMLLimits.mebibytes))
    return nil
  }
  guard !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) else {
    refuse(.utf16)
    return nil
  }
  let source = SourceText(path: path, bytes: bytes)
  guard String(validating: bytes, as: UTF8.self) != nil else {
    reportInvalidByte(of: bytes, in: source, to: &diagnostics)
    return nil
  }
  guard let control = source.text.unicodeScalars.firstIndex(where: { !isAllowed($0) }) else {
    return source
  }
  let place = source.place(
    ofByte: source.text.utf8.distance(from: source.text.startIndex, to: control))
  diagnostics.report(
    .yaml(.controlCharacter(scalar: source.text.unicodeScalars[control].value)),
    at: SourceSpan(source: source, line: place.line, column: place.column, length: 1))
  return nil
}

/// The characters of YAML 1.1, section 5.1, without the byte order mark, which `SourceText` has
/// taken from its one right place.
private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF: true
  default: false
  }
}

/// Finds the first byte that `SourceText` could not read: from there on its text differs.
private func reportInvalidByte(
  of bytes: [UInt8], in source: SourceText, to diagnostics: inout DiagnosticList
) {
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  let skipped = bytes.starts(with: mark) ? mark.count : 0
  let text = Array(source.text.utf8)
  var offset = zip(text, bytes.dropFirst(skipped)).enumerated().first { $1.0 != $1.1 }?.offset
  offset = offset ?? min(text.count, bytes.count - skipped) - 1
  // U+FFFD may begin with the same bytes as what it replaces.
  var start = offset ?? 0
  while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
  let place = source.place(ofByte: start)
  diagnostics.report(
    .yaml(.notUTF8(offset: skipped + start, byte: bytes[skipped + start])),
    at: SourceSpan(source: source, line: place.line, column: place.column, length: 1))
}
