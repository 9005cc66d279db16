import SongModel
import Timing

/// Walks through one pass of a section, or the count-in, and finds its events in the order in which
/// they are written.
struct SectionWalk<R: Ruler> {
  /// A position, and when what is written there is heard.
  private struct Instant {
    let position: R.Number
    let time: Seconds
    let frame: Frame
    /// The bar and the beat, once a hit has asked for them.
    var beat: BeatPlace?
  }

  private let ruler: R
  private var clock: R.Clock
  private let rate: SampleRate
  private let occurrence: Int
  private let pass: Int
  /// An index into ``Song/sections``; `nil` in the count-in.
  private let section: Int?
  private let barsBefore: Int
  private let click: Click
  private let swings: SwingList<R>
  private let silentLanes: Set<Int>
  private let sectionGain: Double
  private let clickGain: Double
  private var clicks: ClickCursor<R>
  private var filter: ClickFilter
  private var hits: PatternCursor<R>?
  private var bars: BarCursor<R>
  /// The last position that was looked at. At most positions several things are written.
  private var instant: Instant

  init(_ occurrence: Occurrence, of song: Song, _ ensemble: Ensemble, _ ruler: R) {
    let section = song.sections[occurrence.section]
    var click = section.click
    if occurrence.isCountIn {
      click.isOn = true
      click.gap = nil
      click.every = nil
    } else if section.silentLanes.contains(Song.clickLane) {
      click.isOn = false
    }
    self.ruler = ruler
    clock = ruler.clock(of: occurrence)
    self.rate = ensemble.rate
    self.occurrence = occurrence.index
    pass = occurrence.pass
    self.section = occurrence.isCountIn ? nil : occurrence.section
    barsBefore = occurrence.barsBefore
    self.click = click
    swings = SwingList(section.swings, ruler)
    silentLanes = section.silentLanes
    sectionGain = section.volume.gain
    clickGain = click.volume.gain
    clicks = ClickCursor(click, over: occurrence.bars, ruler)
    filter = ClickFilter(
      click, over: occurrence.bars, chance: ensemble.chance, pass: occurrence.pass)
    hits =
      occurrence.isCountIn
      ? nil : PatternCursor(section.play, of: ensemble.patterns, over: occurrence.bars, ruler)
    bars = BarCursor(occurrence.bars, ruler)
    instant = Instant(
      position: ruler.number(of: .zero), time: occurrence.time(of: .zero),
      frame: occurrence.time(of: .zero).frame(at: ensemble.rate))
  }

  /// Finds the events that come next, until the ensemble has so many.
  ///
  /// - Returns: `false` at the end of the section.
  mutating func findEvents(for ensemble: inout Ensemble, upTo count: Int) -> Bool {
    while ensemble.found < count {
      if !findNext(for: &ensemble) { return false }
    }
    return true
  }

  /// Finds what is written next.
  ///
  /// - Returns: `false` at the end of the section.
  private mutating func findNext(for ensemble: inout Ensemble) -> Bool {
    switch (clicks.next, hits?.next) {
    case (nil, nil): return false
    case (let position?, let hit) where hit.map({ position <= $0 }) ?? true:
      go(to: position)
      ensemble.reach(instant.time, instant.frame)
      if !ensemble.isSilent(Song.clickLane), isHeard() { addClick(clicks.mark, to: &ensemble) }
      clicks.advance(ruler)
    case (_, let position?):
      go(to: position)
      ensemble.reach(instant.time, instant.frame)
      addHit(hits!.stroke, to: &ensemble)
      hits!.advance(ruler)
    default: preconditionFailure("one of the two comes first")
    }
    return true
  }

  private mutating func go(to position: R.Number) {
    if position != instant.position { instant = instant(at: position) }
  }

  private mutating func instant(at position: R.Number) -> Instant {
    let time = clock.time(of: position)
    return Instant(position: position, time: time, frame: time.frame(at: rate))
  }

  private func dice(_ name: UInt64, _ ensemble: borrowing Ensemble) -> HitDice {
    HitDice(
      chance: ensemble.chance, pass: pass, name: name, position: ruler.place(instant.position))
  }

  // MARK: - Clicks

  private mutating func isHeard() -> Bool {
    if click.every == nil && click.gap == nil { return true }
    return filter.passes(ruler.place(instant.position).wholeNotes, bar: clicks.bar)
  }

