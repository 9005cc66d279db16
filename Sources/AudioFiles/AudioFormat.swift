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
  public let container: Container
  /// Without meaning where the container is lossy.
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

  /// What the encoder is given: floating-point samples where the container is lossy.
  var encoded: SampleFormat { container.isLossy ? .float32 : samples }

  /// Whether samples beyond ±1 are cut.
  var clips: Bool { container.isLossy || samples.isInteger }

  /// Why the container cannot hold these samples, or `nil` where it can.
  public var objection: AudioFileError.Cause? {
    let isFLAC = container == .flac
    if isFLAC && !(samples == .int16 || samples == .int24) {
      return .samplesUnsupported(container, samples)
    }
    return holdsRate ? nil : .rateUnsupported(container, rate)
  }

  /// Why the container cannot hold so many frames of them, or `nil` where it can.
  ///
  /// Tags and markers take room too, so that a file a little below the limit may still be refused
  /// by ``AudioWriter``, before it is begun.
  public func objection(toFrames frames: Frame) -> AudioFileError.Cause? {
    frames.index > mostFrames ? .tooLargeForFormat(container) : nil
  }

  private var mostFrames: Int {
    switch container {
    // Sizes of 64 bits; half of that, so that no sum of sizes overflows.
    case .wav, .rf64, .w64, .caf: Int.max / 2 / bytesPerFrame
    // Sizes of 32 bits.
    case .aiff: Int(UInt32.max) / bytesPerFrame
    case .au: AULayout.largest / bytesPerFrame
    // STREAMINFO counts in 36 bits.
    case .flac: (1 << 36) - 1
    // The position of an Ogg page has 63 bits and, for Opus, counts 48000 to the second.
    case .ogg, .opus: Int.max / 64
    // The size in the first block has 32 bits, and a second takes at most 40000 bytes.
    case .mp3: Int(UInt32.max) / 40_000 * rate.hertz
    }
  }

  private var holdsRate: Bool {
    let hertz = rate.hertz
    return switch container {
    case .wav, .rf64, .w64, .aiff, .caf, .au: true
    // The frame header of FLAC's streamable subset holds 16 bits of hertz, or of tens of hertz.
    case .flac: hertz <= 65_535 || (hertz <= 655_350 && hertz % 10 == 0)
    // Above it libvorbis has no settings.
    case .ogg: hertz <= 200_000
    case .opus: [8_000, 12_000, 16_000, 24_000, 48_000].contains(hertz)
    // Those of MPEG-1, MPEG-2 and MPEG-2.5.
    case .mp3:
      [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].contains(hertz)
    }
  }
}
