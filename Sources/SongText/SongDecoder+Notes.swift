import Diagnostics
import SongModel
import Timing

/// What is legal and rarely meant.
extension SongDecoder {
  /// Notes a pattern that does not end with a bar where it is looped.
  func noteMisfits(_ items: [PlayItem], in bars: BarMap, at names: [Spanned<String>]) {
    guard bars.runs.count == 1, items.count == names.count else { return }
    let bar = bars.runs[0].meter
    for (item, name) in zip(items, names) {
      let length = patterns[item.pattern].length
      let isWhole = (length / bar.length).isInteger || (bar.length / length).isInteger
      if !isWhole {
        report(
          .acrossBars(
            pattern: patterns[item.pattern].name, length: "\(length.count)", meter: "\(bar)"),
          at: name.span)
      }
    }
  }

  /// Notes clicks that lie so close together that they are heard as one.
  func noteCloseClicks(
    _ click: Click, _ bars: BarMap, _ tempos: [TempoSpan], at span: SourceSpan
  ) {
    let fastest = tempos.flatMap { [$0.from, $0.ramp?.to ?? $0.from] }
      .map(\.secondsPerWholeNote).min()!
    // Within a unit, the parts of all subdivisions that sound; the unit's end is the next click.
    var shares: [Rational] = [.zero, .one]
    for subdivision in click.subdivisions where subdivision.level.gain > 0 {
      shares += (1..<subdivision.parts).map { Rational(Int128($0), Int128(subdivision.parts)) }
    }
    shares.sort()
    // Shares that two subdivisions have are one click.
    let gap = zip(shares, shares.dropFirst()).map { $1 - $0 }.filter { $0 > .zero }.min()!
    let unit = bars.runs.map(\.unit).min()!
    guard let length = (unit.count * gap).multiplied(by: fastest), length < Rational(20, 1000)
    else { return }
    let tenths = (length * 10_000).floor
    report(.closeClicks(milliseconds: "\(tenths / 10).\(tenths % 10)"), at: span)
  }

  /// Notes a swing of the click alone whose unit none of its subdivisions falls on.
  func noteIdleSwing(_ swing: Swing, _ click: Click, _ bars: BarMap, at span: SourceSpan) {
    let unit = swing.unit ?? SongDecoder.standardStep
    let isHeard = bars.runs.contains { run in
      // A part that is no multiple of the unit's parts is none of it in any bar.
      let units = run.meter.isGrouped ? [run.unit] : []
      let parts = click.subdivisions.map { run.unit / Rational(Int128($0.parts)) } + units
      return parts.contains { (unit / $0).isInteger }
    }
    guard !isHeard else { return }
    report(
      .noEffect(
        key: "swing",
        because: "no subdivision of the click falls on \(unit.count); name another unit, as in "
          + "'swing: {amount: \(swing.amount * 100)%, unit: 1/8}'"), at: span)
  }

  /// Notes where a section leaves the tempo elsewhere than the next one starts.
  func noteTempoJumps(_ order: [OrderItem]) {
    var previous: Int?
    var seen: Set<[Int]> = []
    // A song may be endless; its neighbours are few.
    for section in OrderWalk(order).prefix(100_000) {
      defer { previous = section }
      guard let before = previous, seen.insert([before, section]).inserted else { continue }
      let (left, right) = (sections[before], sections[section])
      let isChanged = left.tempos.count > 1 || left.tempos[0].ramp != nil
      guard isChanged, let end = left.endTempo else { continue }
      let start = right.tempos[0].from
      guard end.wholeNotesPerMinute != start.wholeNotesPerMinute else { continue }
      report(
        .tempoJump(
          from: left.name.value, end: end.words, to: right.name.value, start: start.words),
        at: right.name.span, related: [left.name.span])
    }
  }

  /// Notes top-level keys that mean nothing beside `song`.
  func noteUnheard(_ top: Fields) {
    for key in SongDecoder.ownKeys {
      guard let entry = top.entry(key) else { continue }
      report(.noEffect(key: key, because: "'song' lists sections of their own"), at: entry.key.span)
    }
  }

  /// Notes patterns that nobody plays.
  func noteUnplayed() {
    for (index, pattern) in patternSources.elements.enumerated()
    where !playedPatterns.contains(index) {
      report(.unplayed(pattern: pattern.name.value), at: pattern.name.span)
    }
  }
}

extension Section {
  /// The tempo at the section's end; `nil` where a change cuts a ramp short.
  fileprivate var endTempo: Tempo? {
    let last = tempos[tempos.count - 1]
    guard let ramp = last.ramp else { return last.from }
    if case .notes(let length) = ramp.length, last.start + length > bars.end { return nil }
    return ramp.to
  }
}

extension Tempo {
  /// `120`, or `3/8 = 72` where the beat is no quarter note.
  fileprivate var words: String {
    let number = beatsPerMinute.decimal
    return beat == WholeNotes(1, 4) ? number : "\(beat.count) = \(number)"
  }
}

extension Rational {
  /// A decimal where that is exact with up to six places, else a fraction.
  fileprivate var decimal: String {
    guard !isInteger, let scaled = multiplied(by: 1_000_000), scaled.isInteger else {
      return description
    }
    let (whole, rest) = scaled.numerator.quotientAndRemainder(dividingBy: 1_000_000)
    var digits = String(String(rest + 1_000_000).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
