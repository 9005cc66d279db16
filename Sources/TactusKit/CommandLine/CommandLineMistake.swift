import Diagnostics

/// What can be wrong in a command line. The cases are facts; ``lines(program:command:)`` words them.
public enum CommandLineMistake: Error, Sendable {
  case noCommand
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  /// `named` is the option as the user wrote it, and `next` the word where the value should be.
  case missingValue(of: OptionSpec, named: String, next: String?)
  /// A flag was given a value.
  case unexpectedValue(String, of: String)
  /// A value, or a positional, is not what is named in `expected`.
  case wrongValue(String, of: String, expected: String)
  case repeatedOption(String)
  /// An option that the command cannot do without.
  case missingOption(OptionSpec)
  case missingPositional(String)
  case unexpectedPositional(String)
  /// An option about what is not written; in words: `a MIDI file`, and how to ask for one.
  case needsTarget(OptionSpec, String, example: String)
  /// Two things that exclude each other, in words: `'--stems'` and `several songs`.
  case conflict(String, String)

  /// The message for standard error: what is wrong, where there is one a hint, and where to read on.
  ///
  /// - Parameter command: The command that it is about; `nil` while none is known.
  public func lines(program: String, command: CommandSpec?) -> [String] {
    let full = command.map { "\(program) \($0.name)" } ?? program
    let last =
      command == nil
      ? "Run '\(program) --help' for the commands." : "Run '\(full) --help' for its options."
    let hint = hint(command: full, usage: command?.usage.first).map { "  help: \($0)" }
    return ["\(full): \(fact)"] + [hint].compactMap(\.self) + [last]
  }

  private var fact: String {
    switch self {
    case .noCommand: "a command is missing"
    case .unknownCommand(let word, _): "unknown command \(quoted(word))"
    case .unknownOption(let word, _): "unknown option \(quoted(word))"
    case .missingValue(_, let name, _): "option \(quoted(name)) needs a value"
    case .unexpectedValue(let value, let name):
      "option \(quoted(name)) takes no value, but has \(quoted(value))"
    case .wrongValue(let value, let name, _): "\(name) cannot be \(quoted(value))"
    case .repeatedOption(let name): "option \(quoted(name)) is given twice"
    case .missingOption(let option): "option '\(option.spelling)' is missing"
    case .needsTarget(let option, let target, _):
      "option '--\(option.name)' is about \(target), and none is written"
    case .missingPositional(let name): "\(name) is missing"
    case .unexpectedPositional(let word): "unexpected \(quoted(word))"
    case .conflict(let one, let other): "\(one) and \(other) do not go together"
    }
  }

  private func hint(command: String, usage: String?) -> String? {
    switch self {
    case .unknownCommand(_, let nearest), .unknownOption(_, let nearest):
      return nearest.map { "did you mean \(quoted($0))?" }
    case .missingValue(let option, let name, let next):
      guard let next, next != "--" else {
        return "write '\(name) \(option.value ?? "")'"
      }
      return "\(quoted(next)) is an option; as a value, write "
        + quoted("--\(option.name)=\(next)")
    case .wrongValue(_, _, let expected): return "expected \(expected)"
    case .needsTarget(_, _, let example): return "add '\(example)'"
    case .missingPositional, .unexpectedPositional:
      return usage.map { $0.isEmpty ? "write '\(command)'" : "write '\(command) \($0)'" }
    case .noCommand, .unexpectedValue, .repeatedOption, .missingOption, .conflict: return nil
    }
  }
}

extension OptionSpec {
  /// The long form as it is written, with the word for its value.
  var spelling: String { "--\(name)" + (value.map { " \($0)" } ?? "") }
}

/// The option that a misspelt one is nearest to, with its dashes.
func nearestName(to word: String, in options: [OptionSpec]) -> String? {
  let bare = String(word.drop { $0 == "-" })
  return nearest(to: bare, in: options.map(\.name)).map { "--" + $0 }
}

/// A word of the user's in quotes, fit to be shown.
func quoted(_ word: String) -> String { "'\(printable(word))'" }

/// A text of the user's with its control characters and line breaks spelled out, so that none
/// reaches the terminal.
func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator:
      result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
