import Diagnostics
import SongModel
import Timing

/// A pattern as it is written: its length may depend on the metre it is played in.
struct PatternSource {
  let name: Spanned<String>
  let length: Spanned<MusicalSpan>?
  let tracks: [TrackSource]
}

/// A track of a pattern as it is written.
struct TrackSource {
  enum Strokes {
    /// Strokes on a grid, and how many steps it has.
    case steps([StepStroke], count: Int)
    /// Free places, counted in the bars where the pattern is played.
    case places([FreeHit])
  }

  let name: Spanned<String>
  let line: PatternLine
  let strokes: Strokes
  let loops: Bool
  let level: Level?

  /// How long one run through the steps is; `nil` for free places.
  var length: WholeNotes? {
    guard case .steps(_, let count) = strokes else { return nil }
    return line.step * Rational(Int128(count))
  }
}

/// A hit that lies on no grid.
struct FreeHit {
  let place: Spanned<PlaceText>
  var velocity = Velocity.hit
  var probability = Rational.one
  var isFlam = false
}

extension SongDecoder {
  static let patternKeys = ["tracks", "step", "length", "swing", "humanize"]
  static let standardStep = WholeNotes(1, 16)

  func decodePatterns(_ node: YAMLNode?) {
    guard let node else { return }
    guard case .mapping(let entries) = node.content else {
      report(
        .wrongShape(of: "'patterns'", expected: .mapping, found: SongDecoder.shape(of: node)),
        at: node.span)
      return
    }
    for entry in entries {
      if entry.key.value.isEmpty { report(.emptyName(of: "this pattern"), at: entry.key.span) }
      patternSources.append(patternSource(entry), named: entry.key)
    }
  }

  private func patternSource(_ entry: YAMLEntry) -> PatternSource {
    let empty = PatternSource(name: entry.key, length: nil, tracks: [])
    let context = "the pattern \(quotedName(entry.key.value))"
    guard case .mapping(let entries) = entry.value.content else {
      report(
        .wrongShape(of: context, expected: .mapping, found: SongDecoder.shape(of: entry.value)),
        at: entry.value.span)
      return empty
    }
    if entries.isEmpty { report(.emptyList(of: context), at: entry.value.span) }
    let plain = PatternLine(track: 0, step: SongDecoder.standardStep)
    guard entries.contains(where: { $0.key.value == "tracks" }) else {
      return PatternSource(
        name: entry.key, length: nil,
        tracks: tracks(entries, defaults: plain, isLongForm: false, hasLength: false))
    }
    guard let fields = fields(entry.value, of: context, keys: SongDecoder.patternKeys),
      let node = fields["tracks"]
    else { return empty }
    let defaults = PatternLine(
      track: 0,
      step: fields["step"].flatMap { noteValue($0, of: "'step'") } ?? SongDecoder.standardStep,
      swing: fields["swing"].flatMap(swing), humanize: fields["humanize"].flatMap(humanize) ?? .none
    )
    guard case .mapping(let entries) = node.content else {
      report(
        .wrongShape(of: "'tracks'", expected: .mapping, found: SongDecoder.shape(of: node)),
        at: node.span)
      return empty
    }
    if entries.isEmpty { report(.emptyList(of: "'tracks'"), at: node.span) }
    return PatternSource(
      name: entry.key, length: fields["length"].flatMap(patternLength),
      tracks: tracks(
        entries, defaults: defaults, isLongForm: true, hasLength: fields["length"] != nil))
  }

  private func patternLength(_ node: YAMLNode) -> Spanned<MusicalSpan>? {
    musicalSpan(node, of: "'length'").map { Spanned($0, node.span) }
  }

  func noteValue(_ node: YAMLNode, of what: String) -> WholeNotes? {
    value(node, .noteValue, of: what, ValueText.noteValue)
  }

  private func tracks(
    _ entries: [YAMLEntry], defaults: PatternLine, isLongForm: Bool, hasLength: Bool
  ) -> [TrackSource] {
    entries.compactMap { entry in
      if !isLongForm && SongDecoder.patternKeys.contains(entry.key.value)
        && !kit.has(entry.key.value)
      {
        report(.longFormKey(key: entry.key.value), at: entry.key.span)
        return nil
      }
      let track = self.track(entry.key)
      let source = trackSource(entry, track: track ?? 0, defaults: defaults, hasLength: hasLength)
      return track == nil ? nil : source
    }
  }

  /// The index of a track, which is made where its name is met for the first time.
  private func track(_ name: Spanned<String>) -> Int? {
    if let index = tracks.index(of: name.value) { return index }
    guard let sound = sound(named: name) else { return nil }
    tracks.append(Track(name: name.value, sound: sound), named: name)
    return tracks.index(of: name.value)
  }

  // MARK: - Patterns as they are played

