import Timing

/// WAV, or RF64 for files beyond 4 GiB.
///
/// The order of chunks: `fmt `, for floating-point `fact`, `bext`, `LIST INFO` with the tags,
/// `data`, and behind it `cue ` and `LIST adtl` with the markers, and `smpl` with the loop.
/// libsndfile gives up on a file with more than 100 KiB of chunks before its samples, so markers
/// stand behind. Sources: Multimedia Programming Interface and Data Specifications 1.0 (IBM and
/// Microsoft, 1991) with its revision 3.0 (1994) for `smpl`; the documentation of
/// WAVEFORMATEXTENSIBLE; EBU Tech 3285 for `bext`; EBU Tech 3306 for RF64.
struct WAVLayout: PCMLayout {
  let order = ChunkBytes.Order.little
  private let format: AudioFormat
  private let metadata: AudioMetadata
  private let isRF64: Bool
  /// The chunks behind the samples.
  private let annotations: ChunkBytes
  let leftOut: LeftOut

  /// The largest plain WAV file: its sizes have 32 bits.
  private static let largestPlain = Int(UInt32.max)

  init(format: AudioFormat, metadata: AudioMetadata, expectedFrames: Int) {
    let markers = metadata.markers.filter { $0.frame.index <= Int(UInt32.max) }
    let loop = metadata.loop.flatMap { $0.upperBound.index <= 1 << 32 ? $0 : nil }
    var annotations = WAVLayout.markerChunks(markers)
    if let loop { annotations.append(WAVLayout.loopChunk(loop, rate: format.rate)) }
    self.annotations = annotations
    self.format = format
    self.metadata = metadata
    leftOut = LeftOut(
      markers: metadata.markers.count - markers.count, loop: loop != metadata.loop)
    // Room for what stands before the samples.
    let room = 1 << 24
    isRF64 =
      format.container == .rf64
      || expectedFrames * format.bytesPerFrame + annotations.count
        > WAVLayout.largestPlain - room
  }

  var largestFile: Int { isRF64 ? Int.max : WAVLayout.largestPlain }

  func tail(dataBytes: Int) -> [UInt8] {
    (dataBytes % 2 == 1 ? [0] : []) + annotations.bytes
  }

  func head(frames: Int) -> [UInt8] {
    let dataBytes = frames * format.bytesPerFrame
    var chunks = ChunkBytes(.little)
    // First, where readers that know nothing else look for it.
    chunks.appendChunk("fmt ") { $0.append(WAVLayout.fields(format)) }
    if format.samples == .float32 {
      chunks.appendChunk("fact") { $0.append(UInt32(clamping: frames)) }
    }
    chunks.appendChunk("bext") { $0.append(broadcastFields) }
    chunks.appendChunk("LIST") { list in
      list.append(id: "INFO")
      for (id, text) in metadata.tags.riffTexts { list.appendChunk(id) { $0.append(text: text) } }
    }
    chunks.append(id: "data")
    chunks.append(isRF64 ? UInt32.max : UInt32(clamping: dataBytes))

    let sizesOfRF64 = isRF64 ? 36 : 0
    // The size counts what follows it.
    let size = 4 + sizesOfRF64 + chunks.count + dataBytes + tail(dataBytes: dataBytes).count
    var head = ChunkBytes(.little)
    head.append(id: isRF64 ? "RF64" : "RIFF")
    head.append(isRF64 ? UInt32.max : UInt32(clamping: size))
    head.append(id: "WAVE")
    if isRF64 {
      head.appendChunk("ds64") { chunk in
        chunk.append(UInt64(size))
        chunk.append(UInt64(dataBytes))
        chunk.append(UInt64(frames))
        // No table of further large chunks.
        chunk.append(UInt32(0))
      }
    }
    head.append(chunks)
    return head.bytes
  }

