import Timing

/// Sony Wave64: the chunks of WAV with names of 16 bytes and sizes of 64 bits, each of which counts
/// its own name and size.
///
/// The order: `fmt `, the summary list with the tags, `data`. Source: Wave64 File Format 1.0
/// (Sony Pictures Digital, 2003).
struct W64Layout: PCMLayout {
  let order = ChunkBytes.Order.little
  let largestFile = Int.max
  private let format: AudioFormat
  private let metadata: AudioMetadata

  init(format: AudioFormat, metadata: AudioMetadata) {
    self.format = format
    self.metadata = metadata
  }

  var leftOut: LeftOut {
    LeftOut(markers: metadata.markers.count, loop: metadata.loop != nil)
  }

  /// A name and a size.
  private static let chunkHead = 24

  func head(frames: Int) -> [UInt8] {
    let dataBytes = frames * format.bytesPerFrame
    var chunks = ChunkBytes(.little)
    chunks.append(W64Layout.name("wave"))
    W64Layout.append(W64Layout.name("fmt "), WAVLayout.fields(format), to: &chunks)
    W64Layout.append(W64Layout.summaryList, summary, to: &chunks)
    chunks.append(W64Layout.name("data"))
    chunks.append(UInt64(W64Layout.chunkHead + dataBytes))

    var head = ChunkBytes(.little)
    head.append(id: "riff")
    head.append(W64Layout.riffSuffix)
    head.append(
      UInt64(
        W64Layout.chunkHead + chunks.count + dataBytes))
    head.append(chunks)
    return head.bytes
  }

  /// The samples are not filled up to a multiple of 8 bytes as chunks are that have another behind
  /// them: libsndfile takes all up to the end of the file for samples.
  func tail(dataBytes: Int) -> [UInt8] { [] }

  private static func append(_ name: [UInt8], _ content: ChunkBytes, to chunks: inout ChunkBytes) {
    chunks.append(name)
    chunks.append(UInt64(chunkHead + content.count))
    chunks.append(content)
    chunks.pad(to: 8)
  }

  /// A count, and of each text its name, its size and UTF-16 with a final NUL.
  private var summary: ChunkBytes {
    var list = ChunkBytes(.little)
    let texts = metadata.tags.riffTexts
    list.append(UInt32(texts.count))
    for (id, text) in texts {
      let units = Array(text.utf16) + [0]
      list.append(id: id)
      list.append(UInt32(2 * units.count))
      for unit in units { list.append(unit) }
    }
    return list
  }

  /// The names are GUIDs: `riff` ends as 912E-11CF-A5D6-28DB04C10000 does, all others of RIFF as
  /// ACF3-11D3-8CD1-00C04F8EDB8A.
  private static let riffSuffix: [UInt8] = [
    0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00,
  ]
  private static func name(_ id: String) -> [UInt8] { Array(id.utf8) + waveSuffix }
  private static let waveSuffix: [UInt8] = [
    0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
  ]
  /// 925F94BC-525A-11D2-86DC-00C04F8EDB8A.
  static let summaryList: [UInt8] = [
    0xBC, 0x94, 0x5F, 0x92, 0x5A, 0x52, 0xD2, 0x11, 0x86, 0xDC, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
  ]
}
