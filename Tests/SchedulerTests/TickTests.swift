import SongModel
import SongSupport
import Testing
import Timing

@testable import Scheduler

/// Positions are counted in ticks wherever a section has some, and in fractions elsewhere: both have
/// to find the same events.
@Suite("Counting in ticks")
struct TickTests {
  /// All that an event says.
  struct Told: Equatable {
    let times: [Seconds]
    let numbers: [Int]
    let levels: [Double]
    let places: [WholeNotes]

    init(_ event: Event) {
      times = [event.time]
      numbers = [
        event.frame.index, event.lane, event.sound, event.velocity.value, event.take, event.cents,
        event.occurrence, event.section ?? -1, event.bar, event.place.beat,
      ]
      levels = [event.gain, event.pan.position]
      places = [event.position, event.place.offset]
    }
  }

  static func told(_ song: Song, countsTicks: Bool = true) -> [Told] {
    EventStream(song, at: .standard, countsTicks: countsTicks).map(Told.init)
  }

  static func text(_ seed: Int) -> String {
    var dice = LawTests.Dice(state: UInt64(seed) &* 77 &+ 5)
    func section() -> String {
      """
      {bars: \(Int.random(in: 2...9, using: &dice)), tempo: \(dice.pick(LawTests.tempos)),
       meter: \(dice.pick(LawTests.meters)), play: \(dice.pick(["p", "q", "[p, q x2]", "[q x3, p]"])),
       \(dice.pick(["", "beat: 3/16,", "beat: 1/7,", "pickup: 1/8,", "pickup: 3/32,"]))
       \(dice.pick(["", "swing: 57.3%,", "swing: {amount: 66%, unit: 1/8},"]))
       \(dice.pick(["", "repeat: 3,", "repeat: 2, step: 7,"]))
       \(dice.pick(["", "mute: hat,", "mute: click,"]))
       changes: [{at: 2, meter: \(dice.pick(LawTests.meters))}, {at: "1:2", hold: 311ms},
         {at: "1:2+1/64", tempo: \(dice.pick(LawTests.tempos))\(dice.pick(["", ", over: 2.5s"]))}]}
      """
    }
    let click = dice.pick([
      "on", "{subdivisions: [2, 3]}", "{subdivisions: [5, 7, 4]}", "{every: 3/8}",
      "{subdivisions: 2, gap: {random: 30%}}", "{subdivisions: 3, gap: {play: 3 beats, mute: 1/4}}",
    ])
    return """
      seed: \(seed)
      click: \(click)
      count-in: \(dice.pick(["1 bar", "3 beats", "1/3"]))
      \(dice.pick(["", "swing: 61%"]))
      kit: {rim: {alternate: [rim, clap, snare], pan-random: 20%, transpose-random: 1}}
      patterns:
        p: {kick: X.x?.(xx).x*3., hat: {steps: x.xf, humanize: {timing: 9ms}, offset: -7ms}}
        q:
          rim: {steps: x.(xxx)f., step: 1/12, loop: true}
          hat: {euclid: [5, 8], swing: 60%, offset: 600ms, probability: 70%}
          kick: {steps: xoxoxo, step: \(dice.pick(["1/16", "1/20", "3/64"])), loop: true,
            humanize: {velocity: 30%}}
      output: {start: 1s}
      song: [a: \(section()), b: \(section()), a, c: \(section())]
      """
  }

  @Test("events are the same as with fractions, in songs full of everything", arguments: 0..<60)
  func same(seed: Int) {
    let song = song(Self.text(seed))
    let exact = Self.told(song, countsTicks: false)
    #expect(exact.count > 50)
    #expect(Self.told(song) == exact, "\(Self.text(seed))")
  }

  @Test("every section of such a song has ticks", arguments: 0..<60)
  func found(seed: Int) {
    let song = song(Self.text(seed))
    let ensemble = Ensemble(song, at: .standard)
    for occurrence in Occurrences(song) {
      let section = song.sections[occurrence.section]
      let grid = TickGrid(of: section, over: occurrence.bars, ensemble.patterns)
      #expect(grid.perWholeNote != nil)
    }
  }

  @Test("places that have no ticks in common are counted in fractions, to the same end")
  func none() {
    // The least common multiple of 1 to 99 has more than 128 bits.
    let parts = (2...99).map(String.init).joined(separator: ", ")
    let song = song("{bars: 2, click: {subdivisions: [\(parts)]}}")
    let grid = TickGrid(of: song.sections[0], over: song.sections[0].bars, [])
    #expect(grid.perWholeNote == nil)
    let frames = EventStream(song, at: .standard).map(\.frame.index)
    // 3004 fractions from 0 up to, but without, 1 have a denominator up to 99.
    #expect(frames.count == 8 * 3004)
    #expect(frames == frames.sorted())
  }

  @Test("a list of events taken at a time is what they are one by one", arguments: [1, 7, 1000])
  func lists(count: Int) {
    let song = song(Self.text(3))
    var stream = EventStream(song, at: .standard)
    var list: [Event] = []
    // One by one and many together, in turn.
    while let event = stream.next() {
      list.append(event)
      stream.appendNext(count, to: &list)
    }
    #expect(list.map(Told.init) == Self.told(song))
  }

  @Test("events leave the queue by frame, lane and time, and equals as they came")
  func queue() {
    var dice = LawTests.Dice(state: 9)
    var queue = EventQueue()
    var list: [Event] = []
    var came: [Event] = []
    var horizon = 0
    for number in 0..<3000 {
      let frame = horizon + Int.random(in: 0...(number % 7 == 0 ? 400 : 20), using: &dice)
      let event = Event(
        time: Seconds(Fixed(whole: Int64(frame), fraction: UInt128(dice.next() % 2))),
        frame: Frame(frame), lane: Int.random(in: 0...2, using: &dice), sound: number,
        velocity: .hit, take: 0, cents: 0, gain: 1, pan: .center, occurrence: 0, section: 0,
        sounding: Place(.zero), bar: 1, place: BeatPlace(beat: 1, offset: .zero),
        isSubdivision: false)
      queue.insert(event)
      came.append(event)
      if number % 5 == 0 {
        horizon += Int.random(in: 0...3, using: &dice)
        queue.move(before: Frame(horizon), to: &list)
        #expect(list.allSatisfy { $0.frame.index < horizon })
      }
    }
    queue.move(before: Frame(Int.max), to: &list)
    #expect(queue.count == 0)
    let sorted = came.sorted {
      ($0.frame.index, $0.lane, $0.time, $0.sound) < ($1.frame.index, $1.lane, $1.time, $1.sound)
    }
    #expect(list.map(\.sound) == sorted.map(\.sound))
  }
}
