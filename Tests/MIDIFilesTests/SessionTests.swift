import Scheduler
import SongModel
import SongSupport
import SongText
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

  /// A session of sections A and B, of two bars each at 120.
  private func session(_ live: String) -> Song {
    song(
      """
      tempo: 120
      click: on
      song:
        - A: {bars: 2, key: G}
        - B: {bars: 2}
      live:

      """ + live)
  }

  @Test("speeds are tempos, jumps end at bar lines, and a stop is a rest up to a beat")
  func layout() throws {
    let song = session(
      """
        - {at: 1s, speed: 3/2}
        - {at: 3100ms, section: 1}
        - {at: 5s, stop: on}
        - {at: 6s, start: on}
      """)
    let (bytes, report) = try midiFile(of: song, version: "test")
    let file = try readMIDIFile(bytes)
    let clock = FileClock(tempos: file.tempos)
    #expect(report.ticksAreExact && file.pulses == 96)
    // In quarter notes: B is left after its first bar, and A stopped on its third beat, a second
    // before it begins again; three beats at 180 last so long.
    #expect(file.texts(.marker) == ["0 A", "768 B", "1152 A", "1632 A", "2400 B"])
    let times = [0, 768, 1152, 1344, 1632, 2400].map { clock.time(of: $0).time / 96 }
    let exact = [0, 3_000_000, 4_333_333, 5_000_000, 6_000_000, 8_666_667]
    #expect(zip(times, exact).allSatisfy { abs($0 - $1) <= 10 }, "\(times)")
    #expect(
      file.timeSignatures.map { $0.prefix { $0 != "," } } == ["0 4/4", "1536 1/4", "1632 4/4"])
    #expect(file.tempos[0] == [0, 500_000] && file.tempos[1][0] == 192)
    #expect(file.tempos.dropFirst().allSatisfy { (333_332...333_335).contains($0[1]) })
    #expect(file.tracks[0].end == 3168)
    #expect(report.notes.isEmpty)
  }

  @Test("what is struck after the end makes the file longer, and needs no passage at all")
  func around() throws {
    var song = session("  - {at: 9s, pad: kick}\n  - {at: 10.3s, pad: kick}")
    var file = try readMIDIFile(midiFile(of: song, version: "test").bytes)
    // 8 seconds are 16 beats; 10.3 come to 21.
    #expect(file.tracks[0].end == 21 * file.pulses)
    #expect(
      file.notes.filter { $0.note == 36 }.map(\.tick)
        == [18, 20.6].map { Int(($0 * Double(file.pulses)).rounded()) })
    _ = try expectHeard(song)
    song = session("  - {at: 0s, stop: on}\n  - {at: 3s, pad: kick}\n  - {at: 4250ms, pad: snare}")
    file = try readMIDIFile(midiFile(of: song, version: "test").bytes)
    #expect(file.notes.count == 2)
    #expect(try expectHeard(song).largestDeviation < halfFrame)
  }

  @Test(
    "stopped and started at one moment, a session loses nothing",
    arguments: ["1s", "1100ms", "2s", "47999/48000", "1001/2000"])
  func noRest(at: String) throws {
    let song = session("  - {at: \(at), stop: on}\n  - {at: \(at), start: on}")
    #expect(try expectHeard(song).largestDeviation <= halfFrame)
  }

  @Test("a tempo that MIDI does not have is told as it is heard")
  func tooSlow() {
    let song = session("  - {at: 1s, speed: 1/50}")
    #expect {
      try midiFile(of: song, version: "test")
    } throws: {
      "\($0)".hasSuffix("MIDI holds no tempo below 3.58 quarter notes a minute; this is 2.400")
    }
  }

  @Test("pads struck 5 to 20 ms beside the sixteenths become steps on them")
  func straightened() throws {
    let struck = [
      ("kick", [5, 1012, 2020, 2994]), ("snare", [517, 1490, 2508, 3485]),
      ("hat", [639, 1863, 2617, 3890]),
    ].flatMap { sound, times in times.map { (at: $0, sound: sound) } }
    let live = struck.sorted { $0.at < $1.at }
      .map { "  - {at: \($0.at)ms, pad: \($0.sound)}" }.joined(separator: "\n")
    let bytes = try midiFile(of: session(live), version: "test").bytes
    let played = songText(of: try songDraft(midi: bytes))
    let straight = songText(
      of: try songDraft(midi: bytes, options: MIDIImportOptions(grid: WholeNotes(1, 16))))
    #expect(played.contains("hits:"))
    #expect(
      straight == """
        key: G major
        tempo: 120

        patterns:
          a:
            kick:  x.......x.......
            snare: ....x.......x...
            hat:   .....x.........x

        song:
          - A: {bars: 2, play: a, click: on}
          - B: {bars: 2}

        """)
  }

  @Test("one hand's constant delay is no offset of a sound once a grid is asked for")
  func delayed() throws {
    let bytes = try midiFile(of: session("  - {at: 510ms, pad: kick}"), version: "test").bytes
    let played = songText(of: try songDraft(midi: bytes))
    #expect(played.contains("offset: 10ms"))
    let straight = songText(
      of: try songDraft(midi: bytes, options: MIDIImportOptions(grid: WholeNotes(1, 16))))
    #expect(!straight.contains("offset"))
  }

  @Test("every note is heard when the session plays it", arguments: 1...60)
  func times(seed: UInt64) throws {
    let text = seed % 2 == 0 ? SessionTests.busy : SessionTests.plain
    let session = randomSession(of: text, seed: seed, changes: Int(seed), within: 40)
    let report = try expectHeard(session)
    #expect(report.largestDeviation < Seconds(Rational(1, 20_000)))
  }

  @Test("REAPER's beats are at the passages' starts when these are heard", arguments: 1...60)
  func reaper(seed: UInt64) throws {
    let text = seed % 2 == 0 ? SessionTests.busy : SessionTests.plain
    let session = randomSession(of: text, seed: seed, changes: Int(seed), within: 40)
    let reading = try ReaperReading(reaperLines(of: session).lines)
    let passes = MIDISurvey(session).passes
    try #require(passes.count == reading.markers.count)
    let silence = passes[0].heard.startTime
    var beat = silence > .zero ? Double(max(1, silence.value.whole)) : 0
    for (pass, marker) in zip(passes, reading.markers) {
      let time = pass.heard.startTime.value.double
      #expect(abs(marker.time - time) < 1e-9)
      #expect(abs(reading.time(ofBeat: beat) - time) < 2e-6)
      beat += Fixed((pass.end - pass.start).count * 4).double
    }
  }
}
