import Testing

@testable import Timing

@Suite("Tempo maps")
struct TempoMapTests {
  /// Constant tempos, ramps of both curves and lengths, a ramp that is cut off, and an upbeat.
  static let rich = TempoMap(
    spans: [
      TempoSpan(
        start: .zero, from: tempo("97.5"),
        ramp: Ramp(to: tempo("120"), length: .notes(notes("3/2")), curve: .beats)),
      TempoSpan(start: notes("7/3"), from: tempo("60", "3/8")),
      TempoSpan(
        start: notes("4"), from: tempo("133"),
        ramp: Ramp(to: tempo("40"), length: .time(rational("1.5")), curve: .beats)),
      TempoSpan(
        start: notes("7"), from: tempo("40"),
        ramp: Ramp(to: tempo("400/3"), length: .notes(notes("9")), curve: .time)),
      TempoSpan(
        start: notes("28/3"), from: tempo("200"),
        ramp: Ramp(to: tempo("199.999"), length: .time(rational("481/48000")), curve: .time)),
      TempoSpan(start: notes("10"), from: tempo("77")),
    ],
    holds: [
      Hold(at: notes("10"), length: rational("0.5")), Hold(at: notes("5/7"), length: 2),
      Hold(at: notes("10"), length: rational("1/3")),
    ])

  /// Dense positions on several grids, ascending, each once.
  static let positions: [WholeNotes] = {
    var positions: [WholeNotes] = []
    for grid in [7, 16, 24, 625, 9999] as [Int128] {
      for index in -grid...(11 * grid) { positions.append(WholeNotes(index, grid)) }
    }
    positions.sort()
    return positions.indices.compactMap {
      $0 > 0 && positions[$0] == positions[$0 - 1] ? nil : positions[$0]
    }
  }()

  @Test("a constant tempo gives the exact time, rounded down once", arguments: ["120", "97.123"])
  func constant(text: String) {
    let map = TempoMap(tempo(text))
    let same = TempoMap(spans: [TempoSpan(start: .zero, from: tempo(text))])
    for index in -100...5000 as ClosedRange<Int128> {
      let position = WholeNotes(index, 84)
      let exact = Seconds(position.count * tempo(text).secondsPerWholeNote)
      #expect(map.time(of: position) == exact)
      #expect(same.time(of: position) == exact)
    }
  }

  @Test("exact halves round up after a hundred changes of tempo")
  func exactHalves() {
    // Twelfths at 1680/k quarters a minute, k/7 seconds a whole note.
    var spans: [TempoSpan] = []
    var (start, exact) = (WholeNotes.zero, Rational.zero)
    for k in 1...100 as ClosedRange<Int128> {
      spans.append(TempoSpan(start: start, from: Tempo(beatsPerMinute: Rational(7 * 240, k))))
      start = start + WholeNotes(1, 12)
      exact = exact + Rational(k, 7 * 12)
    }
    let map = TempoMap(spans: spans)
    let half = Rational(2 * 3_000_000 + 1, 2 * 48_000)
    let position = start + WholeNotes((half - exact) / Rational(100, 7))
    #expect(map.time(of: position).frame(at: .standard) == Frame(3_000_001))
    #expect(map.time(of: position) <= Seconds(half))
  }

  @Test("a position with numbers beyond 128 bits is right to 2⁻¹²⁰ s, and stops nothing")
  func strangePositions() {
    let map = TempoMap(spans: [
      TempoSpan(start: .zero, from: tempo("97.123456789012")),
      TempoSpan(start: WholeNotes(1, (1 << 61) - 1), from: tempo("123.456789012347")),
    ])
    let strange = WholeNotes((1 << 126) - 3, (1 << 125) - 9)  // 2 and a little
    let reference = map.time(of: notes("2"))
    // The little is below 2⁻¹²⁰, at 1.94 s a whole note.
    #expect(map.time(of: strange).isWithin(.powerOfTwo(-118), of: reference))
  }

  @Test("times never decrease over dense positions, nor do frames")
  func monotonic() {
    var last = Self.rich.time(of: notes("-2"))
    for position in Self.positions {
      let time = Self.rich.time(of: position)
      #expect(time > last)
      #expect(time.frame(at: .standard) >= last.frame(at: .standard))
      last = time
    }
  }

  @Test("from any side of a boundary between segments the time is the same")
  func continuity() {
    let map = TempoMap(
      spans: [
        TempoSpan(
          start: .zero, from: tempo("97.5"),
          ramp: Ramp(to: tempo("120"), length: .notes(notes("3/2")), curve: .beats)),
        TempoSpan(start: notes("7/3"), from: tempo("60", "3/8")),
        TempoSpan(
          start: notes("4"), from: tempo("133"),
          ramp: Ramp(to: tempo("40"), length: .notes(notes("3")), curve: .time)),
      ])
    let step = WholeNotes(1, 1 << 60)
    for boundary in ["0", "3/2", "7/3", "4", "7"].map(notes) {
      let before = map.time(of: boundary - step)
      let time = map.time(of: boundary)
      let after = map.time(of: boundary + step)
      // No tempo here is below 40, 6 seconds a whole note.
      #expect(before < time && time < after)
      #expect(after - before < Seconds(2 * 6 * step.count))
    }
  }

