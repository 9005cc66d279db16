import Scheduler
import SongModel
import Timing

/// How a MIDI file is made a song.
public struct MIDIImportOptions: Hashable, Sendable {
  /// Takes only the tempo, the metres and the markers, and lets the click sound.
  public var isClickOnly: Bool
  /// Moves each hit towards the nearest multiple of this length in its bar; `nil` leaves all where
  /// they are.
  public var grid: WholeNotes?
  /// How far towards it: 0 to 1.
  public var strength: Rational

  public init(isClickOnly: Bool = false, grid: WholeNotes? = nil, strength: Rational = .one) {
    self.isClickOnly = isClickOnly
    self.grid = grid
    self.strength = strength
  }
}

/// Why a MIDI file cannot become a song.
public enum MIDIImportError: Error, Hashable, Sendable {
  case file(MIDIError)
  case tooManyNotes
  /// Of tempo, metre, markers and texts.
  case tooManyEvents
  /// More than the 10,000 hours of a song.
  case tooLong
}

/// Makes a song of a standard MIDI file, as a person would write it: markers are its sections, drums
/// its patterns, and its tempo events the tempo.
///
/// Every event of the song is at the exact time that the file says; in a file of tactus' own at the
/// exact time that its texts say. What cannot be taken over stands in the draft's remarks.
///
/// - Parameter title: where the file has none.
///
/// Cost: proportional to the number of events.
public func songDraft(
  midi bytes: [UInt8], title: String? = nil, options: MIDIImportOptions = MIDIImportOptions()
) throws(MIDIImportError) -> SongDraft {
  let score = try MIDIScore(bytes)
  var importing = try MIDIImporting(score, options)
  return importing.draft(title: title)
}

/// Puts together what the readings found.
struct MIDIImporting {
  let score: MIDIScore
  let options: MIDIImportOptions
  let tempo: MIDITempoReading
  let bars: MIDIBarReading
  private(set) var tracks: MIDITrackReading
  let end: WholeNotes
  private var patterns: MIDIPatternReading

  init(_ score: MIDIScore, _ options: MIDIImportOptions) throws(MIDIImportError) {
    self.score = score
    self.options = options
    guard score.position(score.end).count <= MIDIImporting.longest else { throw .tooLong }
    var tempo = MIDITempoReading(score)
    bars = MIDIBarReading(score)
    tracks = MIDITrackReading(score)
    var map = tempo.map
    if score.isOurs {
      let clock = tempo.clock
      let tick = WholeNotes(score.tickLength)
      if score.isFinest { tracks.joinFlams(map, clock: clock, tick: tick) }
      if tracks.areInside(tempo.holds, clock: clock) {
        tempo.takeEvents()
        map = clock
        tracks = MIDITrackReading(score)
      } else if score.isFinest, options.grid == nil {
        // What all of a sound's hits have in common is no offset where a grid is to take it away.
        tracks.removeOffsets(map, tick: tick)
      }
    }
    self.tempo = tempo
    if let grid = options.grid {
      tracks.quantize(to: grid, strength: options.strength, in: bars)
    }
    end = MIDIImporting.end(of: score, tracks, bars)
    guard map.time(of: end) < MIDIImporting.longestTime else { throw .tooLong }
    patterns = MIDIPatternReading(
      tracks: tracks.sounds.map(\.name), offsets: tracks.offsets)
  }

  /// In whole notes, at any tempo that a file can state.
  private static let longest = Rational(1_000_000_000)
  private static let longestTime = Seconds(Rational(36_000_000))

  /// The end of the file, and in one that is not ours that of its last bar.
  private static func end(
    of score: MIDIScore, _ tracks: MIDITrackReading, _ bars: MIDIBarReading
  ) -> WholeNotes {
    var end = score.position(score.end)
    let last = (tracks.hits + tracks.clicks).map(\.at).max()
    if let last, last >= end {
      end = bars.lineAfter(last)
    } else if !score.hasExactEnd || end == .zero {
      let run = bars.change(at: end)
      let passed = (end - run.at) / run.meter.length
      end = run.at + run.meter.length * Rational(max(passed.ceiling, 1))
    }
    return end
  }

