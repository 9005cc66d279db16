import Diagnostics
import SongModel
import Timing

extension SongDecoder {
  static let trackKeys = [
    "steps", "euclid", "hits", "step", "swing", "humanize", "velocity", "offset", "probability",
    "loop",
  ]
  static let hitKeys = ["at", "velocity", "probability", "flam"]
  static let euclidRange = 0...999

  /// A track of a pattern: a step string, or a mapping.
  func trackSource(_ entry: YAMLEntry, track: Int, defaults: PatternLine, hasLength: Bool)
    -> TrackSource?
  {
    let context = "the track \(quotedName(entry.key.value))"
    var line = PatternLine(
      track: track, step: defaults.step, swing: defaults.swing, humanize: defaults.humanize)
    if case .scalar = entry.value.content {
      return scalar(entry.value, of: context, expected: .textOrMapping).flatMap(steps).map {
        TrackSource(name: entry.key, line: line, strokes: $0, loops: false, level: nil)
      }
    }
    guard let fields = fields(entry.value, of: context, keys: SongDecoder.trackKeys) else {
      return nil
    }
    if let node = fields["step"], let step = noteValue(node, of: "'step'") {
      line = PatternLine(track: track, step: step, swing: line.swing, humanize: line.humanize)
    }
    if let node = fields["swing"] { line.swing = swing(node) }
    if let node = fields["humanize"] { line.humanize = humanize(node) ?? .none }
    if let node = fields["offset"] {
      line.offset = value(node, .time, of: "'offset'", SongDecoder.boundedOffset) ?? .zero
    }
    if let node = fields["probability"] {
      line.probability =
        value(node, .percent, of: "'probability'", ValueText.chance) ?? .one
    }
    let level = fields["velocity"].flatMap { self.level($0, of: "'velocity'") }
    let loops = isTrue(fields, "loop")
    guard let strokes = strokes(fields, at: entry.key.span, hasLength: hasLength) else {
      return nil
    }
    return TrackSource(
      name: entry.key, line: line, strokes: strokes, loops: loops, level: level)
  }

  /// What the track plays: one of `steps`, `euclid` and `hits`.
  private func strokes(_ fields: Fields, at span: SourceSpan, hasLength: Bool)
    -> TrackSource.Strokes?
  {
    let found = ["steps", "euclid", "hits"].compactMap { fields.entry($0) }
    guard let first = found.first else {
      report(.missingKey(key: "steps", in: fields.context), at: span)
      return nil
    }
    if found.count > 1 {
      report(
        .conflictingKeys(first.key.value, found[1].key.value, in: fields.context),
        at: found[1].key.span, related: [first.key.span])
      return nil
    }
    switch first.key.value {
    case "steps": return scalar(first.value, of: "'steps'").flatMap(steps)
    case "euclid": return euclid(first.value)
    default:
      if !hasLength {
        report(.missingKey(key: "length", in: "a pattern with 'hits'"), at: first.key.span)
        return nil
      }
      return freeHits(first.value)
    }
  }

  private func steps(_ scalar: YAMLScalar) -> TrackSource.Strokes? {
    do {
      let row = try StepNotation.read(scalar.text, atMost: stepAllowance.stepsLeft)
      stepAllowance.takeSteps(row.count)
      return .steps(row.strokes, count: row.steps)
    } catch {
      report(
        error.problem(in: scalar.text, mostSteps: stepAllowance.steps),
        at: error.length == 0
          ? scalar.span : scalar.span(of: error.offset, length: error.length))
      return nil
    }
  }

  /// `[hits, steps, rotation]`
  private func euclid(_ node: YAMLNode) -> TrackSource.Strokes? {
    guard case .sequence(let items) = node.content, (2...3).contains(items.count) else {
      report(.badEuclid, at: node.span)
      return nil
    }
    let numbers = items.map { integer($0, in: SongDecoder.euclidRange, of: "'euclid'") }
    guard let hits = numbers[0], let steps = numbers[1] else { return nil }
    guard hits <= steps, steps > 0 else {
      report(.badEuclid, at: node.span)
      return nil
    }
    guard let rotation = numbers.count == 3 ? numbers[2] : 0 else { return nil }
    guard steps <= stepAllowance.stepsLeft else {
      report(.tooManySteps(limit: stepAllowance.steps), at: node.span)
      return nil
    }
    stepAllowance.takeSteps(steps)
    let rhythm = Euclid.rhythm(hits: hits, steps: steps, rotation: rotation)
    let strokes = rhythm.indices.filter { rhythm[$0] }.map {
      StepStroke(offset: Rational(Int128($0)), velocity: .hit, isFlam: false, chances: [])
    }
    return .steps(strokes, count: steps)
  }

  private func freeHits(_ node: YAMLNode) -> TrackSource.Strokes? {
    guard case .sequence(let items) = node.content else {
      report(
        .wrongShape(of: "'hits'", expected: .list, found: SongDecoder.shape(of: node)),
        at: node.span)
      return nil
    }
    return .places(items.compactMap(freeHit))
  }

