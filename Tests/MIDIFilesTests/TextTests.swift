import Scheduler
import SongModel
import SongSupport
import Testing
import Timing

@testable import MIDIFiles

@Suite struct TextTests {
  /// The texts of the first track but for the program's, and the keys, each with its tick.
  func texts(_ text: String) throws -> [String] {
    let file = try readMIDIFile(midiFile(of: song(text), version: "1").bytes)
    return file.tracks[0].events.dropFirst().compactMap { event in
      switch event.message {
      case .text(.text, let data): "\(event.tick) \(String(decoding: data, as: UTF8.self))"
      case .keySignature: "\(event.tick) \(event.message)"
      default: nil
      }
    }
  }

  static let songs: [(String, [String])] = [
    // What numbers say exactly has no text.
    ("tempo: 120\nbars: 8", []),
    ("song: [a: {bars: 1, tempo: 96}, b: {bars: 1, tempo: 100, meter: 7/8}]", []),
    ("tempo: 3/8 = 80\nmeter: 6/8\nbars: 2", []),
    // A quarter note at 137 is 437956.2 µs.
    ("tempo: 137\nbars: 1", ["0 tempo: 137"]),
    ("tempo: 400/3\nbars: 1", []), ("tempo: 1000/7\nbars: 1", []),
    ("tempo: 77/3\nbars: 1", ["0 tempo: 77/3"]),
    ("tempo: 3/8 = 97.5\nbars: 1", ["0 tempo: 3/8 = 97.5"]),
    (
      "song: [a: {bars: 1, tempo: 137}, b: {bars: 1, tempo: 120}, c: {bars: 1, tempo: 60}]",
      ["0 tempo: 137", "384 tempo: 120"]
    ),
    ("song: [a: {bars: 1, tempo: 137, repeat: 2, step: 3}]", ["0 tempo: 137", "384 tempo: 140"]),
    (
      "bars: 2\nchanges: [{at: 2, tempo: 137}, {at: 2:3, tempo: 60}]",
      ["384 tempo: 137", "576 tempo: 60"]
    ),
    ("count-in: 1 bar\ntempo: 137\nbars: 1", ["0 tempo: 137", "384 tempo: 137"]),
    // Ramps.
    ("tempo: 96 -> 120\nbars: 8", ["0 tempo: 96 -> 120, over: 8/1"]),
    (
      "song: [a: {bars: 2, pickup: 1 beat, tempo: {from: 96, to: 120, curve: time}}, b: {bars: 1}]",
      [
        "0 pickup: 1/4", "96 tempo: 96 -> 120, over: 2/1, curve: time", "864 tempo: 120",
      ]
    ),
    (
      "bars: 9\nchanges: [{at: 2, tempo: 120 -> 137, over: 2 bars}, {at: 8, tempo: 60 -> 90, over: 4 bars}]",
      [
        "384 tempo: 120 -> 137, over: 2/1", "1152 tempo: 137", "2688 tempo: 60 -> 90, over: 4/1",
      ]
    ),
    (
      "bars: 9\nchanges: [{at: 2, tempo: {from: 100, to: 140, curve: time}, over: 4s}]",
      // 100 to 140 in 4 s are 8 quarter notes.
      ["384 tempo: 100 -> 140, over: 4s, curve: time", "1152 tempo: 140"]
    ),
    ("bars: 2\ntempo: 120 -> 1/8 = 240", []),
    // Fermatas.
    ("tempo: 60\nbars: 2\nchanges: [{at: 1:3, hold: 2s}]", ["192 hold: 2s", "288 tempo: 60"]),
    (
      "tempo: 60\nbars: 2\nchanges: [{at: 1, hold: 1/3s}, {at: 1, hold: 1s}, {at: 2:4, hold: 1s}]",
      ["0 tempo: 60", "0 hold: 1/3s", "0 hold: 1s", "96 tempo: 60", "672 hold: 1s"]
    ),
    (
      "song: [a: {bars: 1, tempo: 60 -> 90, changes: [{at: 1:2, hold: 1s}]}, b: {bars: 1, tempo: 60}]",
      ["0 tempo: 60 -> 90, over: 1/1", "96 hold: 1s", "384 tempo: 60"]
    ),
    // Metres.
    (
      "song: [a: {bars: 1, meter: 2+2+3/8}, b: {bars: 1, meter: 7/8}, c: {bars: 1, meter: 5/12}, b, b]",
      [
        "0 meter: 2+2+3/8", "336 meter: 7/8", "672 meter: 5/12, written as 27/64",
        "832 meter: 7/8",
      ]
    ),
    (
      "meter: 2+1/4\nbars: 2\npickup: 1/4\nrepeat: 2",
      ["0 pickup: 1/4", "96 meter: 2+1/4", "672 pickup: 1/4", "768 meter: 2+1/4"]
    ),
    (
      "meter: 3+2/8\nbars: 3\nchanges: [{at: 2, meter: 2+3/8}, {at: 3, meter: 5/8}]",
      ["0 meter: 3+2/8", "240 meter: 2+3/8", "480 meter: 5/8"]
    ),
    // Beats.
    (
      "song: [a: {bars: 1, beat: 1/2, repeat: 2, pickup: 1/8}, b: {bars: 1}, c: {bars: 2, changes: [{at: 2, beat: 1/8}]}]",
      [
        "0 pickup: 1/8", "0 beat: 1/2", "432 pickup: 1/8", "432 beat: 1/2", "864 beat: none",
        "1632 beat: 1/8",
      ]
    ),
    // Keys.
    ("key: A minor\nbars: 1", ["0 key A minor"]),
    (
      "key: Eb\noutput: {start: 1s}\nsong: [a: {bars: 1}, b: {bars: 1, key: F#m}, a, c: {bars: 1, key: E♭ major}]",
      ["0 key Eb major", "480 key F# minor", "864 key Eb major"]
    ),
  ]

