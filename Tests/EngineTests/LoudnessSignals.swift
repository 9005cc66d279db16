import CEBUR128
import Engine
import SongModel
import Timing

/// Sound that meters of loudness find hard, each in its own way.
enum LoudnessSignals {
  static let rates = [8_000, 11_025, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000, 384_000]
    .map { SampleRate(hertz: $0)! }

  static let all = [
    TestSignal("a sine of 997 Hz") { frame, hertz in 0.5 * sine(997, frame, hertz) },
    TestSignal("a sine of 40 Hz") { frame, hertz in 0.9 * sine(40, frame, hertz) },
    TestSignal.noise,
    TestSignal("bursts of low noise") { frame, hertz in
      let time = frame * 10 / hertz
      return time % 7 < 3 ? (chance(frame) + chance(frame / 8 + 1) + chance(frame / 64 + 2)) / 4 : 0
    },
    TestSignal("a click and a long silence") { frame, hertz in
      frame % (hertz * 219 / 1000) < hertz / 25 ? 0.5 * sine(1760, frame, hertz) : 0
    },
    TestSignal("drums that die away") { frame, hertz in
      let left = 1 - Float(frame % (hertz / 3)) / Float(hertz / 3)
      return left * left * left * left * (0.6 * sine(55, frame, hertz) + 0.3 * chance(frame))
    },
    TestSignal("a loud half and a faint one") { frame, hertz in
      (frame * 10 / hertz % 14 < 7 ? 0.5 : 0.01) * chance(frame)
    },
    TestSignal("noise on a large offset") { frame, _ in 0.9 + 0.01 * chance(frame) },
  ]

  /// A signal in one channel, or in two with a fainter and later copy.
  static func channels(
    _ signal: TestSignal, tenths: Int, at rate: SampleRate, count: Int
  ) -> [[Float]] {
    let frames = tenths * rate.hertz / 10
    let left = signal.samples(frames, at: rate)
    guard count == 2 else { return [left] }
    let late = rate.hertz / 50
    let right = TestSignal("") { frame, hertz in
      frame < late ? 0 : signal.sample(frame - late, hertz)
    }
    return [left, right.samples(frames, at: rate, gain: 0.5)]
  }

  /// Channels frame by frame, with some silent frames in front and behind.
  static func interleaved(_ channels: [[Float]], before: Int = 0, after: Int = 0) -> [Float] {
    let count = channels.count
    let frames = channels[0].count
    var samples = [Float](repeating: 0, count: (before + frames + after) * count)
    // Loops over ranges and arrays take far longer in a debug build.
    samples.withUnsafeMutableBufferPointer { samples in
      for channel in 0..<count {
        channels[channel].withUnsafeBufferPointer { values in
          var frame = 0
          while frame < frames {
            samples[(before + frame) * count + channel] = values[frame]
            frame += 1
          }
        }
      }
    }
    return samples
  }

  /// The energies of all hops of a stream, measured in pieces of some hops.
  static func energies(
    _ channels: [[Float]], at rate: SampleRate = .standard, piece: Int = 1000
  ) -> [Double] {
    let weighting = KWeighting(rate: rate, channels: channels.count)
    let samples = interleaved(channels, before: weighting.lead)
    return energies(samples, by: weighting, piece: piece)
  }

  /// The energies of interleaved samples that begin with the lead of the first hop.
  static func energies<S: KSample>(
    _ samples: [S], by weighting: KWeighting, piece: Int = 1000, sounding: [Range<Int>]? = nil
  ) -> [Double] {
    let hops = (samples.count / weighting.channels - weighting.lead) / weighting.hop
    var energies = [Double](repeating: -1, count: hops)
    samples.withUnsafeBufferPointer { samples in
      energies.withUnsafeMutableBufferPointer { energies in
        for first in stride(from: 0, to: hops, by: piece) {
          let frame = weighting.lead + first * weighting.hop
          weighting.energies(
            of: samples.baseAddress! + frame * weighting.channels,
            hops: min(piece, hops - first),
            sounding: sounding?.map { $0.lowerBound - frame..<$0.upperBound - frame },
            into: energies.baseAddress! + first)
        }
      }
    }
    return energies
  }

  static func lufs(_ channels: [[Float]], at rate: SampleRate = .standard) -> Rational? {
    var loudness = IntegratedLoudness(rate: rate)
    for energy in energies(channels, at: rate) { loudness.add(energy) }
    return loudness.lufs
  }

  /// The loudness by libebur128; −∞ where there is none.
  static func libraryLUFS(_ channels: [[Float]], at rate: SampleRate) -> Double {
    var state = ebur128_init(
      UInt32(channels.count), UInt(rate.hertz), Int32(EBUR128_MODE_I.rawValue))
    defer { ebur128_destroy(&state) }
    ebur128_add_frames_float(state, interleaved(channels), channels[0].count)
    var lufs = 0.0
    ebur128_loudness_global(state, &lufs)
    return lufs
  }
}
