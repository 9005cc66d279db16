/// Between the engine's samples and those of files. Everything here is exact or rounded once, and
/// written so that the compiler makes vector code of it.
///
/// A *word* is one stored sample as a 32-bit integer: the value of an integer sample, or the bits
/// of a floating-point one.
enum SampleConversion {
  /// Turns finite samples into words.
  ///
  /// Integers are the sample times 2ⁿ⁻¹, rounded to nearest, a half to even, and held within
  /// −2ⁿ⁻¹ and 2ⁿ⁻¹ − 1. So +1 exactly becomes the largest integer, one unit less.
  static func words<Sample: StoredSample>(
    _ samples: UnsafePointer<Sample>, _ count: Int, as format: SampleFormat,
    into words: UnsafeMutablePointer<Int32>
  ) {
    switch format {
    case .float32:
      for i in 0..<count { words[i] = Int32(bitPattern: samples[i].float.bitPattern) }
    case .int24: Sample.words24(samples, count, into: words)
    case .int16, .int32:
      let scale = Double(Int64(1) << Int64(format.bits - 1))
      for i in 0..<count {
        words[i] = integer(Double(samples[i].float) * scale, scale: scale)
      }
    }
  }

  /// The same for floating-point words that are held within ±1, as lossy encoders want them.
  static func cutWords<Sample: StoredSample>(
    _ samples: UnsafePointer<Sample>, _ count: Int, into words: UnsafeMutablePointer<Int32>
  ) {
    for i in 0..<count {
      words[i] = Int32(bitPattern: max(-1, min(samples[i].float, 1)).bitPattern)
    }
  }

  /// The same for words of 16 bits, with dither on the samples that 16 bits do not hold exactly.
  ///
  /// - Parameter frame: of the first sample.
  static func words<Sample: StoredSample>(
    _ samples: UnsafePointer<Sample>, _ count: Int, channels: Int, dither: Dither, frame: Int,
    into words: UnsafeMutablePointer<Int32>
  ) {
    let scale = 0x1p15
    for i in 0..<count {
      let scaled = Double(samples[i].float) * scale
      let plain = integer(scaled, scale: scale)
      let isExact = Double(plain) == scaled
      let noise =
        isExact ? 0 : dither.value(channel: i % channels, frame: frame + i / channels)
      words[i] = integer(scaled + noise, scale: scale)
    }
  }

  /// The product with the scale is exact: a Float has 24 bits and the scale is a power of two.
  /// Adding 1.5·2⁵² leaves no bits after the point, so the addition rounds, and the low bits of the
  /// sum are the integer in two's complement. That is several times faster than `rounded()`.
  @inline(__always)
  static func integer(_ scaled: Double, scale: Double) -> Int32 {
    let held = scaled < -scale ? -scale : (scaled > scale - 1 ? scale - 1 : scaled)
    return Int32(truncatingIfNeeded: (held + 0x1.8p52).bitPattern)
  }

  /// The bytes behind the samples that packing may write too.
  static let slack = 4

  /// Stores words as samples of a format's size.
  ///
  /// - Parameter bytes: has room for one byte more than the samples need.
  static func pack(
    _ words: UnsafeBufferPointer<Int32>, as format: SampleFormat, order: ChunkBytes.Order = .little,
    into bytes: UnsafeMutableRawPointer
  ) {
    switch order {
    case .little: packLittle(words, as: format, into: bytes)
    case .big: packBig(words, as: format, into: bytes)
    }
  }

  private static func packLittle(
    _ words: UnsafeBufferPointer<Int32>, as format: SampleFormat,
    into bytes: UnsafeMutableRawPointer
  ) {
    switch format {
    case .int16:
      for i in 0..<words.count {
        bytes.storeBytes(
          of: Int16(truncatingIfNeeded: words[i]).littleEndian, toByteOffset: 2 &* i,
          as: Int16.self)
      }
    case .int24:
      // Each store covers the first byte of the next sample, which is stored after it.
      for i in 0..<words.count {
        bytes.storeBytes(of: words[i].littleEndian, toByteOffset: 3 &* i, as: Int32.self)
      }
    case .int32, .float32:
      for i in 0..<words.count {
        bytes.storeBytes(of: words[i].littleEndian, toByteOffset: 4 &* i, as: Int32.self)
      }
    }
  }

  private static func packBig(
    _ words: UnsafeBufferPointer<Int32>, as format: SampleFormat,
    into bytes: UnsafeMutableRawPointer
  ) {
    switch format {
    case .int16:
      for i in 0..<words.count {
        bytes.storeBytes(
          of: Int16(truncatingIfNeeded: words[i]).bigEndian, toByteOffset: 2 &* i, as: Int16.self)
      }
    case .int24:
      // Each store covers the first byte of the next sample, which is stored after it.
      for i in 0..<words.count {
        bytes.storeBytes(of: (words[i] &<< 8).bigEndian, toByteOffset: 3 &* i, as: Int32.self)
      }
    case .int32, .float32:
      for i in 0..<words.count {
        bytes.storeBytes(of: words[i].bigEndian, toByteOffset: 4 &* i, as: Int32.self)
      }
    }
  }
}
