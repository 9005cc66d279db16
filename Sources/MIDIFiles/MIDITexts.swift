import Scheduler
import SongModel
import Timing

/// The texts of the first track: what tempo events and time signatures cannot say exactly, at the
/// places where it begins to hold. What they do say has none.
struct MIDITexts {
  struct Entry {
    let position: WholeNotes
    let text: ConductorText
  }

  private let song: Song
  /// Whether tempos are told exactly: those of a session are what somebody made of them.
  private let tellsTempos: Bool
  /// Whether tempo events alone leave open where the next stretch starts, and how fast it is.
  private var tempoIsOpen = false
  /// Whether the last metre had a text, which the next one has to revoke.
  private var meterHasText = false
  private var beat: WholeNotes?

  init(_ song: Song) {
    self.song = song
    tellsTempos = song.live.isEmpty
  }

  /// The texts of a section. Those of one place are in the order upbeat, metre, beat, tempo, hold.
  mutating func add(
    _ pass: MIDIPass, _ holds: [MIDISurvey.Hold], on timeline: MIDITimeline
  ) -> [Entry] {
    var entries: [Entry] = []
    let occurrence = pass.occurrence
    let bars = occurrence.bars
    if pass.start < .zero && !occurrence.isCountIn {
      entries.append(Entry(position: pass.start, text: .pickup(bars.pickup)))
    }
    entries += heard(meters(of: bars), in: pass) + heard(beats(of: bars), in: pass)
    if tellsTempos { entries += tempos(of: occurrence, holds, on: timeline) }
    entries += swings(of: occurrence).map { Entry(position: pass.start, text: .swing($0)) }
    return entries
  }

  /// Of what holds from place to place what a pass has: where it begins in the middle, what holds
  /// there stands at its start.
  private func heard(_ entries: [Entry], in pass: MIDIPass) -> [Entry] {
    if pass.start <= .zero && pass.heard.end == pass.occurrence.bars.end { return entries }
    let before = entries.last { $0.position <= pass.start }
    return (before.map { [Entry(position: pass.start, text: $0.text)] } ?? [])
      + entries.filter { pass.start < $0.position && $0.position < pass.end }
  }

  // MARK: - Swing

  /// The swings that move hits or clicks of a section, each once. A position alone does not say
  /// whether it is a swung sixteenth or a triplet.
  private func swings(of occurrence: Occurrence) -> [Swing] {
    let section = song.sections[occurrence.section]
    var found: [Swing] = []
    func add(_ swing: Swing, step: WholeNotes) {
      let own = Swing(amount: swing.amount, unit: swing.unit ?? step)!
      if own.amount > Rational(1, 2), !found.contains(own) { found.append(own) }
    }
    if section.click.isOn || occurrence.isCountIn {
      for span in section.swings where !section.click.subdivisions.isEmpty {
        add(span.swing, step: Swing.standardUnit)
      }
    }
    guard !occurrence.isCountIn else { return found }
    for item in section.play {
      for line in song.patterns[item.pattern].lines {
        for swing in line.swing.map({ [$0] }) ?? section.swings.map(\.swing) {
          add(swing, step: line.step)
        }
      }
    }
    return found
  }

  // MARK: - Bars

  private mutating func meters(of bars: BarMap) -> [Entry] {
    var entries: [Entry] = []
    var last: Meter?
    for (run, _) in bars.stretches where run.meter != last {
      let needsText = run.meter.isGrouped || !WrittenMeter.holds(run.meter)
      if needsText || meterHasText {
        entries.append(Entry(position: run.start, text: .meter(run.meter)))
      }
      meterHasText = needsText
      last = run.meter
    }
    // The time signature of a bar that the section's end cuts is another one.
    if let (run, end) = bars.stretches.last {
      let bars = (end - run.start) / run.meter.length
      let cut = run.start + run.meter.length * Rational(bars.floor)
      if !bars.isInteger {
        entries.removeAll { $0.position == cut }
        entries.append(Entry(position: cut, text: .meter(run.meter)))
        meterHasText = true
      }
    }
    return entries
  }

