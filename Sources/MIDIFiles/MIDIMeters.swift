import Scheduler
import Timing

/// A metre that a MIDI file can state.
struct WrittenMeter: Hashable, CustomStringConvertible {
  let numerator: Int
  /// A power of two, 1 to 64.
  let denominator: Int

  var length: WholeNotes { WholeNotes(Int128(numerator), Int128(denominator)) }
  var description: String { "\(numerator)/\(denominator)" }

  /// What a song and a MIDI file can both write, the most usual first.
  private static let denominators = [4, 8, 16, 32, 64, 2, 1]

  /// Whether a metre can be written as it is, but for its groups: its denominator is a power of two.
  static func holds(_ meter: Meter) -> Bool { denominators.contains(meter.denominator) }

  /// The metre itself where its denominator is a power of two, else the one whose bar is nearest
  /// in length, so that bar numbers stay right for as long as they can.
  init(nearestTo meter: Meter) {
    if WrittenMeter.holds(meter) {
      self.init(numerator: meter.numerator, denominator: meter.denominator)
      return
    }
    func distance(_ candidate: WrittenMeter) -> Rational {
      let difference = (candidate.length - meter.length).count
      return difference < .zero ? -difference : difference
    }
    let candidates = WrittenMeter.denominators.map { denominator in
      let count = meter.length.count * Rational(Int128(denominator)) + Rational(1, 2)
      return WrittenMeter(
        numerator: min(max(Int(count.floor), 1), Meter.range.upperBound),
        denominator: denominator)
    }
    // Of equals `min` takes the first, so the most usual.
    self = candidates.min { distance($0) < distance($1) }!
  }

  /// A bar of exactly this length, in the units of `meter` where they serve.
  init?(length: WholeNotes, in meter: Meter) {
    for denominator in [meter.denominator] + WrittenMeter.denominators
    where WrittenMeter.denominators.contains(denominator) {
      let count = length.count * Rational(Int128(denominator))
      if count.isInteger, Meter.range.contains(Int(clamping: count.numerator)) {
        self.init(numerator: Int(count.numerator), denominator: denominator)
        return
      }
    }
    return nil
  }

  private init(numerator: Int, denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// - Parameter unit: what the metronome of a workstation clicks. MIDI counts it in whole clocks,
  ///   24 to a quarter note; where a unit is no whole number of them, as many units as are.
  func signature(unit: WholeNotes) -> MIDITimeSignature {
    let clocks = (unit.count * 96).numerator
    return MIDITimeSignature(
      numerator: UInt8(numerator), denominatorPower: UInt8(denominator.trailingZeroBitCount),
      // A unit too long for the byte is left to the usual quarter notes.
      clocksPerClick: UInt8(exactly: clocks) ?? 24)
  }

  static let quarter = WrittenMeter(numerator: 1, denominator: 4)
}

/// Where a file states which metre.
///
/// A time signature starts a new bar wherever it stands. So it is written where the metre changes
/// and where a bar of the song begins elsewhere than the bars of the file would.
struct MIDIMeterPlan {
  struct Entry {
    let position: WholeNotes
    let signature: MIDITimeSignature
    /// Whether the bars of the file have a bar line there.
    let isOnBarLine: Bool
  }

  private var current: MIDITimeSignature?
  /// Whether the bars of the file have a bar line where the plan ends so far.
  private var isOnBarLine = true

  /// The silence before the song: bars of one quarter note.
  mutating func addLeadIn() -> MIDITimeSignature {
    let signature = WrittenMeter.quarter.signature(unit: WrittenMeter.quarter.length)
    current = signature
    return signature
  }

  /// The time signatures of a section, and what could not be written as it is.
  mutating func add(
    _ pass: MIDIPass, _ holds: [MIDISurvey.Hold]
  ) -> (entries: [Entry], notes: [MIDIReport.Note]) {
    let occurrence = pass.occurrence
    let bars = occurrence.bars
    var entries: [Entry] = []
    var notes: [MIDIReport.Note] = []

    func state(_ meter: WrittenMeter, at position: WholeNotes, in run: BarMap.Run) {
      let signature = meter.signature(unit: run.unit)
      if signature != current || !isOnBarLine {
        entries.append(
          Entry(position: position, signature: signature, isOnBarLine: isOnBarLine))
      }
      current = signature
      isOnBarLine = true
    }

    func addBars(of run: BarMap.Run, at position: WholeNotes) {
      let written = WrittenMeter(nearestTo: run.meter)
      state(written, at: position, in: run)
      if !WrittenMeter.holds(run.meter) {
        notes.append(.meter(section: occurrence.name, run.meter, writtenAs: "\(written)"))
      }
      isOnBarLine = written.length == run.meter.length
    }

    /// A bar of its own length.
    func addBar(of length: WholeNotes, in run: BarMap.Run, at position: WholeNotes) {
      if let short = WrittenMeter(length: length, in: run.meter) {
        state(short, at: position, in: run)
      } else {
        if entries.isEmpty { addBars(of: run, at: position) }
        notes.append(.shortBar(section: occurrence.name, length))
        isOnBarLine = false
      }
    }

    /// The bars that holds make longer, and by how much.
    var waiting: [(bar: Int, quarters: Int)] = []
    for hold in holds where hold.extraQuarters > 0 {
      let bar = bars.bar(at: hold.at)
      let earlier = waiting.last?.bar == bar ? waiting.removeLast().quarters : 0
      waiting.append((bar, earlier + hold.extraQuarters))
      notes.append(
        .hold(
          section: occurrence.name, bar: bar, hold.length, quarters: hold.extraQuarters))
    }
    if pass.start < .zero {
      let length = min(pass.end, .zero) - pass.start
      if length > .zero { addBar(of: length, in: bars.runs[0], at: pass.start) }
    }
    for (run, end) in bars.stretches(from: pass.start, to: pass.end) {
      var start = max(run.start, pass.start)
      for (bar, quarters) in waiting {
        let barStart = bars.start(ofBar: bar)
        guard barStart >= start, barStart < end else { continue }
        if barStart > start { addBars(of: run, at: start) }
        start = min(barStart + run.meter.length, end)
        addBar(
          of: start - barStart + WholeNotes(Int128(quarters), 4), in: run, at: barStart)
      }
      let full = Rational(((end - start) / run.meter.length).floor)
      let rest = end - start - run.meter.length * full
      if full > .zero { addBars(of: run, at: start) }
      if rest > .zero { addBar(of: rest, in: run, at: end - rest) }
    }
    return (entries, notes)
  }
}
