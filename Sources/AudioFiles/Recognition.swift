/// Whether a sound file or MIDI file says of itself that tactus wrote it, and so may be replaced.
///
/// It says so in the text for the program that its format has: WAV, RF64 and W64 in `ISFT`, AIFF in
/// `APPL`, CAF in `software`, AU at the start of its annotation, FLAC, Ogg and Opus in the comment
/// `software` or `encoder`, MP3 in `TSSE`, MIDI in a text at the start of its first track. Each
/// begins with `tactus`.
///
/// - Returns: `false` also where there is no such file or it cannot be read.
public func isWrittenByTactus(path: String) -> Bool {
  guard let file = try? InputFile(opening: path) else { return false }
  let head = file.bytes(at: 0, count: 4)
  return switch String(decoding: head, as: UTF8.self) {
  case "RIFF", "RF64": isOurWAV(file)
  case "riff": isOurW64(file)
  case "FORM": isOurAIFF(file)
  case "caff": isOurCAF(file)
  case ".snd": file.bytes(at: AULayout.numbersSize, count: signature.count) == signature
  case "fLaC": isOurFLAC(file)
  case "OggS": isOurOgg(file)
  case "MThd": isOurMIDI(file)
  default: head.starts(with: Array("ID3".utf8)) && isOurMP3(file)
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

/// The summary list stands behind `fmt `, as we write it; its texts are UTF-16.
private func isOurW64(_ file: InputFile) -> Bool {
  var offset = 40
  for _ in 0..<2 {
    var head = ByteCursor(file.bytes(at: offset, count: 24))
    guard let name = head.take(16), let size = head.number(bytes: 8), size >= 24 else {
      return false
    }
    guard name.elementsEqual(W64Layout.summaryList) else {
      guard size <= largestTags else { return false }
      offset += (size + 7) / 8 * 8
      continue
    }
    var list = ByteCursor(file.bytes(at: offset + 24, count: min(size - 24, largestTags)))
    guard list.number(bytes: 4) != nil else { return false }
    while let id = list.take(4), let size = list.number(bytes: 4), let text = list.take(size) {
      guard id.elementsEqual("ISFT".utf8) else { continue }
      return text.starts(with: signature.flatMap { [$0, 0] })
    }
  }
  return false
}

private func isOurAIFF(_ file: InputFile) -> Bool {
  guard let chunks = RIFFChunks(file) else { return false }
  for chunk in chunks {
    if chunk.id == "SSND" { return false }
    guard chunk.id == "APPL" else { continue }
    let expected = Array(AIFFLayout.softwareSignature.utf8) + signature
    if file.bytes(at: chunk.start, count: min(chunk.size, expected.count)) == expected {
      return true
    }
  }
  return false
}

private func isOurCAF(_ file: InputFile) -> Bool {
  var offset = 8
  while true {
    var head = ByteCursor(file.bytes(at: offset, count: 12))
    guard let id = head.take(4), let size = head.bigEndianNumber(bytes: 8), size >= 0,
      !id.elementsEqual("data".utf8)
    else { return false }
    guard id.elementsEqual("info".utf8) else {
      let (next, overflow) = offset.addingReportingOverflow(12 + min(size, Int.max - 12))
      if overflow { return false }
      offset = next
      continue
    }
    let texts = file.bytes(at: offset + 12, count: min(size, largestTags)).dropFirst(4)
      .split(separator: 0, omittingEmptySubsequences: false)
    return zip(texts, texts.dropFirst()).enumerated().contains { index, pair in
      index % 2 == 0 && pair.0.elementsEqual("software".utf8) && pair.1.starts(with: signature)
    }
  }
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
    // Vorbis has both, and one of them is the library's.
    if key == "software" || key == "encoder", comment[(equals + 1)...].starts(with: signature) {
      return true
    }
  }
  return false
}

/// The comments are the second packet of the stream, from its second page on.
private func isOurOgg(_ file: InputFile) -> Bool {
  var packets = [UInt8]()
  var offset = 0
  for page in 0... {
    let head = file.bytes(at: offset, count: 27)
    guard head.count == 27, head.starts(with: Array("OggS".utf8)) else { return false }
    let sizes = file.bytes(at: offset + 27, count: Int(head[26]))
    let size = sizes.reduce(0) { $0 + Int($1) }
    if page > 0 { packets += file.bytes(at: offset + 27 + sizes.count, count: size) }
    offset += 27 + sizes.count + size
    // A packet ends with the first segment that is not full.
    if page > 0 && (sizes.contains { $0 < 255 } || packets.count > largestTags) { break }
  }
  for head in [Array("OpusTags".utf8), [3] + Array("vorbis".utf8)] where packets.starts(with: head)
  {
    return isOurComment(Array(packets.dropFirst(head.count)))
  }
  return false
}

/// A tag of version 2.4, as we write it.
private func isOurMP3(_ file: InputFile) -> Bool {
  var tag = ByteCursor(file.bytes(at: 0, count: largestTags))
  guard tag.take(3) != nil, tag.take(3)?.elementsEqual([4, 0, 0]) == true, tag.take(4) != nil else {
    return false
  }
  while let id = tag.take(4), let size = tag.sevenBitNumber(), tag.take(2) != nil,
    let content = tag.take(size), id.first != 0
  {
    if id.elementsEqual("TSSE".utf8) { return content.dropFirst().starts(with: signature) }
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

  /// Four bytes of seven bits, the highest first.
  mutating func sevenBitNumber() -> Int? {
    take(4)?.reduce(0) { $0 << 7 | Int($1 & 0x7F) }
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
