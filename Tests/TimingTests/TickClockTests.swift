import Testing

@testable import Timing

@Suite("Clocks that count ticks")
struct TickClockTests {
  @Test("a multiple of a fraction is rounded down as the fraction itself is")
  func multiples() {
    var numbers = Numbers(state: 11)
    for _ in 0..<5000 {
      let value = numbers.fraction()
      // The product stays below 2⁶².
      let most = UInt64(min(1 << 62, (1 << 62) * value.denominator / value.numerator))
      let count = UInt64.random(
        in: 0...(most >> UInt64.random(in: 0...60, using: &numbers)), using: &numbers)
      let multiples = Multiples(of: value)!
      #expect(
        multiples.times(count)
          == Fixed(floorOf: Int128(count) * value.numerator, over: value.denominator),
        "\(count) times \(value)")
    }
  }

  @Test(
    "a fraction that leaves machine words, or is negative, has none",
    arguments: [Rational(1, 1 << 63), Rational(1 << 63), Rational(-1, 2)])
  func misfits(value: Rational) {
    #expect(Multiples(of: value) == nil)
  }

  static let maps: [(String, TempoMap)] = [
    ("rich", TempoMapTests.rich), ("steady", TempoMap(tempo("97.123"))),
    (
      "odd starts",
      TempoMap(
        spans: (0..<40 as Range<Int128>).map {
          TempoSpan(
            start: WholeNotes($0 * 997, 3001), from: Tempo(beatsPerMinute: Rational(100 + $0)))
        },
        holds: (1..<40 as Range<Int128>).map {
          Hold(at: WholeNotes($0 * 499, 1733), length: Rational(1, 7))
        })
    ),
    (
      "a ramp to more ticks than can be counted",
      TempoMap(spans: [
        TempoSpan(
          start: .zero, from: tempo("90000", "9999"),
          ramp: Ramp(to: tempo("100000", "9999"), length: .time(100_000_000_000), curve: .time))
      ])
    ),
    (
      "starts and tempos beyond machine words",
      TempoMap(spans: [
        TempoSpan(start: .zero, from: Tempo(beatsPerMinute: Rational((1 << 70) + 1, 1 << 63))),
        TempoSpan(start: WholeNotes((1 << 80) + 1, 1 << 79), from: tempo("91")),
      ])
    ),
  ]

  @Test(
    "every tick has the time of its position in the map, to the last bit, in any order",
    arguments: [1, 7, 16, 24, 625, 9999], 0..<TickClockTests.maps.count)
  func same(grid: Int, index: Int) {
    let (name, map) = Self.maps[index]
    let origin = Seconds(rational("1234.567"))
    var clock = TickClock(map, perWholeNote: grid, origin: origin)
    let ticks = Array(-grid...12 * grid)
    var numbers = Numbers(state: 12)
    for tick in ticks + ticks.shuffled(using: &numbers).prefix(5000) {
      let position = WholeNotes(Int128(tick), Int128(grid))
      #expect(clock.time(of: tick) == origin + map.time(of: position), "\(name): \(position)")
    }
  }

  @Test("ticks far out have the time of their position too")
  func far() {
    for (name, map) in Self.maps {
      for grid in [48, 5040, 1 << 31] {
        var clock = TickClock(map, perWholeNote: grid, origin: .zero)
        for whole in [1000, 1 << 20, 1 << 29] {
          let tick = whole * grid + 1
          let position = WholeNotes(Int128(tick), Int128(grid))
          #expect(clock.time(of: tick) == map.time(of: position), "\(name): \(position)")
        }
      }
    }
  }
}
