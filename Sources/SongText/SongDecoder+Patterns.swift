import Diagnostics
import SongModel
import Timing

/// A pattern as it is written: its length may depend on the metre it is played in.
struct PatternSource {
  /// A track's strokes, from one run through its steps.
  struct Line {
    let name: Spanned<String>
    let track: Int
    let length: WholeNotes
    let hits: [Hit]
  }

  let name: Spanned<String>
  let length: Spanned<MusicalSpan>?
  let lines: [Line]
}

/// What tells the variants of a pattern apart.
struct PatternKey: Hashable {
  let source: Int
  let length: WholeNotes?
}

extension SongDecoder {
  static let patternKeys = ["tracks", "step", "length"]
  static let laterPatternKeys = ["swing", "humanize"]
  static let trackKeys = ["steps", "step", "velocity"]
  static let laterTrackKeys = [
    "euclid", "hits", "swing", "humanize", "offset", "probability", "loop",
  ]
  static let standardStep = WholeNotes(1, 16)

  func decodePatterns(_ node: YAMLNode?) {
    guard let node else { return }
    guard case .mapping(let entries) = node.content else {
      report(
        .wrongShape(
          of: "'patterns'", expected: .mapping, found: SongDecoder.shape(of: node)),
        at: node.span)
      return
    }
    for entry in entries {
      if entry.key.value.isEmpty { report(.emptyName(of: "this pattern"), at: entry.key.span) }
      patternSources.append(patternSource(entry))
    }
  }

  private func patternSource(_ entry: YAMLEntry) -> PatternSource {
    let empty = PatternSource(name: entry.key, length: nil, lines: [])
    let context = "the pattern \(quotedName(entry.key.value))"
    guard case .mapping(let entries) = entry.value.content else {
      report(
        .wrongShape(
          of: context, expected: .mapping, found: SongDecoder.shape(of: entry.value)),
        at: entry.value.span)
      return empty
    }
    if entries.isEmpty { report(.emptyList(of: context), at: entry.value.span) }
    guard entries.contains(where: { $0.key.value == "tracks" }) else {
      return PatternSource(
        name: entry.key, length: nil,
        lines: lines(entries, step: SongDecoder.standardStep, isLongForm: false))
    }
    guard
      let fields = fields(
        entry.value, of: context, keys: SongDecoder.patternKeys,
        later: SongDecoder.laterPatternKeys)
    else { return empty }
    let step = fields["step"].flatMap { noteValue($0, of: "'step'") } ?? SongDecoder.standardStep
    var length: Spanned<MusicalSpan>?
    if let node = fields["length"], let span = span(node, of: "'length'") {
      if case .time = span, case .scalar(let scalar) = node.content {
        report(
          .outOfRange(
            what: "the length of a pattern", text: scalar.text,
            range: "counted in bars, beats or notes"), at: node.span)
      } else {
        length = Spanned(span, node.span)
      }
    }
    guard case .mapping(let tracks) = fields["tracks"]!.content else {
      report(
        .wrongShape(
          of: "'tracks'", expected: .mapping,
          found: SongDecoder.shape(of: fields["tracks"]!)), at: fields["tracks"]!.span)
      return empty
    }
    if tracks.isEmpty { report(.emptyList(of: "'tracks'"), at: fields["tracks"]!.span) }
    return PatternSource(
      name: entry.key, length: length,
      lines: lines(tracks, step: step, isLongForm: true))
  }

  func noteValue(_ node: YAMLNode, of what: String) -> WholeNotes? {
    value(node, .noteValue, of: what, ValueText.noteValue)
  }

  private func lines(
    _ entries: [YAMLEntry], step: WholeNotes, isLongForm: Bool
  ) -> [PatternSource.Line] {
    return entries.compactMap { entry in
      let isLongFormKey =
        (SongDecoder.patternKeys + SongDecoder.laterPatternKeys).contains(entry.key.value)
      if !isLongForm && isLongFormKey && !kit.contains(where: { $0.name.value == entry.key.value })
      {
        report(.longFormKey(key: entry.key.value), at: entry.key.span)
        return nil
      }
      let track = self.track(entry.key)
      let line = self.line(entry, step: step)
      guard let track, let (length, strokes, level) = line else { return nil }
      let hits = strokes.map { stroke in
        Hit(
          offset: length.step * stroke.offset, track: track,
          velocity: level.map { Level.velocity(ofGain: $0.gain * stroke.velocity.gain) }
            ?? stroke.velocity,
          gain: stroke.velocity.gain * (level?.gain ?? 1))
      }
      return PatternSource.Line(
        name: entry.key, track: track, length: length.step * Rational(Int128(length.count)),
        hits: hits.filter { $0.gain > 0 })
    }
  }

