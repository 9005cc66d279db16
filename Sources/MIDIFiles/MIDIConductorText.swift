import SongModel
import Timing

/// What a text event of a MIDI file says that the file's numbers cannot: a tempo that is no whole
/// number of microseconds, a ramp, a fermata, a metre with groups, an upbeat, the name of a note.
///
/// It is written in the song language, so that a person can read it and a program can take it back
/// exactly:
///
///     tempo: 137                            tempo: 3/8 = 72
///     tempo: 96 -> 120, over: 8/1           tempo: 96 -> 120, over: 2.5s, curve: time
///     hold: 2s                              pickup: 1/4
///     meter: 2+2+3/8                        meter: 5/12, written as 27/64
///     beat: 3/8                             beat: none
///     swing: 62%, unit: 1/16                end of song
///     track: click
///     note 36 = kick                        note 36 = bell on channel 3
///
/// A bare tempo counts quarter notes, whatever the beat is. A number is a decimal of up to twelve
/// places or a fraction, without a sign; a length is a fraction of a whole note. Numerators and
/// denominators have 128 bits, so what is read may be too fine to be added up: sums of it go through
/// ``Rational/adding(_:)``.
public enum ConductorText: Hashable, Sendable {
  /// A constant tempo from here on.
  case tempo(Tempo)
  /// A gradual change that begins here. The length is that of the whole ramp, also where the
  /// section ends before it.
  case ramp(from: Tempo, to: Tempo, length: Ramp.Length, curve: Ramp.Curve)
  /// A fermata of so many seconds. Several at one place add up.
  case hold(Rational)
  /// The metre of the bars from here on.
  case meter(Meter)
  /// The unit of the bar's grid from here on; `nil` for that of the metre.
  case beat(WholeNotes?)
  /// An upbeat of this length, which begins here.
  case pickup(WholeNotes)
  /// A swing of this section's click or of one of its tracks, with its unit.
  case swing(Swing)
  /// The end of the song, in a file whose one track goes on with what rings beyond it.
  case end
  /// The track whose sounds follow, in a file that has only one.
  case track(String)
  /// The sound that a note (0 to 127) of a channel (1 to 16) stands for.
  case sound(note: Int, channel: Int, name: String)
}

// MARK: - Writing

extension ConductorText: CustomStringConvertible {
  /// The text, which ``init(parsing:)`` takes back.
  public var description: String {
    switch self {
    case .tempo(let tempo): "tempo: " + ConductorText.text(tempo)
    case .ramp(let from, let to, let length, let curve):
      "tempo: \(ConductorText.text(from)) -> \(ConductorText.text(to))"
        + ", over: " + ConductorText.text(length) + (curve == .time ? ", curve: time" : "")
    case .hold(let seconds): "hold: " + ConductorText.text(seconds) + "s"
    case .meter(let meter):
      "meter: \(meter)"
        + (WrittenMeter.holds(meter) ? "" : ", written as \(WrittenMeter(nearestTo: meter))")
    case .beat(let beat): "beat: " + (beat.map(ConductorText.text) ?? "none")
    case .pickup(let length): "pickup: " + ConductorText.text(length)
    case .swing(let swing):
      "swing: " + ConductorText.text(swing.amount * 100) + "%"
        + (swing.unit.map { ", unit: " + ConductorText.text($0) } ?? "")
    case .end: ConductorText.endWords
    case .track(let name): ConductorText.trackWords + name
    case .sound(let note, let channel, let name):
      // A name that ends like the place of a channel is followed by the channel itself.
      "note \(note) = \(name)"
        + (channel == ConductorText.usualChannel && ConductorText.channel(of: name) == nil
          ? "" : "\(ConductorText.channelWords)\(channel)")
    }
  }

  private static let usualChannel = 10
  private static let endWords = "end of song"
  private static let trackWords = "track: "
  private static let channelWords = " on channel "
  private static let quarter = WholeNotes(1, 4)

  private static func text(_ tempo: Tempo) -> String {
    (tempo.beat == quarter ? "" : text(tempo.beat) + " = ") + text(tempo.beatsPerMinute)
  }