  private mutating func addClick(_ mark: ClickCursor<R>.Mark, to ensemble: inout Ensemble) {
    var sounding = instant
    // A count-in has the swing that its section begins with.
    let place = section == nil ? R.Number.zero : instant.position
    if mark.step == .subdivision, let swing = swings.swing(at: place) {
      let delay = swing.delay(at: mark.offset, step: Swing.standardUnit, ruler)
      if delay != .zero { sounding = self.instant(at: instant.position + delay) }
    }
    let sound = click.sounds[mark.step]
    let name = section == nil ? EventNames.countIn : EventNames.click
    let part = ensemble.voicing.part(
      of: sound, mark.loudness.velocity, lane: Song.clickLane, clickPan: click.pan,
      dice(name, ensemble))
    ensemble.add(
      Event(
        time: sounding.time, frame: sounding.frame, lane: Song.clickLane, sound: sound,
        velocity: mark.loudness.velocity, take: part.take, cents: part.cents,
        gain: mark.loudness.gain * clickGain * sectionGain * part.gain, pan: part.pan,
        occurrence: occurrence, section: section, sounding: ruler.place(sounding.position),
        bar: clicks.bar + barsBefore, place: mark.place, isSubdivision: mark.step == .subdivision))
  }

  // MARK: - Hits

  private mutating func addHit(_ stroke: Stroke, to ensemble: inout Ensemble) {
    let lane = stroke.track + 1
    if ensemble.isSilent(lane) || silentLanes.contains(lane) { return }
    bars.advance(to: instant.position, ruler)
    guard stroke.isPlain && swings.isEmpty else { return addFreeHit(stroke, to: &ensemble) }
    add(stroke, stroke.velocity, stroke.gain, at: instant.time, instant.position, to: &ensemble)
  }

  /// Adds a hit that chance, a swing or an offset may keep back or move, or that is a flam.
  private mutating func addFreeHit(_ stroke: Stroke, to ensemble: inout Ensemble) {
    let pattern = hits!.table.pattern
    let hit = pattern.hits[stroke.hit]
    let line = pattern.lines[hit.line]
    let dice = dice(ensemble.names[stroke.track], ensemble)
    let patternStart = ruler.place(hits!.patternStart).wholeNotes
    guard dice.isPlayed(hit, line, patternStart: patternStart) else { return }
    var sounding = instant
    if let swing = line.swing ?? swings.swing(at: instant.position) {
      let offset = instant.position - bars.start
      let delay = swing.delay(at: offset, step: line.step, ruler)
      if delay != .zero { sounding = self.instant(at: instant.position + delay) }
    }
    var time = sounding.time
    if line.offset != .zero { time = time + Seconds(line.offset) }
    time = dice.humanized(time, line)
    let strength = dice.strength(line)
    func add(_ time: Seconds, _ velocity: Velocity, _ gain: Double, depth: Int) {
      self.add(
        stroke, strength == 1 ? velocity : velocity.scaled(by: strength), gain * strength,
        at: time, sounding.position, depth: depth, to: &ensemble)
    }
    if let grace = hit.grace {
      add(time - Seconds(Grace.lead), grace.velocity, grace.gain, depth: 1)
    }
    add(time, hit.velocity, hit.gain, depth: 0)
  }

  private mutating func add(
    _ stroke: Stroke, _ velocity: Velocity, _ gain: Double, at time: Seconds,
    _ position: R.Number, depth: Int = 0, to ensemble: inout Ensemble
  ) {
    let lane = stroke.track + 1
    let part = ensemble.voicing.part(
      of: stroke.sound, velocity, lane: lane, dice(ensemble.names[stroke.track], ensemble),
      depth: depth)
    let beat = instant.beat ?? bars.place(of: instant.position, ruler)
    instant.beat = beat
    ensemble.add(
      Event(
        time: time, frame: time == instant.time ? instant.frame : time.frame(at: rate),
        lane: lane, sound: stroke.sound, velocity: velocity, take: part.take,
        cents: part.cents, gain: gain * sectionGain * part.gain, pan: part.pan,
        occurrence: occurrence, section: section,
        sounding: ruler.place(position), bar: bars.bar + barsBefore, place: beat,
        isSubdivision: false))
  }
}

/// What stands for the click where a track has its name.
private enum EventNames {
  static let click = Chance.number(of: Song.clickName)
  /// A count-in's positions are those of the first section again; its chance is another.
  static let countIn = Chance.number(of: Occurrence.countInName)
}
