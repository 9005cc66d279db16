import SongModel
import Timing

/// A position that is brought to lowest terms only when it is asked for, which few events are.
struct Place: Sendable {
  private let numerator: Int128
  private let denominator: Int128

  init(_ numerator: Int128, over denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ position: WholeNotes) {
    self.init(position.count.numerator, over: position.count.denominator)
  }

  var wholeNotes: WholeNotes { WholeNotes(numerator, denominator) }
}

/// What chance decides of one hit or click.
struct HitDice {
  let chance: Chance
  let pass: Int
  /// The number of its track's name.
  let name: UInt64
  /// Where it is written in the section.
  let position: Place

  func bits(_ purpose: Chance.Purpose, depth: Int = 0) -> UInt64 {
    chance.bits(purpose, pass: pass, name: name, position: position.wholeNotes, depth: depth)
  }

  func isPlayed(_ hit: Hit, _ line: PatternLine, patternStart: WholeNotes) -> Bool {
    for step in hit.chances {
      let bits = chance.bits(
        .step, pass: pass, name: name, position: patternStart + step.offset, depth: step.depth)
      if !Chance.comesUp(bits, of: Rational(1, 2)) { return false }
    }
    let conditions = [line.probability, hit.probability]
    for (depth, probability) in conditions.enumerated() where probability < .one {
      if !Chance.comesUp(bits(.probability, depth: depth), of: probability) { return false }
    }
    return true
  }

  /// The time, moved as far as a player strays.
  func humanized(_ time: Seconds, _ line: PatternLine) -> Seconds {
    guard line.humanize.timing > .zero else { return time }
    let deviation = Chance.deviation(bits(.timing))
    let moved = time + Seconds(Fixed(line.humanize.timing) * deviation)
    // Nothing strays out of the file that is written into it.
    return moved < .zero && time >= .zero ? .zero : moved
  }

  /// The factor for the velocity.
  func strength(_ line: PatternLine) -> Double {
    guard line.humanize.velocity > .zero else { return 1 }
    return 1 + line.humanize.velocity.double * Chance.share(bits(.velocity))
  }
}
