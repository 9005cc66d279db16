import SongModel
import Timing

/// The events of a song in order, made as they are asked for, in memory that does not grow.
///
/// This is the one source of the list of events, of the audio and of the MIDI file.
public struct EventStream: Sequence, IteratorProtocol {
  private let song: Song
  private let rate: SampleRate
  private let chance: Chance
  /// A number for each track, by its name.
  private let names: [UInt64]
  private let silentLanes: Set<Int>
  private var voicing: Voicing
  /// No event is heard earlier than this before the place that it is written at.
  private let longestLead: Seconds
  private var occurrences: Occurrences
  private var current: Occurrence?
  /// The gain of the current section, and of its click.
  private var sectionGain = 1.0
  private var clickGain = 1.0
  private var clicks: ClickCursor?
  private var filter: ClickFilter?
  private var hits: PatternCursor?
  private var cues: ArraySlice<CueList.Start>
  /// Events found but not yet given away: a later one may be heard earlier.
  private var waiting = EventQueue()
  /// No event that is still to be found stands before this frame.
  private var horizon = Frame(Int.min)

  public init(_ song: Song, at rate: SampleRate) {
    self.song = song
    self.rate = rate
    chance = Chance(seed: song.seed)
    names = song.tracks.map { Chance.number(of: $0.name) }
    silentLanes = song.silentLanes
    voicing = Voicing(song)
    longestLead = Seconds(song.patterns.map(\.longestLead).max() ?? .zero)
    occurrences = Occurrences(song)
    cues = CueList(song).starts[...]
  }

  public mutating func next() -> Event? {
    while true {
      if let first = waiting.first, first.frame < horizon {
        return voicing.voiced(waiting.removeFirst())
      }
      if !findNext() { return waiting.isEmpty ? nil : voicing.voiced(waiting.removeFirst()) }
    }
  }

  /// Finds one more event, or enters the next section.
  ///
  /// - Returns: `false` at the end of the song.
  private mutating func findNext() -> Bool {
    guard let occurrence = current else { return enterNextSection() }
    switch (clicks!.current, hits!.current) {
    case (nil, nil):
      current = nil
    case (let (position, mark)?, let hit) where hit.map({ position <= $0.position }) ?? true:
      let time = occurrence.time(of: position)
      reach(time)
      if filter!.passes(position, bar: clicks!.barNumber), !silentLanes.contains(Song.clickLane) {
        addClick(at: position, time, mark, in: occurrence)
      }
      clicks!.advance()
    case (_, let (position, hit)?):
      let time = occurrence.time(of: position)
      reach(time)
      addHit(at: position, time, hit, in: occurrence)
      hits!.advance()
    default:
      preconditionFailure("one of the two comes first")
    }
    return true
  }

  private mutating func enterNextSection() -> Bool {
    guard let occurrence = occurrences.next() else {
      reach(nil)
      return false
    }
    let section = song.sections[occurrence.section]
    var click = section.click
    if occurrence.isCountIn {
      click.isOn = true
      click.gap = nil
      click.every = nil
    } else if section.silentLanes.contains(Song.clickLane) {
      click.isOn = false
    }
    current = occurrence
    sectionGain = section.volume.gain
    clickGain = click.volume.gain
    clicks = ClickCursor(click, over: occurrence.bars)
    filter = ClickFilter(click, over: occurrence.bars, chance: chance, pass: occurrence.pass)
    hits = PatternCursor(
      occurrence.isCountIn ? [] : section.play, of: song.patterns, over: occurrence.bars)
    return true
  }

  // MARK: - Time

  /// Moves the horizon to what is written at a time, or to the end of the song.
  private mutating func reach(_ time: Seconds?) {
    while let cue = cues.first, time.map({ cue.time <= $0 }) ?? true {
      addCue(cue)
      cues.removeFirst()
    }
    guard let time else { return }
    horizon = Swift.max(horizon, (time - longestLead).frame(at: rate))
  }

  // MARK: - Events

  private static let clickName = Chance.number(of: Song.clickName)
  /// A count-in's positions are those of the first section again; its chance is another.
  private static let countInName = Chance.number(of: Occurrence.countInName)

  private mutating func addClick(
    at position: WholeNotes, _ written: Seconds, _ mark: ClickGrid.Mark,
    in occurrence: Occurrence
  ) {
    let section = song.sections[occurrence.section]
    var sounding = position
    // A count-in has the swing that its section begins with.
    let place = occurrence.isCountIn ? WholeNotes.zero : position
    if mark.step == .subdivision, let swing = section.swings.swing(at: place) {
      sounding = position + swing.delay(at: mark.offset, step: Swing.standardUnit)
    }
    let time = sounding == position ? written : occurrence.time(of: sounding)
    let sound = section.click.sounds[mark.step]
    let name = occurrence.isCountIn ? EventStream.countInName : EventStream.clickName
    let draw = voicing.draw(sound, lane: Song.clickLane, clickPan: section.click.pan) {
      chance.bits($0, pass: occurrence.pass, name: name, position: position)
    }
    waiting.insert(
      Event(
        time: time, frame: time.frame(at: rate), lane: Song.clickLane, sound: sound,
        velocity: mark.loudness.velocity, cents: draw.cents,
        gain: mark.loudness.gain * clickGain * sectionGain, pan: draw.pan,
        occurrence: occurrence.index,
        section: occurrence.isCountIn ? nil : occurrence.section, position: sounding,
        bar: clicks!.barNumber + occurrence.barsBefore, place: clicks!.place))
  }

