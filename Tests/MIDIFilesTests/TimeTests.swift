import Scheduler
import SongModel
import SongSupport
import Testing
import Timing

@testable import MIDIFiles

/// The times of ticks by the tempo events of a file as it was read, in units of a microsecond
/// divided by the division: whole numbers, added up apart from the writer.
struct FileClock {
  private var starts: [(tick: Int, time: Int, microseconds: Int)] = []

  init(tempos: [[Int]]) {
    var time = 0
    for (index, tempo) in tempos.enumerated() {
      if index > 0 { time += tempos[index - 1][1] * (tempo[0] - tempos[index - 1][0]) }
      starts.append((tempo[0], time, tempo[1]))
    }
  }

  /// The time of a tick, and how long the longer of the ticks beside it lasts.
  func time(of tick: Int) -> (time: Int, longest: Int) {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle].tick <= tick { low = middle } else { high = middle }
    }
    let start = starts[low]
    let before = start.tick == tick && low > 0 ? starts[low - 1].microseconds : 0
    return (start.time + start.microseconds * (tick - start.tick), max(before, start.microseconds))
  }
}

@Suite struct TimeTests {
  static let onTime = TimedSongs.onTime.map(Exported.init)
  static let shifted = TimedSongs.shifted.map(Exported.init)

  @Test("events that are on time are on their exact ticks", arguments: onTime)
  func exactTicks(_ export: Exported) {
    let report = export.report
    #expect(report.ticksAreExact)
    #expect(report.largestDeviation <= halfFrame)
    // What a hold or a ramp is written as is no news to the user: it is heard as in the song.
    #expect(!report.remarks.contains { $0.hasPrefix("notes are up to") })
    let events = TimedEvent.events(of: export.song)
    #expect(events.allSatisfy { $0.quarters != nil })
    expectNotes(export.file.notes, FileClock(tempos: export.file.tempos), of: export)
  }

  @Test("what is shifted comes on the nearest tick, and nothing else moves", arguments: shifted)
  func nearestTicks(_ export: Exported) {
    #expect(!export.report.ticksAreExact)
    // Half a tick is as fine as MIDI can have it.
    #expect(export.report.pulsesPerQuarter > MIDIDivision.largest / 2)
    expectNotes(export.file.notes, FileClock(tempos: export.file.tempos), of: export)
  }

  @Test("libsmf reads the same", arguments: onTime + shifted)
  func libsmf(_ export: Exported) throws {
    let reading = try LibSMFReading(export.bytes)
    #expect(reading.tempos == export.file.tempos)
    expectNotes(reading.notes, FileClock(tempos: reading.tempos), of: export)
  }

  @Test("mido integrates the same times", arguments: onTime + shifted)
  func mido(_ export: Exported) throws {
    let reading = try MidoReading(export.bytes)
    let clock = FileClock(tempos: export.file.tempos)
    #expect(reading.notes.sorted() == export.file.notes.sorted())
    for (note, time) in zip(reading.notes, reading.times) {
      #expect(clock.time(of: note.tick).time == time)
    }
  }

