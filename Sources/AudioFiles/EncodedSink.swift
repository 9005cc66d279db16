import CSndfile
import Glibc

/// What stands between an encoder's bytes and the file, and changes some of them.
protocol EncodedFilter {
  /// Takes the next bytes, and gives those that are ready for the file.
  mutating func pass(_ bytes: UnsafeRawBufferPointer) -> [UInt8]
  /// How much later in the file those bytes stand that the encoder goes back to.
  var shift: Int { get }
}

/// What libsndfile writes into.
///
/// libsndfile reports success for files that did not fit on the disk. So it writes through
/// functions that remember their own error. In a stream, where nothing can be written again, what
/// it goes back for is dropped: the filters have made the start right already.
final class EncodedSink {
  var file: OutputFile
  private(set) var failure: AudioFileError?
  private var filter: any EncodedFilter
  /// The encoder's place and the end of its bytes, which it counts without the filter.
  private var position = 0
  private var end = 0

  init(_ file: consuming OutputFile, filter: any EncodedFilter) {
    self.file = file
    self.filter = filter
  }

  /// The file's own error, else the encoder's, worded by libsndfile.
  func error(_ reason: UnsafePointer<CChar>) -> AudioFileError {
    failure
      ?? AudioFileError(
        path: file.path, cause: .encoderFailed(reason: libraryReason(reason)))
  }

  static var functions: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(EncodedSink.from($0).end) },
      seek: { offset, whence, user in
        let sink = EncodedSink.from(user)
        switch whence {
        case SEEK_CUR: sink.position += Int(offset)
        case SEEK_END: sink.position = sink.end + Int(offset)
        default: sink.position = Int(offset)
        }
        return sf_count_t(sink.position)
      },
      // None of the encoders wants its bytes back.
      read: { _, _, _ in 0 },
      write: { pointer, count, user in
        let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(count))
        return sf_count_t(EncodedSink.from(user).write(bytes))
      },
      tell: { sf_count_t(EncodedSink.from($0).position) })
  }

  private static func from(_ user: UnsafeMutableRawPointer?) -> EncodedSink {
    Unmanaged<EncodedSink>.fromOpaque(user!).takeUnretainedValue()
  }

  /// Writes at the current position and moves it on.
  ///
  /// - Returns: the number of bytes; 0 where that fails.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    if failure != nil { return 0 }
    do throws(AudioFileError) {
      if position == end {
        try file.write(filter.pass(bytes))
        end += bytes.count
      } else if !file.isStream {
        precondition(position + bytes.count <= end, "an encoder repairs only what it wrote")
        try file.write(bytes, at: position + filter.shift)
      }
      position += bytes.count
      return bytes.count
    } catch {
      failure = error
      return 0
    }
  }
}
