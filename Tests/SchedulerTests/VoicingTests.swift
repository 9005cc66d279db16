import Scheduler
import SongModel
import SongSupport
import Testing
import Timing

@Suite("What a hit plays of its sound")
struct VoicingTests {
  private func events(_ text: String) -> [Event] { Array(EventStream(song(text), at: .standard)) }

  /// The events of a track of the song.
  private func hits(_ text: String, of track: String) -> [Event] {
    let song = song(text)
    return EventStream(song, at: .standard).filter { song.name(ofLane: $0.lane) == track }
  }

  @Test("a layer plays the velocities below its bound that no softer one plays")
  func layers() {
    let kit =
      "{a: {layers: [{sound: rim, below: 50}, {sound: clap, below: 101}, {sound: snare}]}}"
    let hits = hits(
      """
      kit: \(kit)
      patterns: {p: {length: 1 bar, tracks: {a: {hits: [
        {at: 1:1, velocity: 1}, {at: 1:2, velocity: 49}, {at: 1:3, velocity: 50},
        {at: 1:3+1/8, velocity: 100}, {at: 1:4, velocity: 101}, {at: 1:4+1/8, velocity: 127}]}}}}
      song: [p]
      """, of: "a")
    #expect(hits.map(\.take) == [0, 0, 1, 1, 2, 2])
  }

  @Test("a layer's volume and the sound's own are part of the gain")
  func gains() {
    let hits = hits(
      """
      kit: {a: {volume: 50%, layers: [{sound: rim, below: 100, volume: 25%}, {sound: clap}]}}
      patterns: {p: {a: {steps: Xo, step: 1/4}}}
      song: [p]
      mix: {tracks: {a: {volume: 0.5}}}
      """, of: "a")
    #expect(hits.map(\.gain) == [0.25, Double(50) / 127 * 0.5 * 0.25 * 0.5])
  }

  @Test("takes are played in turn, for each track by itself, in the order in which they are heard")
  func turns() {
    func takes(_ mute: String) -> [Int] {
      hits(
        """
        kit: {a: {alternate: [rim, clap, snare]}, click-low: {alternate: [rim, clap]}}
        click: on
        patterns: {p: {a: xxxxf..x}}
        song: [v: {bars: 2, play: p\(mute)}]
        """, of: "a"
      ).map(\.take)
    }
    // A flam is two hits; a bar has the pattern twice.
    let expected = (0..<28).map { $0 % 3 }
    #expect(takes(", mute: click") == expected)
    #expect(takes("") == expected)
  }

  static let random =
    """
    seed: 5
    kit: {a: {sound: rim, transpose-random: 0.02, pan: L40, pan-random: 50%}, b: {sound: rim}}
    patterns: {p: {a: x*9x*9x*9x*9, b: xxxx}}
    song: [v: {bars: 40, play: p, REST}]
    """

  @Test("a hit is transposed by whole cents, all equally likely, and moved between its bounds")
  func draws() {
    let hits = hits(Self.random.replacing(", REST", with: ""), of: "a")
    #expect(hits.count == 40 * 4 * 36)
    for cents in -2...2 {
      let share = Double(hits.count { $0.cents == cents }) / Double(hits.count)
      // Five values: 0.2 each, with a standard deviation of 0.0053 among so many.
      #expect((share - 0.2).magnitude < 0.02, "\(cents)")
    }
    #expect(hits.allSatisfy { (-0.9...0.1).contains($0.pan.position) })
    #expect(hits.contains { $0.pan.position < -0.89 } && hits.contains { $0.pan.position > 0.09 })
    let mean = hits.reduce(0) { $0 + $1.pan.position } / Double(hits.count)
    // 0.29 for one, divided by √5760.
    #expect((mean + 0.4).magnitude < 0.02)
  }

  @Test(
    "neither another track, a mute nor a count-in moves the dice of a hit",
    arguments: [
      ("REST", "mute: [b]"), ("b: xxxx", "b: ...."), ("seed: 5", "seed: 5\ncount-in: 1 bar"),
    ])
  func unmoved(change: (from: String, to: String)) {
    let plain = Self.random.replacing(", REST", with: "")
    let changed = Self.random.replacing(change.from, with: change.to).replacing(", REST", with: "")
    #expect(changed != plain)
    #expect(hits(changed, of: "a").map(\.cents) == hits(plain, of: "a").map(\.cents))
    #expect(hits(changed, of: "a").map(\.pan) == hits(plain, of: "a").map(\.pan))
  }

  @Test("another seed gives other dice")
  func seeds() {
    let plain = Self.random.replacing(", REST", with: "")
    let other = plain.replacing("seed: 5", with: "seed: 6")
    #expect(hits(other, of: "a").map(\.cents) != hits(plain, of: "a").map(\.cents))
  }

  @Test("the song knows every rendition that it plays")
  func renditions() {
    let song = song(Self.random.replacing(", REST", with: ""))
    let played = Set(EventStream(song, at: .standard).map(\.rendition))
    #expect(played.count == 6)
    #expect(Set(song.renditions(at: .standard)).isSuperset(of: played))
  }

  @Test("the mix's place is taken before the kit's and the click's, and solo before mute")
  func strips() {
    let text =
      """
      kit: {kick: {pan: L30}}
      click: {pan: R}
      patterns: {p: {kick: x, hat: x}}
      song: [v: {bars: 1, play: p}]
      mix: {tracks: {MIX}}
      """
    let plain = events(text.replacing("{MIX}", with: "{kick: {volume: 1}}"))
    #expect(Set(plain.map(\.pan.position)) == [-0.3, 1, 0])
    let placed = events(text.replacing("MIX", with: "kick: {pan: R70}, click: {pan: C}"))
    #expect(Set(placed.map(\.pan.position)) == [0.7, 0])
    let soloed = events(text.replacing("MIX", with: "kick: {solo: true}, hat: {mute: true}"))
    #expect(Set(soloed.map(\.lane)) == [1])
    let muted = events(text.replacing("MIX", with: "click: {mute: true}"))
    #expect(Set(muted.map(\.lane)) == [1, 2])
  }
}

@Suite("A timeline")
struct TimelineTests {
  @Test("repeats the song's events a period later, in their order, however short the period is")
  func repeats() {
    // The last hits are played so late that they fall into the turns after theirs.
    let song = song(
      "{tempo: 120, bars: 1, meter: 1/4, play: p,"
        + " patterns: {p: {kick: {steps: Xxxx, offset: 1.3s}, hat: xxxx}}}")
    let period = Frame(24_000)
    let once = Array(EventStream(song, at: .standard))
    var timeline = Timeline(song, at: .standard, period: period)
    let many = (0..<(once.count * 20)).map { _ in timeline.next()! }
    for (a, b) in zip(many, many.dropFirst()) {
      #expect((a.frame, a.lane) <= (b.frame, b.lane))
    }
    // All that stands before the last event has to be there.
    let end = many.last!.frame
    let expected = (0..<30).flatMap { turn in
      once.map { $0.frame.index + turn * period.index }
    }.filter { $0 < end.index }.sorted()
    #expect(many.map(\.frame.index).filter { $0 < end.index } == expected)
  }

  @Test("of a song without events is empty, and without a period is the song")
  func plain() {
    let silent = song("{bars: 1, click: off}")
    var empty = Timeline(silent, at: .standard, period: Frame(100))
    #expect(empty.next() == nil)
    let clicks = song("{bars: 2}")
    #expect(Timeline(clicks, at: .standard).map(\.frame).count == 8)
  }
}
