import Sounds

/// A sample as the engine hands it over.
protocol StoredSample {
  /// 1 is full scale.
  var float: Float { get }
  /// Turns samples into words of 24 bits; see ``SampleConversion``.
  static func words24(
    _ samples: UnsafePointer<Self>, _ count: Int, into words: UnsafeMutablePointer<Int32>)
  /// Samples that are words of 24 bits already, below full scale.
  static func words24(_ samples: UnsafePointer<Self>) -> UnsafePointer<Int32>?
  /// The largest magnitudes of some samples, those of an even and those of an odd place: 1 is full
  /// scale. Infinite, or not a number, where one of them is.
  static func peaks(_ samples: UnsafePointer<Self>, _ count: Int) -> SIMD2<Float>
}

extension Float: StoredSample {
  @inline(__always)
  var float: Float { self }

  static func words24(
    _ samples: UnsafePointer<Float>, _ count: Int, into words: UnsafeMutablePointer<Int32>
  ) {
    for i in 0..<count {
      words[i] = SampleConversion.integer(Double(samples[i]) * 0x1p23, scale: 0x1p23)
    }
  }

  static func words24(_ samples: UnsafePointer<Float>) -> UnsafePointer<Int32>? { nil }

  /// Magnitudes of IEEE 754 order as their bits do, with the infinite and the undefined on top, so
  /// that one integer maximum, which the processor takes of several samples at once, finds both.
  static func peaks(_ samples: UnsafePointer<Float>, _ count: Int) -> SIMD2<Float> {
    var largest = SIMD8<Int32>.zero
    var index = 0
    while index &+ 8 <= count {
      let next =
        UnsafeRawPointer(samples + index).loadUnaligned(as: SIMD8<Int32>.self) & 0x7fff_ffff
      largest.replace(with: next, where: next .> largest)
      index &+= 8
    }
    var peaks = SIMD2(largest.evenHalf.max(), largest.oddHalf.max())
    while index < count {
      let magnitude = Int32(bitPattern: samples[index].bitPattern & 0x7fff_ffff)
      peaks[index & 1] = Swift.max(peaks[index & 1], magnitude)
      index &+= 1
    }
    return SIMD2(Float(bits: peaks[0]), Float(bits: peaks[1]))
  }

  private init(bits: Int32) { self.init(bitPattern: UInt32(bitPattern: bits)) }
}

/// In units of ``SampleBlock/unit``, which are those of 24 bits.
extension Int32: StoredSample {
  @inline(__always)
  var float: Float { Float(self) * SampleBlock.unit }

  static func words24(
    _ samples: UnsafePointer<Int32>, _ count: Int, into words: UnsafeMutablePointer<Int32>
  ) {
    for i in 0..<count { words[i] = Swift.max(-1 << 23, Swift.min(samples[i], 1 << 23 - 1)) }
  }

  static func words24(_ samples: UnsafePointer<Int32>) -> UnsafePointer<Int32>? { samples }

  /// As single precision, for whose maxima every processor has an instruction. It rounds magnitudes
  /// beyond 2²⁴, the largest as it is rounded alone.
  static func peaks(_ samples: UnsafePointer<Int32>, _ count: Int) -> SIMD2<Float> {
    var largest = SIMD8<Float>.zero
    var index = 0
    while index &+ 8 <= count {
      let next = SIMD8<Float>(
        UnsafeRawPointer(samples + index).loadUnaligned(as: SIMD8<Int32>.self))
      let magnitudes = unsafeBitCast(
        unsafeBitCast(next, to: SIMD8<UInt32>.self) & 0x7fff_ffff, to: SIMD8<Float>.self)
      largest = largest.replacing(with: magnitudes, where: largest .< magnitudes)
      index &+= 8
    }
    var peaks = SIMD2(largest.evenHalf.max(), largest.oddHalf.max())
    while index < count {
      peaks[index & 1] = Swift.max(peaks[index & 1], abs(Float(samples[index])))
      index &+= 1
    }
    return peaks * SampleBlock.unit
  }
}
