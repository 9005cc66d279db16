import SongModel
import Timing

/// One pass of a section at its place in the song, or the count-in.
public struct Occurrence: Sendable {
  /// Counted from 0, in the order in which they are heard.
  public let index: Int
  /// What markers and lists call it.
  public let name: String
  /// An index into ``Song/sections``; for the count-in that of the section it leads to.
  public let section: Int
  public let isCountIn: Bool
  /// The number of the pass among all passes of the song's sections; that of the first for the
  /// count-in.
  public let pass: Int
  public let bars: BarMap
  /// The tempos of this pass, which ``map`` is the integral of.
  public let tempos: [TempoSpan]
  public let map: TempoMap
  /// When its position 0, the downbeat of its bar 1, is heard.
  public let origin: Seconds
  /// Added to the number of a bar within the section to get its number in the song.
  public let barsBefore: Int

  public static let countInName = "count-in"

  /// When a position of the section is heard.
  public func time(of position: WholeNotes) -> Seconds { origin + map.time(of: position) }

  /// Where its first sound may stand: before bar 1 where it has a pickup.
  public var start: WholeNotes { .zero - bars.pickup }
  public var startTime: Seconds { time(of: start) }
  public var endTime: Seconds { time(of: bars.end) }
}

/// A song's sections one after the other, each at its exact time, made as they are asked for.
public struct Occurrences: Sequence, IteratorProtocol {
  private let song: Song
  private var order: OrderWalk
  private var time: Seconds
  private var barsBefore = 0
  private var index = 0
  private var passes = 0
  /// The section that is being repeated, and the number of its next pass.
  private var current: (section: Int, pass: Int)?
  private var tempos: [TempoSpan] = []
  private var map = TempoMap(.standard)
  private var mapped: Int?
  private var countInIsDue: Bool

  public init(_ song: Song) {
    self.song = song
    order = OrderWalk(song.order)
    time = Seconds(song.output.start)
    countInIsDue = song.countIn != nil
  }

  public mutating func next() -> Occurrence? {
    if current == nil { current = order.next().map { ($0, 0) } }
    guard let (section, pass) = current else { return nil }
    let occurrence: Occurrence
    if countInIsDue {
      countInIsDue = false
      occurrence = countIn(before: section)
    } else {
      occurrence = self.pass(pass, of: section)
      barsBefore += occurrence.bars.lastBar
      passes += 1
      current = pass + 1 < song.sections[section].passes ? (section, pass + 1) : nil
    }
    time = occurrence.endTime
    index += 1
    return occurrence
  }

  private mutating func pass(_ pass: Int, of index: Int) -> Occurrence {
    let section = song.sections[index]
    // The passes of a section differ only where it gets faster.
    if mapped != index || section.step != .zero {
      tempos = section.tempos(pass: pass)
      map = TempoMap(spans: tempos, holds: section.holds)
      mapped = index
    }
    return Occurrence(
      index: self.index, name: section.name.value, section: index, isCountIn: false,
      pass: passes, bars: section.bars, tempos: tempos, map: map,
      origin: time - map.time(of: .zero - section.bars.pickup), barsBefore: barsBefore)
  }

  /// Bars that end where the first section begins. Full bars stand last, so that a count-in of
  /// six beats in 4/4 counts 3 4 | 1 2 3 4. But where it makes whole bars together with the
  /// section's pickup, its first bar is a full one: three beats and a pickup of one are 1 2 3 | 4.
  private func countIn(before index: Int) -> Occurrence {
    let section = song.sections[index]
    let run = section.bars.runs[0]
    let tempo = section.tempos[0].from
    let length = song.countIn!.length(in: run, at: tempo)
    let joinsPickup = ((length + section.bars.pickup) / run.meter.length).isInteger
    let full = (length / run.meter.length).floor
    let end = joinsPickup ? length : run.meter.length * Rational(full)
    let bars = BarMap(meter: run.meter, beat: run.beat, end: end, pickup: length - end)
    let map = TempoMap(tempo)
    return Occurrence(
      index: self.index, name: Occurrence.countInName, section: index, isCountIn: true,
      pass: 0, bars: bars, tempos: [TempoSpan(start: .zero, from: tempo)], map: map,
      origin: time - map.time(of: .zero - bars.pickup),
      barsBefore: -bars.lastBar - 1)
  }
}

extension Song {
  /// When the last bar ends, from the start of the file. Cost: linear in the number of sections, or
  /// in that of the events of a session.
  public var endTime: Seconds {
    if !live.isEmpty { return performedEndTime }
    var end = Seconds(output.start)
    for occurrence in Occurrences(self) { end = occurrence.endTime }
    return end
  }

  private var performedEndTime: Seconds {
    var performance = Performance(self, at: output.rate)
    while performance.next() != nil {}
    return performance.endTime
  }

  /// The sounds that are heard: those of the tracks that are played, the click's where it is on,
  /// and the cues; in the order of ``sounds``.
  public var soundsHeard: [Int] {
    var isHeard = Array(repeating: false, count: sounds.count)
    var isPlayed = Array(repeating: false, count: patterns.count)
    for (index, section) in sections.enumerated() {
      if section.click.isOn || (countIn != nil && index == Occurrences.first(of: self)) {
        let sounds = section.click.sounds
        for sound in [sounds.accent, sounds.beat, sounds.subdivision] { isHeard[sound] = true }
      }
      for item in section.play where !isPlayed[item.pattern] {
        isPlayed[item.pattern] = true
        for hit in patterns[item.pattern].hits { isHeard[tracks[hit.track].sound] = true }
      }
      if let cue = section.cue { isHeard[cue.sound] = true }
    }
    for case .pad(let sound, _) in live.map(\.action) { isHeard[sound] = true }
    return sounds.indices.filter { isHeard[$0] }
  }
}

extension Occurrences {
  /// The section that is heard first.
  static func first(of song: Song) -> Int? {
    var walk = OrderWalk(song.order)
    return walk.next()
  }
}
