import Scheduler
import SongModel
import SongSupport
import Testing
import Timing

@testable import MIDIFiles

/// What REAPER makes of the lines: beats are the integral of the tempo over time, which is linear
/// from a point of shape 0 to the next. Nothing here comes from the writer.
struct ReaperReading {
  struct Point {
    let time: Double
    let tempo: Double
    let isLinear: Bool
    let meter: [Int]?
    /// In quarter notes from the project's start.
    var beat = 0.0
  }

  var markers: [(time: Double, name: String)] = []
  var points: [Point] = []

  init(_ lines: [String]) throws {
    var isInside = false
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      if line == "<TEMPOENVEX" { isInside = true }
      if line == ">" { isInside = false }
      if words[0] == "MARKER" {
        try #require(!isInside && words.count >= 5 && words[1] == "\(markers.count + 1)")
        let name = words[3...].dropLast().joined(separator: " ")
        markers.append((Double(words[2])!, String(name.dropFirst().dropLast())))
      }
      if words[0] == "PT" {
        try #require(isInside && (words.count == 4 || words.count == 7))
        let code = words.count == 7 ? Int(words[4])! : nil
        points.append(
          Point(
            time: Double(words[1])!, tempo: Double(words[2])!, isLinear: words[3] == "0",
            meter: code.map { [$0 % 65536, $0 / 65536, Int(words[6])!] }))
      }
    }
    try #require(!isInside && !points.isEmpty && points[0].time == 0)
    for index in points.indices.dropFirst() {
      let (before, point) = (points[index - 1], points[index])
      try #require(before.time < point.time)
      let mean = before.isLinear ? (before.tempo + point.tempo) / 2 : before.tempo
      points[index].beat = before.beat + mean * (point.time - before.time) / 60
    }
  }

  /// The time of a number of quarter notes from the project's start.
  func time(ofBeat beat: Double) -> Double {
    var (low, high) = (0, points.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].beat <= beat { low = middle } else { high = middle }
    }
    let point = points[low]
    let left = beat - point.beat
    guard point.isLinear, low + 1 < points.count, points[low + 1].tempo != point.tempo else {
      return point.time + left * 60 / point.tempo
    }
    let next = points[low + 1]
    // left = (v·t + a·t²/2)/60
    let rise = (next.tempo - point.tempo) / (next.time - point.time)
    let root = (point.tempo * point.tempo + 120 * rise * left).squareRoot()
    return point.time + 120 * left / (point.tempo + root)
  }
}

@Suite struct ReaperTests {
  static let halfFrame = 1.0 / 96_000

  @Test(
    "sections and events are on time by the lines alone, within half a frame",
    arguments: NamedSong.exact + NamedSong.rounded + TimedSongs.onTime + TimedSongs.shifted)
  func times(_ named: NamedSong) throws {
    let song = named.song
    let reading = try ReaperReading(reaperLines(of: song).lines)
    let occurrences = Array(Occurrences(song))
    #expect(reading.markers.count == occurrences.count)
    // Where the song's first beat is, after what silence there is.
    let start = song.output.start
    let silence = reading.points.last { $0.time <= Seconds(start).value.double + 1e-9 }!.beat
    if start == .zero { #expect(silence == 0) }
    var quarters = Rational.zero
    var worst = 0.0
    for (occurrence, marker) in zip(occurrences, reading.markers) {
      #expect(marker.name == occurrence.name)
      let exact = occurrence.startTime.value.double
      worst = max(worst, abs(marker.time - exact))
      worst = max(worst, abs(reading.time(ofBeat: silence + quarters.double) - exact))
      quarters = quarters + (occurrence.bars.end - occurrence.start).count * 4
    }
    for timed in TimedEvent.events(of: song) {
      guard let quarters = timed.quarters else { continue }
      let time = reading.time(ofBeat: silence + quarters.double)
      worst = max(worst, abs(time - timed.event.time.value.double))
    }
    #expect(worst < Self.halfFrame, "\(worst) s")
  }

  func lines(_ text: String) -> (lines: [String], notes: [String]) { reaperLines(of: song(text)) }

  func points(_ text: String) -> [String] {
    lines(text).lines.filter { $0.hasPrefix("  PT") }.map { String($0.dropFirst(5)) }
  }

  @Test("a song in lines")
  func whole() {
    #expect(
      lines("tempo: 100\nsong: [verse: {bars: 2}, '\"x\"': {bars: 1, meter: 7/8, tempo: 400/3}]")
        .lines
        == [
          #"MARKER 1 0.000000000000 "verse" 0"#, #"MARKER 2 4.800000000000 '"x"' 0"#,
          "<TEMPOENVEX", "  ACT 1 -1", "  VIS 1 0 1", "  LANEHEIGHT 0 0", "  ARM 0",
          "  DEFSHAPE 1 -1 -1", "  PT 0.000000000000 100.000000000000 1 262148 0 1",
          "  PT 4.800000000000 133.333333333333 1 524295 0 1", ">",
        ])
  }