  @Test("however close to a ramp's end, nothing is later than the end", arguments: RampTests.curves)
  func closeToTheEnd(curve: Ramp.Curve) {
    // The last bits of a time on a ramp are not known, so it could round to beyond the end. One
    // place of these positions is 2⁻¹²⁶ whole notes.
    for index in 1...300 as ClosedRange<Int128> {
      let to = Tempo(beatsPerMinute: Rational(350 + index, 7))
      for length in [Ramp.Length.notes(WholeNotes(index, 301)), .time(Rational(index, 300))] {
        let map = rampMap(tempo("120"), to, over: length, curve)
        let end = map.segments.last!
        #expect(end.point < Fixed(whole: 1))
        let places = Int128(end.point.fraction >> 2) - 1
        #expect(map.time(of: WholeNotes(places, 1 << 126)) <= end.startTime)
      }
    }
  }

  @Test("a ramp that is cut off is the same ramp up to there")
  func cutOff() {
    let whole = rampMap(tempo("90"), tempo("180"), over: .notes(notes("8")), .beats)
    let cut = TempoMap(spans: [
      TempoSpan(
        start: .zero, from: tempo("90"),
        ramp: Ramp(to: tempo("180"), length: .notes(notes("8")), curve: .beats)),
      TempoSpan(start: notes("3"), from: tempo("60")),
    ])
    for index in 0...48 as ClosedRange<Int128> {
      let position = WholeNotes(index, 16)
      #expect(cut.time(of: position) == whole.time(of: position))
    }
    #expect(
      cut.time(of: notes("5")) == whole.time(of: notes("3")) + Seconds(Rational(8)))
  }

  @Test("before bar 1 the first tempo holds, even where a ramp begins there")
  func upbeat() {
    let map = rampMap(tempo("90"), tempo("180"), over: .notes(notes("8")), .beats)
    for index in -64...0 as ClosedRange<Int128> {
      let position = WholeNotes(index, 48)
      #expect(map.time(of: position) == TempoMap(tempo("90")).time(of: position))
    }
  }

  @Test("a hold delays what comes after its position, and nothing at it or before")
  func holds() {
    let held = TempoMap(
      spans: [TempoSpan(start: .zero, from: tempo("120"))],
      holds: [
        Hold(at: notes("2"), length: rational("0.75")), Hold(at: notes("1/2"), length: 1),
        Hold(at: notes("2"), length: rational("0.25")), Hold(at: .zero, length: .zero),
      ])
    let plain = TempoMap(tempo("120"))
    let atom = WholeNotes(1, 1 << 100)
    for (position, delay) in [
      (notes("-1"), 0), (.zero, 0), (atom, 0), (notes("1/2") - atom, 0), (notes("1/2"), 0),
      (notes("1/2") + atom, 1), (notes("1"), 1), (notes("2"), 1), (notes("2") + atom, 2),
      (notes("100"), 2),
    ] as [(WholeNotes, Rational)] {
      #expect(held.time(of: position) == plain.time(of: position) + Seconds(delay))
    }
  }

  @Test("a hold inside a ramp leaves the ramp as it is", arguments: RampTests.curves)
  func holdInRamp(curve: Ramp.Curve) {
    let span = TempoSpan(
      start: .zero, from: tempo("60"),
      ramp: Ramp(to: tempo("120"), length: .notes(notes("4")), curve: curve))
    let plain = TempoMap(spans: [span])
    let held = TempoMap(spans: [span], holds: [Hold(at: notes("3"), length: 2)])
    #expect(held.time(of: notes("3")) == plain.time(of: notes("3")))
    #expect(held.time(of: notes("7/2")) == plain.time(of: notes("7/2")) + Seconds(Rational(2)))
    #expect(held.time(of: notes("9")) == plain.time(of: notes("9")) + Seconds(Rational(2)))
  }

  @Test(
    "the tempo at a position is the one from there on",
    arguments: [
      ("-1", "480/195"), ("0", "480/195"), ("3/4", "960/435"), ("3/2", "2"), ("2", "2"),
      ("7/3", "8/3"), ("4", "240/133"), ("13/2", "6"), ("7", "6"), ("28/3", "6/5"),
      ("10", "240/77"),
    ])
  func tempoAt(position: String, slowness: String) {
    // 2⁻¹¹⁸ of at most 6 seconds a whole note.
    #expect(
      Self.rich.secondsPerWholeNote(at: notes(position))
        .isWithin(.powerOfTwo(-115), of: Seconds(rational(slowness))))
  }
}
