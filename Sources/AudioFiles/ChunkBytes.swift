/// Bytes as files made of chunks have them: numbers of one byte order, and chunks of an even length.
struct ChunkBytes {
  enum Order: Sendable { case little, big }

  private(set) var bytes: [UInt8] = []
  private let order: Order

  init(_ order: Order) { self.order = order }

  var count: Int { bytes.count }

  mutating func append(_ more: [UInt8]) { bytes += more }
  mutating func append(_ more: ChunkBytes) { bytes += more.bytes }

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: order == .little ? number.littleEndian : number.bigEndian) { bytes += $0 }
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

  /// UTF-8 in a field of a fixed size, cut between characters, and filled with NUL.
  mutating func append(text: String, field size: Int) {
    let text = text.cut(toBytes: size)
    bytes += text.utf8
    fill(size - text.utf8.count)
  }

  /// Appends so many NUL bytes.
  mutating func fill(_ count: Int) { bytes += repeatElement(0, count: count) }

  /// Fills up to a multiple of `alignment`.
  mutating func pad(to alignment: Int) {
    fill((alignment - bytes.count % alignment) % alignment)
  }

  /// Appends a chunk: its name, the size of its content without padding, and the content.
  ///
  /// - Precondition: a content below 4 GiB.
  mutating func appendChunk(_ id: String, content: (inout ChunkBytes) -> Void) {
    var inner = ChunkBytes(order)
    content(&inner)
    append(id: id)
    append(UInt32(inner.count))
    append(inner)
    if inner.count % 2 == 1 { fill(1) }
  }
}

extension String {
  /// The longest beginning of whole characters that takes no more than `limit` bytes of UTF-8.
  func cut(toBytes limit: Int) -> String {
    if utf8.count <= limit { return self }
    var size = 0
    return String(
      prefix { character in
        size += character.utf8.count
        return size <= limit
      })
  }
}