  @Test("what MIDI cannot say stands in texts, and nothing else does", arguments: songs)
  func texts(_ text: String, _ expected: [String]) throws {
    #expect(try texts(text) == expected)
  }

  @Test("of one tick the marker comes first, then key, texts, time signature and tempo")
  func order() throws {
    let file = try readMIDIFile(
      midiFile(
        of: song(
          "tempo: 137\nmeter: 2+2/4\nbeat: 1/2\nkey: G\nbars: 1\nchanges: [{at: 1, hold: 1s}]"),
        version: "1"
      ).bytes)
    #expect(
      file.tracks[0].events.filter { $0.tick == 0 }.map(\.message.description).dropLast() == [
        #"text "tactus 1""#, #"marker "song""#, "key G major", #"text "meter: 2+2/4""#,
        #"text "beat: 1/2""#, #"text "tempo: 1/2 = 137""#, #"text "hold: 1s""#,
        "time signature 4/4, click 48",
      ])
  }

  @Test(
    "from texts and tempo events every tempo of the song comes back exactly",
    arguments: TimeTests.onTime + Exported.exact)
  func exactTempos(_ export: Exported) throws {
    // What is in force from each tick on, and the fermatas.
    enum Course: Equatable {
      case constant(Rational)
      case ramp(from: Rational, to: Rational, Ramp.Length, Ramp.Curve)
    }
    var courses: [Int: Course] = [:]
    var holds: [Int: Rational] = [:]
    var current: Course?
    var isOpen = false
    var told = -1
    for event in export.file.tracks[0].events {
      switch event.message {
      case .text(.text, let data):
        switch ConductorText(parsing: String(decoding: data, as: UTF8.self)) {
        case .tempo(let tempo):
          current = .constant(tempo.wholeNotesPerMinute)
          isOpen = !(15_000_000 / tempo.wholeNotesPerMinute).isInteger
          told = event.tick
        case .ramp(let from, let to, let length, let curve):
          current = .ramp(
            from: from.wholeNotesPerMinute, to: to.wholeNotesPerMinute, length, curve)
          isOpen = true
          told = event.tick
        case .hold(let seconds):
          holds[event.tick, default: .zero] = holds[event.tick, default: .zero] + seconds
          isOpen = true
          told = event.tick
        default: break
        }
      case .tempo(let microseconds):
        if told < event.tick && !isOpen {
          current = .constant(Rational(15_000_000, Int128(microseconds)))
        }
      default: break
      }
      if let current { courses[event.tick] = current }
    }
    // What the song says.
    let survey = MIDISurvey(export.song)
    var timeline = MIDITimeline(
      division: export.file.pulses, leadIn: export.report.leadIn * export.file.pulses)
    for pass in survey.passes {
      let occurrence = pass.occurrence
      let fits = timeline.add(pass, survey.holds[pass.index])
      #expect(fits)
      func tick(_ position: WholeNotes) -> Int {
        timeline.tick(of: position, in: occurrence.index)
      }
      for span in occurrence.tempos where span.start < occurrence.bars.end {
        let start = span.from.wholeNotesPerMinute
        var expected = Course.constant(start)
        if let ramp = span.ramp, ramp.changes(span.from) {
          expected = .ramp(from: start, to: ramp.to.wholeNotesPerMinute, ramp.length, ramp.curve)
        }
        #expect(courses[tick(span.start)] == expected, "\(occurrence.name) at \(span.start)")
        if span.start == .zero && occurrence.bars.pickup > .zero {
          #expect(courses[tick(occurrence.start)] == .constant(start))
        }
      }
      guard !occurrence.isCountIn else { continue }
      for hold in export.song.sections[occurrence.section].holds {
        let at = tick(hold.at)
        holds[at] = (holds[at] ?? .zero) - hold.length
      }
    }
    #expect(holds.values.allSatisfy { $0 == .zero })
  }
}
