import Scheduler
import SongModel
import Testing
import Timing

@testable import MIDIFiles

/// Half a frame at 48 kHz.
let halfFrame = Seconds(Rational(1, 96_000))

extension MIDIFile {
  var pulses: Int {
    guard case .pulsesPerQuarter(let pulses) = division else { return 0 }
    return pulses
  }

  /// The notes that begin, as other readers report them.
  var notes: [ReadNote] {
    tracks.enumerated().flatMap { index, track in
      track.events.compactMap { event in
        guard case .noteOn(let channel, let note, let velocity) = event.message else { return nil }
        return ReadNote(
          track: index, tick: event.tick, channel: Int(channel), note: Int(note),
          velocity: Int(velocity))
      }
    }
  }

  /// Tempo events: tick and microseconds.
  var tempos: [[Int]] {
    tracks[0].events.compactMap { event in
      guard case .tempo(let microseconds) = event.message else { return nil }
      return [event.tick, microseconds]
    }
  }

  func texts(_ kind: MIDIMessage.TextKind) -> [String] {
    tracks[0].events.compactMap { event in
      guard case .text(kind, let data) = event.message else { return nil }
      return "\(event.tick) \(String(decoding: data, as: UTF8.self))"
    }
  }

  var timeSignatures: [String] {
    tracks[0].events.compactMap { event in
      guard case .timeSignature(let signature) = event.message else { return nil }
      return "\(event.tick) \(signature)"
    }
  }
}

extension MIDIReport {
  /// How many quarter notes of silence stand before the song.
  var leadIn: Int {
    for case .leadIn(let quarters, _) in notes { return quarters }
    return 0
  }
}

@Suite struct ExportTests {
  @Test("every event is on its exact tick", arguments: Exported.exact)
  func exactTicks(_ export: Exported) {
    let (file, report) = (export.file, export.report)
    #expect(report.ticksAreExact)
    #expect(report.largestTickDeviation == .zero)
    let expected = export.expected.map { event in
      let tick =
        (event.quarters + Rational(Int128(report.leadIn))) * Rational(Int128(file.pulses))
      let sound = export.song.sounds[event.event.sound]
      return ReadNote(
        // A tick that is not whole is none of the file's.
        track: event.track, tick: tick.isInteger ? Int(tick.numerator) : -1, channel: 10,
        note: BuiltInSound(rawValue: sound.name)!.generalMIDINote,
        velocity: event.event.velocity.value)
    }
    #expect(!expected.isEmpty)
    #expect(expected.sorted() == file.notes.sorted())
  }

  @Test(
    "mido reads the same notes, each within half a frame of its exact time",
    arguments: Exported.exact)
  func mido(_ export: Exported) throws {
    let reading = try MidoReading(export.bytes)
    #expect(reading.format == 1)
    #expect(reading.division == export.report.pulsesPerQuarter)
    #expect(reading.notes.sorted() == export.file.notes.sorted())
    try expectTimes(reading, of: export, within: halfFrame)
  }

