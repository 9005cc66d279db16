import Scheduler
import SongModel
import SongSupport
import Testing
import Timing

@testable import MIDIFiles

@Suite("Sessions as MIDI files")
struct SessionTests {
  static let busy = song(
    """
    output: {start: 500ms}
    click: {subdivisions: [2]}
    count-in: 3 beats
    patterns:
      a: {kick: x...x.x., snare: ....X...}
      b: {kick: {steps: x.x.x.x., humanize: {timing: 4ms}}, snare: {steps: ..x...x., swing: 60%}}
    sections:
      verse: {tempo: 133, pickup: 1/8, bars: 2, play: a}
      ride: {tempo: 90 -> 150, bars: 3, play: b, changes: [{at: 2:2, hold: 300ms}]}
      odd: {tempo: 101, meter: 7/8, bars: 2, click: {subdivisions: [3]}}
    song: [verse, ride x2, odd, verse, odd]
    """)
  static let plain = song(
    """
    tempo: 120
    click: on
    patterns: {a: {kick: x...x.x., snare: ....X...}}
    sections:
      one: {bars: 2, play: a}
      two: {bars: 3, meter: 3/4, tempo: 90}
    song: [one, two, one]
    """)

  /// What is read from the file, by a clock of its own, is what the session plays.
  private func expectHeard(_ song: Song) throws -> MIDIReport {
    let (bytes, report) = try midiFile(of: song, version: "test")
    let file = try readMIDIFile(bytes)
    let clock = FileClock(tempos: file.tempos)
    let keys = try MIDIKey.keys(of: song.sounds)
    let scale = Int64(1_000_000 * report.pulsesPerQuarter)
    struct Voice: Hashable {
      let note: Int
      let velocity: Int
    }
    var written: [Voice: [Int]] = [:]
    for note in file.notes {
      written[Voice(note: note.note, velocity: note.velocity), default: []].append(note.tick)
    }
    var expected: [Voice: [Seconds]] = [:]
    for event in EventStream(song, at: song.output.rate) {
      let voice = Voice(note: Int(keys[event.sound].note), velocity: event.velocity.value)
      expected[voice, default: []].append(event.time)
    }
    #expect(Set(written.keys) == Set(expected.keys))
    var largest = Fixed.zero
    for (voice, times) in expected {
      let ticks = written[voice]!.sorted()
      try #require(ticks.count == times.count)
      for (tick, time) in zip(ticks, times.sorted()) {
        let (fileTime, longest) = clock.time(of: tick)
        let distance = (time.value * scale - Fixed(whole: Int64(fileTime))).magnitude
        largest = max(largest, distance)
        // Half a frame of 48 kHz or half a tick, whichever is more; both where one is rounded.
        #expect(
          distance <= halfFrame.value * scale + Fixed(Rational(Int128(longest), 2)),
          "\(time.formatted(decimals: 6)) s")
      }
    }
    #expect(Seconds(largest / Int(scale)) <= report.largestDeviation)
    return report
  }

  @Test("every note is heard when the session plays it", arguments: 1...60)
  func times(seed: UInt64) throws {
    let text = seed % 2 == 0 ? SessionTests.busy : SessionTests.plain
    let session = randomSession(of: text, seed: seed, changes: Int(seed), within: 40)
    let report = try expectHeard(session)
    print("deviation", seed, report.pulsesPerQuarter, report.largestDeviation.formatted(decimals: 7))
  }
}
