import SongModel
import SongSupport
import Testing
import Timing

@testable import Scheduler

@Suite("Passages as they are heard")
struct HeardPassageTests {
  static let plain = song(
    """
    output: {start: 500ms}
    click: {subdivisions: [2]}
    count-in: 2 beats
    sections:
      a: {tempo: 133, pickup: 1/8, bars: 2}
      b: {tempo: 90 -> 150, bars: 3, changes: [{at: 2:2, hold: 300ms}]}
      c: {tempo: 101, meter: 7/8, bars: 1}
    song: [a, b x2, c, a, c]
    """)

  @Test("of a song that nobody changes they are its occurrences")
  func unchanged() {
    let passages = Array(HeardPassageTests.plain.passagesHeard())
    let occurrences = Array(Occurrences(HeardPassageTests.plain))
    #expect(passages.map(\.occurrence.index) == occurrences.map(\.index))
    #expect(passages.map(\.startTime) == occurrences.map(\.startTime))
    #expect(passages.map(\.endTime) == occurrences.map(\.endTime))
  }

  /// The clicks are on the beats, so each tells where its passage must be.
  @Test("every click of a session is in a passage, when that says", arguments: 1...40)
  func clicks(seed: UInt64) {
    let song = randomSession(of: HeardPassageTests.plain, seed: seed, changes: 60, within: 60)
    let passages = Array(song.passagesHeard())
    for (passage, next) in zip(passages, passages.dropFirst()) {
      #expect(passage.startTime < passage.endTime)
      if let end = passage.end {
        #expect(passage.endTime == passage.time(of: end))
        #expect(next.startTime == passage.endTime)
      } else {
        #expect(next.startTime >= passage.endTime)
      }
    }
    #expect(passages.last?.endTime == song.endTime)
    var clicks = 0
    for event in EventStream(song, at: song.output.rate) where event.lane == Song.clickLane {
      let home = passages.last { $0.startTime <= event.time }
      clicks += 1
      #expect(home?.occurrence.index == event.occurrence)
      #expect(home?.time(of: event.position) == event.time)
    }
    // A few sessions mute the click for good, or are stopped at once.
    if seed == 1 { #expect(clicks > 20) }
  }

  @Test("nothing is heard before the change that brought it about", arguments: 1...20)
  func late(seed: UInt64) {
    let early = song(
      """
      tempo: 120
      patterns: {p: {kick: {offset: -400ms, steps: x.x.x.x.}}}
      sections: {a: {bars: 2, play: p}, b: {bars: 1, play: p}}
      song: [a, b, a, b]
      """)
    let session = randomSession(of: early, seed: seed, changes: 50, within: 40)
    for event in EventStream(session, at: session.output.rate) {
      #expect(event.time.frame(at: session.output.rate) == event.frame)
    }
  }

  @Test("any of a thousand passages is found in a few steps")
  func finding() {
    let long = song("song: [a x1000]\nsections: {a: {bars: 1}}")
    let occurrences = Array(Occurrences(long))
    var finder = PassageFinder(long)
    for index in [999, 0, 640, 63, 64, 65, 500, 1] {
      let found = finder.find(index)
      #expect(found?.occurrence.index == index)
      #expect(found?.occurrence.startTime == occurrences[index].startTime)
      var rest = found!.rest
      #expect(rest.next()?.startTime == (index < 999 ? occurrences[index + 1].startTime : nil))
    }
    #expect(finder.find(1000) == nil)
    let before = finder.steps
    for _ in 0..<1000 { _ = finder.find(900) }
    #expect(finder.steps - before <= 64 * 1000)
    // Where it may keep no more it walks on.
    var small = PassageFinder(long, distance: 10, most: 3)
    for index in [5, 999, 25, 40] { #expect(small.find(index)?.occurrence.index == index) }
  }
}
