import SongModel
import Timing

/// What the passes of all sections have in common: the dice, the desk, and the events that wait for
/// their turn.
struct Ensemble {
  let rate: SampleRate
  let chance: Chance
  /// A number for each track, by its name.
  let names: [UInt64]
  let patterns: [PatternTable]
  /// By lane.
  private let silence: [Bool]
  private let cueLane: Int
  private(set) var voicing: Voicing
  /// No event is heard earlier than this before the place that it is written at.
  private let longestLead: Seconds
  private let hasLead: Bool
  private var cues: ArraySlice<CueList.Start>
  /// Events found but not yet given away: a later one may be heard earlier.
  private var waiting = EventQueue()
  /// No event that is still to be found stands before this frame.
  private var horizon = Frame(Int.min)

  init(_ song: Song, at rate: SampleRate) {
    self.rate = rate
    chance = Chance(seed: song.seed)
    names = song.tracks.map { Chance.number(of: $0.name) }
    patterns = song.patterns.map { PatternTable($0, song.tracks) }
    silence = (0..<song.laneCount).map(song.silentLanes.contains)
    cueLane = song.cueLane
    voicing = Voicing(song)
    longestLead = Seconds(song.patterns.map(\.longestLead).max() ?? .zero)
    hasLead = longestLead > .zero
    cues = CueList(song).starts[...]
  }

  /// Leaves out the cues that start before a time.
  mutating func dropCues(before time: Seconds) { cues = cues.drop { $0.time < time } }

  func isSilent(_ lane: Int) -> Bool { silence[lane] }

  mutating func add(_ event: Event) { waiting.insert(event) }

  /// How many events have been found and not been given away.
  var found: Int { waiting.count }

  /// Gives away the events that none still to be found can come before; at the end of the song all.
  mutating func give(to list: inout [Event], atEnd isEnd: Bool) {
    let first = list.count
    waiting.move(before: isEnd ? Frame(Int.max) : horizon, to: &list)
    voicing.takeTurns(&list, from: first)
  }

  /// Moves the horizon to what is written at a time, and so at a frame.
  mutating func reach(_ time: Seconds, _ frame: Frame) {
    if !cues.isEmpty { addCues(upTo: time) }
    let earliest = hasLead ? (time - longestLead).frame(at: rate) : frame
    if horizon < earliest { horizon = earliest }
  }

  /// Adds the cues that start up to a time, or all.
  mutating func addCues(upTo time: Seconds?) {
    while let cue = cues.first, time.map({ cue.time <= $0 }) ?? true {
      add(cue)
      cues.removeFirst()
    }
  }

  private mutating func add(_ cue: CueList.Start) {
    guard !isSilent(cueLane) else { return }
    let part = voicing.part(of: cue.sound, .accent, lane: cueLane, nil)
    let bars = cue.occurrence.bars
    let bar = cue.position < .zero ? 0 : bars.bar(at: cue.position)
    let offset = cue.position - bars.start(ofBar: bar)
    add(
      Event(
        time: cue.time, frame: cue.time.frame(at: rate), lane: cueLane,
        sound: cue.sound, velocity: .accent, take: part.take, cents: part.cents, gain: part.gain,
        pan: part.pan, occurrence: cue.occurrence.index,
        section: cue.occurrence.isCountIn ? nil : cue.occurrence.section,
        sounding: Place(cue.position), bar: bar + cue.occurrence.barsBefore,
        place: BeatPlace(at: offset, in: bars.run(ofBar: bar)), isSubdivision: false))
  }
}

extension Pattern {
  /// How much earlier than written, in seconds, one of its hits may be heard.
  fileprivate var longestLead: Rational {
    let grace = hits.contains { $0.grace != nil } ? Grace.lead : .zero
    return lines.map { grace + $0.humanize.timing + max(.zero, -$0.offset) }.max() ?? .zero
  }
}
