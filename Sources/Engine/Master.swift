import SongModel
import Timing

/// What the master does.
public struct MasterSettings: Sendable {
  /// What every sample is multiplied with.
  public let gain: Double
  /// What no true peak passes; `nil` for no limiter.
  public let ceiling: Decibels?
  /// What rounding and dither may later add to a peak, 1 for full scale.
  public let allowance: Double
  /// What a session does to the volume before that.
  public let volume: VolumeCourse
  /// How many frames later a frame comes out than it went in.
  public let delay: Int
  /// How many frames before a frame it depends on, and no more.
  public let memory: Int
  private let rate: SampleRate
  private let channels: Int

  /// - Parameters:
  ///   - gain: 1 leaves the bits as they are.
  ///   - channels: 1 or 2.
  ///   - changes: those of a session.
  public init(
    gain: Double, ceiling: Decibels?, allowance: Double = 0, rate: SampleRate, channels: Int,
    changes: [LiveChange] = []
  ) {
    self.gain = gain
    volume = VolumeCourse(changes, at: rate)
    self.ceiling = ceiling
    self.allowance = allowance
    self.rate = rate
    self.channels = channels
    guard let ceiling else {
      (delay, memory) = (0, 0)
      return
    }
    let limiter = Limiter(ceiling: ceiling, allowance: allowance, rate: rate, channels: channels)
    (delay, memory) = (limiter.delay, limiter.memory)
  }

  /// Whether every sample comes out with its bits, and at once.
  public var isNeutral: Bool { gain == 1 && ceiling == nil && volume.isNeutral }

  fileprivate var limiter: Limiter? {
    guard let ceiling else { return nil }
    return Limiter(ceiling: ceiling, allowance: allowance, rate: rate, channels: channels)
  }
}

/// What the mix goes through before it becomes the file: its volume, then a limiter.
public struct Master: ~Copyable {
  private let gain: Double
  private var limiter: Limiter?

  public init(_ settings: MasterSettings) {
    gain = settings.gain
    limiter = settings.limiter
  }

  /// Takes in a block of the mix and overwrites it with what comes out.
  public mutating func process(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>?, count: Int
  ) {
    if gain != 1 {
      scale(left, count)
      if let right { scale(right, count) }
    }
    limiter?.process(left: left, right: right, count: count)
  }

  private func scale(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
    for index in 0..<count { samples[index] = Float(Double(samples[index]) * gain) }
  }
}
