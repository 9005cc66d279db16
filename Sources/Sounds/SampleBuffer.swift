import Timing

/// The samples of one sound, in memory, at one rate. Never changed once made.
public struct SampleBuffer: Sendable {
  /// One array for mono, two for stereo, left first; all equally long. Full scale is ±1.
  public let channels: [[Float]]
  public let rate: SampleRate

  /// - Precondition: one or two channels of equal length.
  public init(channels: [[Float]], rate: SampleRate) {
    precondition((1...2).contains(channels.count), "one or two channels")
    precondition(channels.allSatisfy { $0.count == channels[0].count }, "channels of equal length")
    self.channels = channels
    self.rate = rate
  }

  /// The length in frames.
  public var frames: Int { channels[0].count }
  public var isStereo: Bool { channels.count == 2 }
}
