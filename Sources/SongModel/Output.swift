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

  /// The formats that a file can have.
  public static let formats = ["wav", "flac", "mid"]

  public var rate: SampleRate
  public var bits: Bits
  /// 1 or 2.
  public var channels: Int
  /// The file's ending, without the dot.
  public var format: String
  public var tail: Tail
  /// Silence before everything else, in seconds.
  public var start: Rational

  public init(
    rate: SampleRate = .standard, bits: Bits = .int24, channels: Int = 2, format: String = "wav",
    tail: Tail = .auto, start: Rational = .zero
  ) {
    self.rate = rate
    self.bits = bits
    self.channels = channels
    self.format = format
    self.tail = tail
    self.start = start
  }
}
