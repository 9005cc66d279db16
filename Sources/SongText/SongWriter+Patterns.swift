import SongModel
import Timing

extension SongWriter {
  /// The lines of `patterns`.
  func patternLines() -> [String] {
    draft.patterns.flatMap { pattern in
      YAMLText.comment(pattern.remarks, indent: 2) + lines(of: pattern)
    }
  }

  private func lines(of pattern: DraftPattern) -> [String] {
    var pattern = pattern
    // A row of rests keeps the length of what is silent.
    if pattern.tracks.isEmpty { pattern.tracks = [DraftTrack(name: "kick", hits: [])] }
    let writings = pattern.tracks.map { StepWriting($0, in: pattern) }
    let rows = writings.map { $0.best() }
    let step = commonStep(of: rows)
    let hasPlaces = rows.contains { if case .places = $0 { true } else { false } }
    var settings: [YAMLText.Entry] = []
    if step != StepWriting.standardStep {
      settings.append(.init(key: "step", value: .scalar(WrittenValue.noteValue(step))))
    }
    if hasPlaces {
      settings.append(.init(key: "length", value: .scalar(lengthText(of: pattern))))
    }
    if let swing = pattern.swing { settings.append(.init(key: "swing", value: text(of: swing))) }
    if pattern.humanize != .none {
      settings.append(.init(key: "humanize", value: text(of: pattern.humanize)))
    }
    let tracks = pattern.tracks.indices.map { index in
      YAMLText.Entry(
        key: YAMLText.quoted(pattern.tracks[index].name),
        value: text(
          of: pattern.tracks[index], rows[index], probability: writings[index].probability,
          step: step, in: pattern))
    }
    let isLong =
      !settings.isEmpty
      || pattern.tracks.contains { SongDecoder.patternKeys.contains($0.name) }
    let name = "  " + YAMLText.quoted(pattern.name) + ":"
    guard isLong else { return [name] + YAMLText.block(tracks, indent: 4, isAligned: true) }
    return [name] + YAMLText.block(settings, indent: 4) + ["    tracks:"]
      + YAMLText.block(tracks, indent: 6, isAligned: true)
  }

  /// The step of most tracks, the usual one before others.
  private func commonStep(of rows: [StepWriting.Row]) -> WholeNotes {
    var best = (step: StepWriting.standardStep, count: 0)
    var counts: [WholeNotes: Int] = [:]
    for case .steps(_, let step, _) in rows {
      counts[step, default: 0] += 1
      let count = counts[step]!
      let isBetter = count > best.count || (count == best.count && step == StepWriting.standardStep)
      if isBetter { best = (step, count) }
    }
    return best.step
  }

  private func lengthText(of pattern: DraftPattern) -> String {
    let bars = pattern.length / pattern.meter.length
    let span = bars.isInteger ? MusicalSpan.bars(bars) : .notes(pattern.length)
    return WrittenValue.span(span, in: pattern.meter)
  }

  private func text(
    of track: DraftTrack, _ row: StepWriting.Row, probability: Rational?, step: WholeNotes,
    in pattern: DraftPattern
  ) -> YAMLText {
    var entries: [YAMLText.Entry] = []
    func add(_ key: String, _ value: String) {
      entries.append(.init(key: key, value: .scalar(value)))
    }
    if track.offset != .zero { add("offset", WrittenValue.time(track.offset)) }
    if let probability { add("probability", WrittenValue.number(probability * 100) + "%") }
    switch row {
    case .steps(let text, let own, let level):
      if own != step { add("step", WrittenValue.noteValue(own)) }
      if let level { add("velocity", WrittenValue.level(level)) }
      if entries.isEmpty { return .scalar(text) }
      add("steps", text)
    case .places(let level):
      if let level { add("velocity", WrittenValue.level(level)) }
      let hits = track.hits.map {
        text(of: $0, hasLevel: level != nil, hasChance: probability != nil, in: pattern)
      }
      entries.append(.init(key: "hits", value: .list(hits)))
    }
    return .mapping(entries)
  }

  private func text(
    of hit: DraftHit, hasLevel: Bool, hasChance: Bool, in pattern: DraftPattern
  ) -> YAMLText {
    let bars = BarMap(meter: pattern.meter, beat: pattern.beat, end: pattern.length)
    let bar = bars.bar(at: hit.offset)
    let place = BeatPlace(at: hit.offset - bars.start(ofBar: bar), in: bars.run(ofBar: bar))
    let at = YAMLText.scalar("\(bar):\(place)")
    let hasVelocity = !hasLevel && hit.velocity != .hit
    let isChancy = !hasChance && hit.probability != .one
    guard hasVelocity || isChancy || hit.isFlam else { return at }
    var entries = [YAMLText.Entry(key: "at", value: at)]
    if hasVelocity {
      entries.append(.init(key: "velocity", value: .scalar("\(hit.velocity.value)")))
    }
    if isChancy {
      let chance = WrittenValue.number(hit.probability * 100) + "%"
      entries.append(.init(key: "probability", value: .scalar(chance)))
    }
    if hit.isFlam { entries.append(.init(key: "flam", value: .scalar("true"))) }
    return .mapping(entries)
  }

  func text(of swing: Swing) -> YAMLText {
    let amount = YAMLText.scalar(WrittenValue.number(swing.amount * 100) + "%")
    guard let unit = swing.unit else { return amount }
    return .mapping([
      .init(key: "amount", value: amount),
      .init(key: "unit", value: .scalar(WrittenValue.noteValue(unit))),
    ])
  }

  private func text(of humanize: Humanize) -> YAMLText {
    var entries: [YAMLText.Entry] = []
    if humanize.timing != .zero {
      entries.append(.init(key: "timing", value: .scalar(WrittenValue.time(humanize.timing))))
    }
    if humanize.velocity != .zero {
      let share = WrittenValue.number(humanize.velocity * 100) + "%"
      entries.append(.init(key: "velocity", value: .scalar(share)))
    }
    return .mapping(entries)
  }
}