  /// The index of a track, which is made where its name is met for the first time.
  private func track(_ name: Spanned<String>) -> Int? {
    if let index = tracks.firstIndex(where: { $0.name == name.value }) { return index }
    guard let sound = sound(named: name) else { return nil }
    tracks.append(Track(name: name.value, sound: sound))
    return tracks.count - 1
  }

  private typealias StepLength = (step: WholeNotes, count: Int)

  private func line(_ entry: YAMLEntry, step: WholeNotes)
    -> (length: StepLength, strokes: [StepStroke], level: Level?)?
  {
    let context = "the track \(quotedName(entry.key.value))"
    if case .scalar = entry.value.content {
      return scalar(entry.value, of: context, expected: .textOrMapping).flatMap(steps).map {
        ((step, $0.steps), $0.strokes, nil)
      }
    }
    guard
      let fields = fields(
        entry.value, of: context, keys: SongDecoder.trackKeys, later: SongDecoder.laterTrackKeys)
    else { return nil }
    let level = fields["velocity"].flatMap { self.level($0, of: "'velocity'") }
    let step = fields["step"].flatMap { noteValue($0, of: "'step'") } ?? step
    guard let node = fields["steps"] else {
      if !fields.has(anyOf: SongDecoder.laterTrackKeys) {
        report(.missingKey(key: "steps", in: context), at: entry.key.span)
      }
      return nil
    }
    return scalar(node, of: "'steps'").flatMap(steps).map {
      ((step, $0.steps), $0.strokes, level)
    }
  }

  private func steps(_ scalar: YAMLScalar) -> (strokes: [StepStroke], steps: Int)? {
    do {
      return try StepNotation.read(scalar.text)
    } catch {
      report(
        error.problem(in: scalar.text),
        at: scalar.span(of: error.offset, length: error.length))
      return nil
    }
  }

  // MARK: - Patterns as they are played

  /// A pattern as it sounds in the bars of `run`.
  ///
  /// - Returns: an index into ``patterns``; `nil` where it has a mistake, which is reported.
  func pattern(named name: Spanned<String>, in run: BarMap.Run) -> Int? {
    guard let source = patternSources.firstIndex(where: { $0.name.value == name.value }) else {
      let names = patternSources.map(\.name)
      let nearest = nearest(to: name.value, in: names.map(\.value))
      report(
        .unknownPattern(name: name.value, nearest: nearest), at: name.span,
        related: names.filter { $0.value == nearest }.map(\.span))
      return nil
    }
    let stated = patternSources[source].length.flatMap { $0.value.length(in: run) }
    let key = PatternKey(source: source, length: stated)
    if let index = patternIndex[key] { return index }
    guard let pattern = pattern(patternSources[source], length: stated) else { return nil }
    patternIndex[key] = patterns.count
    patterns.append(pattern)
    return patterns.count - 1
  }

  /// Repeats every track to the pattern's length.
  private func pattern(_ source: PatternSource, length stated: WholeNotes?) -> Pattern? {
    guard let longest = source.lines.max(by: { $0.length < $1.length }) else { return nil }
    let length = stated ?? longest.length
    let lengthSpan = source.length?.span ?? longest.name.span
    var hits: [Hit] = []
    var isRight = true
    for line in source.lines {
      let times = length / line.length
      guard times >= 1, times.isInteger else {
        let texts = (
          track: line.name.value, length: "\(line.length.count)", pattern: "\(length.count)"
        )
        report(
          times < 1
            ? .patternTooShort(
              track: texts.track, length: texts.length, pattern: texts.pattern)
            : .trackDoesNotFit(
              track: texts.track, length: texts.length, pattern: texts.pattern),
          at: line.name.span, related: [lengthSpan])
        isRight = false
        continue
      }
      let strokes = times * Rational(Int128(line.hits.count)) + Rational(Int128(hits.count))
      guard strokes <= Rational(Int128(StepNotation.mostStrokes)) else {
        report(.tooManySteps(limit: StepNotation.mostStrokes), at: line.name.span)
        return nil
      }
      for pass in 0..<(line.hits.isEmpty ? 0 : times.numerator) {
        let start = line.length * Rational(pass)
        hits += line.hits.map { $0.moved(by: start) }
      }
    }
    guard isRight else { return nil }
    hits.sort { ($0.offset, $0.track) < ($1.offset, $1.track) }
    return Pattern(name: source.name.value, length: length, hits: hits)
  }
}

extension Hit {
  fileprivate func moved(by distance: WholeNotes) -> Hit {
    Hit(offset: offset + distance, track: track, velocity: velocity, gain: gain)
  }
}

extension StepFault {
  func problem(in text: String) -> SongProblem {
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
    case .tooManySteps: .tooManySteps(limit: StepNotation.mostStrokes)
    case .noSteps: .noSteps
    case .tooFine: .tooFine(what: "this row of steps")
    case .notYet(let sign): .notYet(String(sign))
    }
  }
}
