/// How a table of events is written.
enum EventTable: String, CaseIterable {
  case text
  case csv
  case jsonl

  private static let columns = [
    "frame", "seconds", "bar", "beat", "section", "track", "sound", "velocity",
  ]

  /// The lines before the first event.
  var header: String? {
    switch self {
    case .text: line(EventTable.columns)
    case .csv: line(EventTable.columns)
    case .jsonl: nil
    }
  }

  func line(_ fields: [String]) -> String {
    switch self {
    case .text:
      let widths = [10, 18, 4, 8, -14, -12, -12, 8]
      let cells = zip(fields, widths).map { field, width in
        let blanks = String(repeating: " ", count: max(0, abs(width) - field.count))
        return width < 0 ? field + blanks : blanks + field
      }
      return cells.joined(separator: " ")
    case .csv: return fields.map(EventTable.csvField).joined(separator: ",")
    case .jsonl:
      // Numbers stand as they are; names, and beats such as 3+1/8, are strings.
      let quoted = zip(EventTable.columns, fields).map { column, field in
        let isNumber = ["frame", "seconds", "bar", "velocity"].contains(column)
        return (column, isNumber ? field : JSON.string(field))
      }
      return JSON.object(quoted)
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
