import Scheduler
import SongModel
import Timing

/// Words the lines of a table of events, as bytes: strings would take ten times as long.
struct EventLines: Sendable {
  /// The cells of one column for all that a song can name there, with what stands before them.
  private struct Cells: Sendable {
    private var bytes: [UInt8] = []
    private var ends = [0]

    init(_ names: [String], in column: EventTable.Column, of table: EventTable) {
      for name in names {
        bytes += (table.opening(of: column) + table.cell(name, in: column)).utf8
        ends.append(bytes.count)
      }
    }

    func count(_ index: Int) -> Int { ends[index + 1] - ends[index] }

    func write(_ index: Int, to line: inout ByteWriter) {
      bytes.withUnsafeBytes { line.copy($0.baseAddress! + ends[index], count(index)) }
    }
  }

  /// What stands before a number, and how wide it is at least.
  private struct Lead: Sendable {
    let opening: ByteWriter.ShortText
    let width: Int

    init(_ column: EventTable.Column, of table: EventTable) {
      opening = ByteWriter.ShortText(table.opening(of: column))
      width = table.width(of: column)
    }
  }

  /// Where the last names and the velocity of a lane stand in what is written.
  private struct Tail {
    var lane = -1
    var section: Int?
    var sound = 0
    var velocity = Velocity.hit
    var start = 0
    var count = 0
  }

  private let frame: Lead
  private let seconds: Lead
  private let bar: Lead
  private let beat: Lead
  private let beatMark: ByteWriter.ShortText
  /// The count-in's first, then those of the song.
  private let sections: Cells
  private let lanes: Cells
  private let sounds: Cells
  private let velocities: Cells
  private let end: ByteWriter.ShortText
  /// The most bytes that a line has beside its names.
  private let longestRest: Int

  init(_ song: Song, as table: EventTable) {
    frame = Lead(.frame, of: table)
    seconds = Lead(.seconds, of: table)
    bar = Lead(.bar, of: table)
    beat = Lead(.beat, of: table)
    beatMark = ByteWriter.ShortText(table == .jsonl ? "\"" : "")
    sections = Cells(
      [Occurrence.countInName] + song.sections.map(\.name.value), in: .section, of: table)
    lanes = Cells((0..<song.laneCount).map(song.name(ofLane:)), in: .track, of: table)
    sounds = Cells(song.sounds.map(\.name), in: .sound, of: table)
    velocities = Cells((0...127).map(String.init), in: .velocity, of: table)
    end = ByteWriter.ShortText(table.end)
    // Three numbers of up to 20 characters, twelve decimals with their point, a beat of up to 20
    // with the two numbers of its offset, of up to 40, and blanks up to the width of each.
    let leads = [frame, seconds, bar, beat].reduce(0) { $0 + $1.opening.count + $1.width }
    longestRest =
      leads + 3 * 20 + 13 + 20 + 2 * 41 + 2 * beatMark.count + velocities.count(127) + end.count
  }

  /// The memory that the lines of events need at most.
  func size(of events: UnsafeBufferPointer<Event>) -> Int {
    var size = events.count * longestRest + ByteWriter.slack
    for index in events.indices {
      size += sections.count(EventLines.cell(events[index].section))
      size += lanes.count(events[index].lane) + sounds.count(events[index].sound)
    }
    return size
  }

  /// Writes the lines of events in order. Cost: less than a tenth of a microsecond a line.
  ///
  /// - Precondition: there is room for ``size(of:)``.
  func write(_ events: UnsafeBufferPointer<Event>, to line: inout ByteWriter) {
    // The names of a line often are those of the lane's line before, and the time is that of the
    // line before: copying is faster than wording. Few lanes share a place here.
    var tails = [Tail](repeating: Tail(), count: 64)
    tails.withUnsafeMutableBufferPointer { tails in
      var (start, timeEnd) = (0, 0)
      for index in events.indices {
        let next = line.count
        if index > 0, EventLines.isTogether(events, index - 1, index) {
          line.repeat(start, timeEnd - start)
        } else {
          writeTime(of: events, index, to: &line)
        }
        (start, timeEnd) = (next, line.count)
        writeNames(of: events, index, after: &tails[events[index].lane & 63], to: &line)
      }
    }
  }

  private static func cell(_ section: Int?) -> Int { section.map { $0 + 1 } ?? 0 }

  private static func isTogether(_ events: UnsafeBufferPointer<Event>, _ a: Int, _ b: Int) -> Bool {
    events[a].frame == events[b].frame && events[a].time == events[b].time
      && events[a].bar == events[b].bar && events[a].place == events[b].place
  }

  private func writeNames(
    of events: UnsafeBufferPointer<Event>, _ index: Int, after tail: inout Tail,
    to line: inout ByteWriter
  ) {
    let (lane, section) = (events[index].lane, events[index].section)
    let (sound, velocity) = (events[index].sound, events[index].velocity)
    if tail.lane == lane && tail.sound == sound && tail.velocity == velocity
      && tail.section == section
    {
      return line.repeat(tail.start, tail.count)
    }
    let start = line.count
    sections.write(EventLines.cell(section), to: &line)
    lanes.write(lane, to: &line)
    sounds.write(sound, to: &line)
    velocities.write(velocity.value, to: &line)
    line.write(end)
    tail = Tail(
      lane: lane, section: section, sound: sound, velocity: velocity, start: start,
      count: line.count - start)
  }

  private func writeTime(
    of events: UnsafeBufferPointer<Event>, _ index: Int, to line: inout ByteWriter
  ) {
    line.write(frame.opening)
    line.write(events[index].frame.index, width: frame.width)
    line.write(seconds.opening)
    let time = events[index].time.rounded(decimals: 12)
    line.write(time.isNegative, UInt64(time.whole), width: seconds.width - 13)
    line.write(UInt8(ascii: "."))
    line.write(digits: time.decimal, count: 12)
    line.write(bar.opening)
    line.write(events[index].bar, width: bar.width)
    line.write(beat.opening)
    line.write(beatMark)
    write(events[index].place, to: &line)
    line.write(beatMark)
  }

  private func write(_ place: BeatPlace, to line: inout ByteWriter) {
    let (top, bottom) = (place.offset.count.numerator, place.offset.count.denominator)
    if top == 0 {
      line.write(place.beat, width: beat.width)
    } else if let top = UInt64(exactly: top), let bottom = UInt64(exactly: bottom) {
      let rest = 2 + ByteWriter.digits(of: top) + ByteWriter.digits(of: bottom)
      line.write(place.beat, width: beat.width - rest)
      line.write(UInt8(ascii: "+"))
      line.write(false, top, width: 0)
      line.write(UInt8(ascii: "/"))
      line.write(false, bottom, width: 0)
    } else {
      var text = place.description
      line.write(blanks: beat.width - text.utf8.count)
      text.withUTF8 { line.copy($0.baseAddress!, $0.count) }
    }
  }
}
