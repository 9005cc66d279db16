/// Between the engine's samples and those of files. Everything here is exact or rounded once, and
/// written so that the compiler makes vector code of it.
///
/// A *word* is one stored sample as a 32-bit integer: the value of an integer sample, or the bits
/// of a floating-point one.
enum SampleConversion {
  /// Turns finite samples of one or two channels into interleaved words.
  ///
  /// Integers are the sample times 2ⁿ⁻¹, rounded to nearest, a half to even, and held within
  /// −2ⁿ⁻¹ and 2ⁿ⁻¹ − 1. So +1 exactly becomes the largest integer, one unit less.
  static func words(
    _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>?,
    as format: SampleFormat, into words: UnsafeMutablePointer<Int32>
  ) {
    guard format.isInteger else {
      interleave(left, right, into: words) { Int32(bitPattern: $0.bitPattern) }
      return
    }
    let scale = Double(Int64(1) << Int64(format.bits - 1))
    interleave(left, right, into: words) { integer(Double($0) * scale, scale: scale) }
  }

  /// The same for floating-point words that are held within ±1, as lossy encoders want them.
  static func cutWords(
    _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>?,
    into words: UnsafeMutablePointer<Int32>
  ) {
    interleave(left, right, into: words) { Int32(bitPattern: max(-1, min($0, 1)).bitPattern) }
  }

  /// The same for words of 16 bits, with dither on the samples that 16 bits do not hold exactly.
  ///
  /// - Parameter frame: of the first sample.
  static func words(
    _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>?,
    dither: Dither, frame: Int, into words: UnsafeMutablePointer<Int32>
  ) {
    let scale = 0x1p15
    let channels = right == nil ? 1 : 2
    for (channel, samples) in [left, right].enumerated() {
      guard let samples else { continue }
      for i in samples.indices {
        let scaled = Double(samples[i]) * scale
        let plain = integer(scaled, scale: scale)
        let isExact = Double(plain) == scaled
        let noise = isExact ? 0 : dither.value(channel: channel, frame: frame + i)
        words[channels * i + channel] = integer(scaled + noise, scale: scale)
      }
    }
  }

  @inline(__always)
  private static func interleave(
    _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>?,
    into words: UnsafeMutablePointer<Int32>, _ word: (Float) -> Int32
  ) {
    guard let first = left.baseAddress else { return }
    if let second = right?.baseAddress {
      for i in 0..<left.count {
        words[2 &* i] = word(first[i])
        words[2 &* i &+ 1] = word(second[i])
      }
    } else {
      for i in 0..<left.count { words[i] = word(first[i]) }
    }
  }

  /// The product with the scale is exact: a Float has 24 bits and the scale is a power of two.
  /// Adding 1.5·2⁵² leaves no bits after the point, so the addition rounds, and the low bits of the
  /// sum are the integer in two's complement. That is several times faster than `rounded()`.
  @inline(__always)
  private static func integer(_ scaled: Double, scale: Double) -> Int32 {
    let held = scaled < -scale ? -scale : (scaled > scale - 1 ? scale - 1 : scaled)
    return Int32(truncatingIfNeeded: (held + 0x1.8p52).bitPattern)
  }

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