  mutating func draft(title: String?) -> SongDraft {
    let reading = MIDISectionReading(score, bars: bars, tempo: tempo, end: end)
    let hasNotes = !tracks.hits.isEmpty || !tracks.clicks.isEmpty
    let isClick = options.isClickOnly || !hasNotes
    var sections: [DraftSection] = []
    var (hits, clicks) = (tracks.hits[...], tracks.clicks[...])
    var countIn: MusicalSpan?
    var start = Rational.zero
    let found = withUpbeat(reading.sections)
    for (index, section) in found.enumerated() {
      let ownHits = take(&hits, section, isLast: index + 1 == found.count)
      let ownClicks = take(&clicks, section, isLast: index + 1 == found.count)
      if index == 0, ownHits.isEmpty, score.isOurs, section.name == "silence",
        let silence = silence(section)
      {
        start = silence
        continue
      }
      if sections.isEmpty, countIn == nil, ownHits.isEmpty,
        section.name == MIDIImporting.countInName,
        index + 1 < found.count,
        let span = self.countIn(section, before: found[index + 1]),
        counts(ownClicks, in: section, before: found[index + 1], clicks)
      {
        countIn = span
        continue
      }
      sections += drafts(section, ownHits, ownClicks, isClick: isClick)
    }
    patterns.putTracksInOrder()
    return SongDraft(
      title: score.title?.trimmedBlanks ?? title, remarks: allRemarks(reading, isClick: isClick),
      countIn: countIn, kit: kit(sections), patterns: patterns.patterns,
      sections: sections, start: start)
  }

  // MARK: - Sections

  /// The hits of a section, which are the next ones.
  private func take(
    _ hits: inout ArraySlice<MIDITrackReading.Hit>, _ section: MIDISection, isLast: Bool
  ) -> ArraySlice<MIDITrackReading.Hit> {
    let own = isLast ? hits : hits.prefix { $0.at < section.end }
    hits = hits[own.endIndex...]
    return options.isClickOnly ? [] : own
  }

  /// One section, or several of that name where only so its click can be said.
  private mutating func drafts(
    _ section: MIDISection, _ hits: ArraySlice<MIDITrackReading.Hit>,
    _ clicks: ArraySlice<MIDITrackReading.Hit>, isClick: Bool
  ) -> [DraftSection] {
    if let (click, swing) = click(clicks, in: section) {
      return [draft(section, hits, isClick ? nil : click, swing, isClick: isClick)]
    }
    if hits.isEmpty, let parts = parts(of: section, clicks) {
      return parts.map { draft($0.section, [], $0.click, nil, isClick: isClick) }
    }
    // A click that no setting gives is a row of hits.
    let all = (Array(hits) + clicks).enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    return [draft(section, all.map(\.element)[...], .off, nil, isClick: isClick)]
  }

  private mutating func draft(
    _ section: MIDISection, _ hits: ArraySlice<MIDITrackReading.Hit>, _ click: DraftClick?,
    _ swing: Swing?, isClick: Bool
  ) -> DraftSection {
    let run = section.runs[0]
    var draft = DraftSection(
      name: section.name, pickup: section.pickup > .zero ? section.pickup : nil, meter: run.meter,
      beat: run.beat, swing: swing, click: click)
    setKey(of: &draft, section)
    setTempo(of: &draft, section)
    let played = hits.map {
      MIDIPatternReading.Hit(
        at: $0.at - section.origin, track: $0.sound, velocity: $0.velocity, isFlam: $0.isFlam)
    }
    draft.play = patterns.play(
      played, in: section, isOpenEnded: section.endsInsideBar, swings: swings(of: section),
      isSwung: swing != nil)
    draft.bars = section.endsInsideBar ? nil : section.bars.lastBar
    if isClick && !draft.play.isEmpty { draft.click = DraftClick() }
    return draft
  }

  /// What a file of ours says of a section; others say nothing.
  private func swings(of section: MIDISection) -> [Swing]? {
    guard score.isOurs else { return nil }
    return score.items(of: score.texts, from: section.start, before: section.end).compactMap {
      if case .swing(let swing) = $0.item { swing } else { nil }
    }
  }

