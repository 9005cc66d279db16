import Diagnostics
import SongModel
import Timing

/// What a section, or the top level for all of them, says of itself. What is missing is `nil`.
struct SectionScope {
  var bars: Int?
  var tempo: Spanned<TempoSetting>?
  var meter: Spanned<Meter>?
  var beat: WholeNotes?
  var key: Key?
  var swing: Spanned<Swing>?
  var click: ClickSource?

  /// These keys, then those of the level above.
  func inheriting(_ other: SectionScope) -> SectionScope {
    SectionScope(
      bars: bars ?? other.bars, tempo: tempo ?? other.tempo, meter: meter ?? other.meter,
      beat: beat ?? other.beat, key: key ?? other.key, swing: swing ?? other.swing,
      click: click ?? other.click)
  }
}

extension SongDecoder {
  /// The keys that a section inherits from the top level.
  static let inheritedKeys = ["bars", "tempo", "meter", "beat", "key", "swing", "click"]
  /// The keys that only a section has, or a song that is one.
  static let ownKeys = [
    "play", "repeat", "step", "pickup", "changes", "cue", "mute", "solo", "fit", "volume",
  ]
  static let barRange = 1...10_000_000

  func sectionScope(_ fields: Fields) -> SectionScope {
    var scope = SectionScope()
    scope.bars = fields["bars"].flatMap { integer($0, in: SongDecoder.barRange, of: "'bars'") }
    scope.tempo = fields["tempo"].flatMap { node in
      tempoSetting(node).map { Spanned($0, node.span) }
    }
    scope.meter = fields["meter"].flatMap { node in
      value(node, .meter, of: "'meter'", ValueText.meter).map { Spanned($0, node.span) }
    }
    scope.beat = fields["beat"].flatMap { noteValue($0, of: "'beat'") }
    scope.key = fields["key"].flatMap { value($0, .key, of: "'key'", ValueText.key) }
    scope.swing = fields["swing"].flatMap { node in
      swing(node).map { Spanned($0, node.span) }
    }
    scope.click = fields["click"].flatMap(click)
    return scope
  }

  /// `120`, `96 -> 120`, or `{from: 96, to: 120, curve: time}`.
  func tempoSetting(_ node: YAMLNode) -> TempoSetting? {
    guard case .mapping = node.content else {
      return scalar(node, of: "'tempo'", expected: .textOrMapping).flatMap {
        value($0.text, at: node.span, .tempo, of: "'tempo'", ValueText.tempoSetting)
      }
    }
    guard let fields = fields(node, of: "'tempo'", keys: ["from", "to", "curve"]) else {
      return nil
    }
    var ends: [TempoText?] = []
    for key in ["from", "to"] {
      guard let end = fields[key] else {
        report(.missingKey(key: key, in: "'tempo'"), at: node.span)
        return nil
      }
      ends.append(value(end, .tempo, of: quotedName(key), ValueText.tempo))
    }
    let curve = fields["curve"].flatMap {
      choice($0, of: "'curve'", among: ["beats", "time"])
    }
    guard let from = ends[0], let to = ends[1] else { return nil }
    return .ramp(from: from, to: to, curve: curve == "time" ? .time : .beats)
  }

  /// Reads a section of its own and adds it to the song.
  ///
  /// - Returns: its index; `nil` where it has a mistake, which is reported.
  func addSection(_ name: Spanned<String>, _ node: YAMLNode, top: SectionScope) -> Int? {
    if name.value.isEmpty { report(.emptyName(of: "this section"), at: name.span) }
    guard
      let fields = fields(
        node, of: "the section \(quotedName(name.value))",
        keys: SongDecoder.inheritedKeys + SongDecoder.ownKeys)
    else { return nil }
    let own = sectionScope(fields)
    return addSection(name, fields, own.inheriting(top))
  }

  /// Adds a section to the song.
  ///
  /// - Parameter scope: the section's keys of those that it inherits, and the top level's.
  func addSection(_ name: Spanned<String>, _ fields: Fields, _ scope: SectionScope) -> Int? {
    let play = fields["play"].map(playNames) ?? []
    // What is there, but wrong, has been reported: it is not missing.
    if fields["bars"] != nil && scope.bars == nil { return nil }
    if fields["play"] != nil && play.isEmpty { return nil }
    return SectionBuilder(self, name: name, fields: fields, scope: scope, play: play).build()
  }

  /// Adds a section that plays a pattern once.
  func addSection(playing pattern: Spanned<String>, _ scope: SectionScope) -> Int? {
    var scope = scope
    scope.bars = nil
    let fields = Fields([], of: "the section \(quotedName(pattern.value))", at: pattern.span)
    return SectionBuilder(self, name: pattern, fields: fields, scope: scope, play: [pattern])
      .build()
  }

  /// The names that `play` lists, unresolved.
  private func playNames(_ node: YAMLNode) -> [Spanned<String>] {
    guard case .sequence(let items) = node.content else {
      return scalar(node, of: "'play'", expected: .textOrList).map {
        [Spanned($0.text, node.span)]
      } ?? []
    }
    if items.isEmpty { report(.emptyList(of: "'play'"), at: node.span) }
    return items.compactMap { item in
      scalar(item, of: "an item of 'play'").map { Spanned($0.text, item.span) }
    }
  }

  /// Splits `name xN`, unless a thing has that very name.
  func nameAndTimes(_ entry: Spanned<String>, isKnown: (String) -> Bool)
    -> (name: String, times: Int)?
  {
    let text = ValueText.trimmed(entry.value)
    if isKnown(text) { return (text, 1) }
    // Not a repeat at all is one time; a repeat out of range is a mistake.
    return value(text, at: entry.span, .wholeNumber, of: "a repeat") {
      text throws(ValueFault) in
      try ValueText.repeated(text) ?? (text, 1)
    }
  }

  // MARK: - Places

  /// A position as it is written, before it is known whether there is such a place.
  func place(_ node: YAMLNode, of what: String) -> Spanned<PlaceText>? {
    value(node, .position, of: what, ValueText.place).map { Spanned($0, node.span) }
  }

  /// The position of a place in a section, or from the start of a pattern.
  ///
  /// - Returns: `nil` where there is no such place, which is reported.
  func position(_ place: Spanned<PlaceText>, in bars: BarMap) -> WholeNotes? {
    let run = bars.run(ofBar: place.value.bar)
    guard let beat = BeatPlace.start(ofBeat: place.value.beat, in: run) else {
      report(.noSuchBeat(place.value.beat, bar: place.value.bar), at: place.span)
      return nil
    }
    let position = bars.start(ofBar: place.value.bar) + beat + place.value.offset
    guard position < bars.end else {
      report(.pastTheEnd, at: place.span)
      return nil
    }
    return position
  }

  /// A length in bars, beats or notes.
  func musicalSpan(_ node: YAMLNode, of what: String) -> MusicalSpan? {
    guard let span = span(node, of: what) else { return nil }
    if case .time = span {
      report(
        .outOfRange(
          what: what, text: scalar(node, of: what)?.text ?? "",
          range: "counted in bars, beats or notes"), at: node.span)
      return nil
    }
    return span
  }
}
