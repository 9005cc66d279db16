import SongModel
import Timing

/// A stroke that a step string asks for.
struct StepStroke {
  /// From the start of the string, in steps.
  let offset: Rational
  let velocity: Velocity
  let isFlam: Bool
  /// The steps with a `?` that it is, or is part of: where they start, in steps, and which of
  /// several on one place.
  let chances: [Chance]

  struct Chance: Hashable {
    let offset: Rational
    let depth: Int
  }
}

/// A mistake in a step string, and the characters that it is about.
struct StepFault: Error {
  enum Cause {
    case unknownStep(Character)
    case unclosedGroup
    case unopenedGroup
    case emptyGroup
    case groupTooDeep
    case strayModifier(Character)
    case badRepeat
    case tooManySteps
    case noSteps
    case tooFine
  }

  let cause: Cause
  /// Offset and length in Unicode scalars of the string.
  let offset: Int
  let length: Int
}

/// Reads step strings: `x.(xxx)X o*3`.
///
///     steps = { step }
///     step  = ( "." | "-" | "x" | "X" | "o" | "1"…"9" | "f" | "(" steps ")" ) { "*" number | "?" }
///
/// Blanks and bars mean nothing.
struct StepNotation {
  static let deepestGroup = 8
  static let repeatRange = 2...99
  /// The smallest share of a step is one part in so many, far below a nanosecond at any tempo.
  static let mostParts: Int128 = 1 << 48

  /// A step, or steps that share the time of one, played `times` in that time.
  private indirect enum Step {
    case rest
    case stroke(Velocity, isFlam: Bool)
    case group([Step])
    case repeated(Step, times: Int)
    /// With so many `?`.
    case perhaps(Step, asked: Int)

    /// How many strokes, rests and chances it comes to, cut off beyond a limit.
    ///
    /// - Parameter chances: of the steps that it is part of; every stroke is asked them all.
    func count(chances: Int = 0, atMost limit: Int) -> Int {
      switch self {
      case .rest: 1
      case .stroke: min(1 + chances, limit + 1)
      case .group(let steps):
        steps.reduce(0) { min($0 + $1.count(chances: chances, atMost: limit), limit + 1) }
      case .repeated(let step, let times):
        min(step.count(chances: chances, atMost: limit) * times, limit + 1)
      case .perhaps(let step, let asked): step.count(chances: chances + asked, atMost: limit)
      }
    }
  }

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// - Parameter limit: how much the string may come to in all.
  /// - Returns: the strokes in order, how many steps the string has, and how many strokes, rests and
  ///   chances these come to with all repeats.
  static func read(
    _ text: String, atMost limit: Int
  ) throws(StepFault) -> (strokes: [StepStroke], steps: Int, count: Int) {
    var notation = StepNotation(text)
    let steps = try notation.steps()
    if notation.index < notation.scalars.count { throw notation.fault(.unopenedGroup) }
    guard !steps.isEmpty else {
      throw StepFault(cause: .noSteps, offset: 0, length: notation.scalars.count)
    }
    let count = Step.group(steps).count(atMost: limit)
    guard count <= limit else {
      throw StepFault(cause: .tooManySteps, offset: 0, length: notation.scalars.count)
    }
    var strokes: [StepStroke] = []
    for (position, step) in steps.enumerated() {
      let place = Place(offset: Rational(Int128(position)), parts: 1, chances: [])
      guard append(step, at: place, to: &strokes) else {
        throw StepFault(cause: .tooFine, offset: 0, length: notation.scalars.count)
      }
    }
    return (strokes, steps.count, count)
  }

  /// A step's place in time: it lasts one of `parts` equal parts of a whole one.
  private struct Place {
    var offset: Rational
    var parts: Int128
    var chances: [StepStroke.Chance]
  }

