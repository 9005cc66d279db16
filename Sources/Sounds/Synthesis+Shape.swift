import SongModel
import Timing

extension Synthesis {
  /// Adds another sound from the first frame on.
  /// - Precondition: it has the same rate and length.
  mutating func add(_ other: Synthesis) {
    precondition(other.rate == rate && other.samples.count == samples.count, "the same frames")
    for index in samples.indices { samples[index] += other.samples[index] }
  }

  /// Multiplies what has been added so far by the sum of an envelope: the amplifier of a drum
  /// machine, which opens on sources that run all the time. Cost: about 1 ns a frame for each part.
  mutating func shape(_ envelope: [Decay]) {
    var gain = [Double](repeating: 0, count: samples.count)
    for part in envelope {
      let factor = PortableMath.exp2(rate.fallingExponent(decay: part.decay))
      var level = part.level
      for index in gain.indices {
        gain[index] += level
        level *= factor
      }
    }
    for index in samples.indices { samples[index] *= gain[index] }
  }

  /// Rounds what has been added so far to that many steps on each side of zero: the grain of a
  /// memory with few bits. The largest sample takes the last step, so nothing is cut off.
  mutating func quantize(steps: Double) {
    let largest = samples.reduce(0) { max($0, $1.magnitude) }
    precondition(largest > 0, "something has been added")
    let scale = steps / largest
    for index in samples.indices {
      samples[index] = (samples[index] * scale).rounded() / scale
    }
  }
}