  /// Expects a note for each event: on its very tick and within half a frame where the event is on
  /// time, else within half a tick by the file's own clock.
  func expectNotes(_ notes: [ReadNote], _ clock: FileClock, of export: Exported) {
    struct Voice: Hashable {
      let track: Int
      let note: Int
      let velocity: Int
    }
    let (report, song) = (export.report, export.song)
    let keys = try! MIDIKey.keys(of: song.sounds)
    let scale = Int64(1_000_000 * report.pulsesPerQuarter)
    let silence = Rational(Int128(report.leadIn))
    var largest = Fixed.zero
    var left: [Voice: [Int]] = [:]
    for note in notes {
      left[Voice(track: note.track, note: note.note, velocity: note.velocity), default: []]
        .append(note.tick)
    }
    func deviation(_ event: Event, _ tick: Int) -> Fixed {
      let units = (event.time.value * scale - Fixed(whole: Int64(clock.time(of: tick).time)))
        .magnitude
      largest = max(largest, units)
      return units
    }
    let events = TimedEvent.events(of: song)
    #expect(notes.count == events.count)
    let hasClick = report.tracks.first?.name == "click"
    func voice(_ event: Event) -> Voice {
      Voice(
        track: event.lane + (hasClick ? 1 : 0), note: Int(keys[event.sound].note),
        velocity: event.velocity.value)
    }
    var late: [Voice: [Event]] = [:]
    // A tick is rounded only where no division holds it.
    let isExact = MIDIDivision(for: MIDISurvey(song)).isExact
    for timed in events {
      let voice = voice(timed.event)
      guard let quarters = timed.quarters else {
        late[voice, default: []].append(timed.event)
        continue
      }
      let tick = (quarters + silence) * Rational(Int128(report.pulsesPerQuarter))
      if isExact { #expect(tick.isInteger) }
      let nearest = Int((tick + Rational(1, 2)).floor)
      guard let index = left[voice]?.firstIndex(of: nearest) else {
        Issue.record("no note on tick \(tick) for \(voice)")
        continue
      }
      left[voice]!.remove(at: index)
      var bound = halfFrame.value * scale
      if !isExact {
        // Half a tick more, at the tempo there.
        bound = bound + Fixed(Rational(Int128(clock.time(of: nearest).longest), 2))
      }
      #expect(deviation(timed.event, nearest) <= bound, "tick \(tick)")
    }
    for (voice, events) in late {
      let ticks = (left[voice] ?? []).sorted()
      #expect(ticks.count == events.count)
      for (tick, event) in zip(ticks, events.sorted { $0.time < $1.time }) {
        // 2⁻⁶⁰ for the errors of conversions.
        let half =
          Fixed(Rational(Int128(clock.time(of: tick).longest), 2))
          + Fixed(whole: 0, fraction: 1 << 68)
        #expect(deviation(event, tick) <= half, "tick \(tick)")
      }
    }
    #expect(report.largestDeviation == Seconds(largest / Int(scale)))
  }

  @Test("an hour with fifty ramps keeps to its times with few tempo events")
  func hour() throws {
    let song = song(
      """
      sections:
        up: {tempo: {from: 64, to: 144, curve: time}, bars: 26}
        even: {tempo: 137, bars: 6}
        down: {tempo: {from: 144, to: 64, curve: time}, bars: 26}
      song:
        - repeat: {times: 25, play: [up, even, down, even]}
      """)
    let export = Exported(NamedSong("an hour", song))
    #expect(song.endTime > Seconds(Rational(3_500)))
    expectNotes(export.file.notes, FileClock(tempos: export.file.tempos), of: export)
    // A quarter note at v a minute lasts 60/v s. With v = 64 + a·t, a = 80/60 a second as 104
    // quarter notes last 60 s, its change from one to the next is t″ = 3600·a/v³. The longest line
    // between two edges of ±h lasts √(16·h/t″), so a ramp takes 2·(√144 − √64)/√a/√(16·h) lines:
    // 8·√(96000/16)/√(4/3) = 536.7. That lines of some fifteen ticks end on whole ones adds a
    // tenth at most.
    let ramps = 50
    let even = 50
    #expect(export.file.tempos.count < ramps * 590 + even * 4)
  }

  @Test(
    "steps are as long as the curve lets them be, on both sides of it", arguments: [true, false])
  func parabola(_ isSlowing: Bool) throws {
    // A quarter note of 96 ticks lasts 1 s, and 60 or −60 µs more or less with each tick: t″ is
    // 96·96·60 units, and √(16·tolerance/t″) quarter notes are 16.3 ticks.
    var plan = MIDITempoPlan(division: 96)
    let end = 4800
    let bend = isSlowing ? 30 : -30
    func time(_ tick: Int) -> Int { 1_000_000 * tick + bend * tick * tick }
    try plan.add(
      .curve(
        MIDITempoPlan.Curve(start: 0, end: end, isSlowing: isSlowing) {
          Fixed(whole: Int64(time($0)))
        }), barLine: { _ in 0 })
    #expect(plan.tick == end)
    var clock = MIDIClock(plan)
    let worst = (0...end).map { abs(clock.time(of: $0) - time($0)) }.max()!
    // All of the tolerance is used.
    #expect((plan.tolerance - 60...plan.tolerance).contains(worst))
    // Whole ticks make it 15 or 16.
    #expect((end / 17...end / 15 + 2).contains(plan.changes.count))
  }

  @Test("the clock finds the nearest tick of every time, in any order")
  func clock() throws {
    var plan = MIDITempoPlan(division: 96)
    plan.add(microseconds: 1000, to: 10)
    plan.add(microseconds: 10, to: 20)
    plan.add(microseconds: 400, to: 30)
    var clock = MIDIClock(plan)
    func tick(_ time: Int) -> Int { clock.tick(at: Fixed(whole: Int64(time))).tick }
    let times = [0, 499, 500, 9499, 9501, 10_004, 10_005, 10_099, 10_299, 10_300, 14_100, 22_500]
    let ticks = [0, 0, 1, 9, 10, 10, 11, 20, 20, 21, 30, 51]
    #expect(times.map(tick) == ticks)
    #expect(times.reversed().map(tick) == ticks.reversed())
    #expect((-3...51).map { clock.time(of: max(0, $0)) }.map(tick) == (-3...51).map { max(0, $0) })
    // Before the file nothing is.
    let early = clock.tick(at: Fixed(whole: -2500))
    #expect(early.tick == 0)
    #expect(early.rest == -Fixed(Rational(5, 2)))
  }

  @Test("a hold is a slow tempo from its tick to the next note, and the song goes on from there")
  func hold() throws {
    let (bytes, report) = try midiFile(
      of: song("tempo: 60\nbars: 2\nchanges: [{at: 1:3, hold: 2s}]"), version: "1")
    let file = try readMIDIFile(bytes)
    #expect(file.tempos == [[0, 1_000_000], [192, 3_000_000], [288, 1_000_000]])
    #expect(report.largestDeviation == .zero)
    #expect(report.remarks.isEmpty)
  }

  @Test(
    "a hold lasts up to the next event, bar line or tempo",
    arguments: [
      ("click: {subdivisions: 2}\nbars: 2\nchanges: [{at: 1:3, hold: 1s}]", 192, 240),
      ("click: off\nbars: 2\nchanges: [{at: 1:3, hold: 1s}]", 192, 384),
      (
        "click: off\nbars: 2\nchanges: [{at: 1:3, hold: 1s}, {at: 1:3+1/16, tempo: 100}]", 192, 216
      ),
      (
        "patterns: {p: {kick: {steps: x......, step: 1/4}}}\nplay: p\n"
          + "changes: [{at: 2:3, hold: 1s}]", 576, 672
      ),
    ])
  func holdEnds(_ text: String, _ start: Int, _ end: Int) throws {
    let file = try readMIDIFile(midiFile(of: song(text), version: "1").bytes)
    let slowest = try #require(file.tempos.max { $0[1] < $1[1] })
    #expect(slowest[0] == start)
    let after = file.tempos.first { $0[0] > start }
    #expect(after?[0] ?? file.tracks[0].end == end)
  }

  func failure(of text: String) -> String? {
    do {
      _ = try midiFile(of: song(text), version: "1")
      return nil
    } catch {
      return error.description
    }
  }

  @Test("a hold that the slowest tempo cannot hold waits for beats more, which the bar says")
  func longHolds() throws {
    // An eighth at 16,777,215 µs a quarter is 8.389 s, half a second of them the music itself.
    func export(_ hold: String) throws -> (file: MIDIFile, report: MIDIReport) {
      let song = song(
        """
        tempo: 60
        click: {subdivisions: 2}
        bars: 3
        repeat: 2
        changes: [{at: 2:3, hold: \(hold)}, {at: 2:4, hold: 10ms}]
        """)
      let (bytes, report) = try midiFile(of: song, version: "1")
      let file = try readMIDIFile(bytes)
      let clock = FileClock(tempos: file.tempos)
      let events = Array(EventStream(song, at: .standard))
      #expect(events.count == file.notes.count)
      for (event, note) in zip(events, file.notes) {
        let time = Fixed(whole: Int64(clock.time(of: note.tick).time))
        let difference = (event.time.value * Int64(1_000_000 * file.pulses) - time).magnitude
        #expect(difference <= halfFrame.value * Int64(1_000_000 * file.pulses))
      }
      return (file, report)
    }
    let short = try export("7.88s")
    #expect(short.report.remarks == [])
    #expect(short.file.timeSignatures == ["0 4/4"])
    let long = try export("7.89s")
    #expect(
      long.report.remarks
        == ["'song': the hold of 7.890 s adds a beat to bar 2: MIDI has no tempo that slow"])
    #expect(
      long.file.timeSignatures == [
        "0 4/4", "384 5/4", "864 4/4", "1632 5/4", "2112 4/4",
      ])
    #expect(long.file.texts(.marker) == ["0 song", "1248 song"])
    let endless = try export("100000s")
    #expect(
      endless.report.remarks.first
        == "'song': the hold of 100000.000 s adds 5960 beats to bar 2: MIDI has no tempo that slow")
  }

  @Test("a ramp beyond what MIDI holds is refused with its extreme")
  func steepRamps() {
    #expect(
      failure(of: "tempo: 30 -> 2\nbars: 4")?.hasPrefix(
        "'song': MIDI holds no tempo below 3.58 quarter notes a minute; this is 2.0") == true)
    #expect(
      failure(of: "tempo: 9999/1 = 1 -> 9999/1 = 90000\nbars: 9999\nclick: off")?.hasPrefix(
        "'song': MIDI holds no tempo above 60000000 quarter notes a minute") == true)
  }

  @Test("metres change inside a section at their ticks, each pass has its marker")
  func meters() throws {
    let song = song(
      """
      patterns: {p: {kick: X.......x...x.o.o.}}
      song:
        - A:
            bars: 5
            repeat: 2
            pickup: 1 beat
            changes: [{at: 3, meter: 7/8}, {at: 4, beat: 1/4, tempo: 90 -> 120}, {at: 5, meter: 4/4}]
        - B: {meter: 3/4, play: p}
      """)
    let (bytes, report) = try midiFile(of: song, version: "1")
    let file = try readMIDIFile(bytes)
    // A pass is 1 + 4 + 4 + 3.5 + 3.5 + 4 = 20 quarter notes of 96.
    #expect(file.texts(.marker) == ["0 A", "1920 A", "3840 B"])
    #expect(
      file.timeSignatures == [
        "0 1/4", "96 4/4", "864 7/8", "1200 7/8, click 24", "1536 4/4",
        "1920 1/4", "2016 4/4", "2784 7/8", "3120 7/8, click 24", "3456 4/4",
        "3840 3/4", "4128 3/8, click 24",
      ])
    #expect(report.remarks.isEmpty)
  }

  @Test("cues have a track of their own, and late notes are heard after the last bar")
  func cues() throws {
    let export = try #require(Self.shifted.first { $0.description.hasPrefix("cues") })
    #expect(export.report.tracks.map(\.name) == ["snare", "kick", "cue"])
    #expect(export.report.tracks.last?.notes == 2)
    let file = export.file
    let last = try #require(file.notes.map(\.tick).max())
    #expect(last > file.tracks[0].end)
    // The note lasts its 32nd, to the nearest tick.
    #expect(file.tracks.map(\.end).max() == last + (file.pulses + 4) / 8)
  }

  @Test("grace notes keep their distance to the hit and sound up to it")
  func graces() throws {
    let song = song(
      "tempo: 600\noutput: {start: 1s}\npatterns: {p: {snare: ffff}}\nplay: p x2")
    let file = try readMIDIFile(midiFile(of: song, version: "1").bytes)
    let track = file.tracks[1].events.dropFirst()
    let ons = track.filter { if case .noteOn = $0.message { true } else { false } }
    let offs = track.filter { if case .noteOff = $0.message { true } else { false } }
    #expect(ons.count == 16)
    // A sixteenth at 600 lasts 25 ms, less than the 30 ms of a grace note's lead.
    #expect(zip(ons, offs).allSatisfy { $0.tick < $1.tick })
  }
}
