import Scheduler
import SongModel
import SongSupport
import Testing
import Timing

@testable import MIDIFiles

@Suite struct OptionTests {
  func export(
    _ song: Song, _ options: MIDIOptions = MIDIOptions()
  ) throws -> (bytes: [UInt8], file: MIDIFile, report: MIDIReport) {
    let (bytes, report) = try midiFile(of: song, options: options, version: "1")
    return (bytes, try readMIDIFile(bytes), report)
  }

  static let layered = song(
    """
    title: Layers
    count-in: 2 beats
    output: {start: 1s}
    tempo: 96 -> 137
    patterns:
      p: {kick: X.x., snare: {steps: ff, step: 1/8}, boom: xx}
    kit: {boom: {sound: kick, note: 36}, snare: {channel: 3}}
    song:
      - A: {play: p x6, click: on, changes: [{at: 2, hold: 1s}]}
      - B: {bars: 2, meter: 5/12}
    """)

  // MARK: - Format 0

  @Test("one track holds what format 1 has in several, in the order of ticks")
  func oneTrack() throws {
    let several = try export(Self.layered)
    let one = try export(Self.layered, MIDIOptions(format: .singleTrack))
    #expect(one.file.format == .singleTrack)
    #expect(one.file.tracks.count == 1)
    #expect(one.report.pulsesPerQuarter == several.report.pulsesPerQuarter)
    #expect(one.report.tracks.map(\.notes) == several.report.tracks.map(\.notes))
    func ordered(_ notes: [ReadNote]) -> [[Int]] {
      notes.map { [$0.tick, $0.channel, $0.note, $0.velocity] }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }
    #expect(ordered(one.file.notes) == ordered(several.file.notes))
    #expect(one.file.tempos == several.file.tempos)
    #expect(one.file.timeSignatures == several.file.timeSignatures)
    #expect(one.file.texts(.marker) == several.file.texts(.marker))
    #expect(one.file.tracks[0].end == several.file.tracks.map(\.end).max())
    let events = one.file.tracks[0].events
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.tick <= $1.tick })
  }

  @Test("it begins with the program, the title and the names of its notes")
  func heading() throws {
    let events = try export(Self.layered, MIDIOptions(format: .singleTrack)).file.tracks[0].events
    #expect(
      events.prefix(13).map(\.message.description) == [
        #"text "tactus 1""#, #"name "Layers""#, #"text "track: click""#,
        #"text "note 67 = click-high""#, #"text "note 68 = click-low""#, #"text "track: kick""#,
        #"text "note 36 = kick""#, #"text "track: snare""#,
        #"text "note 38 = snare on channel 3""#, #"text "track: boom""#,
        #"text "note 36 = boom""#,
        #"marker "silence""#, "time signature 1/4",
      ])
  }

  @Test("of one tick the conductor comes first, and a key is let go before it is struck again")
  func orderWithinTicks() throws {
    let events = try export(Self.layered, MIDIOptions(format: .singleTrack)).file.tracks[0].events
    var sounding: Set<[UInt8]> = []
    var struck = -1
    for event in events {
      switch event.message {
      case .noteOn(let channel, let note, _):
        #expect(sounding.insert([channel, note]).inserted, "twice at \(event.tick)")
        struck = event.tick
      case .noteOff(let channel, let note, _):
        #expect(sounding.remove([channel, note]) != nil, "not sounding at \(event.tick)")
        struck = event.tick
      default: #expect(struck < event.tick, "\(event.message) at \(event.tick)")
      }
    }
    #expect(sounding.isEmpty)
  }

  @Test("mido and libsmf read the same notes in both formats")
  func otherReaders() throws {
    for format in [MIDIFile.Format.singleTrack, .simultaneousTracks] {
      let export = try export(Self.layered, MIDIOptions(format: format))
      let mido = try MidoReading(export.bytes)
      #expect(mido.format == Int(format.rawValue))
      #expect(mido.notes.sorted() == export.file.notes.sorted())
      #expect(mido.names[0] == "Layers")
      #expect(mido.trackEnds == export.file.tracks.map(\.end))
      let libsmf = try LibSMFReading(export.bytes)
      #expect(libsmf.notes.sorted() == export.file.notes.sorted())
      #expect(libsmf.tempos == export.file.tempos)
    }
  }

  // MARK: - Lengths of notes

  /// The lengths of notes in ticks, by note number, in the order in which they begin.
  func lengths(_ file: MIDIFile) -> [UInt8: [Int]] {
    var lengths: [UInt8: [Int]] = [:]
    for track in file.tracks {
      var starts: [UInt8: Int] = [:]
      for event in track.events {
        switch event.message {
        case .noteOn(_, let note, _): starts[note] = event.tick
        case .noteOff(_, let note, _): lengths[note, default: []].append(event.tick - starts[note]!)
        default: break
        }
      }
    }
    return lengths
  }

  static let quarters = song("tempo: 60\nbars: 1")

  @Test(
    "each note lasts as the option says, at least a tick",
    arguments: [
      (WholeNotes(1, 16), 96, 24), (WholeNotes(1, 4), 96, 96), (WholeNotes(1, 3), 96, 128),
      (WholeNotes(1, 12), 96, 32),
      // The division is chosen to hold it where that can be.
      (WholeNotes(1, 28), 98, 14), (WholeNotes(1, 9999), 9999, 4), (WholeNotes(1, 200_000), 96, 1),
    ])
  func noteLength(_ length: WholeNotes, _ division: Int, _ ticks: Int) throws {
    let export = try export(Self.quarters, MIDIOptions(noteLength: length))
    #expect(export.report.pulsesPerQuarter == division)
    let found = lengths(export.file)
    #expect(found[67] == [ticks])
    // A beat's note lasts a whole note only where nothing strikes it again.
    #expect(found[68]?.prefix(2) == [min(ticks, division), min(ticks, division)])
  }

  @Test("a note lasts as long as its sound, to the nearest tick, and a sound without length a 32nd")
  func soundLengths() throws {
    // At 60 a tick of 96 lasts 10.4 ms.
    let lengths = [Seconds(Rational(1, 2)), Seconds(Rational(16, 1000)), nil]
    var song = Self.quarters
    song.sections[0].click.subdivisions = [.init(parts: 2, level: .unity)]
    let found = self.lengths(
      try export(song, MIDIOptions(soundLengths: lengths)).file)
    #expect(found[67] == [48])
    #expect(found[68] == [2, 2, 2])
    #expect(found[UInt8(BuiltInSound.clickSoft.generalMIDINote)] == [12, 12, 12, 12])
  }

  @Test("a sound too short for a tick lasts one")
  func shortSounds() throws {
    let options = MIDIOptions(soundLengths: [Seconds(Rational(1, 1000)), .zero])
    let found = lengths(try export(Self.quarters, options).file)
    #expect(found[67] == [1] && found[68] == [1, 1, 1])
  }

  @Test(
    "an end is the tick nearest to its time by the file's own clock",
    arguments: ["tempo: 61 -> 240\nbars: 9", "tempo: 137\nbars: 20\nchanges: [{at: 5, hold: 2s}]"])
  func endsByTheClock(_ text: String) throws {
    let song = song(text)
    let length = Seconds(Rational(123_457, 1_000_000))
    let (_, file, report) = try export(
      song, MIDIOptions(soundLengths: song.sounds.map { _ in length }))
    let clock = FileClock(tempos: file.tempos)
    let scale = Int64(1_000_000 * report.pulsesPerQuarter)
    let events = Array(EventStream(song, at: .standard))
    let offs = file.tracks[1].events.compactMap { event -> Int? in
      if case .noteOff = event.message { event.tick } else { nil }
    }
    #expect(offs.count == events.count)
    for (event, off) in zip(events, offs) {
      let end = (event.time + length).value * scale
      let (time, longest) = clock.time(of: off)
      #expect((end - Fixed(whole: Int64(time))).magnitude <= Fixed(Rational(Int128(longest), 2)))
    }
  }

  @Test("what rings past the last bar line ends when its sound does, and only its track goes on")
  func ringing() throws {
    let song = song(
      "tempo: 60\npatterns: {p: {crash: ...x, kick: {steps: x..., step: 1/16}}}\nplay: p")
    #expect(song.sounds.map(\.name).contains("crash"))
    let lengths = song.sounds.map { $0.name == "crash" ? Seconds(2) : Seconds(Rational(1, 8)) }
    let file = try export(song, MIDIOptions(soundLengths: lengths)).file
    // The pattern is a quarter note long; the crash begins 72 ticks into it.
    #expect(file.tracks.map(\.end) == [96, 72 + 192, 96])
    let one = try export(song, MIDIOptions(format: .singleTrack, soundLengths: lengths)).file
    #expect(one.tracks.map(\.end) == [72 + 192])
  }

  @Test("a sound that lasts longer than ticks can count is refused")
  func endless() {
    let options = MIDIOptions(soundLengths: [Seconds(Fixed(whole: 1 << 50))])
    let error = #expect(throws: MIDIExportError.self) { try export(Self.quarters, options) }
    #expect(error?.description == "the song is longer than a MIDI file can be")
  }

  // MARK: - Steps

  static let ramps: [(String, WholeNotes)] = [
    ("tempo: 60 -> 120\nbars: 8", WholeNotes(1, 4)),
    ("tempo: 60 -> 120\nbars: 8", WholeNotes(1, 1)),
    ("tempo: {from: 240, to: 37, curve: time}\nbars: 9", WholeNotes(3, 16)),
    ("tempo: 97.3 -> 3/8 = 71\nbars: 9\npickup: 1 beat", WholeNotes(5, 1)),
    ("bars: 20\nchanges: [{at: 2:2, tempo: 120 -> 60, over: 7.5s}]", WholeNotes(1, 4)),
    ("bars: 20\nchanges: [{at: 2:2, tempo: 120 -> 60, over: 30 bars}]", WholeNotes(1, 7)),
  ]

  @Test(
    "a ramp has one tempo a step, and the steps' ends are on time within half a frame",
    arguments: ramps)
  func steps(_ text: String, _ step: WholeNotes) throws {
    let song = song(text)
    let (_, file, report) = try export(song, MIDIOptions(tempoStep: step))
    let occurrence = try #require(Array(Occurrences(song)).first)
    let span = try #require(occurrence.tempos.last)
    let end = min(try #require(span.rampEnd), occurrence.bars.end)
    let pickup = occurrence.bars.pickup
    let clock = FileClock(tempos: file.tempos)
    let scale = Int64(1_000_000 * report.pulsesPerQuarter)
    var position = span.start
    var starts: [Int] = []
    while position < end {
      let exact = (position + pickup).count * Rational(Int128(4 * report.pulsesPerQuarter))
      let tick = Int((exact + Rational(1, 2)).floor)
      starts.append(tick)
      // The exact time of the tick, which is up to half a tick away.
      let place = WholeNotes(Int128(tick), Int128(4 * report.pulsesPerQuarter)) - pickup
      let time =
        occurrence.time(of: place).value * scale - Fixed(whole: Int64(clock.time(of: tick).time))
      #expect(time.magnitude <= halfFrame.value * scale, "at \(position.count)")
      position = position + step
    }
    let lastTick = Int(
      ((end + pickup).count * Rational(Int128(4 * report.pulsesPerQuarter))).ceiling)
    let within = file.tempos.map { $0[0] }.filter { starts[0] < $0 && $0 < lastTick }
    #expect(Set(within).isSubset(of: starts))
    // Neighbours may have the same tempo to a microsecond, but hardly ever do.
    #expect(within.count >= starts.count * 9 / 10 - 1)
    #expect(report.tempoStep == step)
  }

  @Test("how far notes are off is what the report says, and why")
  func stepRemark() throws {
    // A whole note at 60 lasts 4 s. Inside a step of a whole note the time bends away from its chord
    // by up to L²·v′/(8·v²): with the tempo doubled over 8 whole notes that is far more than a frame.
    let (bytes, _, report) = try export(
      song("tempo: 60 -> 120\nbars: 8"), MIDIOptions(tempoStep: WholeNotes(1, 1)))
    let mido = try MidoReading(bytes)
    let scale = Int64(1_000_000 * mido.division)
    let events = Array(EventStream(song("tempo: 60 -> 120\nbars: 8"), at: .standard))
    let largest = zip(events, mido.times).map { event, time in
      (event.time.value * scale - Fixed(whole: Int64(time))).magnitude
    }.max()!
    #expect(report.largestDeviation == Seconds(largest / Int(scale)))
    // v = 1/4 + p/32 whole notes a second; the chord of a step from p = 0 is off by nearly
    // L²·v′/(8·v²) = (1/32)/(8/16) = 1/16 s, a little less as the tempo rises.
    #expect(report.largestDeviation > Seconds(Rational(1, 20)))
    #expect(report.largestDeviation < Seconds(Rational(1, 16)))
    let time = report.largestDeviation.formatted(decimals: 6)
    #expect(
      report.remarks == ["notes are up to \(time) s off: ramps change their tempo only every 1"])
  }

  @Test("steps change nothing where nothing ramps, and say nothing where nobody hears them")
  func stepsWithoutRamps() throws {
    let plain = try export(song("tempo: 137\nbars: 50"))
    let stepped = try export(song("tempo: 137\nbars: 50"), MIDIOptions(tempoStep: WholeNotes(1, 4)))
    #expect(plain.bytes == stepped.bytes)
    #expect(stepped.report.tempoStep == nil)
    // All notes lie on the steps' ends.
    let beats = try export(
      song("tempo: 60 -> 120\nbars: 8"), MIDIOptions(tempoStep: WholeNotes(1, 4)))
    #expect(beats.report.remarks == [])
  }

  @Test("a step shorter than a tick is a tick")
  func tinySteps() throws {
    let (_, file, report) = try export(
      song("tempo: 60 -> 61\nbars: 1"), MIDIOptions(tempoStep: WholeNotes(1, 9999)))
    #expect(report.largestDeviation <= halfFrame)
    #expect(file.tempos.count <= 384)
  }
}
