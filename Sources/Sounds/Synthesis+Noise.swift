import SongModel
import Timing

/// White noise as a function of a seed and a place, so that it depends on nothing else.
struct Noise {
  let seed: UInt64

  /// A value in −1…1, all equally likely, without relation to its neighbours.
  func value(at index: Int) -> Double {
    // Multiplying carries each bit upwards and the shifted exclusive-or brings the upper half back
    // down: two rounds make every bit depend on every bit of the place. The factors are the first
    // 64 bits of the fractions of √2, √3 and √5, made odd so that no two places fall together.
    var bits = (seed &* 0x6A09_E667_F3BC_C909) &+ UInt64(truncatingIfNeeded: index)
    bits = bits &* 0xBB67_AE85_84CA_A73B
    bits ^= bits >> 32
    bits = bits &* 0x3C6E_F372_FE94_F82B
    bits ^= bits >> 29
    bits = bits &* 0x6A09_E667_F3BC_C909
    bits ^= bits >> 32
    return Double(Int64(bitPattern: bits) >> 11) * 0x1p-52
  }
}

/// A level that dies away: `level` at the start, 60 dB less after `decay` seconds.
///
/// Several are added to make an envelope; a negative one that is shorter makes the attack softer.
struct Decay {
  var level: Double
  var decay: Double

  init(_ level: Double, _ decay: Double) {
    self.level = level
    self.decay = decay
  }
}

/// A filter with two poles; frequencies in hertz.
///
/// Near and above half the rate no such filter exists: a high-pass or band-pass stays at 0.35 of
/// the rate, and a low-pass at 0.45, so at low rates a bright sound becomes as bright as it can.
enum Filter {
  case lowPass(Double)
  case highPass(Double)
  /// Unity gain at its centre.
  case bandPass(Double, q: Double)
}

extension Synthesis {
  /// Adds noise through filters, shaped by an envelope, `start` seconds into the sound.
  ///
  /// The noise is scaled with √rate, so that a band of it is as loud at every rate: white noise
  /// spreads the same power over more hertz where the rate is higher. Level 1 is white noise of
  /// −1…1 at 48 kHz. Cost: about 5 ns a frame and 3 ns for each filter.
  mutating func add(
    _ noise: Noise, through filters: [Filter], envelope: [Decay], at start: Double = 0
  ) {
    let offset = rate.frames(start)
    let longest = envelope.reduce(0) { max($0, $1.decay) }
    let count = rate.audibleFrames(decay: longest, room: samples.count - offset)
    let density = (Double(rate.hertz) / 48_000).squareRoot()
    var wave = (0..<count).map { density * noise.value(at: $0) }
    for filter in filters { apply(filter, to: &wave) }
    for part in envelope {
      let factor = PortableMath.exp2(rate.fallingExponent(decay: part.decay))
      var level = part.level
      for index in 0..<count {
        samples[offset + index] += level * wave[index]
        level *= factor
      }
    }
  }

  /// The bilinear transform of the second-order sections; Bristow-Johnson, "Cookbook formulae for
  /// audio equalizer biquad filter coefficients".
  private func apply(_ filter: Filter, to wave: inout [Double]) {
    let hertz = Double(rate.hertz)
    let frequency: Double
    // Butterworth where nothing else is asked for: flat up to the corner.
    var q = 0.7071067811865476
    switch filter {
    case .lowPass(let corner): frequency = min(corner, 0.45 * hertz)
    case .highPass(let corner): frequency = min(corner, 0.35 * hertz)
    case .bandPass(let center, let width):
      frequency = min(center, 0.35 * hertz)
      q = width
    }
    let cosine = PortableMath.cosine(turns: frequency / hertz)
    let alpha = PortableMath.sine(turns: frequency / hertz) / (2 * q)
    let scale = 1 / (1 + alpha)
    let (b0, b1, b2) =
      switch filter {
      case .lowPass: ((1 - cosine) / 2 * scale, (1 - cosine) * scale, (1 - cosine) / 2 * scale)
      case .highPass: ((1 + cosine) / 2 * scale, -(1 + cosine) * scale, (1 + cosine) / 2 * scale)
      case .bandPass: (alpha * scale, 0.0, -alpha * scale)
      }
    let a1 = -2 * cosine * scale
    let a2 = (1 - alpha) * scale
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    for index in wave.indices {
      let x = wave[index]
      let y = (b0 * x + b1 * x1 + b2 * x2 - a2 * y2) - a1 * y1
      wave[index] = y
      (x1, x2, y1, y2) = (x, x1, y, y1)
    }
  }
}
