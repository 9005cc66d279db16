/// Whether a WAV, FLAC or MIDI file says of itself that tactus wrote it, and so may be replaced.
///
/// WAV says so in the software text of its `LIST INFO`, FLAC in the comment `software` or
/// `encoder`, MIDI in a text at the start of its first track; each begins with `tactus`.
///
/// - Returns: `false` also where there is no such file or it cannot be read.
public func isWrittenByTactus(path: String) -> Bool {
  guard let file = try? InputFile(opening: path) else { return false }
  let head = file.bytes(at: 0, count: 4)
  return switch String(decoding: head, as: UTF8.self) {
  case "RIFF", "RF64": isOurWAV(file)
  case "fLaC": isOurFLAC(file)
  case "MThd": isOurMIDI(file)
  default: false
  }
}

/// What every file of ours says first.
private let signature = Array("tactus".utf8)

/// More than a list of tags needs; foreign files are not read beyond it.
private let largestTags = 1 << 20

private func isOurWAV(_ file: InputFile) -> Bool {
  // Our tags stand before the samples, so that other tags behind them do not count.
  guard let chunks = RIFFChunks(file) else { return false }
  for chunk in chunks {
    if chunk.id == "data" { return false }
    guard chunk.id == "LIST" else { continue }
    var list = ByteCursor(file.bytes(at: chunk.start, count: min(chunk.size, largestTags)))
    guard list.take(4) == Array("INFO".utf8)[...] else { continue }
    while let id = list.take(4), let size = list.number(bytes: 4), let text = list.take(size) {
      if id.elementsEqual("ISFT".utf8) { return text.starts(with: signature) }
      if size % 2 == 1 { _ = list.take(1) }
    }
  }
  return false
}

private func isOurFLAC(_ file: InputFile) -> Bool {
  var offset = 4
  while true {
    let head = file.bytes(at: offset, count: 4)
    guard head.count == 4 else { return false }
    let size = head[1...].reduce(0) { $0 << 8 | Int($1) }
    if head[0] & 0x7F == 4 {
      return isOurComment(file.bytes(at: offset + 4, count: min(size, largestTags)))
    }
    // The top bit marks the last block before the samples.
    if head[0] & 0x80 != 0 { return false }
    offset += 4 + size
  }
}

/// A Vorbis comment: the encoder library's name, then a counted list of `key=value`.
private func isOurComment(_ bytes: [UInt8]) -> Bool {
  var block = ByteCursor(bytes)
  guard let vendor = block.number(bytes: 4), block.take(vendor) != nil,
    let count = block.number(bytes: 4)
  else { return false }
  for _ in 0..<count {
    guard let size = block.number(bytes: 4), let comment = block.take(size) else { return false }
    guard let equals = comment.firstIndex(of: UInt8(ascii: "=")) else { continue }
    let key = String(decoding: comment[..<equals], as: UTF8.self).lowercased()
    if key == "software" || key == "encoder" {
      return comment[(equals + 1)...].starts(with: signature)
    }
  }
  return false
}

/// Looks among the meta events at tick 0 of the first track for a text.
private func isOurMIDI(_ file: InputFile) -> Bool {
  var bytes = ByteCursor(file.bytes(at: 0, count: 4096))
  guard bytes.take(4) != nil, let headerSize = bytes.bigEndianNumber(bytes: 4),
    bytes.take(headerSize) != nil, let id = bytes.take(4), id.elementsEqual("MTrk".utf8),
    bytes.take(4) != nil
  else { return false }
  while let delta = bytes.variableLengthNumber(), delta == 0, bytes.take(1) == [0xFF],
    let type = bytes.take(1)?.first, let size = bytes.variableLengthNumber(),
    let text = bytes.take(size)
  {
    if (type == 0x01 || type == 0x7F) && text.starts(with: signature) { return true }
  }
  return false
}

/// Takes bytes from the front of an array; `nil` where there are too few.
private struct ByteCursor {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func number(bytes count: Int) -> Int? {
    take(count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func bigEndianNumber(bytes count: Int) -> Int? {
    take(count)?.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Seven bits to a byte, the highest first, at most four bytes.
  mutating func variableLengthNumber() -> Int? {
    var value = 0
    for _ in 0..<4 {
      guard let byte = take(1)?.first else { return nil }
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