  private mutating func beats(of bars: BarMap) -> [Entry] {
    var entries: [Entry] = []
    for (index, run) in bars.runs.enumerated() where run.start < bars.end || index == 0 {
      // A section states its beat anew.
      if run.beat != beat || index == 0 && run.beat != nil {
        let position = index == 0 ? .zero - bars.pickup : run.start
        entries.append(Entry(position: position, text: .beat(run.beat)))
      }
      beat = run.beat
    }
    return entries
  }

  // MARK: - Tempo

  /// A tempo or a ramp from a place on.
  private struct Stretch {
    let start: WholeNotes
    let text: ConductorText
    /// Where it is constant.
    let tempo: Tempo?
  }

  private mutating func tempos(
    of occurrence: Occurrence, _ holds: [MIDISurvey.Hold], on timeline: MIDITimeline
  ) -> [Entry] {
    var entries: [Entry] = []
    var waiting = self.holds(of: occurrence)[...]
    let stretches = self.stretches(of: occurrence)
    for (index, stretch) in stretches.enumerated() {
      let next = index + 1 < stretches.count ? stretches[index + 1].start : occurrence.bars.end
      let isOnTick = timeline.place(of: stretch.start, in: occurrence.index).rest.isNothing
      let isExact = (stretch.tempo?.isWholeMicroseconds ?? false) && isOnTick
      // Where a hold stands on it, no tempo event says the tempo there.
      if tempoIsOpen || !isExact || waiting.first?.at == stretch.start {
        entries.append(Entry(position: stretch.start, text: stretch.text))
      }
      tempoIsOpen = !isExact
      while let hold = waiting.first, hold.at < next {
        waiting.removeFirst()
        entries.append(Entry(position: hold.at, text: .hold(hold.length)))
        tempoIsOpen = true
        // Several at one place are over together.
        guard waiting.first?.at != hold.at,
          let over = holds.first(where: { $0.at == hold.at })?.next, over < next,
          stretch.tempo != nil
        else { continue }
        entries.append(Entry(position: over, text: stretch.text))
        tempoIsOpen = !isExact
      }
    }
    return entries
  }

  private func holds(of occurrence: Occurrence) -> [Hold] {
    guard !occurrence.isCountIn else { return [] }
    return song.sections[occurrence.section].holds
      .filter { $0.length > .zero && $0.at < occurrence.bars.end }
      .sorted { $0.at < $1.at }
  }

  private func stretches(of occurrence: Occurrence) -> [Stretch] {
    var stretches: [Stretch] = []
    func addConstant(_ tempo: Tempo, at start: WholeNotes) {
      stretches.append(Stretch(start: start, text: .tempo(tempo), tempo: tempo))
    }
    let (spans, end) = (occurrence.tempos, occurrence.bars.end)
    for (index, span) in spans.enumerated() where span.start < end || index == 0 {
      guard let ramp = span.ramp, ramp.changes(span.from) else {
        addConstant(span.from, at: index == 0 ? occurrence.start : span.start)
        continue
      }
      // What lies before the first downbeat is at the tempo that the ramp starts at.
      if index == 0 && occurrence.start < .zero { addConstant(span.from, at: occurrence.start) }
      guard span.start < end else { continue }
      stretches.append(
        Stretch(
          start: span.start,
          text: .ramp(from: span.from, to: ramp.to, length: ramp.length, curve: ramp.curve),
          tempo: nil))
      let next = index + 1 < spans.count ? min(spans[index + 1].start, end) : end
      if let rampEnd = span.rampEnd, rampEnd < next { addConstant(ramp.to, at: rampEnd) }
    }
    return stretches
  }
}

extension Tempo {
  /// Whether a quarter note lasts a whole number of microseconds, which a tempo event says exactly.
  var isWholeMicroseconds: Bool {
    wholeNotesPerMinute.reciprocal.multiplied(by: 15_000_000)?.isInteger ?? false
  }
}
