import Diagnostics
import Scheduler
import SongModel
import Timing

/// Finds the settings of a click that give exactly the notes of a click's track.
struct MIDIClickReading {
  /// A click of a section.
  struct Mark: Hashable {
    /// From the section's bar 1.
    let at: WholeNotes
    let sound: String
    let velocity: Velocity
  }

  private let marks: [Mark]
  private let bars: BarMap
  /// Of the section, which moves the click's subdivisions.
  let swing: Swing?

  /// - Parameters:
  ///   - marks: in the order of their places.
  ///   - swing: of the section, with which the clicks are heard.
  init(_ marks: [Mark], in bars: BarMap, swing: Swing? = nil) {
    self.marks = marks
    self.bars = bars
    self.swing = swing
  }

  /// A share of a pair of eighths or sixteenths at which clicks stand beyond its middle, and none
  /// at the middle.
  static func swing(of marks: [Mark], in bars: BarMap) -> Swing? {
    for unit in [WholeNotes(1, 8), WholeNotes(1, 16), WholeNotes(1, 4), WholeNotes(1, 32)] {
      var amounts: Set<Rational> = []
      for mark in marks {
        let share = bars.offset(of: mark.at).share(of: unit * 2)
        if share >= Rational(1, 2), share <= Rational(3, 4) { amounts.insert(share) }
        if amounts.count > 1 { break }
      }
      if amounts.count == 1, let amount = amounts.first, amount > Rational(1, 2) {
        return Swing(amount: amount, unit: unit)
      }
    }
    return nil
  }

  /// The simplest click that is heard as these marks; `nil` where there is none.
  func click() -> DraftClick? {
    guard !marks.isEmpty else { return .off }
    // A file of a few bytes can state a metre and a tempo in which its two clicks lie millions of
    // units apart: those are hits, and no click of a musician's.
    let mostPlaces = Int128(256 + 64 * marks.count)
    guard units <= mostPlaces else { return nil }
    return candidates().lazy.filter { units * $0.partsOfUnit <= mostPlaces }.map(dressed)
      .first(where: isHeard)
  }

  /// The units of all bars, silent ones too; a bar cut short may count as a whole one.
  private var units: Int128 {
    bars.runs.indices.reduce(0) { sum, index in
      let run = bars.runs[index]
      let end = index + 1 < bars.runs.count ? bars.runs[index + 1].start : bars.end
      let count = ((end - run.start) / run.meter.length).ceiling
      return sum + max(count, 1) * (run.meter.length / run.unit).ceiling
    }
  }

  // MARK: - Candidates

  private func candidates() -> [DraftClick] {
    var plain = DraftClick()
    plain.subdivisions = subdivisions()
    var found = [plain]
    if let pattern = pattern() {
      var patterned = plain
      patterned.pattern = pattern
      found.append(patterned)
    }
    found += found.flatMap { click in
      gaps().map { gap in
        var click = click
        click.gap = gap
        return click
      }
    }
    found += spans().map { span in
      var click = plain
      click.every = span
      return click
    }
    return found
  }

  /// Where a mark lies: on the bar line, on a unit, or inside one by a share of it.
  private func share(of mark: Mark) -> (isDownbeat: Bool, isUnit: Bool, share: Rational) {
    let run = bars.run(ofBar: bars.bar(at: mark.at))
    let heard = bars.offset(of: mark.at)
    var offset = heard
    if let swing, let unit = swing.unit, heard.share(of: unit * 2) == swing.amount {
      offset = heard - unit * 2 * (swing.amount - Rational(1, 2))
    }
    let units = offset / run.unit
    let share = units - Rational(units.floor)
    return (offset == .zero, share == .zero, share)
  }

  /// Shares of a unit that sound everywhere alike, as the fewest splits that have them.
  private func subdivisions() -> [Click.Subdivision] {
    var levels: [Int128: Velocity] = [:]
    for mark in marks {
      let denominator = share(of: mark).share.denominator
      if denominator > 1, denominator <= 99, levels[denominator] == nil {
        levels[denominator] = mark.velocity
      }
    }
    var splits: [(parts: Int128, velocity: Velocity)] = []
    for (parts, velocity) in levels.sorted(by: { $0.key > $1.key })
    where !splits.contains(where: { $0.parts % parts == 0 && $0.velocity == velocity }) {
      splits.append((parts, velocity))
    }
    return splits.reversed().map {
      Click.Subdivision(parts: Int($0.parts), level: MIDIClickReading.level($0.velocity, .off))
    }
  }