  private func freeHit(_ node: YAMLNode) -> FreeHit? {
    if case .scalar = node.content {
      return place(node, of: "a hit").map { FreeHit(place: $0) }
    }
    guard let fields = fields(node, of: "a hit", keys: SongDecoder.hitKeys) else { return nil }
    guard let at = fields["at"] else {
      report(.missingKey(key: "at", in: fields.context), at: node.span)
      return nil
    }
    guard let place = self.place(at, of: "'at'") else { return nil }
    var hit = FreeHit(place: place)
    if let node = fields["velocity"] {
      guard let value = integer(node, in: Velocity.range, of: "'velocity'") else { return nil }
      hit.velocity = Velocity(value)!
    }
    if let node = fields["probability"] {
      hit.probability = value(node, .percent, of: "'probability'", ValueText.chance) ?? .one
    }
    hit.isFlam = isTrue(fields, "flam")
    return hit
  }

  // MARK: - Feel

  /// `62%` or `{amount: 62%, unit: 1/8}`
  func swing(_ node: YAMLNode) -> Swing? {
    func amount(_ node: YAMLNode) -> Rational? {
      value(node, .swing, of: "'swing'") { text throws(ValueFault) in
        try ValueText.percent(text, in: Swing.range)
      }
    }
    if case .scalar = node.content { return amount(node).flatMap { Swing(amount: $0) } }
    guard let fields = fields(node, of: "'swing'", keys: ["amount", "unit"]) else { return nil }
    let unit = fields["unit"].flatMap { noteValue($0, of: "'unit'") }
    guard let share = fields["amount"] else {
      report(.missingKey(key: "amount", in: "'swing'"), at: node.span)
      return nil
    }
    return amount(share).flatMap { Swing(amount: $0, unit: unit) }
  }

  /// `{timing: 8ms, velocity: 10%}`
  func humanize(_ node: YAMLNode) -> Humanize? {
    guard let fields = fields(node, of: "'humanize'", keys: ["timing", "velocity"]) else {
      return nil
    }
    var humanize = Humanize()
    if let node = fields["timing"],
      let timing = value(
        node, .time, of: "'timing'", SongDecoder.boundedOffset)
    {
      if timing < .zero {
        report(.badValue(.time, text: scalar(node, of: "'timing'")?.text ?? ""), at: node.span)
      } else {
        humanize.timing = timing
      }
    }
    if let node = fields["velocity"] {
      humanize.velocity =
        value(node, .percent, of: "'velocity'") { text throws(ValueFault) in
          try ValueText.percent(text, in: .zero ... .one)
        } ?? .zero
    }
    return humanize
  }

  private static func boundedOffset(_ text: String) throws(ValueFault) -> Rational {
    let time = try ValueText.signedTime(text)
    guard (Rational(-10)...Rational(10)).contains(time) else { throw .outOfRange("at most 10s") }
    return time
  }
}

/// Hits spread over steps as evenly as they can be.
enum Euclid {
  /// Bjorklund's algorithm, as Toussaint gives it ("The Euclidean algorithm generates traditional
  /// musical rhythms", 2005): the rests are dealt out to the hits, then what is left to the groups
  /// so made, until at most one group is left over.
  ///
  /// - Parameter rotation: the step of the rhythm that comes first.
  static func rhythm(hits: Int, steps: Int, rotation: Int) -> [Bool] {
    var heads = Array(repeating: [true], count: hits)
    var tails = Array(repeating: [false], count: steps - hits)
    while !heads.isEmpty && tails.count > 1 {
      let pairs = min(heads.count, tails.count)
      let rest = heads.count > pairs ? Array(heads[pairs...]) : Array(tails[pairs...])
      heads = (0..<pairs).map { heads[$0] + tails[$0] }
      tails = rest
    }
    let rhythm = (heads + tails).flatMap(\.self)
    let first = rotation % steps
    return Array(rhythm[first...] + rhythm[..<first])
  }
}

extension StepFault {
  /// - Parameter mostSteps: what all rows of the song may come to.
  func problem(in text: String, mostSteps: Int) -> SongProblem {
    switch cause {
    case .unknownStep(let step): .unknownStep(step)
    case .unclosedGroup: .unclosedGroup
    case .unopenedGroup: .unopenedGroup
    case .emptyGroup: .emptyGroup
    case .groupTooDeep: .groupTooDeep(limit: StepNotation.deepestGroup)
    case .strayModifier(let sign): .strayModifier(sign)
    case .badRepeat:
      .badStepRepeat(
        text: String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(offset).prefix(length)))
      )
    case .tooManySteps: .tooManySteps(limit: mostSteps)
    case .noSteps: .noSteps
    case .tooFine: .tooFine(what: "this row of steps")
    }
  }
}