  private static func text(_ length: Ramp.Length) -> String {
    switch length {
    case .notes(let notes): text(notes)
    case .time(let seconds): text(seconds) + "s"
    }
  }

  private static func text(_ length: WholeNotes) -> String {
    "\(length.count.numerator)/\(length.count.denominator)"
  }

  /// A decimal where twelve places hold it, else a fraction.
  private static func text(_ number: Rational) -> String {
    let scale: Int128 = 1_000_000_000_000
    guard scale % number.denominator == 0 else { return number.description }
    let (whole, rest) = number.numerator.quotientAndRemainder(dividingBy: number.denominator)
    guard rest != 0 else { return "\(whole)" }
    let digits = String(rest * (scale / number.denominator))
    let places = String(repeating: "0", count: 12 - digits.count) + digits
    return "\(whole)." + places.prefix(through: places.lastIndex { $0 != "0" }!)
  }
}

// MARK: - Reading

extension ConductorText {
  /// Reads what ``description`` writes, with or without blanks around its signs.
  ///
  /// - Returns: `nil` for any other text, and for a value that no song can have.
  public init?(parsing text: String) {
    if let sound = ConductorText.sound(text) {
      self = sound
      return
    }
    if text.hasPrefix(ConductorText.trackWords) {
      self = .track(String(text.dropFirst(ConductorText.trackWords.count)))
      return
    }
    if text == ConductorText.endWords {
      self = .end
      return
    }
    guard text.utf8.count <= ConductorText.longest else { return nil }
    var fields: [(key: Substring, value: Substring)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let part = trimmed(part)
      if part.hasPrefix("written as ") {
        fields.append(("written as", trimmed(part.dropFirst(11))))
        continue
      }
      guard let colon = part.firstIndex(of: ":") else { return nil }
      fields.append((part[..<colon], trimmed(part[part.index(after: colon)...])))
    }
    guard let (key, value) = fields.first else { return nil }
    let read: ConductorText?
    switch (key, fields.count) {
    case ("tempo", 1): read = ConductorText.tempo(value).map { .tempo($0) }
    case ("tempo", 2...3): read = ConductorText.ramp(value, fields.dropFirst())
    case ("hold", 1): read = ConductorText.seconds(value).map { .hold($0) }
    case ("meter", 1): read = ConductorText.meter(value).map { .meter($0) }
    case ("meter", 2)
    where fields[1].key == "written as" && ConductorText.meter(fields[1].value) != nil:
      read = ConductorText.meter(value).map { .meter($0) }
    case ("beat", 1):
      read = value == "none" ? .beat(nil) : ConductorText.noteValue(value).map { .beat($0) }
    case ("swing", 2) where fields[1].key == "unit":
      read = ConductorText.swing(value, unit: fields[1].value)
    case ("pickup", 1): read = ConductorText.length(value).map { .pickup($0) }
    default: read = nil
    }
    guard let read else { return nil }
    self = read
  }

  private static func swing(_ amount: Substring, unit: Substring) -> ConductorText? {
    guard amount.hasSuffix("%"), let percent = number(trimmed(amount.dropLast())),
      let share = percent.multiplied(by: Rational(1, 100)), let unit = noteValue(unit)
    else { return nil }
    return Swing(amount: share, unit: unit).map { .swing($0) }
  }

  /// In bytes; a name may be longer.
  private static let longest = 1000

  private static func ramp(
    _ value: Substring, _ fields: ArraySlice<(key: Substring, value: Substring)>
  ) -> ConductorText? {
    guard let arrow = value.firstRange(of: "->"), let over = fields.first, over.key == "over",
      let from = tempo(trimmed(value[..<arrow.lowerBound])),
      let to = tempo(trimmed(value[arrow.upperBound...]))
    else { return nil }
    let length: Ramp.Length? =
      over.value.hasSuffix("s")
      ? seconds(over.value).map { .time($0) } : self.length(over.value).map { .notes($0) }
    guard let length else { return nil }
    guard let curve = fields.dropFirst().first else {
      return .ramp(from: from, to: to, length: length, curve: .beats)
    }
    guard curve.key == "curve", ["beats", "time"].contains(curve.value) else { return nil }
    return .ramp(
      from: from, to: to, length: length, curve: curve.value == "time" ? .time : .beats)
  }

