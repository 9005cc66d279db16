import SongModel
import Timing

/// Why a text is not the value that it should be.
enum ValueFault: Error, Hashable {
  /// It is written in another way.
  case malformed
  /// It is written properly and lies outside the range, which is given in words.
  case outOfRange(String)
  /// More digits than an exact number may have here.
  case tooManyDigits
}

/// Reads the values of the song language from their text. Nothing is rounded on the way.
///
/// Every function takes the whole text of a scalar, spaces at its ends allowed.
enum ValueText {
  /// No numerator or denominator of a number may be larger.
  static let largestNumber: Int128 = 1_000_000_000_000

  /// `7`, `97.5`, `400/3`.
  static func number(_ text: String) throws(ValueFault) -> Rational {
    let text = trimmed(text)
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    if sides.count == 2 {
      let (numerator, denominator) = (try digits(sides[0]), try digits(sides[1]))
      guard denominator != 0 else { throw .outOfRange("a denominator of 1 or more") }
      return Rational(numerator, denominator)
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, sides.count == 1 else { throw .malformed }
    let whole = try digits(parts[0])
    guard parts.count == 2 else { return Rational(whole) }
    var scale: Int128 = 1
    var decimals = Substring(parts[1])
    guard !decimals.isEmpty, decimals.allSatisfy(isDigit) else { throw .malformed }
    while decimals.last == "0" { decimals.removeLast() }
    guard decimals.count <= 12 else { throw .tooManyDigits }
    for _ in decimals { scale *= 10 }
    let value = Rational(whole * scale + (decimals.isEmpty ? 0 : try digits(decimals)), scale)
    guard value.numerator <= largestNumber else { throw .tooManyDigits }
    return value
  }

  /// A number that may begin with a sign.
  static func signedNumber(_ text: String) throws(ValueFault) -> Rational {
    let text = trimmed(text)
    if text.hasPrefix("-") { return -(try number(String(text.dropFirst()))) }
    return try number(text.hasPrefix("+") ? String(text.dropFirst()) : text)
  }

  static func integer(_ text: String, in range: ClosedRange<Int>) throws(ValueFault) -> Int {
    let value = try digits(Substring(trimmed(text)))
    guard let integer = Int(exactly: value), range.contains(integer) else {
      throw .outOfRange("a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// `1/4`, `3/8`: numerator and denominator 1 to 9999 each.
  static func noteValue(_ text: String) throws(ValueFault) -> WholeNotes {
    try noteValue(text, upTo: largestPart)
  }

  /// Of a note value.
  static let largestPart: Int128 = 9999
  /// Of a span and of the offset in a position, which may come from a recording: fine enough for
  /// any MIDI file.
  static let largestFinePart: Int128 = 999_999_999

  private static func noteValue(
    _ text: String, upTo largest: Int128
  ) throws(ValueFault) -> WholeNotes {
    let sides = trimmed(text).split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else { throw .malformed }
    let (numerator, denominator) = (try digits(sides[0]), try digits(sides[1]))
    guard (1...largest).contains(numerator), (1...largest).contains(denominator) else {
      throw .outOfRange("a numerator and a denominator from 1 to \(largest)")
    }
    return WholeNotes(numerator, denominator)
  }

  /// `120`, `97.5`, `3/8 = 72`: beats a minute and, where it is named, the beat.
  static func tempo(_ text: String) throws(ValueFault) -> TempoText {
    let sides = text.split(separator: "=", omittingEmptySubsequences: false)
    guard sides.count <= 2 else { throw .malformed }
    let beat = sides.count == 2 ? try noteValue(String(sides[0])) : nil
    let beatsPerMinute = try number(String(sides[sides.count - 1]))
    guard Tempo.range.contains(beatsPerMinute) else {
      throw .outOfRange("from 1/1000 to 100000 beats a minute")
    }
    return TempoText(beatsPerMinute: beatsPerMinute, beat: beat)
  }

  /// `4/4`, `5/12`, `2+2+3/8`.
  static func meter(_ text: String) throws(ValueFault) -> Meter {
    let sides = trimmed(text).split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else { throw .malformed }
    var groups: [Int] = []
    for group in sides[0].split(separator: "+", omittingEmptySubsequences: false) {
      groups.append(Int(clamping: try digits(Substring(trimmed(String(group))))))
    }
    let denominator = Int(clamping: try digits(Substring(trimmed(String(sides[1])))))
    let sum = groups.reduce(0) { $0.addingReportingOverflow($1).partialValue }
    guard groups.allSatisfy(Meter.range.contains), Meter.range.contains(sum),
      let meter = Meter(groups: groups, denominator: denominator)
    else { throw .outOfRange("a numerator and a denominator from 1 to 99") }
    return meter
  }

  /// `A minor`, `F# major`, `F#m`, `Eb`, with ♯ and ♭ too.
  static func key(_ text: String) throws(ValueFault) -> Key {
    var rest = Substring(trimmed(text))
    guard let letter = rest.popFirst(), ("A"..."G").contains(letter) else { throw .malformed }
    var alteration = 0
    if let sign = rest.first, let step = ["#": 1, "♯": 1, "b": -1, "♭": -1][sign] {
      alteration = step
      rest.removeFirst()
    }
    let isMinor: Bool
    switch rest {
    case "": isMinor = false
    case "m": isMinor = true
    default:
      guard rest.first?.isWhitespace == true else { throw .malformed }
      switch trimmed(String(rest)) {
      case "major": isMinor = false
      case "minor": isMinor = true
      default: throw .malformed
      }
    }
    guard let key = Key(letter: letter, alteration: alteration, isMinor: isMinor) else {
      throw .outOfRange("a key of up to seven sharps or flats")
    }
    return key
  }

  /// `-6dB`, `50%`, `0.5`, `off`.
  static func level(_ text: String) throws(ValueFault) -> Level {
    let text = trimmed(text)
    if text == "off" { return .off }
    if text.hasSuffix("dB") {
      let decibels = try signedNumber(String(text.dropLast(2)))
      guard (Rational(-200)...Rational(60)).contains(decibels) else {
        throw .outOfRange("from -200dB to 60dB, or off")
      }
      return .decibels(Decibels(decibels))
    }
    let isPercent = text.hasSuffix("%")
    let value = try number(isPercent ? String(text.dropLast()) : text)
    let ratio = isPercent ? value / 100 : value
    guard ratio <= 1000 else { throw .outOfRange("up to 1000, which is 60dB") }
    return .ratio(ratio)
  }

  /// `-1dB`: a level that samples are not to pass.
  static func ceiling(_ text: String) throws(ValueFault) -> Decibels {
    let text = trimmed(text)
    guard text.hasSuffix("dB") else { throw .malformed }
    let decibels = try signedNumber(String(text.dropLast(2)))
    guard Mix.levels.contains(decibels) else { throw .outOfRange("from -60dB to 0dB") }
    return Decibels(decibels)
  }

  /// `-16 LUFS` or `-1dB`.
  static func normalization(_ text: String) throws(ValueFault) -> Mix.Normalization {
    let text = trimmed(text)
    guard text.hasSuffix("LUFS") else { return .peak(try ceiling(text)) }
    let loudness = try signedNumber(String(text.dropLast(4)))
    guard Mix.loudnesses.contains(loudness) else { throw .outOfRange("from -70 LUFS to 0 LUFS") }
    return .loudness(loudness)
  }

  /// `C`, `L`, `R`, `L30`, `R75`.
  static func pan(_ text: String) throws(ValueFault) -> Pan {
    let text = trimmed(text)
    if text == "C" { return .center }
    guard let side = text.first, side == "L" || side == "R" else { throw .malformed }
    let share = text.count == 1 ? 100 : try number(String(text.dropFirst()))
    guard let pan = Pan(percent: side == "L" ? -share : share) else {
      throw .outOfRange("up to 100 percent of the way to a side")
    }
    return pan
  }

  /// `250ms`, `2.5s`, `481/48000s`: seconds.
  static func time(_ text: String) throws(ValueFault) -> Rational {
    let text = trimmed(text)
    guard text.hasSuffix("s") else { throw .malformed }
    if text.hasSuffix("ms") { return try number(String(text.dropLast(2))) / 1000 }
    return try number(String(text.dropLast()))
  }

  /// `96200/48000`, which is a frame and its rate, or a time: seconds since the start of a file.
  static func instant(_ text: String) throws(ValueFault) -> Rational {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2, !trimmed(text).hasSuffix("s") else { return try time(text) }
    let range = "a numerator up to \(largestFrame) and a denominator from 1 to \(largestRate)"
    do throws(ValueFault) {
      let frame = try digits(sides[0], upTo: largestFrame)
      let rate = try digits(sides[1], upTo: largestRate)
      guard rate > 0 else { throw .outOfRange(range) }
      return Rational(frame, rate)
    } catch {
      throw error == .tooManyDigits ? .outOfRange(range) : error
    }
  }

  static let largestFrame: Int128 = 1 << 53
  static let largestRate = Int128(SampleRate.range.upperBound)

  /// `2 bars`, `3 beats`, `1/4`, `2.5s`.
  static func span(_ text: String) throws(ValueFault) -> MusicalSpan {
    let text = trimmed(text)
    if text.hasSuffix("s") || text.hasSuffix("r") || text.hasSuffix("t") {
      for (unit, make) in [("bar", MusicalSpan.bars), ("beat", MusicalSpan.beats)] {
        for ending in [unit, unit + "s"] where text.hasSuffix(ending) {
          return make(try number(String(text.dropLast(ending.count))))
        }
      }
      return .time(try time(text))
    }
    return .notes(try noteValue(text, upTo: largestFinePart))
  }

  /// `96 -> 120`, or a tempo without a ramp.
  static func tempoSetting(_ text: String) throws(ValueFault) -> TempoSetting {
    guard let arrow = text.firstRange(of: "->") else { return .steady(try tempo(text)) }
    return .ramp(
      from: try tempo(String(text[..<arrow.lowerBound])),
      to: try tempo(String(text[arrow.upperBound...])), curve: .beats)
  }

  /// `5`, `5:3`, `5:3+1/8`: bar, beat and offset.
  static func place(_ text: String) throws(ValueFault) -> PlaceText {
    let text = trimmed(text)
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { throw .malformed }
    let bar = try integer(String(parts[0]), in: placeRange)
    guard parts.count == 2 else { return PlaceText(bar: bar, beat: 1, offset: .zero) }
    let beat = parts[1].split(
      separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    return PlaceText(
      bar: bar, beat: try integer(String(beat[0]), in: placeRange),
      offset: beat.count == 2
        ? try noteValue(String(beat[1]), upTo: largestFinePart) : .zero)
  }

  static let placeRange = 1...10_000_000

  /// `62%`
  static func percent(_ text: String, in range: ClosedRange<Rational>) throws(ValueFault)
    -> Rational
  {
    let text = trimmed(text)
    guard text.hasSuffix("%") else { throw .malformed }
    let share = try number(String(text.dropLast())) / 100
    guard range.contains(share) else {
      throw .outOfRange("from \(range.lowerBound * 100)% to \(range.upperBound * 100)%")
    }
    return share
  }

  /// `25%` or `0.25`: a chance, 0 to 1.
  static func chance(_ text: String) throws(ValueFault) -> Rational {
    if trimmed(text).hasSuffix("%") { return try percent(text, in: .zero ... .one) }
    let chance = try number(text)
    guard chance <= 1 else { throw .outOfRange("from 0% to 100%") }
    return chance
  }

  /// A time that may be negative.
  static func signedTime(_ text: String) throws(ValueFault) -> Rational {
    let text = trimmed(text)
    return text.hasPrefix("-") ? -(try time(String(text.dropFirst()))) : try time(text)
  }

  /// `name` or `name xN`: the name and how often.
  static func repeated(_ text: String) throws(ValueFault) -> (name: String, times: Int)? {
    let text = trimmed(text)
    guard let space = text.lastIndex(of: " ") else { return nil }
    let count = text[text.index(after: space)...]
    guard count.first == "x", count.count > 1, count.dropFirst().allSatisfy(isDigit) else {
      return nil
    }
    return (
      trimmed(String(text[..<space])),
      try integer(String(count.dropFirst()), in: repeatRange)
    )
  }

  static let repeatRange = 1...1_000_000

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isWholeNumber
  }

  private static func digits(
    _ text: Substring, upTo largest: Int128 = largestNumber
  ) throws(ValueFault) -> Int128 {
    let text = trimmed(String(text))
    guard !text.isEmpty, text.allSatisfy(isDigit) else { throw .malformed }
    let significant = text.drop { $0 == "0" }
    guard significant.count <= 16, let value = Int128(text), value <= largest else {
      throw .tooManyDigits
    }
    return value
  }

  static func trimmed(_ text: String) -> String {
    var text = Substring(text)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

/// Values of the song language that the command line shares with it.
public enum SongValue {
  /// `1/16`, `3/8`; `nil` for anything else.
  public static func noteValue(_ text: String) -> WholeNotes? { try? ValueText.noteValue(text) }

  /// `80%`, from 0% to 100%, as 0 to 1; `nil` for anything else.
  public static func share(_ text: String) -> Rational? {
    try? ValueText.percent(text, in: .zero ... .one)
  }

  /// `250ms`, `2.5s`: seconds; `nil` for anything else.
  public static func time(_ text: String) -> Rational? { try? ValueText.time(text) }

  /// `5`, `5:3`, `5:3+1/8`; `nil` for anything else.
  public static func place(_ text: String) -> (bar: Int, beat: Int, offset: WholeNotes)? {
    (try? ValueText.place(text)).map { ($0.bar, $0.beat, $0.offset) }
  }
}

/// What `tempo` says: one tempo, or a gradual change.
enum TempoSetting: Hashable {
  case steady(TempoText)
  case ramp(from: TempoText, to: TempoText, curve: Ramp.Curve)
}

/// A position as it is written: bars and beats count from 1.
struct PlaceText: Hashable {
  let bar: Int
  let beat: Int
  let offset: WholeNotes

  /// The order in which changes take effect.
  static func precedes(_ left: PlaceText, _ right: PlaceText) -> Bool {
    (left.bar, left.beat, left.offset) < (right.bar, right.beat, right.offset)
  }
}

/// A tempo as it is written, before it is known what a beat is.
public struct TempoText: Hashable, Sendable {
  let beatsPerMinute: Rational
  let beat: WholeNotes?

  init(beatsPerMinute: Rational, beat: WholeNotes?) {
    self.beatsPerMinute = beatsPerMinute
    self.beat = beat
  }

  /// Reads `120`, `97.5` or `3/8 = 72`; `nil` for anything else.
  public init?(_ text: String) {
    guard let tempo = try? ValueText.tempo(text) else { return nil }
    self = tempo
  }

  /// A bare number counts the beat in force, or quarter notes where there is none.
  func tempo(beat inForce: WholeNotes?) -> Tempo {
    Tempo(beatsPerMinute: beatsPerMinute, beat: beat ?? inForce ?? WholeNotes(1, 4))
  }
}
