/// The lines of another program's text file.
struct ForeignLines {
  /// Without their line ends, LF or CR LF.
  let lines: [Substring.UnicodeScalarView]
  /// Whether the file is no UTF-8, so that each byte was taken for the character of that number.
  let isLatin1: Bool

  /// - Throws: that the file is larger than `mebibytes`.
  init(_ bytes: [UInt8], mebibytes: Int, of what: String) throws(ForeignFault) {
    try checkSize(of: bytes, mebibytes: mebibytes, of: what)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    var text = String.UnicodeScalarView()
    if let utf8 = String(validating: bytes, as: UTF8.self) {
      text = utf8.unicodeScalars
      isLatin1 = false
    } else {
      // ISO 8859-1 is the first 256 characters of Unicode.
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      isLatin1 = true
    }
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.last == "\r" ? line.dropLast() : line
    }
  }
}

/// - Throws: that the file is larger than `mebibytes`.
func checkSize(of bytes: [UInt8], mebibytes: Int, of what: String) throws(ForeignFault) {
  guard bytes.count <= mebibytes << 20 else {
    throw ForeignFault(
      message: "the file is larger than \(mebibytes) MiB",
      help: "\(what) is text of some kilobytes; was this file meant?")
  }
}
