/// Whether a file of samples that are not compressed says of them that they go on after its end.
/// libsndfile takes such a file for a shorter one.
///
/// Programs that write into a pipe do not know the size beforehand. They state one near 2³¹ or 2³²,
/// or none, which therefore promises nothing.
func isDataCutShort(_ file: InputFile) -> Bool {
  guard let end = promisedEnd(of: file) else { return false }
  return end > file.size
}

/// Where the samples end by what the file says; `nil` where it is of another format, or leaves that
/// open.
private func promisedEnd(of file: InputFile) -> Int? {
  switch String(decoding: file.bytes(at: 0, count: 4), as: UTF8.self) {
  case "RIFF", "RF64", "FORM": return endOfRIFF(file)
  case ".snd":
    let (start, size) = (number(file, at: 4, bytes: 4), number(file, at: 8, bytes: 4))
    return end(start, size, isOpen: size >= 0xFFFF_FFFF)
  case "caff": return endOfCAF(file)
  case "riff": return endOfW64(file)
  default: return nil
  }
}

private func endOfRIFF(_ file: InputFile) -> Int? {
  guard let chunks = RIFFChunks(file),
    let data = chunks.first(where: { $0.id == "data" || $0.id == "SSND" })
  else { return nil }
  let isOpen =
    (0x7FFF_0000...0x7FFF_FFFF).contains(data.size)
    || (0xFFFF_0000...0xFFFF_FFFF).contains(data.size)
  return end(data.start, data.size, isOpen: isOpen)
}

/// A head of 8 bytes, then chunks with names of 4 bytes and sizes of 8; −1 for one that is open.
private func endOfCAF(_ file: InputFile) -> Int? {
  var offset = 8
  while offset <= file.size - 12 {
    let size = number(file, at: offset + 4, bytes: 8)
    if file.bytes(at: offset, count: 4) == Array("data".utf8) {
      return end(offset + 12, size, isOpen: size == Int.max)
    }
    guard let next = end(offset + 12, size, isOpen: false), next > offset else { return nil }
    offset = next
  }
  return nil
}

/// A head of 40 bytes, then chunks with names of 16 bytes and sizes of 8, which count these 24
/// bytes too, each from a multiple of 8 on.
private func endOfW64(_ file: InputFile) -> Int? {
  var offset = 40
  while offset <= file.size - 24 {
    let size = number(file, at: offset + 16, bytes: 8, isBigEndian: false)
    guard let last = end(offset, size, isOpen: size == Int.max) else { return nil }
    if file.bytes(at: offset, count: 4) == Array("data".utf8) { return last }
    guard size >= 24, last <= Int.max - 8 else { return nil }
    offset = (last + 7) / 8 * 8
  }
  return nil
}

private func end(_ start: Int, _ size: Int, isOpen: Bool) -> Int? {
  let (end, overflow) = start.addingReportingOverflow(size)
  return isOpen || overflow ? nil : end
}

/// A number without a sign, at most the largest Int; 0 behind the end of the file.
private func number(
  _ file: InputFile, at offset: Int, bytes count: Int, isBigEndian: Bool = true
) -> Int {
  let bytes = file.bytes(at: offset, count: count)
  let ordered = isBigEndian ? bytes : bytes.reversed()
  let value = ordered.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  return Int(clamping: value)
}
