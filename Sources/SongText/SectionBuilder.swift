import Diagnostics
import SongModel
import Timing

/// Puts a section together from its keys: its bars first, then what counts in them.
struct SectionBuilder {
  let decoder: SongDecoder
  let name: Spanned<String>
  let fields: Fields
  let scope: SectionScope
  let play: [Spanned<String>]

  init(
    _ decoder: SongDecoder, name: Spanned<String>, fields: Fields, scope: SectionScope,
    play: [Spanned<String>]
  ) {
    self.decoder = decoder
    self.name = name
    self.fields = fields
    self.scope = scope
    self.play = play
  }

  private var context: String { fields.context }

  /// - Returns: the section's index in the song; `nil` where it has a mistake, which is reported.
  func build() -> Int? {
    let changes = self.changes()
    let meter = scope.meter?.value ?? .common
    guard let runs = runs(meter, changes) else { return nil }
    // The patterns are counted in the metre that the section starts in.
    let endless = BarMap(runs: runs, end: SectionBuilder.longest)
    guard let items = playItems(in: endless) else { return nil }
    guard let end = end(items, in: endless) else { return nil }
    let pickup = fields["pickup"].flatMap { self.pickup($0, in: runs[0]) } ?? .zero
    let bars = BarMap(runs: runs, end: end, pickup: pickup)
    let isExact = decoder.isExact(
      items, bars, changes.map { bars.start(ofBar: $0.place.value.bar) + $0.place.value.offset },
      scope.click?.click)
    guard isExact else {
      decoder.report(.tooFine(what: context), at: name.span)
      return nil
    }
    guard let placed = place(changes, in: bars) else { return nil }
    let (passes, step) = repeats()
    guard let tempos = tempos(placed, in: bars, passes: passes, step: step) else { return nil }
    let holds = placed.compactMap { change in
      change.change.hold.map { Hold(at: change.position, length: $0) }
    }
    if scope.bars != nil { decoder.noteMisfits(items, in: bars, at: play) }
    let click = click(isPlayed: !items.isEmpty, bars, tempos)
    if let swing = scope.swing, decoder.patternSources.elements.isEmpty, click.isOn {
      decoder.noteIdleSwing(swing.value, click, bars, at: swing.span)
    }
    decoder.sections.append(
      Section(
        name: name, bars: bars, key: scope.key, tempos: tempos, holds: holds, passes: passes,
        step: step,
        play: items, click: click, swings: swings(placed, in: bars),
        silentLanes: silentLanes(), cue: fields["cue"].flatMap(decoder.cue),
        volume: fields["volume"].flatMap { decoder.level($0, of: "'volume'") } ?? .unity))
    return decoder.sections.count - 1
  }

  // MARK: - Changes

  private func changes() -> [ChangeText] {
    guard let node = fields["changes"] else { return [] }
    guard case .sequence(let items) = node.content else {
      decoder.report(
        .wrongShape(of: "'changes'", expected: .list, found: SongDecoder.shape(of: node)),
        at: node.span)
      return []
    }
    let changes = items.compactMap(decoder.change).sorted {
      PlaceText.precedes($0.place.value, $1.place.value)
    }
    reportRivals(changes)
    return changes
  }

  /// Reports two changes of one thing at one place. Holds there add up.
  private func reportRivals(_ changes: [ChangeText]) {
    for (earlier, later) in zip(changes, changes.dropFirst())
    where earlier.place.value == later.place.value {
      let rivals = [
        ("tempo", earlier.tempo != nil && later.tempo != nil),
        ("meter", earlier.meter != nil && later.meter != nil),
        ("beat", earlier.beat != nil && later.beat != nil),
        ("swing", earlier.swing != nil && later.swing != nil),
      ]
      for (key, isTwice) in rivals where isTwice {
        decoder.report(
          .conflictingKeys(key, key, in: "this place"), at: later.place.span,
          related: [earlier.place.span])
      }
    }
  }

  private func place(_ changes: [ChangeText], in bars: BarMap) -> [PlacedChange]? {
    let placed = changes.compactMap { change in
      decoder.position(change.place, in: bars).map { PlacedChange(change: change, position: $0) }
    }
    return placed.count == changes.count ? placed : nil
  }

  // MARK: - Bars

