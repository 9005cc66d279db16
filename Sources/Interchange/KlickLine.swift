import SongModel
import Timing

/// Reads a line of a klick tempo map: `[label:] bars [meter] tempo [pattern] [volume]`.
struct KlickLine {
  /// A stretch of the line without blanks.
  private struct Field {
    let text: String
    let column: Int
  }

  private let number: Int
  private var fields: ArraySlice<Field>
  /// The column behind the last field.
  private let endColumn: Int
  private var entry = KlickEntry()
  /// The numbers that have more digits than a song can hold, and what they have become.
  private var rounded: [(text: String, value: Rational)] = []

  static let form = "a line reads [label:] bars [meter] tempo [pattern] [volume]"

  /// - Parameter text: what stands before the comment.
  private init(_ text: Substring.UnicodeScalarView, number: Int) {
    self.number = number
    var fields: [Field] = []
    var word = String.UnicodeScalarView()
    var column = 0
    for scalar in text {
      column += 1
      if scalar == " " || scalar == "\t" {
        if !word.isEmpty {
          fields.append(Field(text: String(word), column: column - word.count))
          word = .init()
        }
      } else {
        word.append(scalar)
      }
    }
    if !word.isEmpty { fields.append(Field(text: String(word), column: column + 1 - word.count)) }
    self.fields = fields[...]
    endColumn = (fields.last.map { $0.column + $0.text.unicodeScalars.count - 1 } ?? 0) + 1
  }

  /// - Returns: `nil` for a line that says nothing.
  static func entry(_ text: Substring.UnicodeScalarView, number: Int) throws(ForeignFault)
    -> KlickEntry?
  {
    var line = KlickLine(text, number: number)
    guard !line.fields.isEmpty else { return nil }
    try line.readLabel()
    try line.readBars()
    try line.readMeter()
    try line.readTempo()
    try line.readPattern()
    try line.readVolume()
    if let field = line.fields.first {
      throw line.fault(
        at: field.column, "nothing may stand here, behind all that a line can say", form)
    }
    line.remarkRounding()
    return line.entry
  }

  private mutating func remarkRounding() {
    guard let first = rounded.first else { return }
    let others = rounded.count > 1 ? ", and \(rounded.count - 1) more such" : ""
    entry.remarks.append(
      "The file says \(shown(first.text)), which has more digits than a song can hold; here it is"
        + " \(first.value.written)\(others).")
  }

  private func fault(at column: Int, _ message: String, _ help: String?) -> ForeignFault {
    ForeignFault(line: number, column: column, message: message, help: help)
  }

  // MARK: - Fields

  private mutating func readLabel() throws(ForeignFault) {
    guard let first = fields.first, let colon = first.text.unicodeScalars.firstIndex(of: ":") else {
      return
    }
    let scalars = first.text.unicodeScalars
    let label = scalars[..<colon]
    if label.isEmpty {
      throw fault(at: first.column, "the label before this ':' is missing", Self.form)
    }
    if let wrong = label.firstIndex(where: { !Self.isLabel($0) }) {
      throw fault(
        at: first.column + scalars.distance(from: scalars.startIndex, to: wrong),
        "'\(scalars[wrong])' cannot stand in a label",
        "a label is made of the letters A to Z, digits, '_' and '-'")
    }
    entry.label = String(label)
    fields.removeFirst()
    let rest = String(scalars[scalars.index(after: colon)...])
    if !rest.isEmpty {
      fields = [Field(text: rest, column: first.column + label.count + 1)] + fields
    }
  }