  /// Appends the strokes of a step.
  ///
  /// - Returns: `false` where that is finer than ``mostParts``.
  private static func append(_ step: Step, at place: Place, to strokes: inout [StepStroke]) -> Bool
  {
    let inner: (count: Int, step: (Int) -> Step)
    switch step {
    case .rest: return true
    case .stroke(let velocity, let isFlam):
      strokes.append(
        StepStroke(
          offset: place.offset, velocity: velocity, isFlam: isFlam, chances: place.chances))
      return true
    case .perhaps(let step, let asked):
      var place = place
      for _ in 0..<asked {
        place.chances.append(
          StepStroke.Chance(offset: place.offset, depth: place.chances.count))
      }
      return append(step, at: place, to: &strokes)
    case .group(let steps): inner = (steps.count, { steps[$0] })
    case .repeated(let step, let times): inner = (times, { _ in step })
    }
    let parts = place.parts * Int128(inner.count)
    guard parts <= mostParts else { return false }
    return (0..<inner.count).allSatisfy { position in
      append(
        inner.step(position),
        at: Place(
          offset: place.offset + Rational(Int128(position), parts), parts: parts,
          chances: place.chances), to: &strokes)
    }
  }

  /// Reads up to the end or to a closing parenthesis, which is left for the caller.
  private mutating func steps() throws(StepFault) -> [Step] {
    var steps: [Step] = []
    while index < scalars.count, scalars[index] != ")" {
      let scalar = scalars[index]
      if scalar == "|" || scalar.properties.isWhitespace {
        index += 1
        continue
      }
      steps.append(try modified(step()))
    }
    return steps
  }

  private mutating func step() throws(StepFault) -> Step {
    let scalar = scalars[index]
    let step: Step
    switch scalar {
    case ".", "-": step = .rest
    case "x": step = .stroke(.hit, isFlam: false)
    case "X": step = .stroke(.accent, isFlam: false)
    case "o": step = .stroke(.soft, isFlam: false)
    case "1"..."9":
      // round(127·n/9), in integers.
      let digit = Int(scalar.value) - 48
      step = .stroke(Velocity((2 * 127 * digit + 9) / 18)!, isFlam: false)
    case "f": step = .stroke(.hit, isFlam: true)
    case "(": return try group()
    case "*", "?": throw fault(.strayModifier(Character(scalar)))
    default: throw fault(.unknownStep(Character(scalar)))
    }
    index += 1
    return step
  }

  private mutating func group() throws(StepFault) -> Step {
    let start = index
    guard depth < StepNotation.deepestGroup else { throw fault(.groupTooDeep) }
    depth += 1
    index += 1
    let steps = try self.steps()
    guard index < scalars.count else {
      throw StepFault(cause: .unclosedGroup, offset: start, length: 1)
    }
    index += 1
    depth -= 1
    guard !steps.isEmpty else {
      throw StepFault(cause: .emptyGroup, offset: start, length: index - start)
    }
    return .group(steps)
  }

  private mutating func modified(_ step: Step) throws(StepFault) -> Step {
    var step = step
    var repeats = 0
    while index < scalars.count {
      if scalars[index] == "?" {
        let start = index
        while index < scalars.count, scalars[index] == "?" { index += 1 }
        step = .perhaps(step, asked: index - start)
        continue
      }
      guard scalars[index] == "*" else { break }
      let start = index
      index += 1
      var times = 0
      while index < scalars.count, ("0"..."9").contains(scalars[index]), times < 1000 {
        times = times * 10 + Int(scalars[index].value) - 48
        index += 1
      }
      guard StepNotation.repeatRange.contains(times) else {
        throw StepFault(cause: .badRepeat, offset: start, length: max(1, index - start))
      }
      repeats += 1
      // Each at least halves the time, and the tree is not to be deeper than the stack.
      guard repeats <= StepNotation.mostParts.trailingZeroBitCount else {
        throw StepFault(cause: .tooFine, offset: start, length: index - start)
      }
      step = .repeated(step, times: times)
    }
    return step
  }

  private func fault(_ cause: StepFault.Cause) -> StepFault {
    StepFault(cause: cause, offset: index, length: 1)
  }
}
