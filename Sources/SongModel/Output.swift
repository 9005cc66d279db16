import Timing

/// What the song says about the file that it becomes. Options of the command line win.
public struct Output: Sendable {
  public enum Bits: String, CaseIterable, Sendable {
    case int16 = "16"
    case int24 = "24"
    case int32 = "32"
    case float32 = "float"
  }

  /// Where the file ends.
  public enum Tail: Hashable, Sendable {
    /// With the last voice.
    case auto
    /// With the last bar.
    case none
    /// So many seconds after the last bar.
    case time(Rational)
  }

  /// Whether noise is added where samples are cut to 16 bits.
  public enum Dither: String, CaseIterable, Sendable {
    /// To samples that 16 bits do not hold exactly.
    case auto
    case off
  }

  /// The formats that a file can have, by their endings.
  public static let formats = [
    "wav", "w64", "rf64", "aiff", "caf", "au", "flac", "ogg", "opus", "mp3", "mid",
  ]

  public var rate: SampleRate
  public var bits: Bits
  /// 1 or 2.
  public var channels: Int
  /// The file's ending, without the dot.
  public var format: String
  public var tail: Tail
  /// Silence before everything else, in seconds.
  public var start: Rational
  /// Whether the file is exactly as long as the song, with the tail on its start, to be repeated.
  public var loop: Bool
  public var dither: Dither

  public init(
    rate: SampleRate = .standard, bits: Bits = .int24, channels: Int = 2, format: String = "wav",
    tail: Tail = .auto, start: Rational = .zero, loop: Bool = false, dither: Dither = .auto
  ) {
    self.rate = rate
    self.bits = bits
    self.channels = channels
    self.format = format
    self.tail = tail
    self.start = start
    self.loop = loop
    self.dither = dither
  }
}
