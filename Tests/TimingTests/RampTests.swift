import Testing

@testable import Timing

/// A line of the table of times on ramps.
struct RampTime: CustomTestStringConvertible {
  let testDescription: String
  let span: TempoSpan
  let position: WholeNotes
  let time: Seconds

  init(_ line: Substring) {
    let fields = line.split(separator: " ").map(String.init)
    testDescription = String(line)
    let length: Ramp.Length =
      fields[5] == "notes" ? .notes(notes(fields[6])) : .time(rational(fields[6]))
    span = TempoSpan(
      start: .zero, from: tempo(fields[0], fields[1]),
      ramp: Ramp(
        to: tempo(fields[2], fields[3]), length: length,
        curve: fields[4] == "beats" ? .beats : .time))
    position = notes(fields[7])
    time = seconds(fields[8])
  }

  static let all = rampTimes.split(separator: "\n").map { RampTime($0) }
}

/// One ramp at the start of a section.
func rampMap(
  _ from: Tempo, _ to: Tempo, over length: Ramp.Length, _ curve: Ramp.Curve
) -> TempoMap {
  TempoMap(spans: [
    TempoSpan(start: .zero, from: from, ramp: Ramp(to: to, length: length, curve: curve))
  ])
}

/// Computed times err by 2⁻⁹⁴ s at most where a test says nothing else.
let tolerance = Fixed.powerOfTwo(-94)

@Suite("Ramps")
struct RampTests {
  static let curves = [Ramp.Curve.beats, .time]

  @Test("times agree with 110 decimal digits of arithmetic", arguments: RampTime.all)
  func table(line: RampTime) {
    // The table has 38 decimals, 2⁻¹²⁶ s, and times of up to 10,000 hours. A length that follows from
    // a duration is less exact where the ramp is steep: the slower tempo takes up to 2³⁸ s for it.
    let bound =
      if case .time = line.span.ramp!.length { Fixed.powerOfTwo(-80) } else { tolerance }
    let time = TempoMap(spans: [line.span]).time(of: line.position)
    #expect(time.isWithin(bound, of: line.time))
  }

  @Test("the table covers both curves, both lengths, and ratios from 1 + 10⁻¹⁴ to 10¹⁵")
  func coverage() {
    #expect(RampTime.all.count >= 200)
    for curve in Self.curves {
      let lines = RampTime.all.filter { $0.span.ramp?.curve == curve }
      let ratios = lines.map {
        $0.span.ramp!.to.wholeNotesPerMinute / $0.span.from.wholeNotesPerMinute
      }
      #expect(ratios.contains { $0 > .one && $0 < .one + Rational(1, 100_000_000_000_000) })
      #expect(ratios.max()! > Rational(1_000_000_000_000_000))
      let timed = lines.filter {
        if case .time = $0.span.ramp!.length { true } else { false }
      }
      #expect(timed.count > 30)
    }
  }

  @Test("a ramp and its way back are symmetric", arguments: curves)
  func symmetry(curve: Ramp.Curve) {
    let length = notes("17/3")
    let there = rampMap(tempo("96"), tempo("120", "3/8"), over: .notes(length), curve)
    let back = rampMap(tempo("120", "3/8"), tempo("96"), over: .notes(length), curve)
    let total = there.time(of: length)
    #expect(back.time(of: length).isWithin(tolerance, of: total))
    for index in 0...1000 as ClosedRange<Int128> {
      let position = length * Rational(index, 1000)
      let mirrored = total - back.time(of: length - position)
      #expect(there.time(of: position).isWithin(tolerance, of: mirrored))
    }
  }

  @Test("tempo doubled is time halved", arguments: curves)
  func doubled(curve: Ramp.Curve) {
    let slow = rampMap(tempo("60.5"), tempo("97"), over: .notes(notes("8")), curve)
    let fast = rampMap(tempo("121"), tempo("194"), over: .notes(notes("8")), curve)
    for index in 0...400 as ClosedRange<Int128> {
      let position = WholeNotes(index, 37)
      #expect((fast.time(of: position) * 2).isWithin(tolerance, of: slow.time(of: position)))
    }
  }

  @Test("a tempo means the same in any unit", arguments: curves)
  func units(curve: Ramp.Curve) {
    let quarters = rampMap(tempo("90"), tempo("120"), over: .notes(notes("5")), curve)
    let others = rampMap(tempo("60", "3/8"), tempo("240", "1/8"), over: .notes(notes("5")), curve)
    for index in 0...200 as ClosedRange<Int128> {
      let position = WholeNotes(index, 33)
      #expect(quarters.time(of: position) == others.time(of: position))
    }
  }

