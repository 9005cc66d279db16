import Diagnostics
import Scheduler
import SongModel
import Timing

@testable import MIDIFiles

/// Songs for the tests, built without a song file.
enum Songs {
  static let sounds =
    [BuiltInSound.clickHigh, .clickLow, .clickSoft, .kick, .snare, .hat].map {
      Sound(name: $0.name, Sound.Take(.builtIn($0)))
    }
  static let tracks = [
    Track(name: "kick", sound: 3), Track(name: "snare", sound: 4), Track(name: "hat", sound: 5),
  ]

  static func click(_ isOn: Bool = true, parts: [Int] = []) -> Click {
    Click(
      isOn: isOn,
      subdivisions: parts.map { Click.Subdivision(parts: $0, level: .ratio(Rational(1, 2))) },
      sounds: Click.Voices(accent: 0, beat: 1, subdivision: 2))
  }

  static func meter(_ groups: [Int], _ denominator: Int) -> Meter {
    Meter(groups: groups, denominator: denominator)!
  }

  /// A section of so many bars, or of a length.
  static func section(
    _ name: String = "song", tempo: Rational, _ meter: Meter = .common, bars: Rational = 8,
    beat: WholeNotes? = nil, pickup: WholeNotes = .zero, parts: [Int] = [],
    clickIsOn: Bool = true, play: [Int] = []
  ) -> Section {
    Section(
      name: Spanned(name, SourceSpan(wholeFile: "test.yaml")),
      bars: BarMap(meter: meter, beat: beat, end: meter.length * bars, pickup: pickup),
      tempos: [TempoSpan(start: .zero, from: Tempo(beatsPerMinute: tempo))],
      play: play.map { PlayItem(pattern: $0, times: 1) }, click: click(clickIsOn, parts: parts))
  }

  static func song(
    _ sections: [Section], times: Int = 1, countIn: MusicalSpan? = nil, start: Rational = .zero,
    patterns: [Pattern] = [], title: String? = nil
  ) -> Song {
    Song(
      title: title, sections: sections,
      order: sections.indices.map { .section($0, times: times) }, countIn: countIn,
      patterns: patterns, tracks: patterns.isEmpty ? [] : tracks, sounds: sounds,
      output: Output(start: start))
  }

  /// A pattern of hits `(offset, track)`.
  static func pattern(_ length: WholeNotes, _ hits: [(WholeNotes, Int)]) -> Pattern {
    Pattern(
      name: "pattern", length: length,
      lines: tracks.indices.map { PatternLine(track: $0, step: WholeNotes(1, 16)) },
      hits: hits.map {
        Hit(offset: $0.0, line: $0.1, track: $0.1, velocity: .hit, gain: 0.8)
      })
  }

  /// A bar of equal hits on one track.
  static func even(_ count: Int128, track: Int = 2) -> Pattern {
    pattern(
      WholeNotes(1, 1), (0..<count).map { (WholeNotes($0, count), track) })
  }

  /// Seven in the time of a half, the fourth of them in five.
  static let nested = pattern(
    WholeNotes(1, 2),
    (0..<7).flatMap { (step: Int128) -> [(WholeNotes, Int)] in
      let start = WholeNotes(step, 14)
      if step != 3 { return [(start, Int(step) % 3)] }
      return (0..<5).map { (start + WholeNotes($0, 70), 1) }
    })
}

/// A song with a name for the list of tests.
struct NamedSong: CustomStringConvertible, Sendable {
  let description: String
  let song: Song

  init(_ name: String, _ song: Song) {
    description = name
    self.song = song
  }

