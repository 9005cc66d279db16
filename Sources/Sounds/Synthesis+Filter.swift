import SongModel
import Timing

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
  /// Filters what has been added so far. Cost: about 3 ns a frame for each filter.
  mutating func filter(_ filters: [Filter]) {
    for filter in filters { apply(filter, to: &samples) }
  }

  /// The bilinear transform of the second-order sections; Bristow-Johnson, "Cookbook formulae for
  /// audio equalizer biquad filter coefficients".
  func apply(_ filter: Filter, to wave: inout [Double]) {
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