  /// The metres and beats of the section, each from a bar line.
  private func runs(_ meter: Meter, _ changes: [ChangeText]) -> [BarMap.Run]? {
    var runs = [BarMap.Run(firstBar: 1, start: .zero, meter: meter, beat: scope.beat)]
    for change in changes where change.meter != nil || change.beat != nil {
      let place = change.place.value
      guard place.beat == 1, place.offset == .zero else {
        decoder.report(
          .notAtBarLine(key: change.meter != nil ? "meter" : "beat"), at: change.place.span)
        return nil
      }
      let last = runs[runs.count - 1]
      let start = last.meter.length.count.multiplied(
        by: Rational(Int128(place.bar - last.firstBar))
      ).flatMap { last.start.count.adding($0) }
      guard let start, start.denominator <= SongDecoder.finest else {
        decoder.report(.tooFine(what: context), at: change.place.span)
        return nil
      }
      let run = BarMap.Run(
        firstBar: place.bar, start: WholeNotes(start), meter: change.meter ?? last.meter,
        beat: change.beat ?? last.beat)
      if place.bar == last.firstBar { runs.removeLast() }
      runs.append(run)
    }
    return runs
  }

  private static let longest = WholeNotes(
    Int128(Meter.range.upperBound) * Int128(SongDecoder.barRange.upperBound), 1)

  private func end(_ items: [PlayItem], in bars: BarMap) -> WholeNotes? {
    if let count = scope.bars { return bars.start(ofBar: count + 1) }
    guard !items.isEmpty else {
      decoder.report(.noLength(section: context), at: name.span)
      return nil
    }
    guard let length = decoder.length(of: items), length <= SectionBuilder.longest else {
      decoder.report(.tooFine(what: context), at: name.span)
      return nil
    }
    return length
  }

  /// An upbeat has to be shorter than a bar, whose end it is.
  private func pickup(_ node: YAMLNode, in run: BarMap.Run) -> WholeNotes? {
    guard let span = decoder.musicalSpan(node, of: "'pickup'"),
      let length = span.length(in: run, leadingToBarLine: true)
    else { return nil }
    guard length < run.meter.length else {
      decoder.report(
        .outOfRange(
          what: "'pickup'", text: decoder.scalar(node, of: "'pickup'")?.text ?? "",
          range: "shorter than a bar of \(run.meter)"), at: node.span)
      return nil
    }
    return length
  }

  private func playItems(in bars: BarMap) -> [PlayItem]? {
    var items: [PlayItem] = []
    for entry in play {
      guard
        let (name, times) = decoder.nameAndTimes(entry, isKnown: decoder.patternSources.has),
        let pattern = decoder.pattern(named: Spanned(name, entry.span), in: bars)
      else { continue }
      items.append(PlayItem(pattern: pattern, times: times))
    }
    return items.count == play.count ? items : nil
  }

  // MARK: - Tempo

  private func repeats() -> (passes: Int, step: Rational) {
    let passes = fields["repeat"].flatMap {
      decoder.integer($0, in: ValueText.repeatRange, of: "'repeat'")
    }
    let step = fields["step"].flatMap { node in
      decoder.value(node, .number, of: "'step'", ValueText.signedNumber)
    }
    if let entry = fields.entry("step"), fields["repeat"] == nil {
      decoder.report(.noEffect(key: "step", because: "nothing is repeated"), at: entry.key.span)
    }
    return (passes ?? 1, step ?? .zero)
  }

  private func tempos(
    _ changes: [PlacedChange], in bars: BarMap, passes: Int, step: Rational
  ) -> [TempoSpan]? {
    let tempoChanges = changes.filter { $0.change.tempo != nil }
    if let fit = fields.entry("fit") {
      return self.fit(fit, tempoChanges, changes, bars, step: step)
    }
    var spans: [TempoSpan] = []
    if tempoChanges.first?.position != .zero {
      let setting =
        scope.tempo?.value ?? .steady(TempoText(beatsPerMinute: 120, beat: nil))
      spans.append(
        setting.span(
          at: .zero, beat: bars.runs[0].beat, length: .notes(bars.end)))
    }
    for (index, change) in tempoChanges.enumerated() {
      let next = index + 1 < tempoChanges.count ? tempoChanges[index + 1].position : bars.end
      let run = bars.run(at: change.position)
      let over = change.change.over.map { over -> Ramp.Length in
        if case .time(let seconds) = over.value { return .time(seconds) }
        return .notes(over.value.length(in: run)!)
      }
      spans.append(
        change.change.tempo!.span(
          at: change.position, beat: run.beat, length: over ?? .notes(next - change.position)))
    }
    return isInRange(spans, passes: passes, step: step) ? spans : nil
  }