  /// The broadcast extension, version 1. No clock is read, so its date and time stay unknown.
  private var broadcastFields: ChunkBytes {
    let reference = UInt64(metadata.timeReference.index)
    var fields = ChunkBytes(.little)
    fields.append(text: metadata.tags.title ?? "", field: 256)
    fields.append(text: "tactus", field: 32)
    // The originator's reference, the date and the time.
    fields.fill(32 + 10 + 8)
    fields.append(UInt32(truncatingIfNeeded: reference))
    fields.append(UInt32(truncatingIfNeeded: reference >> 32))
    fields.append(UInt16(1))
    // No UMID; the rest is reserved.
    fields.fill(64 + 190)
    return fields
  }

  /// The content of `fmt `, which W64 has too.
  static func fields(_ format: AudioFormat) -> ChunkBytes {
    var fields = ChunkBytes(.little)
    // Over 16 bits, PCM is WAVE_FORMAT_EXTENSIBLE.
    let isExtensible = format.samples == .int24 || format.samples == .int32
    let isFloat = format.samples == .float32
    let bits = UInt16(format.samples.bits)
    fields.append(UInt16(isExtensible ? 0xFFFE : isFloat ? 3 : 1))
    fields.append(UInt16(format.channels))
    fields.append(UInt32(format.rate.hertz))
    fields.append(UInt32(format.rate.hertz * format.bytesPerFrame))
    fields.append(UInt16(format.bytesPerFrame))
    fields.append(bits)
    if isExtensible {
      fields.append(UInt16(22))
      fields.append(bits)
      // Speakers: front centre; front left and front right.
      fields.append(UInt32(format.channels == 1 ? 0b100 : 0b011))
      // KSDATAFORMAT_SUBTYPE_PCM.
      fields.append([
        0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00,
        0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
      ])
    } else if isFloat {
      fields.append(UInt16(0))
    }
    return fields
  }

  /// A cue point for each marker, numbered from 1, and a list of their names.
  private static func markerChunks(_ markers: [AudioWriter.Marker]) -> ChunkBytes {
    var chunks = ChunkBytes(.little)
    if markers.isEmpty { return chunks }
    chunks.appendChunk("cue ") { cue in
      cue.append(UInt32(markers.count))
      for (index, marker) in markers.enumerated() {
        let frame = UInt32(marker.frame.index)
        cue.append(UInt32(index + 1))
        // Without a playlist, the place in the order of play is the frame.
        cue.append(frame)
        cue.append(id: "data")
        // Neither a wave list nor compressed blocks: both of their offsets are 0.
        cue.append(UInt32(0))
        cue.append(UInt32(0))
        cue.append(frame)
      }
    }
    chunks.appendChunk("LIST") { list in
      list.append(id: "adtl")
      for (index, marker) in markers.enumerated() {
        list.appendChunk("labl") { label in
          label.append(UInt32(index + 1))
          label.append(text: marker.label)
        }
      }
    }
    return chunks
  }

  /// One loop, forward and without end. Its last frame is part of it.
  private static func loopChunk(_ loop: Range<Frame>, rate: SampleRate) -> ChunkBytes {
    var chunks = ChunkBytes(.little)
    chunks.appendChunk("smpl") { chunk in
      // No manufacturer, no product.
      chunk.append(UInt32(0))
      chunk.append(UInt32(0))
      // The nanoseconds of a frame.
      chunk.append(UInt32(1_000_000_000 / rate.hertz))
      // The samplers' usual key, middle C, without a fraction.
      chunk.append(UInt32(60))
      chunk.append(UInt32(0))
      // No SMPTE time.
      chunk.append(UInt32(0))
      chunk.append(UInt32(0))
      // One loop, and no more data.
      chunk.append(UInt32(1))
      chunk.append(UInt32(0))
      // Its identifier, its direction, its ends, no fraction, and no count of repeats.
      chunk.append(UInt32(0))
      chunk.append(UInt32(0))
      chunk.append(UInt32(loop.lowerBound.index))
      chunk.append(UInt32(loop.upperBound.index - 1))
      chunk.append(UInt32(0))
      chunk.append(UInt32(0))
    }
    return chunks
  }
}

extension AudioTags {
  /// With the names that `LIST INFO` has for them.
  var riffTexts: [(id: String, text: String)] {
    let all = [("INAM", title), ("IART", artist), ("ICMT", comment), ("ISFT", software)]
    return all.compactMap { id, text in text.map { (id, $0) } }
  }
}
