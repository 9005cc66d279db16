/// How a table of events is written.
enum EventTable: String, CaseIterable, Sendable {
  case text
  case csv
  case jsonl

  /// What the columns hold, from left to right.
  enum Column: Int, CaseIterable {
    case frame, seconds, bar, beat, section, track, sound, velocity

    var name: String { "\(self)" }
    /// Numbers stand as they are in JSON; names, and beats such as 3+1/8, are strings.
    var isNumber: Bool {
      switch self {
      case .frame, .seconds, .bar, .velocity: true
      case .beat, .section, .track, .sound: false
      }
    }
  }

  /// The line before the first event.
  var header: String? {
    if self == .jsonl { return nil }
    return Column.allCases.map { opening(of: $0) + cell($0.name, in: $0) }.joined()
  }

  /// What stands before the text of a column's cells.
  func opening(of column: Column) -> String {
    switch self {
    case .text: column == .frame ? "" : " "
    case .csv: column == .frame ? "" : ","
    case .jsonl: (column == .frame ? "{" : ",") + JSON.string(column.name) + ":"
    }
  }

  /// What ends a line.
  var end: String { self == .jsonl ? "}\n" : "\n" }

  /// The least width of a column, where numbers and beats stand at the right and names at the left.
  func width(of column: Column) -> Int {
    self == .text ? [10, 18, 4, 8, 14, 12, 12, 8][column.rawValue] : 0
  }

  /// A text as it stands in a column.
  func cell(_ text: String, in column: Column) -> String {
    switch self {
    case .text:
      let blanks = String(repeating: " ", count: max(0, width(of: column) - text.count))
      return column.isNumber || column == .beat ? blanks + text : text + blanks
    case .csv: return EventTable.csvField(text)
    case .jsonl: return column.isNumber ? text : JSON.string(text)
    }
  }

  /// A field as RFC 4180 has it: quoted where it holds a comma, a quotation mark or a line break.
  private static func csvField(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
