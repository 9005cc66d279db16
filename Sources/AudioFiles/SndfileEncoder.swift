import CSndfile

/// Writes Ogg Vorbis, Opus and MP3 through libsndfile.
///
/// The settings: Vorbis at quality 7 (about
/// 224 kbit/s in stereo); Opus at 96 kbit/s a channel; MP3 at the largest constant bit rate, 320
/// kbit/s at 32000 hertz and above, 160 below, 64 below 16000.
final class SndfileEncoder: AudioEncoder {
  private let sink: EncodedSink
  private let format: AudioFormat
  /// `nil` once closed.
  private var handle: OpaquePointer?
  private var frames = 0
  private var floats: [Float] = []
  let leftOut: LeftOut

  init(
    _ file: consuming OutputFile, format: AudioFormat, metadata: AudioMetadata, expectedFrames: Int
  ) throws(AudioFileError) {
    self.format = format
    let filter: any EncodedFilter
    var markers = metadata.markers.count
    switch format.container {
    case .mp3:
      let tag = ID3Tag(metadata, rate: format.rate, frames: expectedFrames)
      markers -= tag.markers
      filter = MP3Start(tag, format: format, frames: expectedFrames)
    default:
      filter = OggPages()
    }
    leftOut = LeftOut(markers: markers, loop: metadata.loop != nil)
    sink = EncodedSink(file, filter: filter)
    var info = SF_INFO()
    info.samplerate = Int32(format.rate.hertz)
    info.channels = Int32(format.channels)
    info.format = Int32(format.libraryFormat)
    var functions = EncodedSink.functions
    handle = Sndfile.openVirtual(
      &functions, Int32(SFM_WRITE), &info, Unmanaged.passUnretained(sink).toOpaque())
    guard let handle else { throw sink.error(Sndfile.text(nil)) }

    if format.container == .mp3 {
      var mode = Int32(SF_BITRATE_MODE_CONSTANT)
      _ = Sndfile.command(
        handle, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout<Int32>.size))
    }
    var level = format.compressionLevel
    _ = Sndfile.command(
      handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
    // MP3 gets its texts on the way to the file.
    guard format.container == .ogg || format.container == .opus else { return }
    let tags = metadata.tags
    let texts = [
      (SF_STR_TITLE, tags.title), (SF_STR_ARTIST, tags.artist), (SF_STR_COMMENT, tags.comment),
      (SF_STR_SOFTWARE, tags.software),
    ]
    for case (let kind, let text?) in texts where Sndfile.setString(handle, Int32(kind), text) != 0
    {
      throw sink.error(Sndfile.text(handle))
    }
  }

  var order: ChunkBytes.Order? { nil }

  func append(_ block: EncodedBlock) throws(AudioFileError) {
    let count = block.frames
    floats.removeAll(keepingCapacity: true)
    floats.append(
      contentsOf: block.words[..<(count * format.channels)].lazy.map {
        Float(bitPattern: UInt32(bitPattern: $0))
      })
    let written = Int(Sndfile.writeFloats(handle, floats, sf_count_t(count)))
    if sink.failure != nil || written != count { throw sink.error(Sndfile.text(handle)) }
    frames += count
  }

  func finish() throws(AudioFileError) -> Int {
    // libsndfile writes no byte at all for it.
    if frames == 0 {
      throw AudioFileError(path: sink.file.path, cause: .nothingToWrite(format.container))
    }
    let closing = handle
    handle = nil
    let code = Sndfile.close(closing)
    if sink.failure != nil || code != 0 { throw sink.error(Sndfile.textOfNumber(code)) }
    try sink.file.complete()
    return sink.file.size
  }

  deinit {
    if let handle { _ = Sndfile.close(handle) }
    // The handle refers to the sink to its end.
    withExtendedLifetime(sink) {}
  }
}

extension AudioFormat {
  /// libsndfile's number for the format.
  fileprivate var libraryFormat: Int {
    switch container {
    case .ogg: SF_FORMAT_OGG | SF_FORMAT_VORBIS
    case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
    default: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
    }
  }

  /// From 0, the most bytes that the encoder has, to 1.
  fileprivate var compressionLevel: Double {
    switch container {
    // libsndfile gives Vorbis the quality 1 − level, of 1.
    case .ogg: 0.3
    // And Opus 256 − 250·level kbit/s a channel.
    case .opus: 0.64
    default: 0
    }
  }
}
