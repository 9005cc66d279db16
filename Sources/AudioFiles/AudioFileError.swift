import Glibc
import Timing

/// What kept a file from being read or written.
public struct AudioFileError: Error, Hashable, Sendable {
  /// The file as the user named it.
  public let path: String
  public let cause: Cause

  public enum Cause: Hashable, Sendable {
    case system(Action, SystemError)
    /// The path is a socket or a disk; for reading, also a pipe or a device.
    case notRegular
    /// libsndfile does not know the format; the reason is in its words.
    case notAudio(reason: String)
    /// Decoding failed after `frame`; the reason is in libsndfile's words.
    case damaged(frame: Int, reason: String)
    /// The file ends after `frame`, before its own header says that it should.
    case cutShort(frame: Int)
    /// The file states no length, and not all of it can be read without one.
    case lengthUnknown
    case noSamples
    case tooManyChannels(Int)
    /// There are more frames than `limit`, counted at the rate of the song.
    case tooLong(limit: Int)
    /// A floating-point sample is infinite or not a number.
    case notFinite(frame: Int)
    case samplesUnsupported(AudioFormat.Container, SampleFormat)
    case rateUnsupported(AudioFormat.Container, SampleRate)
    /// More samples or markers than the format can count.
    case tooLargeForFormat(AudioFormat.Container)
    /// The container is compressed and has no form for a file without samples.
    case nothingToWrite(AudioFormat.Container)
    /// A title, another tag or the name of a marker holds the character U+0000.
    case nulInText
    /// An encoder failed for a reason of its own.
    case encoderFailed(reason: String)
    /// The destination exists and was not written by tactus.
    case exists
  }

  /// What was being done to the file.
  public enum Action: String, Hashable, Sendable {
    case open, read, create, write
  }

  public init(path: String, cause: Cause) {
    self.path = path
    self.cause = cause
  }
}

// The one place that words these errors.
extension AudioFileError: CustomStringConvertible {
  /// What went wrong and what to do about it, in one line without a full stop.
  public var description: String { help.map { "\(message); \($0)" } ?? message }

  /// What went wrong, naming the file.
  public var message: String {
    let name = path == OutputFile.standardOutput ? "standard output" : "'\(path)'"
    switch cause {
    case .system(let action, let error):
      return "cannot \(action.rawValue) \(name): \(error.text)"
    case .notRegular:
      return "\(name) is not an ordinary file"
    case .notAudio(let reason):
      return "\(name) is not an audio file that can be read: \(reason)"
    case .damaged(let frame, let reason):
      return "\(name) is damaged after frame \(frame): \(reason)"
    case .cutShort(let frame):
      return "\(name) is cut short: it ends after \(frame) frames, before its header says"
    case .lengthUnknown:
      return "\(name) does not say how long it is"
    case .noSamples:
      return "\(name) holds no samples"
    case .tooManyChannels(let count):
      return "\(name) has \(count) channels"
    case .tooLong(let limit):
      return "\(name) is too long: more than \(limit) frames"
    case .notFinite(let frame):
      return "\(name) has a sample at frame \(frame) that is infinite or not a number"
    case .samplesUnsupported(let container, let samples):
      return "cannot write \(name): \(container.name) cannot hold \(samples.name)"
    case .rateUnsupported(let container, let rate):
      return "cannot write \(name): \(container.name) cannot hold \(rate.hertz) frames a second"
    case .tooLargeForFormat(let container):
      return "cannot write \(name): it is too large for \(container.name)"
    case .nothingToWrite(let container):
      return "cannot write \(name): \(container.name) cannot hold a file without samples"
    case .nulInText:
      return "cannot write \(name): a tag or marker holds the character U+0000"
    case .encoderFailed(let reason):
      return "cannot write \(name): \(reason)"
    case .exists:
      return "\(name) exists and was not written by tactus"
    }
  }

  /// What to do about it, where there is something to say.
  public var help: String? {
    switch cause {
    case .system(let action, let error): error.help(for: action)
    case .notRegular: "name an ordinary file"
    case .notAudio: "use a WAV, AIFF, FLAC, Ogg or MP3 file"
    case .damaged, .cutShort: "copy or export the file again"
    case .lengthUnknown: "convert it to WAV or FLAC"
    case .noSamples: "use a file with sound in it"
    case .tooManyChannels: "mix it down to mono or stereo"
    case .tooLong: "use a shorter file"
    case .notFinite: "export the file again"
    case .samplesUnsupported(.flac, _): "use 16 or 24 bits, or WAV"
    case .rateUnsupported(.flac, _): "use a rate that is a multiple of 10, or WAV"
    case .rateUnsupported(.opus, _): "use 48000, 24000, 16000, 12000 or 8000, or FLAC"
    case .rateUnsupported(.mp3, _): "use 48000, 44100, 32000 or a half or a quarter of it, or FLAC"
    case .rateUnsupported(.ogg, _): "use at most 200000, or FLAC"
    case .samplesUnsupported, .rateUnsupported: "use WAV"
    case .tooLargeForFormat(.aiff), .tooLargeForFormat(.au): "use CAF, W64 or WAV"
    case .tooLargeForFormat(.mp3): "use Ogg, Opus or FLAC"
    case .tooLargeForFormat: "render a shorter part, or fewer bits"
    case .nothingToWrite: "render at least one frame, or WAV"
    case .nulInText: "remove it from the song"
    case .encoderFailed: "try WAV"
    case .exists: "name another file, or replace it with --force"
    }
  }
}

extension AudioFileError.Cause {
  /// What read from the pipe has closed it.
  public static let readerGone = Self.system(.write, SystemError(code: EPIPE))
}

extension SampleFormat {
  var name: String {
    switch self {
    case .int16: "16 bits"
    case .int24: "24 bits"
    case .int32: "32 bits"
    case .float32: "floating-point samples"
    }
  }
}
