import Diagnostics
import SongModel
import Timing

/// What a section, or the top level for all of them, says of itself. What is missing is `nil`.
struct SectionScope {
  var bars: Int?
  var play: [Spanned<String>]?
  var tempo: TempoText?
  var meter: Spanned<Meter>?
  var beat: WholeNotes?
  var click: ClickSource?

  /// These keys, then those of the level above.
  func inheriting(_ other: SectionScope) -> SectionScope {
    SectionScope(
      bars: bars ?? other.bars, play: play ?? other.play, tempo: tempo ?? other.tempo,
      meter: meter ?? other.meter, beat: beat ?? other.beat, click: click ?? other.click)
  }
}

extension SongDecoder {
  static let sectionKeys = ["bars", "play", "tempo", "meter", "beat", "click", "volume"]
  static let laterSectionKeys = [
    "swing", "repeat", "step", "pickup", "changes", "cue", "mute", "solo", "fit",
  ]
  static let barRange = 1...10_000_000

  func sectionScope(_ fields: Fields) -> SectionScope {
    var scope = SectionScope()
    scope.bars = fields["bars"].flatMap { integer($0, in: SongDecoder.barRange, of: "'bars'") }
    scope.play = fields["play"].map(play)
    scope.tempo = fields["tempo"].flatMap { value($0, .tempo, of: "'tempo'", ValueText.tempo) }
    scope.meter = fields["meter"].flatMap { node in
      value(node, .meter, of: "'meter'", ValueText.meter).map { Spanned($0, node.span) }
    }
    scope.beat = fields["beat"].flatMap { noteValue($0, of: "'beat'") }
    scope.click = fields["click"].flatMap(click)
    return scope
  }

  /// The names that `play` lists, unresolved.
  private func play(_ node: YAMLNode) -> [Spanned<String>] {
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

  /// Reads a section and adds it to the song.
  ///
  /// - Returns: its index; `nil` where it has a mistake, which is reported.
  func addSection(_ name: Spanned<String>, _ node: YAMLNode, top: SectionScope) -> Int? {
    if name.value.isEmpty { report(.emptyName(of: "this section"), at: name.span) }
    guard
      let fields = fields(
        node, of: "the section \(quotedName(name.value))", keys: SongDecoder.sectionKeys,
        later: SongDecoder.laterSectionKeys)
    else { return nil }
    let own = sectionScope(fields)
    // A length that is there, but wrong, has been reported; it is not missing.
    if fields["bars"] != nil && own.bars == nil { return nil }
    let volume = fields["volume"].flatMap { level($0, of: "'volume'") }
    return addSection(name, own.inheriting(top), volume: volume)
  }

  /// Adds a section to the song.
  func addSection(_ name: Spanned<String>, _ scope: SectionScope, volume: Level?) -> Int? {
    let meter = scope.meter?.value ?? .common
    let first = BarMap.Run(firstBar: 1, start: .zero, meter: meter, beat: scope.beat)
    var items: [PlayItem] = []
    for entry in scope.play ?? [] {
      guard let item = playItem(entry, in: first) else { return nil }
      items.append(item)
    }
    let end: WholeNotes
    if let bars = scope.bars {
      end = meter.length * Rational(Int128(bars))
    } else if let length = length(of: items), !items.isEmpty {
      end = length
    } else {
      report(
        items.isEmpty
          ? .noLength(section: "the section \(quotedName(name.value))")
          : .tooFine(what: "the section \(quotedName(name.value))"), at: name.span)
      return nil
    }
    guard isExact(items, in: first) else {
      report(.tooFine(what: "the section \(quotedName(name.value))"), at: name.span)
      return nil
    }
    let source = scope.click ?? standardClick()
    let isOn = source.isOn && (scope.click != nil || items.isEmpty)
    let tempo = (scope.tempo ?? TempoText(beatsPerMinute: 120, beat: nil)).tempo(
      beat: scope.beat)
    sections.append(
      Section(
        name: name.value, bars: BarMap(meter: meter, beat: scope.beat, end: end), tempo: tempo,
        play: items,
        click: click(source, isOn: isOn, in: first, meterSpan: scope.meter?.span),
        volume: volume ?? .unity))
    return sections.count - 1
  }

  private func playItem(_ entry: Spanned<String>, in run: BarMap.Run) -> PlayItem? {
    guard
      let (name, times) = nameAndTimes(
        entry, isKnown: { name in patternSources.contains { $0.name.value == name } })
    else { return nil }
    return pattern(named: Spanned(name, entry.span), in: run).map {
      PlayItem(pattern: $0, times: times)
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

  // MARK: - Exactness

  /// Positions of a section are fractions of up to so fine a denominator, so that they and their
  /// sums stay within 128 bits for the longest section.
  private static let finest: Int128 = 1 << 90

  /// The length of patterns played in turn, or `nil` where it leaves exact arithmetic.
  private func length(of items: [PlayItem]) -> WholeNotes? {
    guard commonDenominator(items.map { patterns[$0.pattern].length }) != nil else { return nil }
    let sum = items.reduce(WholeNotes.zero) {
      $0 + patterns[$1.pattern].length * Rational(Int128($1.times))
    }
    return sum <= SongDecoder.longestSection ? sum : nil
  }

  private static let longestSection = WholeNotes(Int128(99 * barRange.upperBound), 1)

  /// Whether every position that the section can have is exact.
  private func isExact(_ items: [PlayItem], in run: BarMap.Run) -> Bool {
    var lengths = [run.meter.length, run.unit]
    for pattern in Set(items.map(\.pattern)).sorted() {
      lengths.append(patterns[pattern].length)
      lengths += patterns[pattern].hits.map(\.offset)
    }
    return commonDenominator(lengths) != nil
  }

  private func commonDenominator(_ lengths: [WholeNotes]) -> Int128? {
    var common: Int128 = 1
    for length in lengths {
      guard let next = length.commonDenominator(with: common), next <= SongDecoder.finest else {
        return nil
      }
      common = next
    }
    return common
  }
}
