/// A number that products of samples and gains are summed in, on the grid of 24 bits.
protocol GridNumber {
  static var zero: Self { get }
  /// The product rounded to a multiple of 2⁻²³, a half to even.
  init(rounding product: Double)
  /// So many steps of the grid.
  init(steps: Int32)
  static func &+= (sum: inout Self, number: Self)
}

// Between 2²⁹ and 2³⁰ doubles are 2⁻²³ apart, so that adding 1.5 · 2²⁹ rounds to the grid, and
// subtracting it again is exact.
private let grid = 1.5 * 0x1p29

/// Sums are exact up to 2²⁹ times full scale.
extension Double: GridNumber {
  @inline(__always)
  init(rounding product: Double) { self = (product + grid) - grid }
  @inline(__always)
  init(steps: Int32) { self = Double(steps) * 0x1p-23 }
  @inline(__always)
  static func &+= (sum: inout Double, number: Double) { sum += number }
}

/// Steps of the grid. Sums are exact below 2⁸ times full scale, and wrap beyond.
extension Int32: GridNumber {
  // The low bits of the mantissa count the steps, as a two's complement.
  @inline(__always)
  init(rounding product: Double) {
    self = Int32(truncatingIfNeeded: (product + grid).bitPattern)
  }
  @inline(__always)
  init(steps: Int32) { self = steps }
}

/// Sums voices over a range of frames, the channels in turn.
///
/// Each product of a sample and a gain is rounded once to the grid of 24-bit samples, where sums
/// are exact: neither their order, nor the range, nor the kind of number changes a bit.
struct VoiceSum<Number: GridNumber> {
  let channels: Int
  /// Of a choked sound, in frames.
  let fadeLength: Int

  /// Adds what a voice sounds in the `count` frames from `first` on.
  ///
  /// - Parameter isWhole: whether to leave out that the voice is choked.
  func add(
    _ voice: Voice, to sums: UnsafeMutablePointer<Number>, from first: Int, count: Int,
    isWhole: Bool = false
  ) {
    let clipEnd = voice.start + voice.clip.frames
    let start = max(first, voice.start)
    let end = min(first + count, isWhole ? clipEnd : voice.end)
    guard start < end else { return }
    let fade = isWhole ? end : min(max(voice.fadeStart, start), end)
    let place = sums + (start - first) * channels
    if fade > start { addPlain(voice, voice.start, start..<fade, to: place) }
    if end > fade { addFading(voice, fade..<end, to: sums + (fade - first) * channels) }
  }

  private func addPlain(
    _ voice: Voice, _ origin: Int, _ range: Range<Int>, to sums: UnsafeMutablePointer<Number>
  ) {
    let (offset, count) = (range.lowerBound - origin, range.count)
    if let scaled = voice.scaled {
      let steps = scaled + offset * channels
      for i in 0..<count &* channels { sums[i] &+= Number(steps: steps[i]) }
      return
    }
    let left = voice.clip.left + offset
    let leftGain = Double(voice.gain.left)
    guard channels == 2 else {
      // The product of two singles is exact in double precision.
      for i in 0..<count { sums[i] &+= Number(rounding: leftGain * Double(left[i])) }
      return
    }
    let right = voice.clip.right + offset
    let rightGain = Double(voice.gain.right)
    for i in 0..<count {
      sums[2 &* i] &+= Number(rounding: leftGain * Double(left[i]))
      sums[2 &* i &+ 1] &+= Number(rounding: rightGain * Double(right[i]))
    }
  }

  /// A straight line down to silence.
  private func addFading(
    _ voice: Voice, _ range: Range<Int>, to sums: UnsafeMutablePointer<Number>
  ) {
    for channel in 0..<channels {
      let samples = channel == 0 ? voice.clip.left : voice.clip.right
      let gain = Double(channel == 0 ? voice.gain.left : voice.gain.right)
      for frame in range {
        let share = Double(fadeLength - (frame - voice.fadeStart)) / Double(fadeLength)
        let product = gain * Double(samples[frame - voice.start]) * share
        sums[(frame - range.lowerBound) * channels + channel] &+= Number(rounding: product)
      }
    }
  }
}

extension VoiceSum<Double> {
  /// The same for a thread that must not wait.
  @_noAllocation @_noLocks
  func addOne(_ voice: Voice, to sums: UnsafeMutablePointer<Double>, from first: Int, count: Int) {
    add(voice, to: sums, from: first, count: count)
  }
}

extension Voice {
  /// Whether both channels get the same samples.
  var areChannelsEqual: Bool { !clip.isStereo && gain.left == gain.right }

  /// The most steps of the grid that one of its samples may have; `nil` where 31 bits do not hold
  /// them.
  var bound: Int? {
    let largest = Double(clip.peak) * Double(max(abs(gain.left), abs(gain.right)))
    return largest < 0x1p8 ? Int(largest * 0x1p23) + 1 : nil
  }
}