  /// The units of a bar, where the first full one has them.
  private func pattern() -> [Click.Step]? {
    guard let run = bars.runs.first, let first = marks.first(where: { $0.at >= .zero }) else {
      return nil
    }
    let counts = Set(bars.runs.map { ($0.meter.length / $0.unit).ceiling })
    guard counts.count == 1, let count = counts.first, count <= 99 * 99 else { return nil }
    let units = Int(count)
    let start = bars.start(ofBar: max(1, bars.bar(at: first.at)))
    let kinds = kinds()
    var steps = Array(repeating: Click.Step.rest, count: units)
    for mark in marks where mark.at >= start && mark.at < start + run.meter.length {
      let unit = (mark.at - start) / run.unit
      guard unit.isInteger else { continue }
      steps[Int(unit.floor)] = kinds[Kind(mark)] ?? .beat
    }
    return steps
  }

  /// Sound and velocity: what tells an accent from a beat.
  private struct Kind: Hashable {
    let sound: String
    let velocity: Velocity

    init(_ mark: Mark) {
      sound = mark.sound
      velocity = mark.velocity
    }
  }

  /// The loudest kind on units is an accent, the next a beat, and one more a subdivision. Where
  /// there is one only it is told by its sound.
  private func kinds() -> [Kind: Click.Step] {
    var kinds: [Kind] = []
    for mark in marks where share(of: mark).isUnit && !kinds.contains(Kind(mark)) {
      kinds.append(Kind(mark))
      if kinds.count > 3 { return [:] }
    }
    let names: [String: Click.Step] = [
      BuiltInSound.clickHigh.name: .accent, BuiltInSound.clickLow.name: .beat,
      BuiltInSound.clickSoft.name: .subdivision,
    ]
    if kinds.allSatisfy({ names[$0.sound] != nil }), Set(kinds.map(\.sound)).count == kinds.count {
      return Dictionary(uniqueKeysWithValues: kinds.map { ($0, names[$0.sound]!) })
    }
    if kinds.count == 1 { return [kinds[0]: .beat] }
    kinds.sort { ($0.velocity, $1.sound) > ($1.velocity, $0.sound) }
    return Dictionary(
      uniqueKeysWithValues: zip(kinds, [Click.Step.accent, .beat, .subdivision]))
  }

  /// Bars, or beats, with clicks and without, in turn.
  private func gaps() -> [Click.Gap] {
    let run = bars.runs[0]
    let fullBars = Set(marks.filter { $0.at >= .zero }.map { bars.bar(at: $0.at) - 1 })
    let beats = marks.map { $0.at / run.unit }
    let fullBeats = Set(beats.filter { $0.isInteger && $0 >= .zero }.map { Int($0.floor) })
    let beatCount = Int(min((bars.end / run.unit).ceiling, MIDIClickReading.mostBeats))
    return MIDIClickReading.turns(in: fullBars, of: bars.lastBar, MusicalSpan.bars)
      + MIDIClickReading.turns(in: fullBeats, of: beatCount, MusicalSpan.beats)
  }

  private static let mostBeats: Int128 = 100_000

  /// How many of a row are full up to the first empty one, and how many empty ones follow.
  private static func turns(
    in full: Set<Int>, of count: Int, _ span: (Rational) -> MusicalSpan
  ) -> [Click.Gap] {
    guard let silent = (0..<max(0, count)).first(where: { !full.contains($0) }), silent > 0 else {
      return []
    }
    let back = (silent..<count).first(where: full.contains) ?? count
    return [
      .turns(
        play: span(Rational(Int128(silent))), mute: span(Rational(Int128(back - silent))))
    ]
  }

  /// Distances at which clicks stand.
  private func spans() -> [MusicalSpan] {
    guard let run = bars.runs.first, let second = marks.first(where: { $0.at > .zero }) else {
      return []
    }
    let inBars = second.at / run.meter.length
    if inBars.isInteger, inBars > 1 { return [.bars(inBars)] }
    let inBeats = second.at / run.unit
    return inBeats.isInteger && inBeats > 1 && !run.meter.isGrouped ? [.beats(inBeats)] : []
  }

  // MARK: - Sounds and levels

