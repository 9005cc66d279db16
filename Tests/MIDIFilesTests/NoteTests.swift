import SongModel
import Testing
import Timing

@testable import MIDIFiles

@Suite struct NoteTests {
  /// The notes of two tracks in words, of 12 ticks where nothing ends them.
  func written(_ onsets: [(tick: Int, track: Int, note: UInt8)], end: Int = 1000) throws -> [String]
  {
    var notes = MIDINotes(
      on: ["a", "b"].map { name in
        MIDIMergedTrack(leading: [MIDIEvent(tick: 0, message: .text(.trackName, name))])
      })
    for onset in onsets {
      notes.add(
        MIDINotes.Onset(
          tick: onset.tick, track: onset.track, key: MIDIKey(channel: 10, note: onset.note),
          velocity: 100, off: onset.tick + 12))
    }
    notes.end(at: end)
    let bytes = try MIDIFile.bytes(
      format: .simultaneousTracks, division: .pulsesPerQuarter(96),
      tracks: notes.tracks.map(\.finished))
    return try readMIDIFile(bytes).tracks.map { track in
      track.events.dropFirst().map { event in
        switch event.message {
        case .noteOn(_, let note, _): "\(event.tick)+\(note)"
        case .noteOff(_, let note, _): "\(event.tick)-\(note)"
        default: event.message.description
        }
      }.joined(separator: " ")
    }
  }

  @Test("a note lasts for its length, or until the next of its kind, past the song's end too")
  func lengths() throws {
    #expect(
      try written([(0, 0, 36), (24, 0, 36), (30, 0, 38), (32, 0, 36), (995, 0, 36)])
        == ["0+36 12-36 24+36 30+38 32-36 32+36 42-38 44-36 995+36 1007-36", ""])
  }

  @Test("a note that sounds on two tracks is over before the other track begins it")
  func acrossTracks() throws {
    #expect(try written([(0, 0, 36), (5, 1, 36)]) == ["0+36 4-36", "5+36 17-36"])
    // Nothing lies between neighbouring ticks.
    #expect(try written([(0, 1, 36), (1, 0, 36)]) == ["1+36 13-36", "0+36 0-36"])
  }

  @Test("equal notes on one tick begin and end one after the other")
  func sameTick() throws {
    #expect(try written([(7, 0, 36), (7, 0, 36)]) == ["7+36 7-36 7+36 19-36", ""])
    #expect(try written([(7, 0, 36), (7, 1, 36)]) == ["7+36 7-36", "7+36 19-36"])
  }

  @Test("merged by tick and track, no note ever begins twice", arguments: 1...20)
  func neverTwice(_ seed: UInt64) throws {
    var random = Random(seed: seed)
    var tick = 0
    let onsets = (0..<300).map { _ in
      tick += Int(random.next() % 4) * Int(random.next() % 7)
      return (tick: tick, track: Int(random.next() % 2), note: UInt8(36 + random.next() % 3))
    }.sorted { ($0.tick, $0.track) < ($1.tick, $1.track) }
    let tracks = try written(onsets, end: tick)
    var merged: [(tick: Int, track: Int, isOn: Bool, note: String)] = []
    for (index, track) in tracks.enumerated() {
      for word in track.split(separator: " ") {
        let parts = word.split(whereSeparator: { "+-".contains($0) })
        merged.append((Int(parts[0])!, index, word.contains("+"), String(parts[1])))
      }
    }
    // Sorting is stable, so that a track keeps its own order within a tick.
    merged.sort { ($0.tick, $0.track) < ($1.tick, $1.track) }
    var sounding: Set<String> = []
    for event in merged {
      if event.isOn {
        #expect(sounding.insert(event.note).inserted, "twice at \(event.tick)")
      } else {
        #expect(sounding.remove(event.note) != nil, "not sounding at \(event.tick)")
      }
    }
    #expect(sounding.isEmpty)
    #expect(merged.filter(\.isOn).count == onsets.count)
  }

  @Test("the kit's note wins, then the name, then the source, then the lowest that is free")
  func keys() throws {
    func sound(_ name: String, _ source: BuiltInSound? = nil, note: Int? = nil, channel: Int = 10)
      -> Sound
    {
      let take = Sound.Take(source.map { .builtIn($0) } ?? TestFiles.source)
      return Sound(
        name: name, layers: [Sound.Layer(takes: [take])], note: note, channel: channel)
    }
    let keys = try MIDIKey.keys(of: [
      sound("snare", note: 40, channel: 3), sound("boom", .kick), sound("kick"), sound("gong"),
      sound("zap"), sound("low", note: 35), sound("bell"),
    ])
    #expect(keys.map(\.note) == [40, 36, 36, 37, 38, 35, 39])
    #expect(keys.map(\.channel) == [3, 10, 10, 10, 10, 10, 10])
  }

  @Test("when all notes from 35 on are taken, the next sound needs one from the kit")
  func tooManySounds() {
    let sounds = (0...93).map { Sound(name: "s\($0)", Sound.Take(TestFiles.source)) }
    #expect(throws: Never.self) { try MIDIKey.keys(of: sounds.dropLast()) }
    let error = #expect(throws: MIDIExportError.self) { try MIDIKey.keys(of: sounds) }
    #expect(
      error?.description == "no MIDI note is left for 's93'; give it one with note: in the kit")
  }

  @Test("channels and notes of the kit are in the file, and tracks that are silent stay listed")
  func channels() throws {
    var song = Songs.song(
      [Songs.section(tempo: 120, bars: 1, clickIsOn: false, play: [0])],
      patterns: [Songs.pattern(WholeNotes(1, 1), [(.zero, 1)])])
    song.sounds[4].note = 0
    song.sounds[4].channel = 16
    let (bytes, report) = try midiFile(of: song, version: "1")
    #expect(report.tracks.map(\.name) == ["kick", "snare", "hat"])
    #expect(report.tracks.map(\.notes) == [0, 1, 0])
    #expect(
      describe(try readMIDIFile(bytes)).split(separator: "track 1")[1] == """
         "kick"
                0 text "note 36 = kick"
              384 end
        track 2 "snare"
                0 text "note 0 = snare on channel 16"
                0 on  ch16 note 0 velocity 100
               12 off ch16 note 0
              384 end
        track 3 "hat"
                0 text "note 42 = hat"
              384 end

        """)
  }

  @Test("a song without sections is a file without notes")
  func empty() throws {
    let (bytes, _) = try midiFile(of: Songs.song([]), version: "1")
    #expect(
      describe(try readMIDIFile(bytes)) == """
        format 1, 1 track, 96 pulses per quarter
        track 0
                0 text "tactus 1"
                0 end

        """)
  }
}