  private static func tempo(_ text: Substring) -> Tempo? {
    let sides = text.split(separator: "=", omittingEmptySubsequences: false).map(trimmed)
    guard sides.count <= 2, let number = number(sides[sides.count - 1]),
      Tempo.range.contains(number),
      let beat = sides.count == 2 ? noteValue(sides[0]) : quarter,
      // What every use of a tempo computes.
      let wholeNotes = number.multiplied(by: beat.count),
      wholeNotes.reciprocal.multiplied(by: 60) != nil
    else { return nil }
    return Tempo(beatsPerMinute: number, beat: beat)
  }

  /// Above zero.
  private static func seconds(_ text: Substring) -> Rational? {
    guard text.hasSuffix("s"), let seconds = number(trimmed(text.dropLast())), seconds > .zero,
      seconds <= longestTime
    else { return nil }
    return seconds
  }

  /// What the song language can write: a number of thirteen digits.
  private static let longestTime = Rational(1_000_000_000_000)

  private static func meter(_ text: Substring) -> Meter? {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false).map(trimmed)
    guard sides.count == 2, let denominator = integer(sides[1]) else { return nil }
    let groups = sides[0].split(separator: "+", omittingEmptySubsequences: false)
      .map { integer(trimmed($0)).map(Int.init(clamping:)) ?? 0 }
    // A group of 0 is none of a metre's.
    guard groups.allSatisfy(Meter.range.contains) else { return nil }
    return Meter(groups: groups, denominator: Int(clamping: denominator))
  }

  /// A length whose parts go up to 9999, as a song writes it.
  private static func noteValue(_ text: Substring) -> WholeNotes? {
    guard let length = length(text), max(length.count.numerator, length.count.denominator) <= 9999
    else { return nil }
    return length
  }

  /// Above zero.
  private static func length(_ text: Substring) -> WholeNotes? {
    guard text.contains("/"), let count = number(text), count > .zero else { return nil }
    return WholeNotes(count)
  }

  /// `7`, `97.5` or `400/3`.
  private static func number(_ text: Substring) -> Rational? {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false).map(trimmed)
    if sides.count == 2 {
      guard let numerator = integer(sides[0]), let denominator = integer(sides[1]),
        denominator > 0
      else { return nil }
      return Rational(numerator, denominator)
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard sides.count == 1, parts.count <= 2, let whole = integer(parts[0]) else { return nil }
    guard parts.count == 2 else { return Rational(whole) }
    guard parts[1].utf8.count <= 12, let rest = integer(parts[1]) else { return nil }
    let scale = parts[1].utf8.reduce(Int128(1)) { scale, _ in scale * 10 }
    return Rational(whole).adding(Rational(rest, scale))
  }

  private static func integer(_ text: Substring) -> Int128? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int128(text)
  }

  // MARK: - Sounds

  private static func sound(_ text: String) -> ConductorText? {
    guard text.hasPrefix("note "), let sign = text.firstRange(of: " = "),
      let note = integer(text[..<sign.lowerBound].dropFirst(5)), note <= 127
    else { return nil }
    let name = text[sign.upperBound...]
    guard let channel = channel(of: String(name)) else {
      return .sound(note: Int(note), channel: usualChannel, name: String(name))
    }
    return .sound(
      note: Int(note), channel: channel,
      name: String(name.dropLast("\(channelWords)\(channel)".count)))
  }

  /// The channel that a text ends with.
  private static func channel(of text: String) -> Int? {
    guard let space = text.lastIndex(of: " "), text[...space].hasSuffix(channelWords),
      let channel = integer(text[space...].dropFirst()), (1...16).contains(channel),
      text.hasSuffix(" \(channel)")
    else { return nil }
    return Int(channel)
  }
}

/// Without the blanks at its ends.
private func trimmed(_ text: Substring) -> Substring {
  var text = text
  while text.first == " " { text.removeFirst() }
  while text.last == " " { text.removeLast() }
  return text
}
