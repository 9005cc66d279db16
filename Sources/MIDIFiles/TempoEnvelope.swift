import Scheduler
import SongModel
import Timing

/// A song's tempo over the clock: points between which the tempo is constant or a linear function
/// of time, and where the musical position comes out exactly at every point.
struct TempoEnvelope {
  struct Point {
    let time: Seconds
    /// Quarter notes a minute.
    let tempo: Rational
    /// Whether the tempo goes on linearly to that of the next point, or stays.
    let isLinear: Bool
    let meter: MIDIMeterPlan.Entry?
  }

  private(set) var points: [Point] = []
  /// The end of a ramp, which is left out where the next point has its tempo.
  private var rampEnd: (point: Point, tempo: Rational)?

  /// How far positions inside a ramp may be off, in seconds.
  static let tolerance = 1e-6
  /// Two points cannot stand at one time, so a ramp that ends in a jump ends so much earlier.
  private static let shortest = 1e-3

  /// A constant tempo.
  mutating func addConstant(_ tempo: Rational, at time: Seconds, _ meter: MIDIMeterPlan.Entry?) {
    append(Point(time: time, tempo: tempo, isLinear: false, meter: meter))
  }

  /// A stretch in which so many quarter notes pass at one tempo, whatever that is.
  mutating func addConstant(
    quarters: Double, from start: Seconds, to end: Seconds, _ meter: MIDIMeterPlan.Entry?
  ) {
    addConstant(quarters: quarters, from: start, to: end, at: start, meter)
  }

  /// The same from a time within the stretch on.
  mutating func addConstant(
    quarters: Double, from start: Seconds, to end: Seconds, at time: Seconds,
    _ meter: MIDIMeterPlan.Entry?
  ) {
    addConstant(rounded(60 * quarters / (end - start).double), at: time, meter)
  }

  /// A ramp from one tempo to another.
  ///
  /// With the curve `time` it is one line. With `beats` the tempo is an exponential function of
  /// time, v₀·qⁱ after i of n equal steps. The trapezoids under it are a geometric series, so that
  /// one factor for all points makes their sum exact, not only for the whole ramp but up to each
  /// point. With k = ln(v₁/v₀)/T and steps of h the position is off by at most k²h³/(72·√3) of the
  /// tempo in between, which decides n.
  mutating func addRamp(
    from first: Double, to last: Double, _ curve: Ramp.Curve, quarters: Double,
    from start: Seconds, to end: Seconds, _ meter: MIDIMeterPlan.Entry?
  ) {
    let duration = (end - start).double
    var steps = 1
    var tempos = [first, last]
    if curve == .beats {
      // 20·log10(x) / (20·log10(2)) is log2(x).
      let octaves = decibels(last / first) / 6.020599913279624
      let bend = octaves * 0.6931471805599453
      let cube = bend * bend * duration / (124.7 * TempoEnvelope.tolerance)
      while Double(steps * steps * steps) < cube, steps < 1_000_000 {
        steps += max(1, steps / 64)
      }
      let ratios = (0...steps).map {
        PortableMath.exp2(octaves * Double($0) / Double(steps))
      }
      var sum = 0.0
      for index in 0..<steps { sum += (ratios[index] + ratios[index + 1]) / 2 }
      let scale = quarters * 60 * Double(steps) / (duration * sum)
      tempos = ratios.map { $0 * scale }
    }
    for step in 0..<steps {
      append(
        Point(
          time: start + (end - start).share(step, of: steps), tempo: rounded(tempos[step]),
          isLinear: true, meter: step == 0 ? meter : nil))
    }
    // The last step ends early, at a tempo that then stays up to the end, with as many beats.
    let length = duration / Double(steps)
    let rest = min(TempoEnvelope.shortest, length / 2)
    let (before, after) = (tempos[steps - 1], tempos[steps])
    let tempo = ((before + after) * length - before * (length - rest)) / (length + rest)
    rampEnd = (
      Point(
        time: end - Seconds(rounded(rest)), tempo: rounded(tempo), isLinear: false, meter: nil),
      rounded(last)
    )
    if curve == .beats { close() }
  }

  /// Ends the envelope.
  mutating func close() {
    if let rampEnd { points.append(rampEnd.point) }
    rampEnd = nil
  }

  private mutating func append(_ point: Point) {
    if rampEnd?.tempo == point.tempo { rampEnd = nil }
    close()
    if let last = points.last, !last.isLinear, !point.isLinear, last.tempo == point.tempo,
      point.meter == nil
    {
      return
    }
    points.append(point)
  }
}

/// Decibels of any positive ratio.
private func decibels(_ ratio: Double) -> Double { PortableMath.decibels(amplitude: ratio) }

/// To twelve decimals, which is what is written.
func rounded(_ number: Double) -> Rational {
  Rational(Int128((number * 1e12).rounded()), 1_000_000_000_000)
}

extension Seconds {
  fileprivate var double: Double { value.double }

  fileprivate func share(_ part: Int, of parts: Int) -> Seconds {
    Seconds(value * Int64(part) / parts)
  }
}
