import SongModel
import Timing

/// A mono sound in the making: parts are added to it, and ``finished(peak:)`` turns it into a
/// buffer.
///
/// Times here are in seconds, frequencies in hertz, and levels are amplitudes relative to one
/// another, because the peak is set at the end. Nothing is used but `+ − × ÷`, square roots and
/// `PortableMath`, so the samples have the same bits on every processor.
struct Synthesis {
  let rate: SampleRate
  var samples: [Double]

  /// Silence of that length.
  init(seconds: Double, rate: SampleRate) {
    self.rate = rate
    samples = Array(repeating: 0, count: rate.frames(seconds))
  }

  /// Bends what has been added so far like an amplifier that is driven: odd harmonics, no hard
  /// edge. The more gain, the more of them.
  mutating func saturate(gain: Double) {
    samples.withUnsafeMutableBufferPointer { samples in
      for index in samples.indices {
        let driven = samples[index] * gain
        samples[index] = driven / (1 + driven * driven).squareRoot()
      }
    }
  }

  /// The finished sound: its last quarter fades out, its mean is zero, its largest sample is `peak`.
  consuming func finished(peak: Decibels) -> SampleBuffer {
    fadeOut()
    removeMean()
    let largest = samples.reduce(0) { max($0, $1.magnitude) }
    precondition(largest > 0, "a sound has at least one part below half the rate")
    let gain = PortableMath.amplitude(decibels: peak.value.double) / largest
    return SampleBuffer(channels: [samples.map { Float($0 * gain) }], rate: rate)
  }

  /// Multiplies the last quarter by 6u⁵ − 15u⁴ + 10u³, u going from 1 to 0: the polynomial whose
  /// first and second derivatives vanish at both ends, so that neither end of the fade is heard.
  private mutating func fadeOut() {
    let length = samples.count / 4
    for index in 0..<length {
      let u = Double(index) / Double(length)
      samples[samples.count - 1 - index] *= u * u * u * (u * (u * 6 - 15) + 10)
    }
  }

  /// Takes away a bump of the form u²(1 − u)² over the whole sound, with as much area as the sound
  /// has. Its ends are flat, so onset and fade stay as they are, and it is one slow wave below
  /// hearing, where a high-pass filter would ring past the end.
  private mutating func removeMean() {
    let scale = 1 / Double(samples.count - 1)
    var area = 0.0
    var bumpArea = 0.0
    for index in samples.indices {
      area += samples[index]
      bumpArea += Synthesis.bump(Double(index) * scale)
    }
    let amount = area / bumpArea
    for index in samples.indices {
      samples[index] -= amount * Synthesis.bump(Double(index) * scale)
    }
  }

  private static func bump(_ u: Double) -> Double {
    let half = u * (1 - u)
    return half * half
  }
}

extension SampleRate {
  /// The number of frames nearest to that many seconds.
  func frames(_ seconds: Double) -> Int { Int((seconds * Double(hertz)).rounded()) }

  /// The binary logarithm of the factor a frame by which something falls by 60 dB in `decay`
  /// seconds; 60 dB are 10³ = 2^9.965784…
  func fallingExponent(decay: Double) -> Double { -9.965784284662087 / (decay * Double(hertz)) }

  /// How many of the `room` frames left it takes to fall by 100 dB when 60 dB take `decay` seconds.
  ///
  /// 100 dB below its own start a part is under the last bit of a 16-bit file, and so is the step
  /// that is left where it stops.
  func audibleFrames(decay: Double, room: Int) -> Int {
    let frames = decay * (100.0 / 60) * Double(hertz)
    return frames < Double(room) ? Int(frames) : room
  }
}
