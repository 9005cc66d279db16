import SongModel
import SongText
import Testing
import Timing

@testable import MIDIFiles

/// A file of 480 pulses to the quarter note.
private func draft(
  _ tracks: [[MIDIEvent]], format: MIDIFile.Format = .simultaneousTracks,
  division: MIDIFile.Division = .pulsesPerQuarter(480), end: Int = 1920,
  _ options: MIDIImportOptions = MIDIImportOptions()
) throws -> SongDraft {
  let file = MIDIFile(
    format: format, division: division,
    tracks: tracks.map { events in
      let order = events.indices.sorted { (events[$0].tick, $0) < (events[$1].tick, $1) }
      return MIDITrack(
        events: order.map { events[$0] }, end: max(end, order.last.map { events[$0].tick } ?? 0))
    })
  return try songDraft(midi: try file.bytes(), options: options)
}

private func note(_ tick: Int, _ note: UInt8, _ velocity: UInt8 = 100, channel: UInt8 = 10)
  -> MIDIEvent
{
  MIDIEvent(tick: tick, message: .noteOn(channel: channel, note: note, velocity: velocity))
}

private func marker(_ tick: Int, _ name: String) -> MIDIEvent {
  MIDIEvent(tick: tick, message: .text(.marker, Array(name.utf8)))
}

private func text(_ tick: Int, _ text: String) -> MIDIEvent {
  MIDIEvent(tick: tick, message: .text(.text, Array(text.utf8)))
}

private func tempo(_ tick: Int, _ microseconds: Int) -> MIDIEvent {
  MIDIEvent(tick: tick, message: .tempo(microsecondsPerQuarter: microseconds))
}

private func meter(_ tick: Int, _ numerator: UInt8, _ power: UInt8, clocks: UInt8 = 24)
  -> MIDIEvent
{
  MIDIEvent(
    tick: tick,
    message: .timeSignature(
      MIDITimeSignature(
        numerator: numerator, denominatorPower: power, clocksPerClick: clocks)))
}

