import MIDIFiles
import TactusKit
import Testing

@Suite("MIDI files from the command line")
struct MIDICommandTests {
  let folder = TemporaryFolder()

  private func midi(_ name: String) throws -> MIDIFile {
    try readMIDIFile(folder.bytes(of: name))
  }

  /// The lengths of the notes of one track in ticks.
  private func lengths(_ track: MIDITrack) -> [Int] {
    var starts: [UInt8: Int] = [:]
    return track.events.compactMap { event in
      switch event.message {
      case .noteOn(_, let note, _):
        starts[note] = event.tick
        return nil
      case .noteOff(_, let note, _): return event.tick - starts[note]!
      default: return nil
      }
    }
  }

  @Test("--midi-format and --midi-tempo-step shape the file, and the report says so")
  func shapes() throws {
    let song = folder.write("tempo: 60 -> 120\nbars: 4\ntitle: Up", to: "up.yaml")
    let path = folder.file("up.mid")
    let plain = run("render", song, "-o", path)
    #expect(plain.err.isEmpty && plain.out.contains("1 track, 96 pulses per quarter, 16 notes"))
    #expect(try midi("up.mid").format == .simultaneousTracks)
    let one = run("render", song, "-o", path, "--midi-format", "0", "--midi-tempo-step", "1/1")
    #expect(one.out.contains("format 0, 96 pulses per quarter, 16 notes"))
    #expect(one.err.contains("off: ramps change their tempo only every 1\n"))
    let file = try midi("up.mid")
    #expect(file.format == .singleTrack && file.tracks.count == 1)
    let tempos = file.tracks[0].events.filter {
      if case .tempo = $0.message { true } else { false }
    }
    #expect(tempos.map(\.tick) == [0, 384, 768, 1152])
    let json = run("render", song, "-o", path, "--midi-format=0", "--json")
    #expect(json.out.contains(#""midiFormat":0,"#))
  }

  @Test("notes last as long as their sounds, whether audio is rendered too or not")
  func lengthsOfSounds() throws {
    // 8000 frames a second and 96 ticks: at 60 beats a minute a tick is 83.3 frames.
    let song = folder.write(
      """
      tempo: 60
      output: {rate: 8000}
      kit: {kick: {decay: 250ms}, hat: {decay: 50ms}, both: {alternate: [hat, kick], note: 50}}
      patterns: {p: {kick: X..., hat: x..., both: x...}}
      play: p x8
      """, to: "song.yaml")
    #expect(run("render", song, "-o", folder.file("a.mid")).code == .done)
    #expect(
      run("render", song, "-o", folder.file("b.mid"), "-o", folder.file("b.wav")).code == .done)
    #expect(folder.bytes(of: "a.mid") == folder.bytes(of: "b.mid"))
    let file = try midi("a.mid")
    #expect(lengths(file.tracks[1]).prefix(2) == [24, 24])
    // A twentieth of a second is 4.8 ticks.
    #expect(Set(lengths(file.tracks[2])) == [5])
    // The longest of the takes.
    #expect(lengths(file.tracks[3]).first! > 24)
    #expect(
      run("render", song, "-o", folder.file("a.mid"), "--note-length", "1/64").code == .done)
    #expect(try Set(midi("a.mid").tracks.dropFirst().flatMap(lengths)) == [6])
  }

  @Test("a missing sample does no harm to a MIDI file, which says so")
  func missingSamples() throws {
    let song = folder.write(
      "kit: {snare: gone.wav, kick: {start: 99s}}\npatterns: {p: {snare: x.x., kick: x...}}\nplay: p",
      to: "song.yaml")
    let result = run("render", song, "-o", folder.file("a.mid"))
    #expect(result.code == .done)
    let lines = result.err.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix("tactus: warning: cannot open '") && lines[0].contains("gone.wav")
        && lines[0].hasSuffix("the notes of 'snare' last a 32nd."))
    #expect(lines[1].hasSuffix("the notes of 'kick' last a 32nd."))
    #expect(try Set(midi("a.mid").tracks.dropFirst().flatMap(lengths)) == [12])
    // Nothing is read where nothing depends on it.
    #expect(run("render", song, "-o", folder.file("a.mid"), "--note-length", "1/8").err.isEmpty)
    #expect(run("render", song, "-o", folder.file("a.wav")).code == .fileTrouble)
  }

  @Test(
    "options of MIDI files need one, and values that mean something",
    arguments: [
      (["--midi-format", "0"], "option '--midi-format' is about a MIDI file, and none is written"),
      (["--note-length", "1/4"], "option '--note-length' is about a MIDI file"),
      (["--midi-tempo-step", "1/4"], "option '--midi-tempo-step' is about a MIDI file"),
      (["-o", "a.mid", "--midi-format", "2"], "--midi-format cannot be '2'"),
      (["-o", "a.mid", "--note-length", "0/4"], "--note-length cannot be '0/4'"),
      (["-o", "a.mid", "--midi-tempo-step", "0.25"], "--midi-tempo-step cannot be '0.25'"),
    ])
  func mistakes(_ words: [String], _ message: String) {
    let song = folder.write("bars: 1", to: "song.yaml")
    let recording = RecordingConsole()
    let code = program.run(["render", song] + words, on: recording.console)
    #expect(code == .wrongCommandLine)
    #expect(recording.err.contains(message))
    #expect(folder.names == ["song.yaml"])
  }
}
