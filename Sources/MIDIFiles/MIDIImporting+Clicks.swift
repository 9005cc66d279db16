import Scheduler
import SongModel
import Timing

/// Finds what the clicks of a file say: settings of its sections, a count-in, silence before it.
extension MIDIImporting {
  func click(
    _ clicks: ArraySlice<MIDITrackReading.Hit>, in section: MIDISection
  ) -> (click: DraftClick, swing: Swing?)? {
    let marks = marks(clicks, from: section.origin)
    if let click = MIDIClickReading(marks, in: section.bars).click() { return (click, nil) }
    guard let swing = MIDIClickReading.swing(of: marks, in: section.bars),
      let click = MIDIClickReading(marks, in: section.bars, swing: swing).click()
    else { return nil }
    return (click, swing)
  }

  private func marks(
    _ clicks: ArraySlice<MIDITrackReading.Hit>, from origin: WholeNotes
  ) -> [MIDIClickReading.Mark] {
    clicks.map {
      MIDIClickReading.Mark(
        at: $0.at - origin, sound: tracks.sounds[$0.sound].name, velocity: $0.velocity)
    }
  }

  /// A section whose click is silent in some bars, divided where that changes; `nil` where more
  /// than that changes.
  func parts(
    of section: MIDISection, _ clicks: ArraySlice<MIDITrackReading.Hit>
  ) -> [(section: MIDISection, click: DraftClick)]? {
    let run = section.runs[0]
    guard section.runs.count == 1, section.pickup == .zero,
      tempo.changes(after: section.start, before: section.end).isEmpty,
      case .steady = tempo.change(at: section.start).tempo,
      tempo.holds(from: section.start, before: section.end).isEmpty
    else { return nil }
    let last = section.bars.lastBar
    var parts: [(section: MIDISection, click: DraftClick)] = []
    var rest = clicks
    func part(from first: Int, to next: Int) -> Bool {
      guard next > first else { return true }
      let start = section.origin + run.meter.length * Rational(Int128(first - 1))
      let end = min(section.origin + run.meter.length * Rational(Int128(next - 1)), section.end)
      let part = MIDISection(
        name: section.name, start: start, origin: start, end: end, runs: section.runs,
        endsInsideBar: section.endsInsideBar && next > last)
      let own = rest.prefix { $0.at < end }
      rest = rest[own.endIndex...]
      guard let (click, swing) = click(own, in: part), swing == nil else { return false }
      parts.append((part, click))
      return true
    }
    var first = 1
    var previous = 0
    for hit in clicks {
      let bar = section.bars.bar(at: hit.at - section.origin)
      if bar > previous + 1 {
        guard part(from: first, to: previous + 1), part(from: previous + 1, to: bar) else {
          return nil
        }
        first = bar
      }
      previous = bar
    }
    guard part(from: first, to: previous + 1), part(from: previous + 1, to: last + 1) else {
      return nil
    }
    return parts
  }

  /// Where a drum is a little early for the first bar after a count-in, which has no drums, it is an
  /// upbeat of that bar.
  func withUpbeat(_ sections: [MIDISection]) -> [MIDISection] {
    let first = sections.firstIndex { $0.name == MIDIImporting.countInName }
    guard let first, first <= 1, first + 1 < sections.count else { return sections }
    let (countIn, next) = (sections[first], sections[first + 1])
    let early = tracks.hits.first { $0.at >= countIn.start }
    guard let early, early.at < countIn.end, next.pickup == .zero else { return sections }
    let length = [64, 32, 16, 8].map { WholeNotes(1, $0) }.first { early.at >= countIn.end - $0 }
    guard let length, length < next.runs[0].meter.length, length < countIn.length else {
      return sections
    }
    let start = countIn.end - length
    guard !tracks.clicks.contains(where: { $0.at >= start && $0.at < countIn.end }) else {
      return sections
    }
    var sections = sections
    sections[first] = MIDISection(
      name: countIn.name, start: countIn.start, origin: countIn.origin, end: start,
      runs: countIn.runs, endsInsideBar: true)
    sections[first + 1] = MIDISection(
      name: next.name, start: start, origin: next.origin, end: next.end, runs: next.runs,
      endsInsideBar: next.endsInsideBar)
    return sections
  }

  static let countInName = Occurrence.countInName

  /// The length of a count-in: a steady tempo and one metre, those of the section after it.
  func countIn(_ section: MIDISection, before next: MIDISection) -> MusicalSpan? {
    let tempo = self.tempo.change(at: section.start)
    guard self.tempo.change(at: next.start).tempo.first == tempo.tempo.first,
      self.tempo.changes(after: section.start, before: section.end).isEmpty,
      self.tempo.holds(from: section.start, before: section.end).isEmpty,
      case .steady = tempo.tempo
    else { return nil }
    let length = section.end - section.start
    let count = length / next.runs[0].meter.length
    return count.isInteger ? .bars(count) : .notes(length)
  }

  /// Whether a count-in clicks as the section after it would have it.
  func counts(
    _ clicks: ArraySlice<MIDITrackReading.Hit>, in section: MIDISection,
    before next: MIDISection, _ later: ArraySlice<MIDITrackReading.Hit>
  ) -> Bool {
    guard !options.isClickOnly else { return true }
    let own = later.prefix { $0.at < next.end }
    var (click, swing) = (DraftClick(), Swing?.none)
    if let found = self.click(own, in: next), found.click.isOn { (click, swing) = found }
    // They leave a count-in alone.
    click.gap = nil
    click.every = nil
    let (run, length) = (next.runs[0], section.end - section.start)
    // Its bars are full ones from its end, or from its start where a pickup completes the last.
    let joinsPickup = ((length + next.pickup) / run.meter.length).isInteger
    let full = run.meter.length * Rational((length / run.meter.length).floor)
    let end = joinsPickup ? length : full
    let bars = BarMap(meter: run.meter, beat: run.beat, end: end, pickup: length - end)
    let marks = marks(clicks, from: section.start + bars.pickup)
    return MIDIClickReading(marks, in: bars, swing: swing).isHeard(click)
  }

  /// How long the silence before a song is.
  func silence(_ section: MIDISection) -> Rational? {
    var time = Rational.zero
    let starts =
      [self.tempo.change(at: section.start)]
      + self.tempo.changes(after: section.start, before: section.end)
    for (index, start) in starts.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1].at : section.end
      guard case .steady(let tempo) = start.tempo else { return nil }
      time = time + (next - max(start.at, section.start)).count * tempo.secondsPerWholeNote
    }
    return time
  }
}
