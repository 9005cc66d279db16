/// What the meters read: a sample as a block of the mix holds it.
///
/// `Int32` counts steps of 2⁻²³ of full scale, `Float` has full scale at 1 and is finite. A meter
/// gives the same for both where they stand for the same samples.
public protocol KSample: SIMDScalar, Hashable, Codable {
  /// The samples in steps of 2⁻²³ of full scale, rounded to single precision beyond 2²⁴ of them.
  static func steps(_ samples: SIMD4<Self>) -> SIMD4<Float>

  /// The samples for a full scale of 1, rounded to single precision beyond 2.
  static func levels(_ samples: SIMD8<Self>) -> SIMD8<Float>

  /// The bits of a sample of which one at least is set where it counts as sound: any of an `Int32`,
  /// and of a `Float` those that only magnitudes from 2⁻⁶³ on have, which is −379 dB. What is
  /// fainter would be computed with denormal numbers, many times slower, and change nothing.
  static var audible: UInt32 { get }
}

extension Int32: KSample {
  @inline(__always)
  public static func steps(_ samples: SIMD4<Int32>) -> SIMD4<Float> { SIMD4<Float>(samples) }

  @inline(__always)
  public static func levels(_ samples: SIMD8<Int32>) -> SIMD8<Float> {
    SIMD8<Float>(samples) * 0x1p-23
  }

  public static var audible: UInt32 { 0xffff_ffff }
}

extension Float: KSample {
  @inline(__always)
  public static func steps(_ samples: SIMD4<Float>) -> SIMD4<Float> { samples * 0x1p23 }

  @inline(__always)
  public static func levels(_ samples: SIMD8<Float>) -> SIMD8<Float> { samples }

  // The two highest bits of an exponent that is stored with 127 added: 64 is 2⁻⁶³.
  public static var audible: UInt32 { 0x6000_0000 }
}
