import Diagnostics
import SongModel
import Timing

/// A click as it is written: whether it fits depends on the metre.
struct ClickSource {
  /// Where the song says it; `nil` where it says nothing.
  var span: SourceSpan?
  var isOn: Bool
  var pattern: Spanned<[Click.Step]>?
  var click: Click
}

extension SongDecoder {
  static let clickKeys = [
    "pattern", "subdivisions", "sounds", "volume", "accent", "beat", "subdivision", "pan", "gap",
    "every",
  ]
  static let clickSoundKeys = ["accent", "beat", "subdivision"]

  /// The click of a song that says nothing of it.
  func standardClick() -> ClickSource {
    ClickSource(
      span: nil, isOn: true, pattern: nil,
      click: Click(
        isOn: true,
        sounds: Click.Voices(
          accent: standardSound(.clickHigh), beat: standardSound(.clickLow),
          subdivision: standardSound(.clickSoft))))
  }

  /// Reads `click`: `off`, `on`, a pattern, or a mapping.
  func click(_ node: YAMLNode) -> ClickSource? {
    var source = standardClick()
    source.span = node.span
    if case .scalar = node.content {
      guard let scalar = scalar(node, of: "'click'", expected: .textOrMapping) else { return nil }
      switch scalar.text {
      case "off": source.isOn = false
      case "on": break
      default: source.pattern = clickPattern(scalar, at: node.span)
      }
      return source
    }
    guard let fields = fields(node, of: "'click'", keys: SongDecoder.clickKeys) else {
      return nil
    }
    if let node = fields["pattern"], let scalar = scalar(node, of: "'pattern'") {
      source.pattern = clickPattern(scalar, at: node.span)
    }
    if let node = fields["sounds"] { decodeSounds(node, into: &source.click.sounds) }
    for (key, path) in [
      ("volume", \Click.volume), ("accent", \Click.levels.accent), ("beat", \Click.levels.beat),
      ("subdivision", \Click.levels.subdivision),
    ] {
      guard let node = fields[key], let level = level(node, of: "'\(key)'") else { continue }
      source.click[keyPath: path] = level
    }
    if let node = fields["subdivisions"] {
      source.click.subdivisions = subdivisions(node, level: source.click.levels.subdivision)
    }
    if let node = fields["pan"] { source.click.pan = pan(node) ?? .center }
    if let node = fields["gap"] { source.click.gap = gap(node) }
    if let node = fields["every"] { source.click.every = musicalSpan(node, of: "'every'") }
    return source
  }

  /// `{play: 3 bars, mute: 1 bar}` or `{random: 25%}`
  private func gap(_ node: YAMLNode) -> Click.Gap? {
    guard let fields = fields(node, of: "'gap'", keys: ["play", "mute", "random"]) else {
      return nil
    }
    if let entry = fields.entry("random") {
      if let other = fields.entry("play") ?? fields.entry("mute") {
        report(
          .conflictingKeys("random", other.key.value, in: "'gap'"), at: entry.key.span,
          related: [other.key.span])
        return nil
      }
      return value(entry.value, .percent, of: "'random'", ValueText.chance).map(Click.Gap.random)
    }
    var spans: [MusicalSpan?] = []
    for key in ["play", "mute"] {
      guard let node = fields[key] else {
        report(.missingKey(key: key, in: "'gap'"), at: node.span)
        return nil
      }
      spans.append(musicalSpan(node, of: quotedName(key)))
    }
    guard let play = spans[0], let mute = spans[1] else { return nil }
    return .turns(play: play, mute: mute)
  }

  private func clickPattern(_ scalar: YAMLScalar, at span: SourceSpan)
    -> Spanned<[Click.Step]>?
  {
    var steps: [Click.Step] = []
    for (offset, sign) in scalar.text.unicodeScalars.enumerated() {
      switch sign {
      case "X": steps.append(.accent)
      case "x": steps.append(.beat)
      case "o": steps.append(.subdivision)
      case ".", "-": steps.append(.rest)
      case "|": break
      default:
        if sign.properties.isWhitespace { break }
        report(
          .unknownClickStep(Character(sign)), at: scalar.span(of: offset, length: 1))
        return nil
      }
    }
    if steps.isEmpty { report(.noSteps, at: span) }
    return Spanned(steps, span)
  }

  /// `2`, `[2, 3]` or `{2: -6dB, 3: 40%}`.
  ///
  /// - Parameter level: that of the subdivisions for which the song states none.
  private func subdivisions(_ node: YAMLNode, level: Level) -> [Click.Subdivision] {
    let what = "a subdivision"
    switch node.content {
    case .scalar:
      guard let parts = integer(node, in: Click.Subdivision.range, of: what) else { return [] }
      return [Click.Subdivision(parts: parts, level: level)]
    case .sequence(let items):
      var found: [(parts: Int, span: SourceSpan)] = []
      for item in items {
        guard let parts = integer(item, in: Click.Subdivision.range, of: what) else { continue }
        if let first = found.first(where: { $0.parts == parts }) {
          report(.repeatedSubdivision(parts), at: item.span, related: [first.span])
        }
        found.append((parts, item.span))
      }
      return found.map { Click.Subdivision(parts: $0.parts, level: level) }
    case .mapping(let entries):
      var found: [(parts: Int, span: SourceSpan)] = []
      return entries.compactMap { entry in
        let parts = value(
          entry.key.value, at: entry.key.span, .wholeNumber, of: what
        ) { text throws(ValueFault) in
          try ValueText.integer(text, in: Click.Subdivision.range)
        }
        let level = self.level(entry.value, of: "the level of a subdivision")
        guard let parts, let level else { return nil }
        // `02` is another key than `2`, and the same number.
        if let first = found.first(where: { $0.parts == parts }) {
          report(.repeatedSubdivision(parts), at: entry.key.span, related: [first.span])
        }
        found.append((parts, entry.key.span))
        return Click.Subdivision(parts: parts, level: level)
      }
    }
  }

  private func decodeSounds(_ node: YAMLNode, into sounds: inout Click.Voices<Int>) {
    guard let fields = fields(node, of: "'sounds'", keys: SongDecoder.clickSoundKeys) else {
      return
    }
    for (key, path) in [
      ("accent", \Click.Voices<Int>.accent), ("beat", \Click.Voices<Int>.beat),
      ("subdivision", \Click.Voices<Int>.subdivision),
    ] {
      guard let node = fields[key], let name = scalar(node, of: "'\(key)'")?.text else { continue }
      guard let sound = sound(named: Spanned(name, node.span)) else { continue }
      sounds[keyPath: path] = sound
    }
  }

  /// Reports a click's pattern that is not as long as a bar.
  func checkClickPattern(_ source: ClickSource, in run: BarMap.Run, meterSpan: SourceSpan?) {
    guard let pattern = source.pattern, !pattern.value.isEmpty else { return }
    let units = Int((run.meter.length / run.unit).ceiling)
    guard pattern.value.count != units else { return }
    report(
      .clickPatternLength(steps: pattern.value.count, units: units, meter: "\(run.meter)"),
      at: pattern.span, related: meterSpan.map { [$0] } ?? [])
  }
}
