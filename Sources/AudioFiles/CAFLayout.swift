import Timing

/// Apple's Core Audio Format.
///
/// The order of chunks: `desc`, `info` with the tags, `data`, and behind it `mark` and `strg` with
/// the markers and their names. Source: Apple Core Audio Format Specification 1.0 (2006 to 2011).
struct CAFLayout: PCMLayout {
  let order = ChunkBytes.Order.big
  let largestFile = Int.max
  private let format: AudioFormat
  private let metadata: AudioMetadata
  private let marks: ChunkBytes

  init(format: AudioFormat, metadata: AudioMetadata) {
    self.format = format
    self.metadata = metadata
    marks = CAFLayout.markChunks(metadata.markers)
  }

  var leftOut: LeftOut { LeftOut(loop: metadata.loop != nil) }

  func head(frames: Int) -> [UInt8] {
    var head = ChunkBytes(.big)
    head.append(id: "caff")
    // The version, and no flags.
    head.append(UInt16(1))
    head.append(UInt16(0))
    CAFLayout.append("desc", to: &head) { chunk in
      chunk.append(Double(format.rate.hertz).bitPattern)
      chunk.append(id: "lpcm")
      // Bit 0: floating-point. Bit 1 is clear: the most significant byte first.
      chunk.append(UInt32(format.samples == .float32 ? 1 : 0))
      chunk.append(UInt32(format.bytesPerFrame))
      // A packet is a frame.
      chunk.append(UInt32(1))
      chunk.append(UInt32(format.channels))
      chunk.append(UInt32(format.samples.bits))
    }
    let tags = metadata.tags
    // The keys that libsndfile knows.
    let texts = [
      ("title", tags.title), ("artist", tags.artist), ("comment", tags.comment),
      ("software", tags.software),
    ]
    CAFLayout.append("info", to: &head) { chunk in
      chunk.append(UInt32(texts.count { $0.1 != nil }))
      for case (let key, let text?) in texts {
        chunk.append(text: key)
        chunk.append(text: text)
      }
    }
    head.append(id: "data")
    head.append(UInt64(4 + frames * format.bytesPerFrame))
    // The count of edits.
    head.append(UInt32(0))
    return head.bytes
  }

  func tail(dataBytes: Int) -> [UInt8] { marks.bytes }

  private static func append(
    _ id: String, to bytes: inout ChunkBytes, content: (inout ChunkBytes) -> Void
  ) {
    var inner = ChunkBytes(.big)
    content(&inner)
    bytes.append(id: id)
    bytes.append(UInt64(inner.count))
    bytes.append(inner)
  }

  private static func markChunks(_ markers: [AudioWriter.Marker]) -> ChunkBytes {
    var chunks = ChunkBytes(.big)
    if markers.isEmpty { return chunks }
    append("mark", to: &chunks) { chunk in
      // No SMPTE times.
      chunk.append(UInt32(0))
      chunk.append(UInt32(markers.count))
      for (index, marker) in markers.enumerated() {
        // Of the generic kind.
        chunk.append(UInt32(0))
        chunk.append(Double(marker.frame.index).bitPattern)
        chunk.append(UInt32(index + 1))
        // An SMPTE time that is not valid, and all channels.
        chunk.append(UInt64.max)
        chunk.append(UInt32(0))
      }
    }
    append("strg", to: &chunks) { chunk in
      chunk.append(UInt32(markers.count))
      var offset = 0
      for (index, marker) in markers.enumerated() {
        chunk.append(UInt32(index + 1))
        chunk.append(UInt64(offset))
        offset += marker.label.utf8.count + 1
      }
      for marker in markers { chunk.append(text: marker.label) }
    }
    return chunks
  }
}
