extension Program {
  /// The help of the program: the commands in their groups, each with its summary.
  public var helpText: String {
    var text = "\(name) - \(summary)\n\nusage: \(name) COMMAND ...\n"
    // One column for all groups keeps the summaries under one another.
    let column = labelColumn(commands.map(\.name))
    for group in groups {
      text += section(group.title, group.commands.map { ($0.name, $0.summary) }, column)
    }
    text += section("options", [OptionSpec.help, .version].map { ($0.label, $0.help) })
    text += section("exit codes", ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
    text += exampleSection(examples)
    return text + "\nRun '\(name) COMMAND --help' for the options of a command.\n"
  }

  /// The help of a command: usage, description, arguments, options, examples, see also.
  public func helpText(of command: CommandSpec) -> String {
    let full = "\(name) \(command.name)"
    var text = "\(full) - \(command.summary)\n\n"
    for (index, usage) in command.usage.enumerated() {
      let start = index == 0 ? "usage: " : "       "
      text += wrapped("\(full) \(usage)", after: start, indent: start.count + full.count + 1)
    }
    for note in command.notes { text += "\n" + wrapped(note, after: "", indent: 0) }
    text += section("arguments", command.positionals.map { ($0.name, $0.help) })
    text += section("options", command.knownOptions.map { ($0.label, $0.helpWithRepeat) })
    text += exampleSection(command.examples)
    if !command.seeAlso.isEmpty {
      let names = command.seeAlso.map { "\(name) \($0)" }.joined(separator: ", ")
      text += "\n" + wrapped(names, after: "see also: ", indent: 10)
    }
    return text
  }

  /// Every help text there is, for tests and documents.
  public var allHelpTexts: [(title: String, text: String)] {
    [(name, helpText)] + commands.map { ("\(name) \($0.name)", helpText(of: $0)) }
  }
}

/// The columns that a help text keeps to, whatever the terminal's width.
let helpWidth = 80

extension OptionSpec {
  /// `-o, --output FILE`, with the long names of all options under one another.
  fileprivate var label: String { (letter.map { "-\($0), " } ?? "    ") + spelling }

  fileprivate var helpWithRepeat: String { repeats ? help + "; may be repeated" : help }
}

/// The column where the texts begin: two after the longest label, so long as it is no wide one.
private func labelColumn(_ labels: [String]) -> Int {
  (labels.map(\.count).filter { $0 <= 24 }.max() ?? 0) + 4
}

/// A titled table, or nothing if it has no rows. A label that does not fit has a line for itself.
private func section(
  _ title: String, _ rows: [(label: String, text: String)], _ column: Int? = nil
) -> String {
  if rows.isEmpty { return "" }
  let column = column ?? labelColumn(rows.map(\.label))
  var text = "\n\(title)\n"
  for row in rows {
    var start = "  " + row.label
    if start.count + 2 > column {
      text += start + "\n"
      start = ""
    }
    start += String(repeating: " ", count: column - start.count)
    text += wrapped(row.text, after: start, indent: column)
  }
  return text
}

private func exampleSection(_ examples: [String]) -> String {
  "\n\(examples.count == 1 ? "example" : "examples")\n"
    + examples.map { "  \($0)\n" }.joined()
}

/// The words of `text` in lines of at most ``helpWidth`` columns, the first of them after `start`,
/// the others indented.
private func wrapped(_ text: String, after start: String, indent: Int) -> String {
  var lines: [String] = []
  var line = start
  var isFresh = true
  for word in text.split(separator: " ") {
    if !isFresh, line.count + 1 + word.count > helpWidth {
      lines.append(line)
      line = String(repeating: " ", count: indent)
      isFresh = true
    }
    line += (isFresh ? "" : " ") + word
    isFresh = false
  }
  return (lines + [line]).map { $0 + "\n" }.joined()
}
