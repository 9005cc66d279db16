import SongModel
import Timing

/// The metres of a file from its start to its end.
struct MIDIBarReading {
  /// A metre from a position on, where a bar begins.
  struct Change {
    let at: WholeNotes
    var meter: Meter
    var beat: WholeNotes?
  }

  private(set) var changes: [Change] = [Change(at: .zero, meter: .common)]
  private(set) var remarks: [String] = []

  init(_ score: MIDIScore) {
    var texts = score.texts.filter(\.item.isOfMeter)[...]
    func takeTexts(upTo tick: Int, _ reading: inout MIDIBarReading) {
      while let (at, text) = texts.first, at <= tick {
        texts.removeFirst()
        reading.add(text, at: score.position(at))
      }
    }
    for (tick, signature) in score.signatures {
      takeTexts(upTo: tick - 1, &self)
      let at = score.position(tick)
      if let meter = meter(signature, score) {
        set(at) { $0.meter = meter }
        let beat = score.isOurs ? nil : signature.compoundBeat
        if !score.isOurs { set(at) { $0.beat = beat } }
      }
      // What a text says of the same tick is the truth that the signature comes near to.
      takeTexts(upTo: tick, &self)
    }
    takeTexts(upTo: Int.max, &self)
  }

  /// The last change at or before a position. Cost: the logarithm of their number.
  func change(at position: WholeNotes) -> Change { changes[max(0, index(after: position) - 1)] }

  /// The changes between two positions.
  func changes(after start: WholeNotes, before end: WholeNotes) -> ArraySlice<Change> {
    changes[index(after: start)...].prefix { $0.at < end }
  }

  /// Of the first change after a position.
  private func index(after position: WholeNotes) -> Int {
    changes.partitionIndex(where: { $0.at > position })
  }

  private mutating func add(_ text: ConductorText, at position: WholeNotes) {
    switch text {
    case .meter(let meter): set(position) { $0.meter = meter }
    case .beat(let beat): set(position) { $0.beat = beat }
    default: break
    }
  }

  private mutating func set(_ position: WholeNotes, _ change: (inout Change) -> Void) {
    var next = changes[changes.count - 1]
    if next.at == position {
      changes.removeLast()
    } else {
      next = Change(at: position, meter: next.meter, beat: next.beat)
    }
    change(&next)
    changes.append(next)
  }

  private mutating func meter(_ signature: MIDITimeSignature, _ score: MIDIScore) -> Meter? {
    if signature.thirtySecondsPerQuarter != 8 {
      remark(
        "A time signature counts \(signature.thirtySecondsPerQuarter) 32nds to the quarter note; "
          + "that is left out.")
    }
    let power = Int(signature.denominatorPower)
    let numerator = Int128(signature.numerator)
    guard numerator > 0, power <= 40 else {
      remark("The time signature \(signature) is none, and is left out.")
      return nil
    }
    if power <= 6, let meter = Meter(groups: [Int(numerator)], denominator: 1 << power) {
      return meter
    }
    if let meter = Meter(barOf: WholeNotes(numerator, 1 << Int128(power)), like: .common) {
      remark("The time signature \(signature) is written as \(meter), which is as long.")
      return meter
    }
    remark("The time signature \(signature) is beyond 99/99, and is left out.")
    return nil
  }

  private mutating func remark(_ text: String) {
    if !remarks.contains(text) { remarks.append(text) }
  }
}

extension MIDITimeSignature {
  /// The dotted beat of a compound metre whose click says that it counts in those.
  fileprivate var compoundBeat: WholeNotes? {
    guard numerator % 3 == 0, numerator > 3, (3...4).contains(denominatorPower) else { return nil }
    // 96 clocks to a whole note.
    let unit = 96 >> Int(denominatorPower)
    guard Int(clocksPerClick) == 3 * unit else { return nil }
    return WholeNotes(3, 1 << Int128(denominatorPower))
  }
}

extension ConductorText {
  fileprivate var isOfMeter: Bool {
    switch self {
    case .meter, .beat: true
    case .tempo, .ramp, .hold, .pickup, .swing, .end, .track, .sound: false
    }
  }
}

extension Meter {
  /// A metre whose bar has a given length, in units of another where that can be.
  ///
  /// - Returns: `nil` where it is not between 1/99 and 99/1.
  init?(barOf length: WholeNotes, like meter: Meter) {
    let (top, bottom) = (length.count.numerator, length.count.denominator)
    guard top > 0, top <= 99, bottom <= 99 else { return nil }
    let denominator =
      Int128(meter.denominator) % bottom == 0 ? Int128(meter.denominator) : bottom
    let groups = top * (denominator / bottom)
    if groups <= 99 {
      self.init(groups: [Int(groups)], denominator: Int(denominator))
    } else {
      self.init(groups: [Int(top)], denominator: Int(bottom))
    }
  }
}
