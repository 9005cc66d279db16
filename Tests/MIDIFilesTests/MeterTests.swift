import Scheduler
import SongModel
import Testing
import Timing

@testable import MIDIFiles

@Suite struct MeterTests {
  @Test(
    "a metre is written as it is, else with the nearest bar",
    arguments: [
      ([4], 4, "4/4"), ([7], 8, "7/8"), ([2, 2, 3], 8, "7/8"), ([99], 64, "99/64"),
      ([99], 1, "99/1"), ([3], 2, "3/2"),
      // Of the same length.
      ([6], 12, "2/4"), ([3], 24, "1/8"), ([12], 12, "4/4"), ([99], 99, "4/4"), ([6], 96, "1/16"),
      // 5/12 is 26.67/64; 1/12 is 5.33/64; 7/10 is 44.8/64; 98/3 is 32.67, nearest 65/2.
      ([5], 12, "27/64"), ([1], 12, "5/64"), ([7], 10, "45/64"), ([98], 3, "65/2"),
      ([1], 99, "1/64"),
    ] as [([Int], Int, String)])
  func nearest(_ groups: [Int], _ denominator: Int, _ written: String) {
    let meter = Songs.meter(groups, denominator)
    #expect(WrittenMeter(nearestTo: meter).description == written)
  }

  @Test("no writable metre is nearer than the one that is written")
  func isNearest() {
    func distance(_ length: WholeNotes, _ meter: Meter) -> Rational {
      let difference = (length - meter.length).count
      return difference < .zero ? -difference : difference
    }
    for (numerator, denominator) in [(1, 3), (5, 12), (7, 10), (31, 33), (98, 3), (50, 99)] {
      let meter = Songs.meter([numerator], denominator)
      let nearest = (0...6).flatMap { power in
        (1...99).map { distance(WholeNotes($0, 1 << Int128(power)), meter) }
      }.min()
      #expect(distance(WrittenMeter(nearestTo: meter).length, meter) == nearest)
    }
  }

  @Test(
    "the metronome clicks the unit in whole clocks",
    arguments: [
      (WholeNotes(1, 4), 24), (WholeNotes(1, 8), 12), (WholeNotes(3, 8), 36),
      (WholeNotes(1, 12), 8), (WholeNotes(1, 64), 3), (WholeNotes(1, 7), 96),
      (WholeNotes(3, 1), 24),
    ])
  func metronome(_ unit: WholeNotes, _ clocks: Int) {
    #expect(WrittenMeter.quarter.signature(unit: unit).clocksPerClick == clocks)
  }

  func export(_ song: Song) throws -> (file: MIDIFile, report: MIDIReport) {
    let (bytes, report) = try midiFile(of: song, version: "1")
    return (try readMIDIFile(bytes), report)
  }

  @Test("sections that end inside a bar get a short bar, and the next starts on a bar line")
  func partialBars() throws {
    let (file, report) = try export(
      Songs.song([
        Songs.section("a", tempo: 120, bars: Rational(5, 2)), Songs.section("b", tempo: 120),
        Songs.section("c", tempo: 120, bars: 1),
      ]))
    #expect(file.timeSignatures == ["0 4/4", "768 2/4", "960 4/4"])
    #expect(report.remarks == [])
  }

  @Test("pickups and count-ins are short bars of their own")
  func pickups() throws {
    let (file, _) = try export(
      Songs.song(
        [Songs.section("a", tempo: 120, pickup: WholeNotes(1, 8))], countIn: .beats(6)))
    #expect(file.timeSignatures == ["0 2/4", "192 4/4", "576 1/8, click 24", "624 4/4"])
    #expect(file.texts(.marker) == ["0 count-in", "576 a"])
  }

  @Test("a metre that MIDI cannot write keeps its bars, and the file says which it is")
  func unwritable() throws {
    let (file, report) = try export(
      Songs.song(
        [
          Songs.section("odd", tempo: 120, Songs.meter([5], 12), bars: 3),
          Songs.section("even", tempo: 120, Songs.meter([27], 64), bars: 1),
        ], times: 2))
    #expect(file.texts(.marker) == ["0 odd", "480 odd", "960 even", "1122 even"])
    #expect(
      file.texts(.text) == [
        "0 tactus 1", "0 meter: 5/12, written as 27/64", "480 meter: 5/12, written as 27/64",
        "960 meter: 27/64",
      ])
    // Each pass starts a new bar, though the metre that is written is the same.
    #expect(
      file.timeSignatures == ["0 27/64, click 8", "480 27/64, click 8", "960 27/64, click 3"])
    #expect(
      report.remarks == ["'odd': MIDI has no metre 5/12; bars keep their length and say 27/64"])
  }

  @Test("a bar cut to what no metre can say is noted once, and the next section starts anew")
  func unwritableShortBar() throws {
    let (file, report) = try export(
      Songs.song(
        [
          Songs.section("a", tempo: 120, bars: Rational(4, 3)),
          Songs.section("b", tempo: 120, bars: Rational(1, 3)),
        ], times: 2))
    #expect(file.timeSignatures == ["0 4/4", "512 4/4", "1024 4/4", "1152 4/4"])
    #expect(
      report.remarks == [
        "'a': MIDI has no metre for its bar of 1/3; bar lines shift there",
        "'b': MIDI has no metre for its bar of 1/3; bar lines shift there",
      ])
  }

  @Test("metres change inside a section at its bar lines")
  func runs() throws {
    var section = Songs.section("a", tempo: 120)
    let seven = Songs.meter([2, 2, 3], 8)
    section.bars = BarMap(
      runs: [
        BarMap.Run(firstBar: 1, start: .zero, meter: .common, beat: nil),
        BarMap.Run(firstBar: 3, start: WholeNotes(2, 1), meter: seven, beat: nil),
        BarMap.Run(firstBar: 5, start: WholeNotes(15, 4), meter: .common, beat: WholeNotes(1, 2)),
      ], end: WholeNotes(19, 4))
    #expect(
      try export(Songs.song([section])).file.timeSignatures
        == ["0 4/4", "768 7/8", "1440 4/4, click 48"])
  }
}