  @Test("with the curve beats, a ramp cut in two at any place is the same ramp")
  func cutByBeats() {
    let length = notes("8")
    let whole = rampMap(tempo("60"), tempo("180"), over: .notes(length), .beats)
    for cut in ["1/16", "3", "4", "31/4"].map(notes) {
      let middle = Tempo(beatsPerMinute: 60 + 120 * (cut / length))
      let parts = TempoMap(spans: [
        TempoSpan(
          start: .zero, from: tempo("60"),
          ramp: Ramp(to: middle, length: .notes(cut), curve: .beats)),
        TempoSpan(
          start: cut, from: middle,
          ramp: Ramp(to: tempo("180"), length: .notes(length - cut), curve: .beats)),
      ])
      for index in 0...160 as ClosedRange<Int128> {
        let position = WholeNotes(index, 16)
        #expect(parts.time(of: position).isWithin(tolerance, of: whole.time(of: position)))
      }
    }
  }

  @Test("with the curve time, the tempo is linear in clock time, exactly to every half frame")
  func linearInTime() {
    // From 60 to 120 in 4 s: after t seconds the tempo is 60 + 15·t quarters a minute and the
    // position t·(120 + 15·t)/2/60/4 whole notes. The times of half frames are then rational.
    let map = rampMap(tempo("60"), tempo("120"), over: .time(4), .time)
    let rate = SampleRate.standard
    for frame in stride(from: 0, to: 4 * 48_000, by: 97) {
      let time = Rational(Int128(2 * frame + 1), 2 * 48_000)
      let position = WholeNotes(time * (120 + 15 * time) / 480)
      #expect(map.time(of: position).isWithin(tolerance, of: Seconds(time)))
      #expect(map.time(of: position).frame(at: rate) == Frame(frame + 1))
      let slowness = Seconds(240 / (60 + 15 * time))
      #expect(map.secondsPerWholeNote(at: position).isWithin(tolerance, of: slowness))
    }
  }

  @Test("what follows a ramp of rational duration is exact", arguments: curves)
  func exactAfterwards(curve: Ramp.Curve) {
    // 12/5 s, whatever the curve, and then 133 beats a minute from where the ramp ends.
    let timed = rampMap(tempo("97"), tempo("133"), over: .time(Rational(12, 5)), curve)
    let end = notes("23/20")  // (97 + 133)/2 quarters a minute in 2.4 s, with the curve `time`
    if curve == .time {
      #expect(timed.time(of: end) == Seconds(Rational(12, 5)))
      #expect(
        timed.time(of: end + notes("7/3"))
          == Seconds(Rational(12, 5)) + Seconds(Rational(7, 3) * Rational(240, 133)))
    }
    let next = TempoMap(spans: [
      TempoSpan(
        start: .zero, from: tempo("97"),
        ramp: Ramp(to: tempo("133"), length: .notes(notes("2")), curve: .time)),
      TempoSpan(start: notes("2"), from: tempo("50")),
    ])
    #expect(next.time(of: notes("2")) == Seconds(Rational(480, 115)))
  }

  @Test("a ramp by the clock lasts as long as it says", arguments: curves, ["0.01", "2.5", "600"])
  func duration(curve: Ramp.Curve, text: String) {
    let map = rampMap(tempo("80"), tempo("200"), over: .time(rational(text)), curve)
    let end = map.segments.last!
    #expect(end.startTime == Seconds(rational(text)))
    // One to two units of 2⁻⁶⁰ before the end, where a whole note lasts 1.2 seconds.
    let units = Int128(end.point.whole) << 60 + Int128(end.point.fraction >> 68) - 1
    let gap = end.startTime - map.time(of: WholeNotes(units, 1 << 60))
    #expect(gap > .zero && gap < Seconds(Rational(3, 1 << 60)))
  }

  @Test("between equal tempos, even in different units, a ramp is exactly a constant tempo")
  func flat() {
    for length in [Ramp.Length.notes(notes("4")), .time(Rational(5, 2))] {
      for curve in Self.curves {
        let map = rampMap(tempo("120"), tempo("80", "3/8"), over: length, curve)
        for index in -5...200 as ClosedRange<Int128> {
          let position = WholeNotes(index, 21)
          #expect(map.time(of: position) == TempoMap(tempo("120")).time(of: position))
        }
      }
    }
  }

  @Test("the longest and the shortest ramps between the most distant tempos stay in bounds")
  func bounds() {
    let tempos = [tempo("0.001", "1/9999"), tempo("100000", "9999"), tempo("120")]
    let lengths = [
      Ramp.Length.notes(notes("1000000000")), .notes(notes("1/9999")), .time(100_000_000_000),
      .time(Rational(1, 1_000_000_000_000)),
    ]
    for from in tempos {
      for to in tempos {
        for length in lengths {
          for curve in Self.curves {
            let map = rampMap(from, to, over: length, curve)
            var last = map.time(of: notes("-9999"))
            for position in ["0", "1/1000000000000", "1/9999", "1", "999999999", "1000000000"] {
              let time = map.time(of: notes(position))
              #expect(time > last || position == "0" && time == .zero)
              last = time
            }
          }
        }
      }
    }
  }
}