  private mutating func addHit(
    at position: WholeNotes, _ written: Seconds, _ hit: Hit, in occurrence: Occurrence
  ) {
    let section = song.sections[occurrence.section]
    let line = hits!.line
    guard !section.silentLanes.contains(hit.track + 1),
      !silentLanes.contains(hit.track + 1), isPlayed(hit, line, at: position, occurrence)
    else { return }
    let bar = position < .zero ? 0 : occurrence.bars.bar(at: position)
    let offset = position - occurrence.bars.start(ofBar: bar)
    let swing = line.swing ?? section.swings.swing(at: position)
    let delay = swing?.delay(at: offset, step: line.step) ?? .zero
    let sounding = delay == .zero ? position : position + delay
    var time = delay == .zero ? written : occurrence.time(of: sounding)
    if line.offset != .zero { time = time + Seconds(line.offset) }
    time = humanized(time, line, at: position, hit, occurrence)
    let strength = humanizedStrength(line, at: position, hit, occurrence)
    let sound = song.tracks[hit.track].sound
    func add(_ time: Seconds, _ velocity: Velocity, _ gain: Double, depth: Int) {
      let draw = voicing.draw(sound, lane: hit.track + 1) {
        chance.bits(
          $0, pass: occurrence.pass, name: names[hit.track], position: position, depth: depth)
      }
      waiting.insert(
        Event(
          time: time, frame: time.frame(at: rate), lane: hit.track + 1, sound: sound,
          velocity: strength == 1 ? velocity : velocity.scaled(by: strength), cents: draw.cents,
          gain: gain * strength * sectionGain, pan: draw.pan,
          occurrence: occurrence.index, section: occurrence.section, position: sounding,
          bar: bar + occurrence.barsBefore,
          place: BeatPlace(at: offset, in: occurrence.bars.run(ofBar: bar))))
    }
    if let grace = hit.grace {
      add(time - Seconds(Grace.lead), grace.velocity, grace.gain, depth: 1)
    }
    add(time, hit.velocity, hit.gain, depth: 0)
  }

  private mutating func addCue(_ cue: CueList.Start) {
    guard !silentLanes.contains(song.cueLane) else { return }
    let draw = voicing.draw(cue.sound, lane: song.cueLane) { _ in 0 }
    let bars = cue.occurrence.bars
    let bar = cue.position < .zero ? 0 : bars.bar(at: cue.position)
    let offset = cue.position - bars.start(ofBar: bar)
    waiting.insert(
      Event(
        time: cue.time, frame: cue.time.frame(at: rate), lane: song.cueLane,
        sound: cue.sound, velocity: .accent, cents: draw.cents, gain: 1, pan: draw.pan,
        occurrence: cue.occurrence.index,
        section: cue.occurrence.isCountIn ? nil : cue.occurrence.section,
        position: cue.position, bar: bar + cue.occurrence.barsBefore,
        place: BeatPlace(at: offset, in: bars.run(ofBar: bar))))
  }

  // MARK: - Chance

  private func isPlayed(
    _ hit: Hit, _ line: PatternLine, at position: WholeNotes, _ occurrence: Occurrence
  ) -> Bool {
    let name = names[hit.track]
    for step in hit.chances {
      let bits = chance.bits(
        .step, pass: occurrence.pass, name: name, position: hits!.patternStart + step.offset,
        depth: step.depth)
      if !Chance.comesUp(bits, of: Rational(1, 2)) { return false }
    }
    let conditions = [line.probability, hit.probability]
    for (depth, probability) in conditions.enumerated() where probability < .one {
      let bits = chance.bits(
        .probability, pass: occurrence.pass, name: name, position: position, depth: depth)
      if !Chance.comesUp(bits, of: probability) { return false }
    }
    return true
  }

  private func humanized(
    _ time: Seconds, _ line: PatternLine, at position: WholeNotes, _ hit: Hit,
    _ occurrence: Occurrence
  ) -> Seconds {
    guard line.humanize.timing > .zero else { return time }
    let bits = chance.bits(
      .timing, pass: occurrence.pass, name: names[hit.track], position: position)
    let moved = time + Seconds(Fixed(line.humanize.timing) * Chance.deviation(bits))
    // Nothing strays out of the file that is written into it.
    return moved < .zero && time >= .zero ? .zero : moved
  }

  private func humanizedStrength(
    _ line: PatternLine, at position: WholeNotes, _ hit: Hit, _ occurrence: Occurrence
  ) -> Double {
    guard line.humanize.velocity > .zero else { return 1 }
    let bits = chance.bits(
      .velocity, pass: occurrence.pass, name: names[hit.track], position: position)
    return 1 + line.humanize.velocity.double * Chance.share(bits)
  }
}

extension Pattern {
  /// How much earlier than written, in seconds, one of its hits may be heard.
  fileprivate var longestLead: Rational {
    let grace = hits.contains { $0.grace != nil } ? Grace.lead : .zero
    return lines.map { grace + $0.humanize.timing + max(.zero, -$0.offset) }.max() ?? .zero
  }
}

extension Swing {
  /// What swings of the click where nobody says it: the step of a pattern that says nothing either.
  public static let standardUnit = WholeNotes(1, 16)
}