  @Test("a ramp by the clock is one line, and ends a millisecond early before a jump")
  func clockRamps() {
    #expect(
      points("tempo: {from: 60, to: 120, curve: time}\nbars: 9")
        == [
          "0.000000000000 60.000000000000 0 262148 0 1", "23.999000000000 119.997500104162 1",
        ])
    // Where the tempo goes on as the ramp ends there is no need to.
    #expect(
      points("bars: 9\nchanges: [{at: 1, tempo: {from: 60, to: 120, curve: time}, over: 9 bars}]")
        .count == 2)
    #expect(
      points("bars: 9\nchanges: [{at: 2, tempo: {from: 60, to: 120, curve: time}, over: 2 bars}]")
        == [
          "0.000000000000 120.000000000000 1 262148 0 1", "2.000000000000 60.000000000000 0",
          "7.333333333333 120.000000000000 1",
        ])
  }

  @Test("a ramp by beats has as many points as a microsecond takes, and no more")
  func beatRamps() {
    // k = ln 2/T; T = 32·ln 2/(1/1 a second) for 32 quarter notes from 60 to 120, so k²h³/124.7
    // is 10⁻⁶ at h = 0.497 s: 45 points.
    let count = points("tempo: 60 -> 120\nbars: 8").count
    #expect((45...50).contains(count))
  }

  @Test("a fermata is a slow tempo, and what REAPER cannot have is said")
  func holdsAndMeters() {
    #expect(
      points("tempo: 60\nbars: 2\nchanges: [{at: 1:3, hold: 2s}]") == [
        "0.000000000000 60.000000000000 1 262148 0 1", "2.000000000000 20.000000000000 1",
        "5.000000000000 60.000000000000 1",
      ])
    let odd = lines("tempo: 60\nmeter: 5/12\nbars: 2\nrepeat: 3")
    #expect(odd.notes == ["'song': REAPER has no metre 5/12; bars keep their length and say 27/64"])
    // The second pass begins where the file has no bar line.
    #expect(odd.lines.filter { $0.hasSuffix(" 4194331 0 5") }.count == 2)
    let slow = lines("tempo: 60\nbars: 2\nchanges: [{at: 1:3, hold: 200s}]")
    #expect(
      slow.notes == [
        "'song': REAPER takes tempos from 1 to 960 quarter notes a minute, and this has 0.299"
      ])
    #expect(lines("tempo: 3/8 = 80\nmeter: 2+1/4\nbars: 2").notes == [])
  }

  @Test("names are quoted so that none breaks its line")
  func names() throws {
    let section = Songs.section("a\tb\n\"'`", tempo: 120, bars: 1)
    #expect(
      reaperLines(of: Songs.song([section])).lines[0] == "MARKER 1 0.000000000000 `a b \"''` 0")
  }
}
