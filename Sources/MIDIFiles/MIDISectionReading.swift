import SongModel
import Timing

/// A section as an importer finds it: its bars and where they stand in the file.
struct MIDISection {
  var name: String
  /// Where it starts, with its pickup if it has one.
  let start: WholeNotes
  /// Where its bar 1 starts.
  let origin: WholeNotes
  let end: WholeNotes
  /// From the origin.
  let runs: [BarMap.Run]
  /// Whether it ends inside a bar, at a place where no metre ends one.
  let endsInsideBar: Bool

  var pickup: WholeNotes { origin - start }
  var length: WholeNotes { end - origin }
  var bars: BarMap { BarMap(runs: runs, end: length, pickup: pickup) }
}

/// Divides a file into sections: at its markers, else where metre and tempo change.
struct MIDISectionReading {
  private(set) var sections: [MIDISection] = []
  private(set) var remarks: [String] = []
  private let bars: MIDIBarReading
  private let tempo: MIDITempoReading
  private let isOurs: Bool

  /// Where a section may begin, and what it is called.
  private struct Boundary {
    let at: WholeNotes
    var name: String?
  }

  init(_ score: MIDIScore, bars: MIDIBarReading, tempo: MIDITempoReading, end: WholeNotes) {
    self.bars = bars
    self.tempo = tempo
    isOurs = score.isOurs
    var pickups: [WholeNotes: WholeNotes] = [:]
    for case (let tick, .pickup(let length)) in score.texts {
      pickups[score.position(tick)] = length
    }
    let boundaries = boundaries(score, end: end)
    for (index, boundary) in boundaries.enumerated() {
      let next = index + 1 < boundaries.count ? boundaries[index + 1].at : end
      let name = boundary.name ?? "part \(index + 1)"
      var start: WholeNotes? = boundary.at
      while let from = start {
        let (section, rest) = section(name, from: from, to: next, pickup: pickups[from])
        sections.append(section)
        start = rest
      }
    }
  }

  // MARK: - Boundaries

  private mutating func boundaries(_ score: MIDIScore, end: WholeNotes) -> [Boundary] {
    var found: [Boundary] = []
    for (tick, name) in score.markers {
      let at = score.position(tick)
      let name = name.trimmedBlanks
      guard at < end else {
        remarks.append("The marker '\(name)' stands at the end.")
        continue
      }
      if let last = found.last, last.at == at {
        let both = [last.name ?? "", name].filter { !$0.isEmpty }
        found[found.count - 1].name = both.isEmpty ? nil : both.joined(separator: ", ")
      } else {
        found.append(Boundary(at: at, name: name.isEmpty ? nil : name))
      }
    }
    if found.isEmpty { return changes(end: end) }
    if found[0].at > .zero { found.insert(Boundary(at: .zero, name: "start"), at: 0) }
    return found
  }

  /// Without markers: where the metre changes, and where a tempo comes at a bar line that lasts
  /// for some bars after another that did.
  private func changes(end: WholeNotes) -> [Boundary] {
    var places: Set<WholeNotes> = [.zero]
    for change in bars.changes(after: .zero, before: end) {
      places.insert(change.at)
    }
    let tempos = tempo.changes
    for (index, change) in tempos.enumerated().dropFirst() where change.at < end {
      let next = index + 1 < tempos.count ? min(tempos[index + 1].at, end) : end
      let run = bars.change(at: change.at)
      let isAtBarLine = ((change.at - run.at) / run.meter.length).isInteger
      let shortest = run.meter.length * Rational(Int128(MIDISectionReading.shortest))
      if isAtBarLine, next - change.at >= shortest, change.at - tempos[index - 1].at >= shortest {
        places.insert(change.at)
      }
    }
    let sorted = places.sorted()
    return sorted.map { Boundary(at: $0, name: sorted.count == 1 ? "song" : nil) }
  }

  /// How many bars a tempo lasts that is a section's, and not a passing one.
  private static let shortest = 2

  // MARK: - Bars

