import Timing

/// How a sample is stored.
public enum SampleFormat: Hashable, Sendable, CaseIterable {
  case int16, int24, int32, float32

  /// The size of a sample in a file.
  public var bytes: Int {
    switch self {
    case .int16: 2
    case .int24: 3
    case .int32, .float32: 4
    }
  }

  public var bits: Int { bytes * 8 }
  public var isInteger: Bool { self != .float32 }
}

/// What an audio file is made of.
public struct AudioFormat: Hashable, Sendable {
  public enum Container: Hashable, Sendable, CaseIterable {
    /// RF64 takes its place, by itself, where the file would pass 4 GiB.
    case wav
    case flac
  }

  public let container: Container
  public let samples: SampleFormat
  public let rate: SampleRate
  /// 1 or 2.
  public let channels: Int

  /// - Precondition: one or two channels.
  public init(container: Container, samples: SampleFormat, rate: SampleRate, channels: Int) {
    precondition((1...2).contains(channels), "one or two channels")
    self.container = container
    self.samples = samples
    self.rate = rate
    self.channels = channels
  }

  /// The size of a frame before any compression.
  var bytesPerFrame: Int { samples.bytes * channels }

  /// Why the container cannot hold these samples, or `nil` where it can.
  public var objection: AudioFileError.Cause? {
    guard container == .flac else { return nil }
    if samples == .int32 || samples == .float32 { return .samplesUnsupported(.flac, samples) }
    // The frame header of FLAC's streamable subset holds 16 bits of hertz, or of tens of hertz,
    // and libsndfile asks libFLAC for that subset.
    let hertz = rate.hertz
    let fits = hertz <= 65_535 || (hertz <= 655_350 && hertz % 10 == 0)
    return fits ? nil : .rateUnsupported(.flac, rate)
  }
}

/// Text about a file, stored in it. `nil` is left out.
public struct AudioTags: Hashable, Sendable {
  public var title: String?
  public var artist: String?
  public var comment: String?
  /// The program and its version, `tactus 1.0`: by this ``isWrittenByTactus(path:)`` knows the file.
  public var software: String

  public init(
    title: String? = nil, artist: String? = nil, comment: String? = nil, software: String
  ) {
    self.title = title
    self.artist = artist
    self.comment = comment
    self.software = software
  }

  var texts: [String] { [title, artist, comment, software].compactMap { $0 } }
}
