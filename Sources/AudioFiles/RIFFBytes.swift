/// Bytes as RIFF files have them: little-endian numbers, and chunks of an even length.
struct RIFFBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ more: [UInt8]) { bytes += more }
  mutating func append(_ more: RIFFBytes) { bytes += more.bytes }

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  /// - Precondition: four characters.
  mutating func append(id: String) {
    precondition(id.utf8.count == 4, "a name of four characters")
    bytes += id.utf8
  }

  /// UTF-8 with a final NUL.
  mutating func append(text: String) {
    bytes += text.utf8
    bytes.append(0)
  }

  /// Appends a chunk: its name, the size of its content without padding, and the content.
  ///
  /// - Precondition: a content below 4 GiB.
  mutating func appendChunk(_ id: String, content: (inout RIFFBytes) -> Void) {
    append(id: id)
    let place = bytes.count
    append(UInt32(0))
    content(&self)
    let size = UInt32(bytes.count - place - 4)
    withUnsafeBytes(of: size.littleEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
    if size % 2 == 1 { bytes.append(0) }
  }
}