  /// Finds the bars of a section. Where a bar is cut to a length that no metre has, the section
  /// ends there.
  ///
  /// - Returns: the section, and where the rest of it starts.
  private func section(
    _ name: String, from start: WholeNotes, to end: WholeNotes, pickup stated: WholeNotes?
  ) -> (section: MIDISection, rest: WholeNotes?) {
    if let pickup = self.pickup(from: start, to: end, stated: stated) {
      let found = section(name, from: start, origin: start + pickup, to: end)
      // An upbeat is shorter than the bar after it, and stands before bars that are counted.
      if !found.section.endsInsideBar, pickup < found.section.runs[0].meter.length {
        return found
      }
    }
    return section(name, from: start, origin: start, to: end)
  }

  private func section(
    _ name: String, from start: WholeNotes, origin: WholeNotes, to end: WholeNotes
  ) -> (section: MIDISection, rest: WholeNotes?) {
    let first = bars.change(at: origin)
    var runs = [BarMap.Run(firstBar: 1, start: .zero, meter: first.meter, beat: first.beat)]
    // What is left of a bar and cannot be an upbeat is a short bar.
    let missing = missing(at: origin)
    if origin + missing < end, bars.changes(after: origin, before: origin + missing).isEmpty,
      let short = Meter(barOf: missing, like: first.meter)
    {
      runs = [
        BarMap.Run(firstBar: 1, start: .zero, meter: short, beat: first.beat),
        BarMap.Run(firstBar: 2, start: missing, meter: first.meter, beat: first.beat),
      ]
    }

    /// Fills up to a place that ends a bar.
    ///
    /// - Returns: whether a metre could be found for the last one.
    func fill(to place: WholeNotes) -> Bool {
      let run = runs[runs.count - 1]
      let rest = place - run.start
      let full = (rest / run.meter.length).floor
      let left = rest - run.meter.length * Rational(full)
      guard left > .zero else { return true }
      guard let short = Meter(barOf: left, like: run.meter) else { return false }
      if full == 0 { runs.removeLast() }
      runs.append(
        BarMap.Run(
          firstBar: run.firstBar + Int(full), start: place - left, meter: short, beat: run.beat))
      return true
    }

    for change in bars.changes(after: origin, before: end) {
      let place = change.at - origin
      let run = runs[runs.count - 1]
      let isNew = change.meter != run.meter || change.beat != run.beat
      let isBarLine = ((place - run.start) / run.meter.length).isInteger
      if isBarLine && !isNew { continue }
      guard fill(to: place) else {
        return (
          MIDISection(
            name: name, start: start, origin: origin, end: change.at, runs: runs,
            endsInsideBar: true), change.at
        )
      }
      let last = runs[runs.count - 1]
      let bar =
        last.firstBar + Int(((place - last.start) / last.meter.length).floor)
      runs.append(
        BarMap.Run(firstBar: bar, start: place, meter: change.meter, beat: change.beat))
    }
    // In our own files a section may end inside a bar, whose metre a text says.
    let isWhole = isOurs ? isBarLine(end - origin, in: runs) : fill(to: end - origin)
    return (
      MIDISection(
        name: name, start: start, origin: origin, end: end, runs: runs, endsInsideBar: !isWhole),
      nil
    )
  }

  /// The upbeat that a section starts with: what a text says, else what is left of a bar where a
  /// marker stands inside one.
  private func pickup(
    from start: WholeNotes, to end: WholeNotes, stated: WholeNotes?
  ) -> WholeNotes? {
    let pickup = stated ?? missing(at: start)
    guard pickup > .zero, start + pickup < end,
      pickup < bars.change(at: start + pickup).meter.length,
      // A tempo of its own would be that of bar 1 too.
      tempo.change(at: start).at == tempo.change(at: start + pickup).at
    else { return nil }
    // A metre that begins within it ends it.
    return bars.changes(after: start, before: start + pickup).isEmpty ? pickup : nil
  }

  private func isBarLine(_ place: WholeNotes, in runs: [BarMap.Run]) -> Bool {
    let run = runs[runs.count - 1]
    return ((place - run.start) / run.meter.length).isInteger
  }

  /// How much of a bar is left at a position; zero at a bar line.
  private func missing(at position: WholeNotes) -> WholeNotes {
    let run = bars.change(at: position)
    let passed = (position - run.at) / run.meter.length
    return run.meter.length * (Rational(passed.ceiling) - passed)
  }
}

extension String {
  /// Without blanks at its ends.
  var trimmedBlanks: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
