import Glibc
import SongModel
import Sounds
import Testing
import Timing

/// The rates at which every sound is measured.
let measuredRates = [8_000, 22_050, 44_100, 48_000, 96_000, 384_000].map { SampleRate(hertz: $0)! }

/// One built-in sound at one rate, as the tables of tests name it.
struct Rendering: CustomTestStringConvertible {
  let sound: BuiltInSound
  let rate: SampleRate
  let samples: [Float]
  let peak: Double

  init(_ sound: BuiltInSound, _ rate: SampleRate) {
    self.sound = sound
    self.rate = rate
    samples = sound.samples(at: rate).channels[0]
    peak = Double(samples.reduce(0) { max($0, $1.magnitude) })
  }

  var testDescription: String { "\(sound.rawValue) at \(rate.hertz) Hz" }

  /// Every sound at every measured rate, made once.
  static let all = BuiltInSound.allCases.flatMap { sound in
    measuredRates.map { Rendering(sound, $0) }
  }

  static func of(_ sound: BuiltInSound, at rate: SampleRate) -> Rendering {
    all.first { $0.sound == sound && $0.rate == rate }!
  }

  /// The sum of the squares, times the length of a frame.
  var energy: Double {
    samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(rate.hertz)
  }

  /// The loudest 100 ms in decibels, weighted as loudness meters do; at 48 kHz only.
  ///
  /// The two filters and their coefficients are those of ITU-R BS.1770-4, annex 1.
  var loudness: Double {
    precondition(rate.hertz == 48_000, "the coefficients are those of 48 kHz")
    let window = 4800
    var weighted = samples.map(Double.init) + Array(repeating: 0, count: window)
    filter(
      &weighted, [1.53512485958697, -2.69169618940638, 1.19839281085285],
      [-1.69065929318241, 0.73248077421585])
    filter(&weighted, [1, -2, 1], [-1.99004745483398, 0.99007225036621])
    var sum = 0.0
    var loudest = 0.0
    for index in weighted.indices {
      sum += weighted[index] * weighted[index]
      if index >= window { sum -= weighted[index - window] * weighted[index - window] }
      loudest = max(loudest, sum)
    }
    return 10 * log10(loudest / Double(window)) - 0.691
  }

  private func filter(_ wave: inout [Double], _ b: [Double], _ a: [Double]) {
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    for index in wave.indices {
      let x = wave[index]
      let y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
      wave[index] = y
      (x1, x2, y1, y2) = (x, x1, y, y1)
    }
  }

  var spectrum: Spectrum { Spectrum(samples.map(Double.init), rate: rate) }
}

/// The energy of a sound by frequency.
struct Spectrum {
  /// From 0 Hz to half the rate, `spacing` hertz apart.
  private(set) var power: [Double]
  let spacing: Double

  init(_ samples: [Double], rate: SampleRate) {
    var size = 1024
    while size < samples.count { size *= 2 }
    var real = samples + Array(repeating: 0, count: size - samples.count)
    var imaginary = [Double](repeating: 0, count: size)
    Spectrum.transform(&real, &imaginary)
    power = (0...size / 2).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
    spacing = Double(rate.hertz) / Double(size)
  }

  var centroid: Double {
    var weighted = 0.0
    for (index, value) in power.enumerated() { weighted += Double(index) * value }
    return weighted / power.reduce(0, +) * spacing
  }

  var strongest: Double { Double(power.indices.max { power[$0] < power[$1] }!) * spacing }

  /// The part of the energy that lies between two frequencies in hertz.
  func share(_ range: ClosedRange<Double>) -> Double {
    var inside = 0.0
    for (index, value) in power.enumerated() where range.contains(Double(index) * spacing) {
      inside += value
    }
    return inside / power.reduce(0, +)
  }

  /// The Fourier transform in place, by decimation in frequency; the order of the result is put
  /// right at the end.
  private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let size = real.count
    let cosines = (0..<size / 2).map { PortableMath.cosine(turns: Double($0) / Double(size)) }
    let sines = (0..<size / 2).map { PortableMath.sine(turns: Double($0) / Double(size)) }
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        var half = size / 2
        while half >= 1 {
          let step = size / 2 / half
          for start in stride(from: 0, to: size, by: 2 * half) {
            for k in 0..<half {
              let (upper, lower) = (start + k, start + k + half)
              let (a, b) = (real[upper] - real[lower], imaginary[upper] - imaginary[lower])
              real[upper] += real[lower]
              imaginary[upper] += imaginary[lower]
              let (c, s) = (cosines[k * step], sines[k * step])
              real[lower] = a * c + b * s
              imaginary[lower] = b * c - a * s
            }
          }
          half /= 2
        }
        var reversed = 0
        for index in 1..<size {
          var bit = size / 2
          while reversed & bit != 0 {
            reversed ^= bit
            bit /= 2
          }
          reversed |= bit
          if index < reversed {
            real.swapAt(index, reversed)
            imaginary.swapAt(index, reversed)
          }
        }
      }
    }
  }
}
