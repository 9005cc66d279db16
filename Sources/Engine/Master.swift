import SongModel
import Timing

/// What the mix goes through before it becomes the file: its volume, then a limiter.
public struct Master: ~Copyable {
  private let gain: Double
  private var limiter: Limiter?

  /// - Parameters:
  ///   - gain: what every sample is multiplied with; 1 leaves the bits as they are.
  ///   - ceiling: what no true peak passes; `nil` for no limiter.
  ///   - allowance: what rounding and dither may later add to a peak, 1 for full scale.
  public init(
    gain: Double, ceiling: Decibels?, allowance: Double = 0, rate: SampleRate, channels: Int
  ) {
    self.gain = gain
    guard let ceiling else {
      (delay, memory) = (0, 0)
      return
    }
    let limiter = Limiter(
      ceiling: ceiling, allowance: allowance, rate: rate, channels: channels)
    delay = limiter.delay
    memory = limiter.memory
    self.limiter = consume limiter
  }

  /// How many frames later a frame comes out than it went in.
  public let delay: Int
  /// How many frames before a frame it depends on, and no more.
  public let memory: Int

  /// Takes in a block of the mix and overwrites it with what comes out.
  public mutating func process(_ block: MixBlock, count: Int) {
    if gain != 1 {
      scale(block.left, count)
      if let right = block.right { scale(right, count) }
    }
    limiter?.process(left: block.left, right: block.right, count: count)
  }

  private func scale(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
    for index in 0..<count { samples[index] = Float(Double(samples[index]) * gain) }
  }
}