  /// Whether the first and the last pass, and so all between, have tempos that there are.
  private func isInRange(_ spans: [TempoSpan], passes: Int, step: Rational) -> Bool {
    let change = step * Rational(Int128(passes - 1))
    let tempos = spans.flatMap { [$0.from, $0.ramp?.to ?? $0.from] }
    guard
      let wrong = tempos.first(where: { !Tempo.range.contains($0.beatsPerMinute + change) })
    else { return true }
    decoder.report(
      .outOfRange(
        what: "the tempo of the last pass", text: "\(wrong.beatsPerMinute + change)",
        range: "from 1/1000 to 100000 beats a minute"),
      at: fields.entry("step")?.key.span ?? name.span)
    return false
  }

  /// The one tempo at which the section lasts as long as `fit` says.
  private func fit(
    _ entry: YAMLEntry, _ tempoChanges: [PlacedChange], _ changes: [PlacedChange],
    _ bars: BarMap, step: Rational
  ) -> [TempoSpan]? {
    let others = [fields.entry("tempo")?.key.span, fields.entry("step")?.key.span].compactMap(
      \.self)
    if let other = others.first ?? tempoChanges.first?.change.place.span {
      decoder.report(
        .conflictingKeys("fit", others.isEmpty ? "changes of tempo" : "tempo", in: context),
        at: entry.key.span, related: [other])
      return nil
    }
    guard let time = decoder.time(entry.value, of: "'fit'") else { return nil }
    var left: Rational? = time
    for hold in changes.compactMap(\.change.hold) { left = left?.adding(-hold) }
    guard let left else {
      decoder.report(.tooFine(what: context), at: entry.value.span)
      return nil
    }
    let quarters = (bars.end + bars.pickup).count * 4
    guard left > .zero, let perSecond = quarters.multiplied(by: left.reciprocal),
      let tempo = perSecond.multiplied(by: 60), Tempo.range.contains(tempo)
    else {
      decoder.report(
        .outOfRange(
          what: "'fit'", text: decoder.scalar(entry.value, of: "'fit'")?.text ?? "",
          range: "a time at which the tempo is from 1/1000 to 100000 quarter notes a minute"),
        at: entry.value.span)
      return nil
    }
    return [TempoSpan(start: .zero, from: Tempo(beatsPerMinute: tempo))]
  }

  // MARK: - What sounds

  private func click(isPlayed: Bool, _ bars: BarMap, _ tempos: [TempoSpan]) -> Click {
    let source = scope.click ?? decoder.standardClick()
    let isOn = source.isOn && (scope.click != nil || !isPlayed)
    for run in bars.runs {
      decoder.checkClickPattern(source, in: run, meterSpan: scope.meter?.span)
    }
    var click = source.click
    click.isOn = isOn
    click.pattern = source.pattern?.value
    if isOn { decoder.noteCloseClicks(click, bars, tempos, at: source.span ?? name.span) }
    return click
  }

  private func swings(_ changes: [PlacedChange], in bars: BarMap) -> [SwingSpan] {
    let first = scope.swing.map { [SwingSpan(start: .zero - bars.pickup, swing: $0.value)] } ?? []
    return first
      + changes.compactMap { change in
        change.change.swing.map { SwingSpan(start: change.position, swing: $0) }
      }
  }

  /// The lanes that `mute` names, or that `solo` does not.
  private func silentLanes() -> Set<Int> {
    let muted = fields["mute"].map { decoder.lanes($0, of: "'mute'") } ?? []
    guard let solo = fields["solo"].map({ decoder.lanes($0, of: "'solo'") }), !solo.isEmpty else {
      return muted
    }
    return muted.union(Set(0...decoder.tracks.elements.count).subtracting(solo))
  }
}

/// A change whose place has been found.
struct PlacedChange {
  let change: ChangeText
  let position: WholeNotes
}

extension TempoSetting {
  /// The span that starts with this tempo.
  ///
  /// - Parameters:
  ///   - beat: what a bare number counts.
  ///   - length: of the ramp, where it is one.
  func span(at start: WholeNotes, beat: WholeNotes?, length: Ramp.Length) -> TempoSpan {
    switch self {
    case .steady(let tempo): TempoSpan(start: start, from: tempo.tempo(beat: beat))
    case .ramp(let from, let to, let curve):
      TempoSpan(
        start: start, from: from.tempo(beat: beat),
        ramp: Ramp(to: to.tempo(beat: beat), length: length, curve: curve))
    }
  }
}