@Suite("What a MIDI file becomes")
struct ImportTests {
  @Test("a drum loop is a pattern of its bars, and bars that go round are written once")
  func patterns() throws {
    let bar = [note(0, 36, 127), note(480, 38), note(960, 36), note(1440, 38)]
    let fill = [note(0, 38), note(160, 38), note(320, 38)]
    let events = (0..<4).flatMap { number in
      (number < 3 ? bar : fill).map { event in
        MIDIEvent(tick: event.tick + 1920 * number, message: event.message)
      }
    }
    let song = try draft([[tempo(0, 400_000), marker(0, "Verse")], events], end: 4 * 1920)
    #expect(
      songText(of: song)
        == """
        tempo: 150

        patterns:
          verse:
            kick:  X.......x.......
            snare: ....x.......x...
          verse bar 4:
            step: 1/4
            tracks:
              snare: (xxx)...

        song:
          - Verse: {bars: 4, play: [verse x3, verse bar 4]}

        """)
  }

  @Test("a tempo is the microseconds of the file, and round where it is exact")
  func tempos() throws {
    let song = try draft(
      [[tempo(0, 437_956), tempo(7, 500_000), note(0, 36)]], format: .singleTrack)
    #expect(
      song.sections[0].tempo
        == .steady(Tempo(beatsPerMinute: Rational(15_000_000, 109_489))))
    #expect(
      song.sections[0].changes == [
        DraftChange(at: WholeNotes(7, 1920), tempo: .steady(Tempo(beatsPerMinute: 120)))
      ])
  }

  @Test("a marker inside a bar begins with an upbeat")
  func upbeat() throws {
    let song = try draft(
      [[marker(0, "A"), marker(1440, "B")], [note(1440, 38), note(1920, 36)]], end: 3840)
    #expect(song.sections.map(\.name) == ["A", "B"])
    #expect(song.sections[0].meter == Meter(groups: [3], denominator: 4))
    #expect(song.sections[1].pickup == WholeNotes(1, 4))
    #expect(song.sections[1].bars == 1)
    #expect(song.sections[1].play.map(\.pattern) == ["b", "b upbeat"])
  }

  @Test("a bar that a time signature cuts short is as long as it is")
  func shortBar() throws {
    let song = try draft([[meter(0, 4, 2), meter(2400, 7, 3, clocks: 12)]], end: 2400 + 1680)
    #expect(song.sections.map(\.name) == ["part 1", "part 2"])
    #expect(song.sections[0].bars == 2)
    #expect(
      song.sections[0].changes == [
        DraftChange(at: WholeNotes(1, 1), meter: Meter(groups: [1], denominator: 4))
      ])
    #expect(song.sections[1].meter == Meter(groups: [7], denominator: 8))
    #expect(song.remarks == ["The file has no notes: its bars are clicked."])
  }

  @Test("a compound metre is counted in its dotted beat where its click is")
  func compound() throws {
    let song = try draft([[meter(0, 6, 3, clocks: 36), note(0, 36)]], format: .singleTrack)
    #expect(song.sections[0].beat == WholeNotes(3, 8))
    let plain = try draft([[meter(0, 6, 3), note(0, 36)]], format: .singleTrack)
    #expect(plain.sections[0].beat == nil)
  }

  @Test(
    "ticks of clock time become beats of the file's tempo",
    arguments: [
      (25, 40, 500, "1/4"), (30, 80, 1200, "1/4"), (29, 100, 3000, "1001/2000"),
      (24, 1, 24, "1/2"),
    ])
  func timeCode(frames: Int, ticks: Int, tick: Int, place: String) throws {
    let song = try draft(
      [[note(tick, 36)]], format: .singleTrack,
      division: .timeCode(framesPerSecond: frames, ticksPerFrame: ticks), end: tick + 1)
    #expect(song.patterns[0].tracks[0].hits.map { "\($0.offset.count)" } == [place])
    #expect(song.sections[0].tempo == .steady(.standard))
    #expect(song.remarks[0].contains("counts clock time"))
  }

  @Test("the pieces of format 2 follow one another, each with its own tempo and metre")
  func pieces() throws {
    let song = try draft(
      [
        [MIDIEvent(tick: 0, message: .text(.trackName, "one")), tempo(0, 400_000), note(0, 36)],
        [MIDIEvent(tick: 0, message: .text(.trackName, "two")), meter(0, 3, 2), note(0, 38)],
      ], format: .independentTracks, end: 1920)
    #expect(song.sections.map(\.name) == ["one", "two"])
    #expect(song.sections[0].tempo == .steady(Tempo(beatsPerMinute: 150)))
    #expect(song.sections[1].tempo == .steady(.standard))
    #expect(song.sections[1].meter == Meter(groups: [3], denominator: 4))
  }

  @Test(
    "a performance keeps its time, and a grid moves it as far as is asked",
    arguments: [
      (nil, "100%", "7/1920 473/1920 191/192"), ("1/4", "100%", "0 1/4 1"),
      ("1/4", "80%", "7/9600 2393/9600 959/960"),
    ] as [(String?, String, String)])
  func quantize(grid: String?, strength: String, places: String) throws {
    let share = try #require(SongValue.share(strength))
    let song = try draft(
      [[note(7, 36), note(473, 38), note(1910, 42)]], format: .singleTrack, end: 1920,
      MIDIImportOptions(grid: grid.flatMap(SongValue.noteValue), strength: share))
    // The third may go to the downbeat of the next bar.
    let bars = song.sections[0].play.flatMap { Array(repeating: $0.pattern, count: $0.times) }
    var found: [WholeNotes] = []
    var start = WholeNotes.zero
    for name in bars {
      let pattern = try #require(song.patterns.first { $0.name == name })
      found += pattern.tracks.flatMap(\.hits).map { start + $0.offset }
      start = start + pattern.length
    }
    #expect(found.sorted().map { "\($0.count)" }.joined(separator: " ") == places)
  }

  @Test("only the tempo map is taken where a click is asked for")
  func clickOnly() throws {
    let song = try draft(
      [[tempo(0, 400_000), marker(0, "A")], [note(0, 36), note(480, 60, channel: 1)]],
      MIDIImportOptions(isClickOnly: true))
    #expect(song.patterns.isEmpty && song.kit.isEmpty && song.remarks.isEmpty)
    #expect(songText(of: song) == "tempo: 150\n\nsong:\n  - A: {bars: 1}\n")
  }

  @Test("what is no drum is left out and told; without drums all keys are")
  func channels() throws {
    let bass = [
      MIDIEvent(tick: 0, message: .text(.trackName, "Bass")),
      MIDIEvent(tick: 0, message: .channel(kind: 0xC0, channel: 2, first: 33, second: nil)),
      note(0, 40, channel: 2), note(480, 40, channel: 2),
    ]
    let song = try draft([[], [note(0, 36)], bass])
    #expect(
      song.remarks == [
        "Track 'Bass' plays no drums, 2 notes on channel 2: left out.",
        "Left out: program changes (1).",
      ])
    let pads = try draft([[], [note(0, 36, channel: 1), note(480, 38, channel: 1)]])
    #expect(pads.patterns[0].tracks.map(\.name) == ["kick", "snare"])
    #expect(pads.kit.map(\.channel) == [1, 1])
  }

  @Test("a track of one key gives its sound its name")
  func names() throws {
    let song = try draft([
      [], [MIDIEvent(tick: 0, message: .text(.trackName, "Boom")), note(0, 35)],
      [note(0, 49), note(480, 57), note(960, 99)],
    ])
    #expect(song.kit.map(\.name) == ["Boom", "crash 2", "note 99"])
    #expect(song.kit.map(\.note) == [35, 57, 99])
    #expect(
      song.remarks == ["No drum of General MIDI has the note 99: 'note 99' is a wood block."])
  }

  @Test("texts say the exact tempo where they agree with the events, and else the events count")
  func texts() throws {
    func song(_ microseconds: Int) throws -> SongDraft {
      try draft(
        [[text(0, "tactus 1"), text(0, "tempo: 137"), tempo(0, microseconds), note(0, 36)]],
        format: .singleTrack, end: 1920)
    }
    let exact = try song(437_956)
    #expect(exact.sections[0].tempo == .steady(Tempo(beatsPerMinute: 137)))
    #expect(exact.remarks.isEmpty)
    let changed = try song(430_000)
    #expect(
      changed.sections[0].tempo == .steady(Tempo(beatsPerMinute: Rational(6000, 43))))
    #expect(changed.remarks.count == 1)
    #expect(changed.remarks[0].contains("do not fit"))
  }

  @Test("in a file of another program the same words are a person's")
  func words() throws {
    let copyright = MIDIEvent(tick: 0, message: .text(.copyright, Array("me".utf8)))
    let song = try draft(
      [
        [
          copyright, copyright, text(0, "tempo: 137"), text(0, "meter: 7/8"), tempo(0, 437_956),
          note(0, 36),
        ]
      ], format: .singleTrack)
    #expect(
      song.sections[0].tempo
        == .steady(Tempo(beatsPerMinute: Rational(15_000_000, 109_489))))
    #expect(song.sections[0].meter == .common)
    #expect(song.remarks == ["Copyright: me", "Left out: texts (3)."])
  }

  @Test("a click's track becomes the click's settings")
  func click() throws {
    let events = (0..<8).flatMap { bar in
      (0..<4).flatMap { beat -> [MIDIEvent] in
        guard bar % 4 != 3 else { return [] }
        let tick = 1920 * bar + 480 * beat
        return [
          note(tick, beat == 0 ? 76 : 77, beat == 0 ? 127 : 102), note(tick + 240, 77, 51),
        ]
      }
    }
    let named = [MIDIEvent(tick: 0, message: .text(.trackName, "Metronome"))] + events
    let song = try draft([[], named], end: 8 * 1920)
    #expect(song.patterns.isEmpty)
    #expect(
      songText(of: song) == """
        bars: 8
        tempo: 120
        click:
          subdivisions: {2: 40%}
          sounds: {accent: wood-high, beat: wood-low, subdivision: wood-low}
          gap: {play: 3 bars, mute: 1 bar}

        """)
  }

  @Test(
    "a damaged file is refused with its byte, and so is one that is too much",
    arguments: [
      ([0x4D], "byte 0: a standard MIDI file begins with 'MThd'"),
      (
        file("00 FF 51 03 00 00 00 00 FF 2F 00"),
        "byte 23: a tempo of 0 microseconds to the quarter note stops time"
      ),
      (file("00 90 24"), "byte 25: the track ends in the middle of an event"),
    ] as [([UInt8], String)])
  func damaged(bytes: [UInt8], message: String) {
    do throws(MIDIImportError) {
      _ = try songDraft(midi: bytes)
      Issue.record("it was read")
    } catch {
      #expect("\(error)" == message)
      #expect(!error.help.isEmpty)
    }
  }

  @Test("a file of a thousand centuries is refused")
  func tooLong() throws {
    let delta = "FF FF FF 7F FF 01 00 "
    let long = file(String(repeating: delta, count: 30) + "00 FF 2F 00")
    do throws(MIDIImportError) {
      _ = try songDraft(midi: long)
      Issue.record("it was read")
    } catch {
      #expect(error == .tooLong)
    }
  }
}
