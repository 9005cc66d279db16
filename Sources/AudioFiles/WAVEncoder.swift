import Timing

/// Writes WAV, or RF64 where the file may pass 4 GiB.
///
/// The layout: `fmt `, for floating-point `fact`, `LIST INFO` with the tags, `data`, and behind it
/// `cue ` and `LIST adtl` with the markers. Sources: Multimedia Programming Interface and Data
/// Specifications 1.0 (IBM and Microsoft, 1991); the documentation of WAVEFORMATEXTENSIBLE; EBU
/// Tech 3306 for RF64.
final class WAVEncoder: AudioEncoder {
  private var file: OutputFile
  private let format: AudioFormat
  private let tags: AudioTags
  private let isRF64: Bool
  private let headerSize: Int
  private var dataBytes = 0
  /// Samples that are not yet written, to make few and large writes.
  private let pending: UnsafeMutableRawPointer
  private var pendingCount = 0
  private static let pendingCapacity = 1 << 18

  /// The largest plain WAV file: its sizes have 32 bits.
  private static let largestPlain = Int(UInt32.max)
  /// What is kept free for markers when deciding for RF64.
  private static let markerRoom = 1 << 24

  init(_ file: consuming OutputFile, format: AudioFormat, tags: AudioTags, expectedFrames: Int)
    throws(AudioFileError)
  {
    let (expected, overflow) = expectedFrames.multipliedReportingOverflow(by: format.bytesPerFrame)
    isRF64 = overflow || expected > WAVEncoder.largestPlain - WAVEncoder.markerRoom
    self.file = file
    self.format = format
    self.tags = tags
    let header = WAVEncoder.header(
      format: format, tags: tags, isRF64: isRF64, dataBytes: 0, fileBytes: 0)
    headerSize = header.count
    pending = .allocate(byteCount: WAVEncoder.pendingCapacity, alignment: 16)
    try self.file.write(header)
  }

  deinit { pending.deallocate() }

  func append(_ words: UnsafeBufferPointer<Int32>) throws(AudioFileError) {
    let bytes = words.count * format.samples.bytes
    if !isRF64 && headerSize + dataBytes + bytes > WAVEncoder.largestPlain {
      throw AudioFileError(path: file.path, cause: .tooLargeForFormat(.wav))
    }
    // One byte more, as packing asks for.
    if pendingCount + bytes + 1 > WAVEncoder.pendingCapacity { try flush() }
    precondition(bytes < WAVEncoder.pendingCapacity, "a block of bounded size")
    SampleConversion.pack(words, as: format.samples, into: pending + pendingCount)
    pendingCount += bytes
    dataBytes += bytes
  }

  private func flush() throws(AudioFileError) {
    try file.write(UnsafeRawBufferPointer(start: pending, count: pendingCount))
    pendingCount = 0
  }

  func finish(markers: [AudioWriter.Marker]) throws(AudioFileError) -> (
    bytes: Int, markersLeftOut: Int
  ) {
    let held = markers.filter { $0.frame.index <= Int(UInt32.max) }
    try flush()
    var tail = RIFFBytes()
    if dataBytes % 2 == 1 { tail.append([0]) }
    tail.append(WAVEncoder.markerChunks(held))
    if tail.bytes.count > WAVEncoder.largestPlain
      || (!isRF64 && file.size + tail.bytes.count > WAVEncoder.largestPlain)
    {
      throw AudioFileError(path: file.path, cause: .tooLargeForFormat(.wav))
    }
    try file.write(tail.bytes)
    let header = WAVEncoder.header(
      format: format, tags: tags, isRF64: isRF64, dataBytes: dataBytes, fileBytes: file.size)
    try file.write(header, at: 0)
    try file.complete()
    return (file.size, markers.count - held.count)
  }

  /// All that stands before the samples; as long whatever the sizes.
  private static func header(
    format: AudioFormat, tags: AudioTags, isRF64: Bool, dataBytes: Int, fileBytes: Int
  ) -> [UInt8] {
    var header = RIFFBytes()
    header.append(id: isRF64 ? "RF64" : "RIFF")
    // The size counts what follows it.
    header.append(isRF64 ? UInt32.max : UInt32(max(0, fileBytes - 8)))
    header.append(id: "WAVE")
    if isRF64 {
      header.appendChunk("ds64") { chunk in
        chunk.append(UInt64(max(0, fileBytes - 8)))
        chunk.append(UInt64(dataBytes))
        chunk.append(UInt64(dataBytes / format.bytesPerFrame))
        // No table of further large chunks.
        chunk.append(UInt32(0))
      }
    }
    header.appendChunk("fmt ") { $0.append(formatFields(format)) }
    if format.samples == .float32 {
      let frames = dataBytes / format.bytesPerFrame
      header.appendChunk("fact") { $0.append(UInt32(clamping: frames)) }
    }
    header.appendChunk("LIST") { list in
      list.append(id: "INFO")
      let texts = [
        ("INAM", tags.title), ("IART", tags.artist), ("ICMT", tags.comment),
        ("ISFT", tags.software),
      ]
      for case (let id, let text?) in texts { list.appendChunk(id) { $0.append(text: text) } }
    }
    header.append(id: "data")
    header.append(isRF64 ? UInt32.max : UInt32(dataBytes))
    return header.bytes
  }

  private static func formatFields(_ format: AudioFormat) -> RIFFBytes {
    var fields = RIFFBytes()
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
  private static func markerChunks(_ markers: [AudioWriter.Marker]) -> RIFFBytes {
    var chunks = RIFFBytes()
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
}