  /// The key in force where a section starts; one that comes later has no place in it.
  private func setKey(of draft: inout DraftSection, _ section: MIDISection) {
    let keys = score.items(of: score.keys, from: section.start, before: section.end)
    let isAtStart = keys.first.map { score.position($0.tick) == section.start } ?? false
    let first = isAtStart ? keys.startIndex : keys.startIndex - 1
    if score.keys.indices.contains(first) { draft.key = "\(score.keys[first].item)" }
    for (tick, key) in keys.dropFirst(isAtStart ? 1 : 0) {
      let bar = section.bars.bar(at: max(.zero, score.position(tick) - section.origin))
      draft.remarks.append("The key changes to \(key) in bar \(bar): left out.")
    }
  }

  /// The tempo with which a section starts, and all that changes in it.
  private func setTempo(of draft: inout DraftSection, _ section: MIDISection) {
    let bars = section.bars
    var changes: [WholeNotes: DraftChange] = [:]
    func change(at place: WholeNotes, _ set: (inout DraftChange) -> Void) {
      set(&changes[place, default: DraftChange(at: place)])
    }
    for (index, run) in section.runs.enumerated().dropFirst() {
      let before = section.runs[index - 1]
      guard run.meter != before.meter || run.beat != before.beat else { continue }
      change(at: run.start) {
        if run.meter != before.meter { $0.meter = run.meter }
        // No beat of its own is one of the metre's units.
        if run.beat != before.beat { $0.beat = run.beat ?? run.meter.unit }
      }
    }
    let first = tempo.change(at: section.origin)
    let starts = [first] + tempo.changes(after: section.origin, before: section.end)
    for (index, start) in starts.enumerated() {
      let place = index == 0 ? WholeNotes.zero : start.at - section.origin
      let next = index + 1 < starts.count ? starts[index + 1].at - section.origin : bars.end
      guard case .ramp(let from, _, _) = start.tempo else {
        if index == 0 {
          draft.tempo = start.tempo
        } else {
          change(at: place) { $0.tempo = start.tempo }
        }
        continue
      }
      let isToNext = start.length == .notes(next - place)
      if index == 0 && isToNext && starts.count == 1 {
        draft.tempo = start.tempo
        continue
      }
      if index == 0 { draft.tempo = .steady(from) }
      change(at: place) {
        $0.tempo = start.tempo
        switch start.length {
        case .notes(let length): $0.over = isToNext ? nil : .notes(length)
        case .time(let seconds): $0.over = .time(seconds)
        case nil: break
        }
      }
    }
    for hold in tempo.holds(from: section.start, before: section.end) {
      change(at: hold.at - section.origin) { $0.hold = ($0.hold ?? .zero) + hold.length }
    }
    draft.changes = changes.values.sorted { $0.at < $1.at }
  }

  // MARK: - The rest

  /// The sounds that patterns and clicks use, where they are to be told.
  private func kit(_ sections: [DraftSection]) -> [DraftSound] {
    var names: Set<String> = []
    for pattern in patterns.patterns { names.formUnion(pattern.tracks.map(\.name)) }
    for section in sections {
      if let sounds = section.click?.sounds {
        names.formUnion([sounds.accent, sounds.beat, sounds.subdivision])
      }
    }
    let used = tracks.sounds.indices.filter { names.contains(tracks.sounds[$0].name) }
    return tracks.kit(of: Set(used))
  }

  private func allRemarks(_ reading: MIDISectionReading, isClick: Bool) -> [String] {
    var remarks = score.remarks + tempo.remarks + bars.remarks + reading.remarks
    if !options.isClickOnly {
      remarks += tracks.remarks
      if !score.leftOut.isEmpty {
        let kinds = score.leftOut.map { "\($0.what) (\($0.count))" }
        remarks.append("Left out: \(kinds.joined(separator: ", ")).")
      }
    }
    if isClick && !options.isClickOnly {
      remarks.append("The file has no notes: its bars are clicked.")
    }
    return remarks
  }
}

extension MIDIBarReading {
  /// The first bar line after a position.
  func lineAfter(_ position: WholeNotes) -> WholeNotes {
    let run = change(at: position)
    return lineBefore(position) + run.meter.length
  }

  /// The last bar line at or before a position.
  func lineBefore(_ position: WholeNotes) -> WholeNotes {
    let run = change(at: position)
    let passed = ((position - run.at) / run.meter.length).floor
    return run.at + run.meter.length * Rational(passed)
  }
}