  private static func isLabel(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "_", "-": true
    default: false
    }
  }

  private mutating func readBars() throws(ForeignFault) {
    guard let field = fields.popFirst() else {
      throw fault(at: endColumn, "the number of bars is missing", Self.form)
    }
    // A label's colon stands at it.
    if fields.first?.text == ":" {
      throw fault(
        at: field.column + field.text.unicodeScalars.count, "a blank stands before this ':'",
        "write the ':' right behind the label")
    }
    entry.bars = try integer(
      field.text[...], at: field.column, in: KlickLimits.bars, of: "the number of bars",
      help: Self.form)
  }

  private mutating func readMeter() throws(ForeignFault) {
    guard let field = fields.first, let slash = field.text.firstIndex(of: "/") else { return }
    fields.removeFirst()
    let help = "write a metre as 3/4"
    entry.beats = try integer(
      field.text[..<slash], at: field.column, in: KlickLimits.beats, of: "the number of beats",
      help: help)
    let behind = field.text[field.text.index(after: slash)...]
    let column = field.column + field.text[...slash].unicodeScalars.count
    entry.denominator = try integer(
      behind, at: column, in: KlickLimits.beats, of: "the denominator", help: help)
    guard entry.meter != nil else {
      throw fault(
        at: field.column, "a song has no metre as long as \(entry.beats)/\(entry.denominator)",
        "in lowest terms, its numerator and denominator may be up to 99")
    }
  }

  private mutating func readTempo() throws(ForeignFault) {
    let help = "write a tempo as 120, a ramp as 120-140, a tempo for each beat as 120,118,…"
    guard let field = fields.popFirst() else {
      throw fault(at: endColumn, "the tempo is missing", Self.form)
    }
    if field.text.contains(",") {
      var column = field.column
      var tempos: [Rational] = []
      for text in field.text.split(separator: ",", omittingEmptySubsequences: false) {
        tempos.append(try tempo(text, at: column, help: help))
        column += text.unicodeScalars.count + 1
      }
      let (beats, overflow) = entry.beats.multipliedReportingOverflow(by: entry.bars)
      guard !overflow, tempos.count == beats else {
        throw fault(
          at: field.column,
          "\(tempos.count) tempos stand here for \(entry.bars) bars of"
            + " \(entry.beats)/\(entry.denominator)",
          "a list has one tempo for each beat of all bars")
      }
      entry.pace = .each(tempos)
    } else if let dash = field.text.firstIndex(of: "-") {
      let from = try tempo(field.text[..<dash], at: field.column, help: help)
      let text = field.text[field.text.index(after: dash)...]
      let column = field.column + field.text[...dash].unicodeScalars.count
      if let end = try? ForeignDecimal(text), end.value == .zero, end.isExact {
        entry.pace = .steady(from)
        entry.remarks.append("klick plays a ramp to \(shown(text)) as a steady tempo.")
      } else {
        entry.pace = .ramp(from: from, to: try tempo(text, at: column, help: help))
      }
    } else {
      entry.pace = .steady(try tempo(field.text[...], at: field.column, help: help))
    }
  }

  private mutating func readPattern() throws(ForeignFault) {
    guard let field = fields.first, !Self.beginsNumber(field.text) else { return }
    fields.removeFirst()
    var steps: [Click.Step] = []
    for (offset, sign) in field.text.unicodeScalars.enumerated() {
      switch sign {
      case "X": steps.append(.accent)
      case "x": steps.append(.beat)
      case ".": steps.append(.rest)
      default:
        throw fault(
          at: field.column + offset, "'\(sign)' is no step of a pattern",
          "a pattern has 'X' for an accent, 'x' for a beat and '.' for a rest")
      }
    }
    guard steps.count == entry.beats else {
      throw fault(
        at: field.column,
        "the pattern has \(steps.count) steps, and a bar of \(entry.beats)/\(entry.denominator)"
          + " has \(entry.beats) beats", "write one step for each beat of a bar")
    }
    let plain = [.accent] + Array(repeating: Click.Step.beat, count: entry.beats - 1)
    entry.pattern = steps == plain ? nil : steps
  }

  private static func beginsNumber(_ text: String) -> Bool {
    let start = text.unicodeScalars.first == "." ? text.dropFirst() : text[...]
    return start.unicodeScalars.first.map { ("0"..."9").contains($0) } ?? false
  }

  private mutating func readVolume() throws(ForeignFault) {
    guard let field = fields.popFirst() else { return }
    let help = "write the volume as 0.5; 1 is the volume that it has without"
    entry.volume = try decimal(field.text[...], at: field.column, of: "a volume", help: help)
    guard KlickLimits.volumes.contains(entry.volume) else {
      throw fault(at: field.column, "the volume is more than 1000", help)
    }
  }

  // MARK: - Numbers

  private func integer(
    _ text: Substring, at column: Int, in range: ClosedRange<Int>, of what: String, help: String
  ) throws(ForeignFault) -> Int {
    guard !text.isEmpty, text.unicodeScalars.allSatisfy({ ("0"..."9").contains($0) }) else {
      throw fault(
        at: column, text.isEmpty ? "\(what) is missing" : "'\(shown(text))' is not \(what)", help)
    }
    guard let value = Int(text), range.contains(value) else {
      throw fault(
        at: column, "\(what) is not from \(range.lowerBound) to \(range.upperBound)", help)
    }
    return value
  }

  private mutating func tempo(_ text: Substring, at column: Int, help: String)
    throws(ForeignFault) -> Rational
  {
    let tempo = try decimal(text, at: column, of: "a tempo", help: help)
    guard Tempo.range.contains(tempo) else {
      throw fault(
        at: column, "a song has tempos from 0.001 to 100000, and this is \(shown(text))", help)
    }
    return tempo
  }

  private mutating func decimal(_ text: Substring, at column: Int, of what: String, help: String)
    throws(ForeignFault) -> Rational
  {
    do {
      let decimal = try ForeignDecimal(text)
      if !decimal.isExact { rounded.append((String(text), decimal.value)) }
      return decimal.value
    } catch {
      switch error {
      case .malformed:
        throw fault(
          at: column, text.isEmpty ? "\(what) is missing" : "'\(shown(text))' is not \(what)", help)
      case .tooLarge: throw fault(at: column, "\(shown(text)) is too large for \(what)", help)
      }
    }
  }
}
