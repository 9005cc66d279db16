import SongModel
import Testing
import Timing

@testable import MIDIFiles

@Suite struct DivisionTests {
  @Test(
    "the division is the smallest multiple from 96 on that holds everything",
    arguments: [
      ([1], [1], 96), ([1], [3], 96), ([1], [5], 100), ([1], [7], 98), ([1], [2, 3, 5, 7], 210),
      ([1], [97], 97), ([3], [32], 96), ([1], [95], 190), ([13], [11, 9, 7], 9009),
      ([1], [32767], 32767), ([1], [16384], 16384), ([1], [], 96),
    ] as [([Int128], [Int128], Int)])
  func exact(_ lines: [Int128], _ events: [Int128], _ pulses: Int) {
    let counts = Dictionary(uniqueKeysWithValues: events.map { ($0, 1) })
    let division = MIDIDivision(lines: Set(lines), events: counts)
    #expect(division.isExact)
    #expect(division.pulses == pulses)
  }

  @Test("where none holds everything, bar lines come first, then what most events need")
  func rounded() {
    // 83 and 89 are 7387; 97 more would be 716539. 32767/7387 is 4.4.
    let rare = MIDIDivision(lines: [1], events: [83: 5, 89: 4, 97: 3])
    #expect((rare.pulses, rare.isExact) == (29548, false))
    let common = MIDIDivision(lines: [1], events: [83: 5, 89: 4, 97: 9])
    #expect((common.pulses, common.isExact) == (8051 * 4, false))
    let lines = MIDIDivision(lines: [89], events: [83: 5, 97: 9])
    #expect((lines.pulses, lines.isExact) == (8633 * 3, false))
    // What does not fit is passed over, and smaller ones after it still count.
    let huge = MIDIDivision(lines: [1 << 100], events: [16: 1, 3: 1])
    #expect((huge.pulses, huge.isExact) == (32736, false))
  }

  @Test("tempo changes and holds are on a pulse where one can be had")
  func others() {
    let possible = MIDIDivision(lines: [1], events: [2: 1], others: [7, 11])
    #expect((possible.pulses, possible.isExact) == (154, true))
    // 9973 times 4 is too much, and events come first.
    let impossible = MIDIDivision(lines: [1], events: [4: 1], others: [9973, 3])
    #expect((impossible.pulses, impossible.isExact) == (96, true))
  }

  @Test("events by the clock get the finest division that holds the others")
  func finest() {
    let division = MIDIDivision(lines: [1], events: [7: 1, 16: 3], isFinest: true)
    #expect((division.pulses, division.isExact) == (112 * 292, true))
  }

  @Test(
    "positions count in quarter notes",
    arguments: [(4, 1), (16, 4), (2, 1), (6, 3), (12, 3), (7, 7), (1, 1)] as [(Int128, Int128)])
  func quarters(_ denominator: Int128, _ quarters: Int128) {
    #expect(WholeNotes(1, denominator).quarterDenominator == quarters)
  }

  @Test("a song's division holds its bars, its pickup and its events")
  func songs() {
    func pulses(_ section: Section, _ patterns: [Pattern] = []) -> Int {
      MIDIDivision(for: MIDISurvey(Songs.song([section], patterns: patterns))).pulses
    }
    #expect(pulses(Songs.section(tempo: 137)) == 96)
    #expect(pulses(Songs.section(tempo: 137, parts: [5])) == 100)
    #expect(pulses(Songs.section(tempo: 137, Songs.meter([7], 8), parts: [7])) == 98)
    // 1/12 of a whole note is a third of a quarter note; 1/99 is 4/99.
    #expect(pulses(Songs.section(tempo: 137, Songs.meter([5], 12))) == 96)
    #expect(pulses(Songs.section(tempo: 137, Songs.meter([1], 99))) == 99)
    #expect(pulses(Songs.section(tempo: 137, pickup: WholeNotes(1, 20))) == 100)
    // Steps of 1/70 of a whole note are 2/35 of a quarter note.
    #expect(
      pulses(Songs.section(tempo: 137, clickIsOn: false, play: [0]), [Songs.nested]) == 105)
  }
}