  /// Gives a candidate the sounds and levels of the marks at its accents, beats and subdivisions.
  private func dressed(_ click: DraftClick) -> DraftClick {
    var click = click
    let standard = Click.Voices(
      accent: BuiltInSound.clickHigh.name, beat: BuiltInSound.clickLow.name,
      subdivision: BuiltInSound.clickSoft.name)
    var sounds = standard
    var found: Set<Click.Step> = []
    // No click is right that has more.
    for event in heard(click).prefix(marks.count) {
      guard found.count < 3 else { break }
      guard !found.contains(event.step), let mark = mark(at: event.at) else { continue }
      found.insert(event.step)
      sounds[keyPath: event.step.sound] = mark.sound
      if event.step != .subdivision || click.subdivisions.isEmpty {
        click.levels[keyPath: event.step.level] = MIDIClickReading.level(
          mark.velocity, Click.standardLevels[keyPath: event.step.level])
      }
    }
    if sounds != standard { click.sounds = sounds }
    return click
  }

  private func mark(at position: WholeNotes) -> Mark? {
    let low = marks.partitionIndex(where: { $0.at >= position })
    return low < marks.count && marks[low].at == position ? marks[low] : nil
  }

  /// A level whose velocity is a given one: the usual one, else the roundest percentage.
  private static func level(_ velocity: Velocity, _ standard: Level) -> Level {
    if standard != .off, standard.velocity == velocity { return standard }
    for step in [10, 5, 1] {
      for percent in stride(from: step, through: 100, by: step) {
        let level = Level.ratio(Rational(Int128(percent), 100))
        if level.velocity == velocity { return level }
      }
    }
    return .ratio(Rational(Int128(velocity.value), 127))
  }

  // MARK: - Listening

  /// Whether a click is heard as the marks, each at its place with its sound and velocity.
  func isHeard(_ click: DraftClick) -> Bool {
    var index = 0
    let sounds =
      click.sounds
      ?? Click.Voices(
        accent: BuiltInSound.clickHigh.name, beat: BuiltInSound.clickLow.name,
        subdivision: BuiltInSound.clickSoft.name)
    for event in heard(click) {
      guard index < marks.count, marks[index].at == event.at,
        marks[index].sound == sounds[keyPath: event.step.sound],
        marks[index].velocity == event.velocity
      else { return false }
      index += 1
    }
    return index == marks.count
  }

  /// What the scheduler makes of a click.
  private func heard(
    _ click: DraftClick
  ) -> some Sequence<(at: WholeNotes, step: Click.Step, velocity: Velocity)> {
    // The sounds are numbered by what they are.
    let steps: [Click.Step] = [.accent, .beat, .subdivision]
    let song = Song(
      sections: [
        Section(
          name: Spanned("click", SourceSpan(wholeFile: "")), bars: bars,
          tempos: [TempoSpan(start: .zero, from: .standard)],
          click: Click(
            isOn: true, pattern: click.pattern, subdivisions: click.subdivisions,
            sounds: Click.Voices(accent: 0, beat: 1, subdivision: 2), levels: click.levels,
            gap: click.gap, every: click.every),
          swings: swing.map { [SwingSpan(start: .zero - bars.pickup, swing: $0)] } ?? [])
      ], order: [.section(0, times: 1)],
      sounds: [BuiltInSound.clickHigh, .clickLow, .clickSoft].map {
        Sound(name: $0.name, Sound.Take(.builtIn($0)))
      })
    return EventStream(song, at: MIDIDivision.rate).lazy.map {
      ($0.position, steps[$0.sound], $0.velocity)
    }
  }
}

extension DraftClick {
  /// The places of a unit where a click can sound, the unit's own included.
  fileprivate var partsOfUnit: Int128 {
    subdivisions.reduce(1) { $0 + Int128($1.parts - 1) }
  }
}

extension Click.Step {
  fileprivate var sound: WritableKeyPath<Click.Voices<String>, String> {
    switch self {
    case .accent: \.accent
    case .beat: \.beat
    case .subdivision, .rest: \.subdivision
    }
  }

  fileprivate var level: WritableKeyPath<Click.Voices<Level>, Level> {
    switch self {
    case .accent: \.accent
    case .beat: \.beat
    case .subdivision, .rest: \.subdivision
    }
  }
}

extension BarMap {
  /// How far a position is from the bar line before it.
  fileprivate func offset(of position: WholeNotes) -> WholeNotes {
    position - start(ofBar: bar(at: position))
  }
}
