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
}
