import CSndfile
import Glibc

/// An audio file open for reading through libsndfile.
struct SoundFile: ~Copyable {
  /// What the file's header says; `frames` is not to be trusted before they are read.
  let info: SF_INFO
  private let file: InputFile
  /// `nil` once closed.
  private var handle: OpaquePointer?
  private var position = 0

  var path: String { file.path }
  /// The size of the file in bytes.
  var size: Int { file.size }
  var channels: Int { Int(info.channels) }
  /// The number of frames by the header, or `nil` where it leaves that open.
  var promisedFrames: Int? {
    (1..<Int.max).contains(Int(info.frames)) ? Int(info.frames) : nil
  }

  init(opening path: String) throws(AudioFileError) {
    let file = try InputFile(opening: path)
    if file.size == 0 { throw AudioFileError(path: path, cause: .noSamples) }
    var functions = InputFile.functions
    var info = SF_INFO()
    let handle = Sndfile.openVirtual(
      &functions, Int32(SFM_READ), &info, Unmanaged.passUnretained(file).toOpaque())
    if let failure = file.failure {
      if let handle { _ = Sndfile.close(handle) }
      throw AudioFileError(path: path, cause: .system(.read, failure))
    }
    guard let handle else {
      let reason = libraryReason(Sndfile.text(nil))
      throw AudioFileError(path: path, cause: .notAudio(reason: reason))
    }
    self.file = file
    self.info = info
    self.handle = handle
  }

  /// Reads up to `frames` frames of interleaved samples, full scale ±1.
  ///
  /// - Returns: how many there were; 0 at the end.
  mutating func read(_ frames: Int, into samples: UnsafeMutablePointer<Float>)
    throws(AudioFileError) -> Int
  {
    try took(Int(Sndfile.readFloats(handle, samples, ahead(frames))))
  }

  /// Reads up to `frames` frames of interleaved integers, shifted to the top of 32 bits.
  ///
  /// - Returns: how many there were; 0 at the end.
  mutating func read(_ frames: Int, into words: UnsafeMutablePointer<Int32>)
    throws(AudioFileError) -> Int
  {
    try took(Int(Sndfile.readIntegers(handle, words, ahead(frames))))
  }

  /// Never more than the header promises, so that whatever follows is left for ``checkEnd()``.
  private func ahead(_ frames: Int) -> sf_count_t {
    sf_count_t(promisedFrames.map { min(frames, $0 - position) } ?? frames)
  }

  private mutating func took(_ count: Int) throws(AudioFileError) -> Int {
    if let failure = file.failure {
      throw AudioFileError(path: path, cause: .system(.read, failure))
    }
    if Sndfile.error(handle) != 0 {
      let reason = libraryReason(Sndfile.text(handle))
      throw AudioFileError(path: path, cause: .damaged(frame: position, reason: reason))
    }
    position += count
    if count == 0 { try checkEnd() }
    return count
  }

  /// Makes sure that the end of the samples is the end of the sound.
  private func checkEnd() throws(AudioFileError) {
    var slack = 0
    let container = Int(info.format) & SF_FORMAT_TYPEMASK
    if container == SF_FORMAT_MPEG {
      // An MP3 file may state no length. libsndfile then guesses one from the first bit rate and
      // stops there, even where another block (its first eleven bits are set) follows.
      let rest = file.bytes(at: file.position, count: 2)
      if rest.count == 2, rest[0] == 0xFF, rest[1] >= 0xE0 {
        throw AudioFileError(path: path, cause: .lengthUnknown)
      }
      // A guess from a constant bit rate errs by less than 1 % and two blocks of 1152 frames.
      slack = (promisedFrames ?? 0) / 100 + 2304
    }
    // A FLAC file that ends early reads as fewer frames without an error; of a RIFF or Ogg file
    // libsndfile corrects the promise in silence.
    let isShort = promisedFrames.map { position < $0 - slack } ?? false
    if isShort || isDataCutShort(file) || container == SF_FORMAT_OGG && isOggCutShort(file) {
      throw AudioFileError(path: path, cause: .cutShort(frame: position))
    }
  }

  consuming func close() throws(AudioFileError) {
    let closing = handle
    handle = nil
    let code = Sndfile.close(closing)
    if code != 0 {
      let reason = libraryReason(Sndfile.textOfNumber(code))
      throw AudioFileError(path: path, cause: .damaged(frame: position, reason: reason))
    }
  }

  deinit {
    if let handle { _ = Sndfile.close(handle) }
    // The handle refers to the file to its end.
    withExtendedLifetime(file) {}
  }
}

/// A reason as libsndfile gives it, without the `Error : ` and the full stop that some have.
func libraryReason(_ text: UnsafePointer<CChar>?) -> String {
  guard let text else { return "unknown reason" }
  var reason = Substring(String(cString: text))
  while let last = reason.last, last == "." || last.isWhitespace { reason.removeLast() }
  if reason.hasPrefix("Error : ") { reason.removeFirst(8) }
  return String(reason)
}

extension InputFile {
  /// How libsndfile reads the file.
  static var functions: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(InputFile.from($0).size) },
      seek: { offset, whence, user in
        let file = InputFile.from(user)
        let base =
          switch whence {
          case SEEK_CUR: file.position
          case SEEK_END: file.size
          default: 0
          }
        // A damaged file can ask for any place.
        let (place, overflow) = base.addingReportingOverflow(Int(offset))
        if overflow || place < 0 { return -1 }
        file.position = place
        return sf_count_t(place)
      },
      read: { pointer, count, user in
        let file = InputFile.from(user)
        let bytes = UnsafeMutableRawBufferPointer(start: pointer, count: Int(count))
        let done = file.read(into: bytes, at: file.position)
        file.position += done
        return sf_count_t(done)
      },
      write: { _, _, _ in 0 },
      tell: { sf_count_t(InputFile.from($0).position) })
  }

  private static func from(_ user: UnsafeMutableRawPointer?) -> InputFile {
    Unmanaged<InputFile>.fromOpaque(user!).takeUnretainedValue()
  }
}
