import CEBUR128
import SongModel
import Testing
import Timing

/// A signal that is hard on a limiter or a meter, the same in every run; its peak is about 1.
struct TestSignal: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The sample at a frame of a rate in hertz.
  let sample: @Sendable (_ frame: Int, _ hertz: Int) -> Float

  init(_ name: String, _ sample: @escaping @Sendable (Int, Int) -> Float) {
    testDescription = name
    self.sample = sample
  }

  func samples(_ count: Int, at rate: SampleRate, gain: Float = 1) -> [Float] {
    // A loop over a range takes far longer in a debug build.
    Array(unsafeUninitializedCapacity: count) { samples, end in
      while end < count {
        samples[end] = gain * sample(end, rate.hertz)
        end += 1
      }
    }
  }

  /// A sine at a quarter of the rate whose crests all lie between samples.
  static let between = TestSignal("a sine whose crests lie between samples") { frame, _ in
    [0.70710677, 0.70710677, -0.70710677, -0.70710677][frame % 4]
  }
  static let noise = TestSignal("noise") { frame, _ in chance(frame) }
  static let bassWithClicks = TestSignal("clicks on top of bass") { frame, hertz in
    sine(50, frame, hertz) * 0.4 + (frame % 701 == 0 ? 0.6 * chance(frame) : 0)
  }
  static let all = [
    between, noise, bassWithClicks,
    TestSignal("a square wave") { frame, _ in (frame / 37) % 2 == 0 ? 1 : -1 },
    TestSignal("a square wave of three samples") { frame, _ in (frame / 3) % 2 == 0 ? 1 : -1 },
    TestSignal("impulses") { frame, _ in frame % 977 == 500 ? 1 : 0 },
    TestSignal("bursts of noise over silence") { frame, _ in
      (frame / 311) % 3 == 1 ? chance(frame) : 0
    },
    TestSignal("a tone that swells") { frame, hertz in
      sine(997, frame, hertz) * Float(frame % 5000) / 5000
    },
    TestSignal("random steps") { frame, _ in chance(frame / 3) > 0 ? 1 : -1 },
  ]
}

/// −1 to 1, by the frame's number alone.
func chance(_ frame: Int) -> Float {
  var state = UInt32(truncatingIfNeeded: frame) &* 2_654_435_769 &+ 12_345
  for _ in 0..<3 {
    state ^= state >> 15
    state = state &* 2_246_822_519
  }
  return Float(Int32(bitPattern: state)) * 0x1p-31
}

func sine(_ frequency: Double, _ frame: Int, _ hertz: Int) -> Float {
  Float(PortableMath.sine(turns: frequency * Double(frame) / Double(hertz)))
}

/// The largest true peak of all channels by libebur128, with the silence after the last sample in
/// which its filter rings.
func libraryTruePeak(_ channels: [[Float]], at rate: SampleRate) -> Double {
  var state = ebur128_init(
    UInt32(channels.count), UInt(rate.hertz), Int32(EBUR128_MODE_TRUE_PEAK.rawValue))
  defer { ebur128_destroy(&state) }
  let frames = channels[0].count + 64
  var interleaved = [Float](repeating: 0, count: frames * channels.count)
  for (channel, samples) in channels.enumerated() {
    for (frame, sample) in samples.enumerated() {
      interleaved[frame * channels.count + channel] = sample
    }
  }
  ebur128_add_frames_float(state, interleaved, frames)
  return channels.indices.map { channel in
    var peak = 0.0
    ebur128_true_peak(state, UInt32(channel), &peak)
    return peak
  }.max()!
}
