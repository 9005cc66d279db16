import SongModel
import Timing

/// Writes the values of the song language, so that reading the text gives back the very value.
enum WrittenValue {
  /// `7`, `97.5`; `400/3` where no decimal of up to twelve places is exact.
  static func number(_ value: Rational) -> String {
    if value < .zero { return "-" + number(-value) }
    guard !value.isInteger else { return "\(value.numerator)" }
    var (denominator, places) = (value.denominator, 0)
    var (twos, fives) = (0, 0)
    while denominator % 2 == 0 { (denominator, twos) = (denominator / 2, twos + 1) }
    while denominator % 5 == 0 { (denominator, fives) = (denominator / 5, fives + 1) }
    places = max(twos, fives)
    guard denominator == 1, places <= 12 else { return value.description }
    var scale: Int128 = 1
    for _ in 0..<places { scale *= 10 }
    guard let scaled = value.multiplied(by: Rational(scale)),
      scaled.numerator <= ValueText.largestNumber
    else { return value.description }
    let (whole, rest) = scaled.numerator.quotientAndRemainder(dividingBy: scale)
    return "\(whole)." + "\(rest + scale)".dropFirst()
  }

  static func noteValue(_ length: WholeNotes) -> String {
    "\(length.count.numerator)/\(length.count.denominator)"
  }

  /// - Parameter beat: what a bare number counts there.
  static func tempo(_ tempo: Tempo, beat: WholeNotes?) -> String {
    let number = number(tempo.beatsPerMinute)
    return tempo.beat == beat ?? WholeNotes(1, 4)
      ? number : "\(noteValue(tempo.beat)) = \(number)"
  }

  static func level(_ level: Level) -> String {
    switch level {
    case .decibels(let decibels): return number(decibels.value) + "dB"
    case .ratio(let ratio) where ratio == .zero: return "off"
    case .ratio(let ratio):
      let percent = ratio * 100
      // A hundred times a fraction may have too many digits.
      return percent.numerator <= ValueText.largestNumber ? number(percent) + "%" : number(ratio)
    }
  }

  /// - Parameter percent: of the way to the right, negative for the left.
  static func pan(_ percent: Rational) -> String {
    if percent == .zero { return "C" }
    let share = percent.magnitude == 100 ? "" : number(percent.magnitude)
    return (percent < .zero ? "L" : "R") + share
  }

  /// Seconds: `250ms` below a second where that is a whole number, else `2.5s`.
  static func time(_ seconds: Rational) -> String {
    if seconds < .zero { return "-" + time(-seconds) }
    let milliseconds = seconds * 1000
    return seconds < .one && seconds > .zero && milliseconds.isInteger
      ? "\(milliseconds)ms" : number(seconds) + "s"
  }

  /// `96200/48000` for a time that falls on a frame, else another exact fraction.
  static func instant(_ time: Rational, at rate: SampleRate) -> String {
    let frame = time * Rational(Int128(rate.hertz))
    if frame.isInteger { return "\(frame)/\(rate.hertz)" }
    if time.denominator <= ValueText.largestRate { return time.description }
    return max(time.numerator, time.denominator) <= ValueText.largestNumber
      ? number(time) + "s" : number(time * 1000) + "ms"
  }

  /// - Parameter meter: the one in force, which stands in where a note value has too many digits.
  static func span(_ span: MusicalSpan, in meter: Meter) -> String {
    switch span {
    case .bars(let count): return number(count) + (count == .one ? " bar" : " bars")
    case .beats(let count): return number(count) + (count == .one ? " beat" : " beats")
    case .time(let seconds): return time(seconds)
    case .notes(let length):
      let largest = max(length.count.numerator, length.count.denominator)
      return largest <= ValueText.largestFinePart
        ? noteValue(length) : self.span(.bars(length / meter.length), in: meter)
    }
  }

  /// `5`, `5:3`, `5:3+1/8`
  static func place(_ position: WholeNotes, in bars: BarMap) -> String {
    let bar = bars.bar(at: position)
    let offset = position - bars.start(ofBar: bar)
    if offset == .zero { return "\(bar)" }
    return "\(bar):" + BeatPlace(at: offset, in: bars.run(ofBar: bar)).description
  }
}
