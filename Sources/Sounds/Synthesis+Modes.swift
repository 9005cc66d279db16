import SongModel
import Timing

/// One partial of a struck body: a sine that dies away.
struct Mode {
  /// In hertz.
  var frequency: Double
  var level: Double
  /// The time in seconds in which it falls by 60 dB; infinite for a steady tone.
  var decay: Double

  init(_ frequency: Double, _ level: Double, _ decay: Double) {
    self.frequency = frequency
    self.level = level
    self.decay = decay
  }

  /// The many modes of a piece of metal: `count` of them spread evenly in pitch over `octaves`,
  /// each moved at random within its share so that together they have no pitch.
  ///
  /// The level changes by `tilt` decibels over the range, and each mode stands 0 to 6 dB below it.
  /// Signs alternate, so that the onset is not one tall spike.
  static func cluster(
    _ count: Int, from lowest: Double, octaves: Double, level: Double, tilt: Double = 0,
    decay: (low: Double, high: Double), seed: UInt64
  ) -> [Mode] {
    let noise = Noise(seed: seed)
    return (0..<count).map { index in
      let place = (Double(index) + 0.5 + 0.45 * noise.value(at: 2 * index)) / Double(count)
      let strength = level * (0.75 + 0.25 * noise.value(at: 2 * index + 1))
      return Mode(
        lowest * PortableMath.exp2(octaves * place),
        (index.isMultiple(of: 2) ? strength : -strength)
          * PortableMath.amplitude(decibels: tilt * place),
        decay.low + (decay.high - decay.low) * place)
    }
  }

  /// Partials at or above this share of the rate are left out: nothing folds back below half of it.
  static let bandLimit = 0.47

  /// Writes y(n) = A·rⁿ·cos(ωn + φ) for n below `count`.
  ///
  /// It obeys y(n) = 2rᵏ·cos(kω)·y(n−k) − r²ᵏ·y(n−2k), which costs no sine a frame, and with k = 16
  /// frames can be computed side by side. φ is where the whole of it has no mean:
  /// Σ rⁿ·cos(ωn + φ) = 0 gives tan φ = (1 − r·cos ω)/(r·sin ω), which is just past the crest, so
  /// that frame 0 carries the onset.
  fileprivate func render(
    into wave: UnsafeMutableBufferPointer<Double>, count: Int, rate: SampleRate
  ) {
    precondition(count > 1, "a mode sounds for at least two frames")
    let turns = frequency / Double(rate.hertz)
    let falling = rate.fallingExponent(decay: decay)
    let r = PortableMath.exp2(falling)
    let real = 1 - r * PortableMath.cosine(turns: turns)
    let imaginary = r * PortableMath.sine(turns: turns)
    let scale = level / (real * real + imaginary * imaginary).squareRoot()
    wave[0] = scale * imaginary
    // cos(ω + φ) by the addition theorem, with r·cos ω = 1 − real and r·sin ω = imaginary.
    wave[1] = scale * ((1 - real) * imaginary - imaginary * real)
    let next = 2 * (1 - real)
    let last = r * r
    for n in 2..<min(count, 32) { wave[n] = next * wave[n - 1] - last * wave[n - 2] }
    let next16 = 2 * PortableMath.exp2(16 * falling) * PortableMath.cosine(turns: 16 * turns)
    let last16 = PortableMath.exp2(32 * falling)
    for n in 32..<max(32, count) { wave[n] = next16 * wave[n - 16] - last16 * wave[n - 32] }
  }
}

extension Synthesis {
  /// Adds modes that are struck together, `start` seconds into the sound. Cost: about 1 ns for each
  /// mode and each frame that it sounds.
  mutating func add(_ modes: [Mode], at start: Double = 0) {
    let rate = rate
    let offset = rate.frames(start)
    var scratch = [Double](repeating: 0, count: samples.count - offset)
    samples.withUnsafeMutableBufferPointer { samples in
      let output = UnsafeMutableBufferPointer(rebasing: samples[offset...])
      scratch.withUnsafeMutableBufferPointer { scratch in
        for mode in modes where mode.frequency < Mode.bandLimit * Double(rate.hertz) {
          let count = rate.audibleFrames(decay: mode.decay, room: output.count)
          mode.render(into: scratch, count: count, rate: rate)
          for index in 0..<count { output[index] += scratch[index] }
        }
      }
    }
  }
}
