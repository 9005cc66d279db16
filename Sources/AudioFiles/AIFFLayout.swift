import Timing

/// AIFF, or AIFF-C for floating-point samples.
///
/// The order of chunks: in AIFF-C `FVER`, then `COMM`, the texts, `SSND`, and behind it `MARK`.
/// Sources: Audio Interchange File Format 1.3 (Apple, 1989) and its draft AIFF-C (1991), with the
/// compression type `fl32` as Apple uses it.
struct AIFFLayout: PCMLayout {
  let order = ChunkBytes.Order.big
  /// The sizes have 32 bits.
  let largestFile = Int(UInt32.max)
  private let format: AudioFormat
  private let metadata: AudioMetadata
  private let marks: ChunkBytes
  let leftOut: LeftOut

  init(format: AudioFormat, metadata: AudioMetadata) {
    self.format = format
    self.metadata = metadata
    // A marker's number is a positive one of 16 bits, and signed.
    let held = metadata.markers.filter { $0.frame.index <= Int(UInt32.max) }
      .prefix(Int(Int16.max))
    marks = AIFFLayout.markChunk(Array(held))
    leftOut = LeftOut(
      markers: metadata.markers.count - held.count, loop: metadata.loop != nil)
  }

  func head(frames: Int) -> [UInt8] {
    let dataBytes = frames * format.bytesPerFrame
    let isFloat = format.samples == .float32
    var chunks = ChunkBytes(.big)
    chunks.append(id: isFloat ? "AIFC" : "AIFF")
    if isFloat {
      // The version is a date of 1990.
      chunks.appendChunk("FVER") { $0.append(UInt32(0xA280_5140)) }
    }
    chunks.appendChunk("COMM") { chunk in
      chunk.append(UInt16(format.channels))
      chunk.append(UInt32(clamping: frames))
      chunk.append(UInt16(format.samples.bits))
      AIFFLayout.append(extended: format.rate.hertz, to: &chunk)
      if isFloat {
        chunk.append(id: "fl32")
        AIFFLayout.append(pascal: "32-bit floating point", to: &chunk)
      }
    }
    let tags = metadata.tags
    for case (let id, let text?) in [("NAME", tags.title), ("AUTH", tags.artist)] {
      chunks.appendChunk(id) { $0.append(Array(text.utf8)) }
    }
    if let comment = tags.comment {
      chunks.appendChunk("ANNO") { $0.append(Array(comment.utf8)) }
    }
    // AIFF has no chunk for the program; under this signature libsndfile keeps it.
    chunks.appendChunk("APPL") { chunk in
      chunk.append(id: AIFFLayout.softwareSignature)
      chunk.append(Array(tags.software.utf8))
    }
    chunks.append(id: "SSND")
    chunks.append(UInt32(clamping: 8 + dataBytes))
    // Samples start at once, and in no blocks.
    chunks.append(UInt32(0))
    chunks.append(UInt32(0))

    var head = ChunkBytes(.big)
    head.append(id: "FORM")
    head.append(
      UInt32(clamping: chunks.count + dataBytes + tail(dataBytes: dataBytes).count))
    head.append(chunks)
    return head.bytes
  }

  static let softwareSignature = "m3ga"

  func tail(dataBytes: Int) -> [UInt8] { (dataBytes % 2 == 1 ? [0] : []) + marks.bytes }

  private static func markChunk(_ markers: [AudioWriter.Marker]) -> ChunkBytes {
    var chunks = ChunkBytes(.big)
    if markers.isEmpty { return chunks }
    chunks.appendChunk("MARK") { chunk in
      chunk.append(UInt16(markers.count))
      for (index, marker) in markers.enumerated() {
        chunk.append(UInt16(index + 1))
        chunk.append(UInt32(marker.frame.index))
        append(pascal: marker.label, to: &chunk)
      }
    }
    return chunks
  }

  /// A text of up to 255 bytes behind its size, even with it. What is longer is cut.
  private static func append(pascal text: String, to bytes: inout ChunkBytes) {
    let text = text.cut(toBytes: 255)
    bytes.append(UInt8(text.utf8.count))
    bytes.append(Array(text.utf8))
    if text.utf8.count % 2 == 0 { bytes.fill(1) }
  }

  /// A positive whole number as IEEE 754 extended: an exponent of 15 bits, biased by 16383, and a
  /// significand of 64 bits with its leading one.
  private static func append(extended number: Int, to bytes: inout ChunkBytes) {
    let zeros = UInt64(number).leadingZeroBitCount
    bytes.append(UInt16(16_383 + 63 - zeros))
    bytes.append(UInt64(number) << UInt64(zeros))
  }
}
