import Timing

/// Noise that is added before rounding to 16 bits, so that what rounding takes away sounds as a
/// faint steady hiss and not as distortion of the signal.
///
/// The noise is triangular, up to one unit of 16 bits each way: the least that makes the mean and
/// the power of the total error independent of the signal (Lipshitz, Wannamaker and Vanderkooy,
/// "Quantization and Dither: A Theoretical Survey", JAES 40, 1992). A sample that 16 bits hold
/// exactly gets none, so that silence stays silent.
public struct Dither: Hashable, Sendable {
  public let seed: UInt64
  /// The frame of the song at which the file begins: an excerpt has the noise of the whole.
  public let firstFrame: Frame

  public init(seed: UInt64, firstFrame: Frame = .zero) {
    self.seed = seed
    self.firstFrame = firstFrame
  }

  /// A deviation in units of 16 bits, within ±1; it depends on the seed, the channel and the
  /// absolute frame alone.
  ///
  /// The difference of two uniform numbers of 32 bits, which is triangular around zero exactly.
  @inline(__always)
  func value(channel: Int, frame: Int) -> Double {
    let place = UInt64(bitPattern: Int64(firstFrame.index &+ frame)) << 1 | UInt64(channel)
    let bits = Dither.mix(Dither.mix(seed) &+ place &* 0x9E37_79B9_7F4A_7C15)
    return Double(Int64(bits >> 32) - Int64(bits & 0xFFFF_FFFF)) * 0x1p-32
  }

  /// The output function of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom
  /// Number Generators", OOPSLA 2014).
  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