  @Test(
    "where no division holds all positions, ticks are rounded once and times stay near",
    arguments: Exported.rounded)
  func rounded(_ export: Exported) throws {
    let report = export.report
    let reading = try MidoReading(export.bytes)
    #expect(!report.ticksAreExact)
    #expect(report.pulsesPerQuarter > MIDIDivision.largest / 2)
    let ticks = Seconds(report.largestTickDeviation).formatted(decimals: 3)
    let time = report.largestDeviation.formatted(decimals: 6)
    #expect(
      report.remarks.last
        == "notes are up to \(ticks) ticks (\(time) s) off: no MIDI division holds them all")
    let division = Rational(Int128(report.pulsesPerQuarter))
    var largest = Rational.zero
    for track in 1...export.expected.map(\.track).max()! {
      // Within a track the order of events is that of ticks.
      let exact = export.expected.filter { $0.track == track }.map { $0.quarters * division }
      let ticks = reading.notes.filter { $0.track == track }.map(\.tick).sorted()
      #expect(exact.count == ticks.count)
      for (exact, tick) in zip(exact, ticks) {
        let distance = exact - Rational(Int128(tick))
        largest = max(largest, distance < .zero ? -distance : distance)
      }
    }
    #expect(largest <= Rational(1, 2))
    // The same but for the errors of conversions, which stay far below 2⁻⁶⁴.
    let difference = Fixed(largest) - report.largestTickDeviation
    #expect(difference.magnitude < Fixed(whole: 0, fraction: 1 << 64))
    // Half a tick of the slowest tempo comes from the tick, the rest from the tempo.
    let slowest = export.file.tempos.map { $0[1] }.max()!
    let halfTick = Seconds(Rational(Int128(slowest), 2_000_000 * division.numerator))
    try expectTimes(reading, of: export, within: halfFrame + halfTick)
  }

  /// Compares the time of each note, integrated by mido's script, with that of its event.
  func expectTimes(
    _ reading: MidoReading, of export: Exported, within bound: Seconds
  ) throws {
    let scale = Int64(1_000_000 * reading.division)
    var largest = Fixed.zero
    for track in Set(reading.notes.map(\.track)).sorted() {
      let times = reading.notes.indices.filter { reading.notes[$0].track == track }
        .map { reading.times[$0] }.sorted()
      let events = export.expected.filter { $0.track == track }.map(\.event.time)
      try #require(times.count == events.count)
      for (time, event) in zip(times, events.sorted()) {
        let difference = (event.value * scale - Fixed(whole: Int64(time))).magnitude
        largest = max(largest, difference)
      }
    }
    #expect(largest <= bound.value * scale)
    #expect(export.report.largestDeviation == Seconds(largest / Int(scale)))
  }

  @Test("libsmf reads the same notes and tempos", arguments: Exported.exact + Exported.rounded)
  func libsmf(_ export: Exported) throws {
    let reading = try LibSMFReading(export.bytes)
    #expect(reading.division == export.file.pulses)
    #expect(reading.notes.sorted() == export.file.notes.sorted())
    #expect(reading.tempos == export.file.tempos)
  }

  @Test("an hour at 137 keeps to whole bars with few tempo events")
  func hour() throws {
    let export = try #require(Exported.exact.first { $0.description == "an hour at 137" })
    let (file, report) = (export.file, export.report)
    // 60/137 s is 437956 + 28/137 µs. From one edge of ±10.4167 µs to the other 437956 lasts 101
    // quarter notes, 437957 lasts 26, so 8220 quarters need 128 changes. Changing at bar lines
    // leaves up to 3 quarters unused, 0.6 and 2.4 µs of the 20.8: in the worst case 110 a pair.
    #expect(report.tempoEvents >= 128)
    #expect(report.tempoEvents <= 150)
    #expect(file.tempos.count == report.tempoEvents)
    #expect(file.tempos.allSatisfy { $0[0] % (4 * file.pulses) == 0 })
    #expect(Set(file.tempos.map { $0[1] }) == [437_956, 437_957])
  }

  @Test("a tempo of whole microseconds needs one event, however many sections it lasts")
  func wholeTempo() throws {
    let song = Songs.song(
      [Songs.section("a", tempo: 120), Songs.section("b", tempo: 120, Songs.meter([7], 8))],
      times: 50)
    let file = try readMIDIFile(midiFile(of: song, version: "1").bytes)
    #expect(file.tempos == [[0, 500_000]])
  }

  @Test("the conductor says version, title, sections and where the song ends")
  func conductor() throws {
    let song = Songs.song(
      [Songs.section("verse", tempo: 60, bars: 2), Songs.section("Brücke", tempo: 60, bars: 1)],
      countIn: .bars(1), title: "Night \"Train\"")
    let (bytes, _) = try midiFile(of: song, version: "1.2.3")
    #expect(
      describe(try readMIDIFile(bytes)).split(separator: "track 1")[0] == """
        format 1, 2 tracks, 96 pulses per quarter
        track 0 "Night \\"Train\\""
                0 text "tactus 1.2.3"
                0 marker "count-in"
                0 time signature 4/4
                0 tempo 1000000 µs
              384 marker "verse"
             1152 marker "Brücke"
             1536 end

        """)
    let reading = try MidoReading(bytes)
    #expect(reading.names == [0: "Night \"Train\"", 1: "click"])
    #expect(reading.markers == ["0 count-in", "384 verse", "1152 Brücke"])
    #expect(reading.trackEnds == [1536, 1536])
  }

  @Test("silence before the song becomes quarter notes that last as long")
  func silence() throws {
    // Two of 16,777,215 µs are too short for 100/3 s.
    let song = Songs.song([Songs.section("verse", tempo: 60, bars: 1)], start: Rational(100, 3))
    let (bytes, report) = try midiFile(of: song, version: "1")
    let file = try readMIDIFile(bytes)
    #expect(file.tempos == [[0, 16_666_667], [96, 16_666_666], [192, 1_000_000]])
    #expect(file.texts(.marker) == ["0 silence", "192 verse"])
    #expect(file.timeSignatures == ["0 1/4", "192 4/4"])
    #expect(
      report.remarks == ["the 33.333 s of silence before the song are 2 long beats"])
  }

  @Test("a silence of less than half a microsecond is none")
  func shortSilence() throws {
    let song = Songs.song([Songs.section(tempo: 60)], start: Rational(1, 2_000_001))
    #expect(try midiFile(of: song, version: "1").report.notes.isEmpty)
  }

  @Test("a tempo that MIDI cannot hold is refused with its section")
  func tempoLimits() throws {
    // 60,000,000 / 16,777,215 is 3.57627…
    let slow = Songs.song([Songs.section("crawl", tempo: Rational(3_576, 1000))])
    let fast = Songs.song([
      Songs.section("rush", tempo: 100_000, beat: nil, clickIsOn: false)
    ])
    #expect(
      failure(of: slow)
        == "'crawl': MIDI holds no tempo below 3.58 quarter notes a minute; this is 3.576")
    #expect(failure(of: fast) == nil)
    var section = Songs.section("rush", tempo: 1, bars: Rational(8_000), clickIsOn: false)
    section.tempos = [
      TempoSpan(
        start: .zero, from: Tempo(beatsPerMinute: 100_000, beat: WholeNotes(9999, 1)))
    ]
    #expect(
      failure(of: Songs.song([section]))
        == "'rush': MIDI holds no tempo above 60000000 quarter notes a minute; "
        + "this is 3999600000.000")
  }

  @Test("a song longer than ticks can count is refused")
  func tooLong() {
    let song = Songs.song([
      Songs.section("aeons", tempo: 137, bars: Rational(1 << 45), clickIsOn: false)
    ])
    #expect(failure(of: song) == "the song is longer than a MIDI file can be")
  }

  @Test("a step that one delta cannot hold is bridged, and every reader agrees on the tick")
  func bridged() throws {
    let song = Songs.song([
      Songs.section("empty", tempo: 6000, bars: 1_000_000, clickIsOn: false),
      Songs.section("verse", tempo: 120, bars: 1),
    ])
    let (bytes, _) = try midiFile(of: song, version: "1")
    let file = try readMIDIFile(bytes)
    #expect(file.texts(.marker) == ["0 empty", "384000000 verse"])
    #expect(file.texts(.text).contains("268435455 "))
    #expect(try MidoReading(bytes).notes.map(\.tick) == [0, 96, 192, 288].map { 384_000_000 + $0 })
  }

  func failure(of song: Song) -> String? {
    do {
      _ = try midiFile(of: song, version: "1")
      return nil
    } catch {
      return error.description
    }
  }
}
