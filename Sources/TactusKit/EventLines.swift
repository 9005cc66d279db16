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
      bytes.withUnsafeBufferPointer { line.copy($0.baseAddress! + ends[index], count(index)) }
    }
  }

  /// What stands before a number, and how wide it is at least.
  private struct Lead: Sendable {
    let opening: [UInt8]
    let width: Int

    init(_ column: EventTable.Column, of table: EventTable) {
      opening = Array(table.opening(of: column).utf8)
      width = table.width(of: column)
    }
  }

  private let frame: Lead
  private let seconds: Lead
  private let bar: Lead
  private let beat: Lead
  private let beatMark: [UInt8]
  /// The count-in's first, then those of the song.
  private let sections: Cells
  private let lanes: Cells
  private let sounds: Cells
  private let velocities: Cells
  private let end: [UInt8]
  /// The most bytes that a line has beside its names.
  private let longestRest: Int

  init(_ song: Song, as table: EventTable) {
    frame = Lead(.frame, of: table)
    seconds = Lead(.seconds, of: table)
    bar = Lead(.bar, of: table)
    beat = Lead(.beat, of: table)
    beatMark = table == .jsonl ? [UInt8(ascii: "\"")] : []
    sections = Cells(
      [Occurrence.countInName] + song.sections.map(\.name.value), in: .section, of: table)
    lanes = Cells((0..<song.laneCount).map(song.name(ofLane:)), in: .track, of: table)
    sounds = Cells(song.sounds.map(\.name), in: .sound, of: table)
    velocities = Cells((0...127).map(String.init), in: .velocity, of: table)
    end = Array(table.end.utf8)
    // Three numbers of up to 20 characters, twelve decimals with their point, a beat with the two
    // numbers of its offset, of up to 40, and blanks up to the width of each.
    let leads = [frame, seconds, bar, beat].reduce(0) { $0 + $1.opening.count + $1.width }
    longestRest = leads + 3 * 20 + 13 + 20 + 2 * 41 + 2 + velocities.count(127) + end.count + 8
  }

  /// The most bytes that the lines of events can have.
  func size(of events: [Event]) -> Int {
    events.reduce(0) {
      $0 + longestRest + sections.count(EventLines.cell($1.section)) + lanes.count($1.lane)
        + sounds.count($1.sound)
    }
  }

  /// Writes the lines of events in order. Cost: less than a tenth of a microsecond a line.
  ///
  /// - Precondition: there is room for ``size(of:)``.
  func write(_ events: [Event], to line: inout ByteWriter) {
    var before: (event: Event, start: Int, end: Int)?
    for event in events {
      let start = line.count
      // Hits that are written together often share all up to the beat.
      if let before, EventLines.isTogether(before.event, event) {
        line.repeat(before.start, before.end - before.start)
      } else {
        writeTime(of: event, to: &line)
      }
      before = (event, start, line.count)
      sections.write(EventLines.cell(event.section), to: &line)
      lanes.write(event.lane, to: &line)
      sounds.write(event.sound, to: &line)
      velocities.write(event.velocity.value, to: &line)
      line.copy(end)
    }
  }

  private static func cell(_ section: Int?) -> Int { section.map { $0 + 1 } ?? 0 }

  private static func isTogether(_ a: Event, _ b: Event) -> Bool {
    a.time == b.time && a.frame == b.frame && a.bar == b.bar && a.place == b.place
  }

  private func writeTime(of event: Event, to line: inout ByteWriter) {
    line.copy(frame.opening)
    line.write(event.frame.index, width: frame.width)
    line.copy(seconds.opening)
    let time = event.time.rounded(decimals: 12)
    line.write(
      time.isNegative, UInt64(time.whole), width: seconds.width - 13)
    line.write(UInt8(ascii: "."))
    line.write(digits: time.decimal, count: 12)
    line.copy(bar.opening)
    line.write(event.bar, width: bar.width)
    line.copy(beat.opening)
    line.copy(beatMark)
    write(event.place, to: &line)
    line.copy(beatMark)
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
      let text = Array(place.description.utf8)
      line.write(blanks: beat.width - text.count)
      line.copy(text)
    }
  }
}
