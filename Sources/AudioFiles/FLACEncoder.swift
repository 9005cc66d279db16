import CSndfile
import Glibc

/// Writes FLAC through libsndfile.
///
/// libsndfile reports success for a FLAC file that did not fit on the disk. So it writes through
/// functions of ours that remember their own error.
final class FLACEncoder: AudioEncoder {
  private let sink: Sink
  private let channels: Int
  /// `nil` once closed.
  private var handle: OpaquePointer?
  private var frames = 0
  /// Words shifted to the top, where libsndfile wants them.
  private var shifted: [Int32] = []
  private let shift: Int32

  init(_ file: consuming OutputFile, format: AudioFormat, tags: AudioTags) throws(AudioFileError) {
    channels = format.channels
    shift = Int32(32 - format.samples.bits)
    sink = Sink(file)
    let subtype = format.samples == .int16 ? SF_FORMAT_PCM_16 : SF_FORMAT_PCM_24
    var info = SF_INFO()
    info.samplerate = Int32(format.rate.hertz)
    info.channels = Int32(format.channels)
    info.format = Int32(SF_FORMAT_FLAC | subtype)
    var functions = Sink.functions
    handle = sf_open_virtual(
      &functions, Int32(SFM_WRITE), &info, Unmanaged.passUnretained(sink).toOpaque())
    guard let handle else { throw sink.error(sf_strerror(nil)) }

    // Level 5 of 8, the encoder's own default.
    var level = 5.0 / 8.0
    _ = sf_command(
      handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
    let texts = [
      (SF_STR_TITLE, tags.title), (SF_STR_ARTIST, tags.artist), (SF_STR_COMMENT, tags.comment),
      (SF_STR_SOFTWARE, tags.software),
    ]
    for case (let kind, let text?) in texts where sf_set_string(handle, Int32(kind), text) != 0 {
      throw sink.error(sf_strerror(handle))
    }
  }

  func append(_ words: UnsafeBufferPointer<Int32>) throws(AudioFileError) {
    shifted.removeAll(keepingCapacity: true)
    shifted.append(contentsOf: words.lazy.map { [shift] in $0 &<< shift })
    let count = words.count / channels
    let written = sf_writef_int(handle, shifted, sf_count_t(count))
    if sink.failure != nil || written != count { throw sink.error(sf_strerror(handle)) }
    frames += count
  }

  func finish(markers: [AudioWriter.Marker]) throws(AudioFileError) -> (
    bytes: Int, markersLeftOut: Int
  ) {
    // libsndfile writes no byte at all for it.
    if frames == 0 {
      throw AudioFileError(path: sink.file.path, cause: .nothingToWrite(.flac))
    }
    let closing = handle
    handle = nil
    let code = sf_close(closing)
    if sink.failure != nil || code != 0 { throw sink.error(sf_error_number(code)) }
    try sink.file.complete()
    return (sink.file.size, markers.count)
  }

  deinit { if let handle { sf_close(handle) } }
}

/// What libsndfile writes into.
private final class Sink {
  var file: OutputFile
  private(set) var failure: AudioFileError?
  private var position = 0

  init(_ file: consuming OutputFile) { self.file = file }

  /// The file's own error, else the encoder's, worded by libsndfile.
  func error(_ reason: UnsafePointer<CChar>) -> AudioFileError {
    failure
      ?? AudioFileError(
        path: file.path, cause: .encoderFailed(reason: libraryReason(reason)))
  }

  static var functions: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(Sink.from($0).file.size) },
      seek: { offset, whence, user in
        let sink = Sink.from(user)
        switch whence {
        case SEEK_CUR: sink.position += Int(offset)
        case SEEK_END: sink.position = sink.file.size + Int(offset)
        default: sink.position = Int(offset)
        }
        return sf_count_t(sink.position)
      },
      read: { pointer, count, user in
        let sink = Sink.from(user)
        let bytes = UnsafeMutableRawBufferPointer(start: pointer, count: Int(count))
        return sf_count_t(
          sink.attempt { file, position throws(AudioFileError) in
            try file.read(into: bytes, at: position)
          })
      },
      write: { pointer, count, user in
        let sink = Sink.from(user)
        let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(count))
        return sf_count_t(
          sink.attempt { file, position throws(AudioFileError) in
            try file.write(bytes, at: position)
            return bytes.count
          })
      },
      tell: { sf_count_t(Sink.from($0).position) })
  }

  private static func from(_ user: UnsafeMutableRawPointer?) -> Sink {
    Unmanaged<Sink>.fromOpaque(user!).takeUnretainedValue()
  }

  /// Does a transfer at the current position and moves it on; 0 where that fails.
  private func attempt(
    _ transfer: (inout OutputFile, Int) throws(AudioFileError) -> Int
  ) -> Int {
    do {
      let count = try transfer(&file, position)
      position += count
      return count
    } catch {
      failure = error
      return 0
    }
  }
}
