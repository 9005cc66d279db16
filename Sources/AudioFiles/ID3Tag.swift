import Timing

/// The tag at the start of an MP3 file, with the markers as chapters.
///
/// LAME's own tag cuts texts and holds no name of the program. Sources: ID3 tag version 2.4.0 (main
/// structure and native frames, 2000); ID3v2 Chapter Frame Addendum 1.0 (2005).
struct ID3Tag {
  let bytes: [UInt8]
  /// How many of the markers become chapters.
  let markers: Int

  /// The sizes have 28 bits; the rest of the tag keeps the last part of that free.
  private static let room = (1 << 28) - (1 << 20)

  init(_ metadata: AudioMetadata, rate: SampleRate, frames: Int) {
    var content: [UInt8] = []
    let tags = metadata.tags
    let texts = [("TIT2", tags.title), ("TPE1", tags.artist), ("TSSE", tags.software)]
    for case (let id, let text?) in texts { content += ID3Tag.frame(id, ID3Tag.text(text)) }
    if let comment = tags.comment {
      // Of no known language, and without a description.
      let head = [ID3Tag.utf8] + Array("XXX".utf8) + [0]
      content += ID3Tag.frame("COMM", head + Array(comment.utf8))
    }
    let limit = Int(UInt32.max) - 1
    let sorted = metadata.markers.enumerated()
      .sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
      .map { (time: milliseconds($0.element.frame, rate), label: $0.element.label) }
    let ends = sorted.dropFirst().map(\.time) + [milliseconds(Frame(frames), rate)]
    var held = 0
    var chapters: [UInt8] = []
    for (marker, end) in zip(sorted, ends) where marker.time <= limit {
      let chapter = ID3Tag.chapter(
        held + 1, from: UInt32(marker.time), to: UInt32(clamping: max(end, marker.time)),
        label: marker.label)
      if content.count + chapters.count + chapter.count > ID3Tag.room { break }
      chapters += chapter
      held += 1
    }
    // The table of contents counts its entries in a byte; chapters are valid without it.
    if (1...255).contains(held) { content += ID3Tag.tableOfContents(held) }
    content += chapters
    markers = held
    bytes =
      Array("ID3".utf8) + [4, 0, 0] + ID3Tag.sevenBits(content.count) + content
  }

  private static let utf8: UInt8 = 3

  private static func text(_ text: String) -> [UInt8] { [utf8] + Array(text.utf8) }

  private static func frame(_ id: String, _ content: [UInt8]) -> [UInt8] {
    Array(id.utf8) + sevenBits(content.count) + [0, 0] + content
  }

  /// Four bytes of seven bits, so that a size never looks like the start of sound.
  private static func sevenBits(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(number >> (7 * $0) & 0x7F) }
  }

  private static func name(_ number: Int) -> [UInt8] { Array("c\(number)".utf8) + [0] }

  private static func chapter(_ number: Int, from start: UInt32, to end: UInt32, label: String)
    -> [UInt8]
  {
    var content = ChunkBytes(.big)
    content.append(name(number))
    content.append(start)
    content.append(end)
    // No places in bytes.
    content.append(UInt32.max)
    content.append(UInt32.max)
    content.append(frame("TIT2", text(label)))
    return frame("CHAP", content.bytes)
  }

  private static func tableOfContents(_ count: Int) -> [UInt8] {
    // The topmost table, in order.
    let head = Array("toc".utf8) + [0, 0b11, UInt8(count)]
    return frame("CTOC", (1...count).reduce(head) { $0 + name($1) })
  }
}
