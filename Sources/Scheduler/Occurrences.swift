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
  public let bars: BarMap
  public let tempo: Tempo
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
  private let maps: [TempoMap]
  private var time: Seconds
  private var barsBefore = 0
  private var index = 0
  private var item = 0
  private var pass = 0
  private var countInIsDue: Bool

  public init(_ song: Song) {
    self.song = song
    maps = song.sections.map { TempoMap($0.tempo) }
    time = Seconds(song.output.start)
    countInIsDue = song.countIn != nil
  }

  public mutating func next() -> Occurrence? {
    guard item < song.order.count else { return nil }
    let section = song.order[item].section
    let isCountIn = countInIsDue
    let occurrence =
      isCountIn ? countIn(before: section) : pass(of: section)
    time = occurrence.endTime
    index += 1
    if isCountIn {
      countInIsDue = false
      return occurrence
    }
    barsBefore += occurrence.bars.lastBar
    pass += 1
    if pass == song.order[item].times {
      pass = 0
      item += 1
    }
    return occurrence
  }

  private func pass(of index: Int) -> Occurrence {
    let section = song.sections[index]
    let origin = time - maps[index].time(of: .zero - section.bars.pickup)
    return Occurrence(
      index: self.index, name: section.name, section: index, isCountIn: false,
      bars: section.bars, tempo: section.tempo, map: maps[index], origin: origin,
      barsBefore: barsBefore)
  }

  /// Bars that end where the first section begins. Full bars stand last, so that a count-in of
  /// six beats in 4/4 counts 3 4 | 1 2 3 4.
  private func countIn(before index: Int) -> Occurrence {
    let section = song.sections[index]
    let run = section.bars.runs[0]
    let length = song.countIn!.length(in: run, at: section.tempo)
    let full = (length / run.meter.length).floor
    let end = run.meter.length * Rational(full)
    let bars = BarMap(meter: run.meter, beat: run.beat, end: end, pickup: length - end)
    let map = TempoMap(section.tempo)
    return Occurrence(
      index: self.index, name: Occurrence.countInName, section: index, isCountIn: true, bars: bars,
      tempo: section.tempo, map: map, origin: time - map.time(of: .zero - bars.pickup),
      barsBefore: -Int(full) - 1)
  }
}

extension Song {
  /// When the last bar ends, from the start of the file. Cost: linear in the number of sections.
  public var endTime: Seconds {
    var end = Seconds(output.start)
    for occurrence in Occurrences(self) { end = occurrence.endTime }
    return end
  }

  /// The sounds that are heard: those of the tracks that are played, and the click's where it is
  /// on.
  public var soundsHeard: Set<Int> {
    var heard: Set<Int> = []
    for (place, item) in order.enumerated() {
      let section = sections[item.section]
      if section.click.isOn || (place == 0 && countIn != nil) {
        let sounds = section.click.sounds
        heard.formUnion([sounds.accent, sounds.beat, sounds.subdivision])
      }
      for pattern in Set(section.play.map(\.pattern)) {
        heard.formUnion(patterns[pattern].hits.map { tracks[$0.track].sound })
      }
    }
    return heard
  }
}
