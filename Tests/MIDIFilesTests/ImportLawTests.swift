import Diagnostics
import Scheduler
import SongModel
import SongText
import Testing
import Timing

@testable import MIDIFiles

/// What a drum of a file sounds like: when, which, how strong.
private struct Stroke: Hashable, Comparable, CustomStringConvertible {
  /// In units of 2⁻⁶⁰ s: finer than any two events of a song differ by.
  let time: Int128
  let note: Int
  let velocity: Int

  init(_ time: Rational, note: Int, velocity: Int) {
    self.time = (time * Rational(1 << 60) + Rational(1, 2)).floor
    self.note = note
    self.velocity = velocity
  }

  static func < (left: Stroke, right: Stroke) -> Bool {
    (left.note, left.velocity, left.time) < (right.note, right.velocity, right.time)
  }

  var description: String { "\(Double(time) / Double(1 << 60)) s, \(note), \(velocity)" }
}

/// A file of a sequencer that nobody would want, with all that can stand at any tick.
private struct RandomFile {
  let file: MIDIFile
  let bytes: [UInt8]

  init(seed: UInt64) throws {
    var numbers = SplitMix(seed)
    let division = [1, 24, 96, 480, 960, 15360, 32767].randomElement(using: &numbers)!
    let bar = 4 * division
    let length = bar * Int.random(in: 1...12, using: &numbers)
    func tick(_ numbers: inout SplitMix) -> Int {
      let grid = [1, max(1, division / 4), division, bar].randomElement(using: &numbers)!
      return Int.random(in: 0...length / grid, using: &numbers) * grid
    }
    var conductor: [MIDIEvent] = []
    for _ in 0..<Int.random(in: 0...6, using: &numbers) {
      conductor.append(
        MIDIEvent(
          tick: tick(&numbers),
          message: .tempo(
            microsecondsPerQuarter: Int.random(in: 200_000...1_200_000, using: &numbers))))
    }
    for _ in 0..<Int.random(in: 0...4, using: &numbers) {
      let power = UInt8.random(in: 0...4, using: &numbers)
      conductor.append(
        MIDIEvent(
          tick: tick(&numbers),
          message: .timeSignature(
            MIDITimeSignature(
              numerator: UInt8.random(in: 1...13, using: &numbers), denominatorPower: power,
              clocksPerClick: 24))))
    }
    for index in 0..<Int.random(in: 0...4, using: &numbers) {
      conductor.append(
        MIDIEvent(tick: tick(&numbers), message: .text(.marker, "mark \(index % 3)")))
    }
    conductor.sort { $0.tick < $1.tick }
    var notes: [MIDIEvent] = []
    for _ in 0..<Int.random(in: 0...60, using: &numbers) {
      notes.append(
        MIDIEvent(
          tick: tick(&numbers),
          message: .noteOn(
            channel: 10, note: UInt8.random(in: 30...60, using: &numbers),
            velocity: [100, 127, 50, 64, 90].randomElement(using: &numbers)!)))
    }
    notes.sort { $0.tick < $1.tick }
    let isSingle = Bool.random(using: &numbers)
    let merged = (conductor + notes).enumerated().sorted {
      ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset)
    }.map(\.element)
    let end = max(length, merged.last?.tick ?? 0)
    file = MIDIFile(
      format: isSingle ? .singleTrack : .simultaneousTracks,
      division: .pulsesPerQuarter(division),
      tracks: isSingle
        ? [MIDITrack(events: merged, end: end)]
        : [MIDITrack(events: conductor, end: end), MIDITrack(events: notes, end: end)])
    bytes = try file.bytes()
  }

  /// By the definition of a MIDI file: each tick lasts what the last tempo event before it says.
  var strokes: [Stroke] {
    guard case .pulsesPerQuarter(let pulses) = file.division else { return [] }
    var tempos: [(tick: Int, microseconds: Int)] = [(0, 500_000)]
    for track in file.tracks {
      for event in track.events {
        if case .tempo(let microseconds) = event.message {
          tempos.append((event.tick, microseconds))
        }
      }
    }
    func time(_ tick: Int) -> Rational {
      var time = Rational.zero
      for (index, tempo) in tempos.enumerated() where tempo.tick < tick {
        let next = index + 1 < tempos.count ? min(tempos[index + 1].tick, tick) : tick
        time =
          time
          + Rational(
            Int128(tempo.microseconds) * Int128(next - tempo.tick), 1_000_000 * Int128(pulses))
      }
      return time
    }
    var strokes: [Stroke] = []
    for track in file.tracks {
      for event in track.events {
        if case .noteOn(_, let note, let velocity) = event.message {
          strokes.append(Stroke(time(event.tick), note: Int(note), velocity: Int(velocity)))
        }
      }
    }
    return strokes.sorted()
  }
}

/// A small generator, so that a seed names a file.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }
}

@Suite("A MIDI file made a song")
struct ImportLawTests {
  @Test("every note of any file is a hit at its exact time", arguments: 0..<400)
  func exact(seed: Int) throws {
    let random = try RandomFile(seed: UInt64(seed))
    let text = songText(of: try songDraft(midi: random.bytes))
    let reading = readSong(Array(text.utf8), path: "song.yaml") { _ throws(UnreadableFile) in
      throw UnreadableFile(reason: "there is none")
    }
    let song = try #require(
      reading.song, "\(DiagnosticRenderer().render(reading.diagnostics))\n\(text)")
    var strokes: [Stroke] = []
    for event in EventStream(song, at: .standard) where event.lane != Song.clickLane {
      let sound = song.sounds[event.sound]
      guard case .builtIn(let builtIn) = sound.takes[0].source else { continue }
      let time = Rational(
        Int128(event.time.value.whole) << 62 + Int128(event.time.value.fraction >> 66), 1 << 62)
      strokes.append(
        Stroke(
          time, note: sound.note ?? builtIn.generalMIDINote, velocity: event.velocity.value))
    }
    let expected = random.strokes
    #expect(strokes.count == expected.count, "\(text)")
    // Times of the song are below the exact ones by far less than 2⁻⁶⁰ s.
    let wrong = zip(strokes.sorted(), expected).first {
      $0.note != $1.note || $0.velocity != $1.velocity || ($0.time - $1.time).magnitude > 1
    }
    #expect(wrong == nil, "\(text)")
  }
}
