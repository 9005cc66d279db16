import Sounds

/// A sample as the engine hands it over.
protocol StoredSample {
  /// 1 is full scale.
  var float: Float { get }
  /// Turns samples into words of 24 bits; see ``SampleConversion``.
  static func words24(
    _ samples: UnsafePointer<Self>, _ count: Int, into words: UnsafeMutablePointer<Int32>)
  /// The largest magnitude of some samples, of every `channels`th: 1 is full scale. Infinite, or
  /// not a number, where one of them is.
  static func peak(_ samples: UnsafePointer<Self>, _ count: Int, channels: Int) -> Float
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

  /// Magnitudes of IEEE 754 order as their bits do, with the infinite and the undefined on top, so
  /// that one integer maximum, which the processor takes of several samples at once, finds both.
  static func peak(_ samples: UnsafePointer<Float>, _ count: Int, channels: Int) -> Float {
    var largest: Int32 = 0
    for i in stride(from: 0, to: count, by: channels) {
      largest = Swift.max(largest, Int32(bitPattern: samples[i].bitPattern & 0x7fff_ffff))
    }
    return Float(bitPattern: UInt32(bitPattern: largest))
  }
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

  static func peak(_ samples: UnsafePointer<Int32>, _ count: Int, channels: Int) -> Float {
    // Of every second sample eight at once, the others of them masked out.
    let mask =
      channels == 1
      ? SIMD8<Int32>(repeating: -1) : SIMD8<Int32>(-1, 0, -1, 0, -1, 0, -1, 0)
    var (lows, highs) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    var index = 0
    while index &+ 8 <= count {
      let next =
        UnsafeRawPointer(samples + index).loadUnaligned(as: SIMD8<Int32>.self) & mask
      lows.replace(with: next, where: next .< lows)
      highs.replace(with: next, where: next .> highs)
      index &+= 8
    }
    var (lowest, highest) = (lows.min(), highs.max())
    while index < count {
      lowest = Swift.min(lowest, samples[index])
      highest = Swift.max(highest, samples[index])
      index &+= channels
    }
    return Swift.max(highest.float, -lowest.float)
  }
}