  /// Every division holds their positions.
  static let exact = [
    NamedSong("137", Songs.song([Songs.section(tempo: 137)])),
    NamedSong("400/3", Songs.song([Songs.section(tempo: Rational(400, 3), bars: 100)])),
    NamedSong(
      "97.5 in 7/8",
      Songs.song([
        Songs.section(tempo: Rational(195, 2), Songs.meter([7], 8), bars: 40, parts: [2, 3, 7])
      ])),
    NamedSong("5/12", Songs.song([Songs.section(tempo: 137, Songs.meter([5], 12), bars: 40)])),
    NamedSong(
      "2+2+3/8",
      Songs.song([
        Songs.section(tempo: 211, Songs.meter([2, 2, 3], 8), bars: 40)
      ])),
    NamedSong("99/1", Songs.song([Songs.section(tempo: 137, Songs.meter([99], 1), bars: 9)])),
    NamedSong(
      "septuplets and nested groups",
      Songs.song(
        [Songs.section(tempo: 137, bars: 20, clickIsOn: false, play: [0, 1])],
        patterns: [Songs.nested, Songs.even(9)])),
    NamedSong(
      "sections of their own tempos",
      Songs.song(
        [
          Songs.section("verse", tempo: 137, bars: Rational(15, 2), play: [0]),
          Songs.section("chorus", tempo: Rational(1_000_001, 7919), Songs.meter([3], 4), bars: 9),
          Songs.section("break", tempo: 7, Songs.meter([5], 12), bars: Rational(9, 5)),
          Songs.section("roll", tempo: 999, Songs.meter([7], 16), bars: 50),
        ], times: 3, patterns: [Songs.even(16)])),
    NamedSong(
      "pickup and count-in",
      Songs.song(
        [
          Songs.section("verse", tempo: 123, pickup: WholeNotes(3, 8), parts: [2]),
          Songs.section("coda", tempo: 87, Songs.meter([6], 8), pickup: WholeNotes(1, 8)),
        ], countIn: .beats(6))),
    NamedSong("silence of 2 s", Songs.song([Songs.section(tempo: 137)], start: 2)),
    NamedSong(
      "silence of 100/3 s",
      Songs.song(
        [Songs.section(tempo: 137, bars: 300)], countIn: .bars(1), start: Rational(100, 3))),
    NamedSong("the slowest", Songs.song([Songs.section(tempo: Rational(3_577, 1000))])),
    NamedSong("the fastest", Songs.song([Songs.section(tempo: 100_000, bars: 2000)])),
    NamedSong(
      "an hour at 137",
      Songs.song(
        [Songs.section(tempo: 137, bars: 2055, play: [0])], patterns: [Songs.even(8)])),
  ]

  /// No division holds their positions.
  static let rounded = [
    NamedSong(
      "89, 97 and 83 to a bar",
      Songs.song(
        [Songs.section(tempo: 50, bars: 30, play: [0, 1, 2])],
        patterns: [Songs.even(89), Songs.even(97, track: 1), Songs.even(83, track: 0)])),
    NamedSong(
      "sections between ticks",
      Songs.song(
        [
          Songs.section("slow", tempo: 4, Songs.meter([1], 97), bars: 3),
          Songs.section("fast", tempo: 3000, Songs.meter([1], 89), bars: 40),
          Songs.section("middle", tempo: 97, Songs.meter([5], 83), bars: Rational(30)),
        ], times: 5)),
    NamedSong(
      "sections shorter than a tick",
      Songs.song(
        [
          Songs.section("a", tempo: 60, bars: Rational(1, 99_991)),
          Songs.section("b", tempo: 90, bars: Rational(1, 700_001)),
          Songs.section("c", tempo: 137, bars: 2),
        ], times: 20)),
    NamedSong(
      "a count-in by the clock",
      Songs.song(
        [Songs.section(tempo: Rational(1_370_013, 10_000), bars: 200)],
        countIn: .time(Rational(5, 2)))),
  ]
}

/// Where each event of a song is due in the file, found apart from the writer: positions are added
/// up as fractions.
struct Expected: Sendable {
  let event: Event
  /// From the song's first instant, in quarter notes.
  let quarters: Rational
  let track: Int

  static func events(of song: Song) -> [Expected] {
    var origins: [Rational] = []
    var position = Rational.zero
    for occurrence in Occurrences(song) {
      origins.append(position + occurrence.bars.pickup.count)
      position = origins.last! + occurrence.bars.end.count
    }
    var hasClick = false
    var found: [(Event, Rational)] = []
    for event in EventStream(song, at: .standard) {
      found.append((event, (origins[event.occurrence] + event.position.count) * 4))
      if event.lane == Song.clickLane { hasClick = true }
    }
    return found.map {
      Expected(event: $0.0, quarters: $0.1, track: $0.0.lane + (hasClick ? 1 : 0))
    }
  }
}

/// A song and what became of it, made once for all tests.
struct Exported: CustomStringConvertible, Sendable {
  let description: String
  let song: Song
  let bytes: [UInt8]
  let file: MIDIFile
  let report: MIDIReport
  let expected: [Expected]

  init(_ named: NamedSong) {
    description = named.description
    song = named.song
    (bytes, report) = try! midiFile(of: song, version: "1")
    file = try! readMIDIFile(bytes)
    expected = Expected.events(of: song)
  }

  static let exact = NamedSong.exact.map(Exported.init)
  static let rounded = NamedSong.rounded.map(Exported.init)
}
