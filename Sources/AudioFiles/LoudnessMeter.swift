import CEBUR128
import Timing

/// How loud a programme is as a whole, by EBU R 128.
public struct Loudness: Hashable, Sendable {
  /// The integrated loudness in LUFS, a whole number of hundredths.
  public let lufs: Rational

  public init(lufs: Rational) { self.lufs = lufs }
}

/// Measures the integrated loudness of a stream, block by block, through libebur128: K-weighted,
/// over blocks of 400 ms, gated at −70 LUFS and 10 LU below the rest. A mono stream counts as one
/// channel, as a loudspeaker of its own would.
///
/// Every rate of ``SampleRate`` will do. About 50 to 100 ns a frame of two channels; the memory
/// does not grow with the stream.
public struct LoudnessMeter: ~Copyable {
  private let channels: Int
  private let shortest: Int
  /// Never `nil` before the meter is gone.
  private var state: UnsafeMutablePointer<ebur128_state>?
  private let interleaved: UnsafeMutablePointer<Float>
  private var frames = 0

  private static let largestBlock = 1024

  /// - Parameters:
  ///   - channels: 1 or 2.
  ///   - expectedFrames: how long the stream will be, `nil` where that is not known.
  public init(rate: SampleRate, channels: Int, expectedFrames: Frame?) {
    precondition((1...2).contains(channels), "mono or stereo")
    // The plain mode keeps ten numbers a second, a megabyte an hour, and is exact. The histogram
    // keeps as much for any length and sorts them into steps of 0.1 LU, which over more than an
    // hour differ from the exact mean by hundredths.
    let isShort = expectedFrames.map { $0.index <= 3600 * rate.hertz } ?? false
    let mode = EBUR128_MODE_I.rawValue | (isShort ? 0 : EBUR128_MODE_HISTOGRAM.rawValue)
    state = ebur128_init(UInt32(channels), UInt(rate.hertz), Int32(mode))
    // It refuses rates below 16 Hz and above 2.8 MHz, and no others.
    precondition(state != nil, "memory for the loudness")
    self.channels = channels
    // The length of the blocks that libebur128 measures: four times 100 ms, rounded.
    shortest = 4 * ((rate.hertz + 5) / 10)
    interleaved = .allocate(capacity: LoudnessMeter.largestBlock * channels)
  }

  deinit {
    interleaved.deallocate()
    var state = state
    ebur128_destroy(&state)
  }

  /// Takes in the next `count` frames; `right` is ignored for one channel.
  ///
  /// - Precondition: the samples are finite, and there is a `right` for two channels.
  public mutating func add(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>?, count: Int
  ) {
    precondition(channels == 1 || right != nil, "a pointer for each channel")
    var start = 0
    while start < count {
      let size = min(LoudnessMeter.largestBlock, count - start)
      if channels == 2, let right {
        for i in 0..<size {
          interleaved[2 &* i] = left[start &+ i]
          interleaved[2 &* i &+ 1] = right[start &+ i]
        }
        take(interleaved, count: size)
      } else {
        take(left + start, count: size)
      }
      start += size
    }
  }

  private mutating func take(_ samples: UnsafePointer<Float>, count: Int) {
    let code = ebur128_add_frames_float(state, samples, count)
    precondition(code == Int32(EBUR128_SUCCESS.rawValue), "memory for the loudness of a block")
    frames += count
  }

  /// Ends the measurement.
  ///
  /// The loudness is rounded to hundredths because the library computes logarithms with the C
  /// library, whose last bits are not the same on every machine. They are twelve digits below the
  /// hundredth, so that a gain derived from the result is the same everywhere, but for one file in
  /// some thousand million that falls on the border between two hundredths.
  ///
  /// - Returns: `nil` where there is nothing to measure: less than 400 ms, or nothing above the
  ///   gate of −70 LUFS.
  public consuming func finish() -> Loudness? {
    var lufs = -Double.infinity
    let code = ebur128_loudness_global(state, &lufs)
    precondition(code == Int32(EBUR128_SUCCESS.rawValue), "a meter of integrated loudness")
    guard frames >= shortest, lufs.isFinite else { return nil }
    return Loudness(lufs: Rational(Int128((lufs * 100).rounded()), 100))
  }
}
