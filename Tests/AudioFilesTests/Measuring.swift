import Glibc
import SongModel
import Sounds
import Timing

@testable import AudioFiles

/// A sine from phase 0, of amplitude 1/2.
func sine(_ frequency: Double, rate: Int, frames: Int) -> [Float] {
  (0..<frames).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
}

/// How far a tone is from `frequency`, in cents, by the regression of its phase.
///
/// The tone is turned down to 0 Hz and averaged over blocks under a Hann window, which hold at least
/// eight periods; what remains is a phase for each block, whose slope is the difference.
func cents(of tone: ArraySlice<Float>, from frequency: Double, rate: SampleRate) -> Double {
  let hertz = Double(rate.hertz)
  let block = Int(8 * hertz / frequency) + 64
  var phases: [Double] = []
  for start in stride(from: tone.startIndex, to: tone.endIndex - block, by: block / 2) {
    var (real, imaginary) = (0.0, 0.0)
    for i in 0..<block {
      let window = 1 - cos(2 * .pi * Double(i) / Double(block))
      let angle = 2 * .pi * frequency * Double(start + i) / hertz
      real += window * Double(tone[start + i]) * cos(angle)
      imaginary -= window * Double(tone[start + i]) * sin(angle)
    }
    let phase = atan2(imaginary, real)
    let turns = phases.last.map { (($0 - phase) / (2 * .pi)).rounded() } ?? 0
    phases.append(phase + 2 * .pi * turns)
  }
  let middle = Double(phases.count - 1) / 2
  let mean = phases.reduce(0, +) / Double(phases.count)
  var (above, below) = (0.0, 0.0)
  for (index, phase) in phases.enumerated() {
    above += (Double(index) - middle) * (phase - mean)
    below += (Double(index) - middle) * (Double(index) - middle)
  }
  let slope = above / below / Double(block / 2)
  return 1200 * log2(1 + slope * hertz / (2 * .pi * frequency))
}

/// The frame by which a thousandth of the energy of the first 5 ms has sounded: where an attack
/// begins, by its energy.
func attack(of samples: [Float], at rate: SampleRate) -> Int {
  var energy = 0.0
  let sums = samples.prefix(rate.hertz / 200).map { sample in
    energy += Double(sample) * Double(sample)
    return energy
  }
  return sums.firstIndex { $0 >= energy / 1000 } ?? 0
}

/// The root of the mean square.
func level(_ samples: ArraySlice<Float>) -> Double {
  (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
}

/// A mono sound in memory.
func sound(_ samples: [Float], at rate: SampleRate = .standard) -> RawSound {
  RawSound(SampleBuffer(channels: [samples], rate: rate))
}

/// What kept a treatment from being applied, `nil` where nothing did.
func fault(_ body: () throws(TreatmentFault) -> Void) -> TreatmentFault? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}

func rate(_ hertz: Int) -> SampleRate { SampleRate(hertz: hertz)! }