  /// A pattern as it sounds where `bars` begin.
  ///
  /// - Returns: an index into ``patterns``; `nil` where it has a mistake, which is reported.
  func pattern(named name: Spanned<String>, in bars: BarMap) -> Int? {
    guard let source = patternSources.index(of: name.value) else {
      let nearest = nearestName(to: name.value, among: patternSources.names)
      report(
        .unknownPattern(name: name.value, nearest: nearest?.name), at: name.span,
        related: nearest?.spans ?? [])
      return nil
    }
    playedPatterns.insert(source)
    let pattern = patternSources[source]
    let run = bars.runs[0]
    let isBarBound = pattern.tracks.contains {
      if case .places = $0.strokes { true } else { false }
    }
    let key = PatternKey(
      source: source, length: pattern.length?.value.length(in: run),
      meter: isBarBound ? run.meter : nil, beat: isBarBound ? run.beat : nil)
    if let index = patternIndex[key] { return index }
    guard let made = makePattern(pattern, length: key.length, in: run) else { return nil }
    patternIndex[key] = patterns.count
    patterns.append(made)
    return patterns.count - 1
  }

  /// Repeats every track to the pattern's length.
  private func makePattern(_ source: PatternSource, length stated: WholeNotes?, in run: BarMap.Run)
    -> Pattern?
  {
    let longest = source.tracks.filter { $0.length != nil }.max { $0.length! < $1.length! }
    guard let length = stated ?? longest?.length,
      let lengthSpan = source.length?.span ?? longest?.name.span
    else { return nil }
    var hits: [Hit] = []
    var isRight = true
    for (line, track) in source.tracks.enumerated() {
      guard let found = self.hits(track, line: line, length: length, lengthSpan, in: run) else {
        isRight = false
        continue
      }
      hits += found
    }
    guard isRight else { return nil }
    hits.sort { ($0.offset, $0.track) < ($1.offset, $1.track) }
    return Pattern(
      name: source.name.value, length: length, lines: source.tracks.map(\.line), hits: hits)
  }

  private func hits(
    _ track: TrackSource, line: Int, length: WholeNotes, _ lengthSpan: SourceSpan,
    in run: BarMap.Run
  ) -> [Hit]? {
    /// Whether so many hits and chances may be added to those of the song's patterns.
    func take(_ count: Rational) -> Bool {
      guard count <= Rational(Int128(stepAllowance.hitsLeft)) else {
        report(.tooManySteps(limit: stepAllowance.hits), at: track.name.span)
        return false
      }
      stepAllowance.takeHits(Int(count.ceiling))
      return true
    }
    switch track.strokes {
    case .places(let places):
      guard take(Rational(Int128(places.count))) else { return nil }
      return freeHits(places, track, line: line, length: length, in: run)
    case .steps(let strokes, let count):
      let once = track.line.step * Rational(Int128(count))
      let times = length / once
      if once > length && !track.loops {
        report(
          .patternTooShort(
            track: track.name.value, length: "\(once.count)", pattern: "\(length.count)"),
          at: track.name.span, related: [lengthSpan])
        return nil
      }
      if !times.isInteger && !track.loops {
        report(
          .trackDoesNotFit(
            track: track.name.value, length: "\(once.count)", pattern: "\(length.count)"),
          at: track.name.span, related: [lengthSpan])
        return nil
      }
      guard !strokes.isEmpty else { return [] }
      let ofOnePass = strokes.reduce(0) { $0 + 1 + $1.chances.count }
      guard take(times * Rational(Int128(ofOnePass))) else { return nil }
      var hits: [Hit] = []
      for pass in 0..<times.ceiling {
        let start = once * Rational(pass)
        for stroke in strokes {
          let offset = start + track.line.step * stroke.offset
          // A track that loops is cut where the pattern ends.
          guard offset < length else { break }
          let chances = stroke.chances.map {
            StepChance(offset: start + track.line.step * $0.offset, depth: $0.depth)
          }
          if let hit = hit(
            track, line: line, at: offset, stroke.velocity, isFlam: stroke.isFlam, chances)
          {
            hits.append(hit)
          }
        }
      }
      return hits
    }
  }

  private func freeHits(
    _ places: [FreeHit], _ track: TrackSource, line: Int, length: WholeNotes, in run: BarMap.Run
  ) -> [Hit]? {
    var hits: [Hit] = []
    var isRight = true
    let bars = BarMap(meter: run.meter, beat: run.beat, end: length)
    for free in places {
      guard let offset = position(free.place, in: bars) else {
        isRight = false
        continue
      }
      if let hit = hit(
        track, line: line, at: offset, free.velocity, isFlam: free.isFlam, [],
        probability: free.probability)
      {
        hits.append(hit)
      }
    }
    return isRight ? hits : nil
  }

  /// - Returns: `nil` where the track's level is silence.
  private func hit(
    _ track: TrackSource, line: Int, at offset: WholeNotes, _ velocity: Velocity, isFlam: Bool,
    _ chances: [StepChance], probability: Rational = .one
  ) -> Hit? {
    let level = track.level?.gain ?? 1
    guard level > 0 else { return nil }
    func scaled(_ velocity: Velocity) -> (Velocity, Double) {
      (track.level?.scaled(velocity) ?? velocity, velocity.gain * level)
    }
    let (main, gain) = scaled(velocity)
    let (soft, softGain) = scaled(.soft)
    return Hit(
      offset: offset, line: line, track: track.line.track, velocity: main, gain: gain,
      grace: isFlam ? Grace(velocity: soft, gain: softGain) : nil, chances: chances,
      probability: probability)
  }
}

/// What tells the variants of a pattern apart.
struct PatternKey: Hashable {
  let source: Int
  let length: WholeNotes?
  /// The metre and beat that its free places are counted in, where it has any.
  let meter: Meter?
  let beat: WholeNotes?
}
