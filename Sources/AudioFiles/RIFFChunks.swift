/// A chunk of a RIFF, RF64 or AIFF file.
struct RIFFChunk {
  let id: String
  /// Where its content starts in the file.
  let start: Int
  /// The size of its content, as the file states it.
  let size: Int
}

/// Walks over the chunks of a RIFF, RF64 or AIFF file.
struct RIFFChunks: Sequence, IteratorProtocol {
  private let file: InputFile
  private let isBigEndian: Bool
  private var offset = 12
  /// The size of `data` in an RF64 file.
  private var dataSize: Int?

  /// - Returns: `nil` where the file is of no such format.
  init?(_ file: InputFile) {
    let head = file.bytes(at: 0, count: 12)
    guard head.count == 12 else { return nil }
    switch String(decoding: head[..<4], as: UTF8.self) {
    case "RIFF", "RF64": isBigEndian = false
    case "FORM": isBigEndian = true
    default: return nil
    }
    self.file = file
  }

  mutating func next() -> RIFFChunk? {
    let head = file.bytes(at: offset, count: 8)
    guard head.count == 8 else { return nil }
    let id = String(decoding: head[..<4], as: UTF8.self)
    var size = number(head[4...])
    let start = offset + 8
    if id == "ds64" { dataSize = number(file.bytes(at: start + 8, count: 8)[...]) }
    if id == "data", size == Int(UInt32.max), let dataSize { size = dataSize }
    let (end, overflow) = start.addingReportingOverflow(size + size % 2)
    offset = overflow ? Int.max : end
    return RIFFChunk(id: id, start: start, size: size)
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> Int {
    let ordered = isBigEndian ? Array(bytes) : bytes.reversed()
    let value = ordered.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // Below the largest Int, so that a padding byte can be added.
    return Int(Swift.min(value, UInt64(Int.max) - 1))
  }
}
