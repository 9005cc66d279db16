extension AudioFormat {
  /// The kind of file that holds the samples.
  public enum Container: Hashable, Sendable, CaseIterable {
    /// RF64 takes its place, by itself, where the file would pass 4 GiB.
    case wav
    /// EBU Tech 3306, whatever the size.
    case rf64
    /// Sony Wave64.
    case w64
    /// AIFF, and AIFF-C for floating-point samples.
    case aiff
    /// Apple's Core Audio Format.
    case caf
    /// Sun's and NeXT's format.
    case au
    case flac
    /// Vorbis in Ogg.
    case ogg
    /// Opus in Ogg.
    case opus
    case mp3

    /// The container that a file's ending stands for.
    ///
    /// - Parameter ending: with or without the dot, in any case.
    /// - Returns: `nil` where none is known.
    public init?(ending: String) {
      let text = ending.hasPrefix(".") ? String(ending.dropFirst()) : ending
      let wanted = text.lowercased()
      guard let found = Container.allCases.first(where: { $0.endings.contains(wanted) }) else {
        return nil
      }
      self = found
    }

    /// The usual ending of its files, without the dot.
    public var ending: String { endings[0] }

    private var endings: [String] {
      switch self {
      case .wav: ["wav"]
      case .rf64: ["rf64"]
      case .w64: ["w64"]
      case .aiff: ["aiff", "aif"]
      case .caf: ["caf"]
      case .au: ["au"]
      case .flac: ["flac"]
      case .ogg: ["ogg"]
      case .opus: ["opus"]
      case .mp3: ["mp3"]
      }
    }

    /// As it is called in text.
    public var name: String {
      switch self {
      case .wav: "WAV"
      case .rf64: "RF64"
      case .w64: "W64"
      case .aiff: "AIFF"
      case .caf: "CAF"
      case .au: "AU"
      case .flac: "FLAC"
      case .ogg: "Ogg Vorbis"
      case .opus: "Opus"
      case .mp3: "MP3"
      }
    }

    /// Whether decoding gives other samples than were encoded. Such a container has no bit depth.
    public var isLossy: Bool {
      switch self {
      case .ogg, .opus, .mp3: true
      case .wav, .rf64, .w64, .aiff, .caf, .au, .flac: false
      }
    }
  }
}
