/// An option of a command: `--rate HZ`, or a flag such as `--force`.
public struct OptionSpec: Sendable {
  /// The long name without its dashes.
  public let name: String
  /// The short form without its dash.
  public let letter: Character?
  /// The word that stands for the value in the help, such as `HZ`; `nil` for a flag.
  public let value: String?
  /// Whether it may be given more than once. Only an option with a value may.
  public let repeats: Bool
  /// What it does, in the help.
  public let help: String

  public init(
    _ name: String, _ letter: Character? = nil, value: String? = nil, repeats: Bool = false,
    help: String
  ) {
    precondition(value != nil || !repeats, "a flag is given once")
    self.name = name
    self.letter = letter
    self.value = value
    self.repeats = repeats
    self.help = help
  }

  /// Understood by every command without being declared.
  public static let help = OptionSpec("help", "h", help: "show this text")
  /// Understood by every command without being declared.
  public static let version = OptionSpec("version", help: "show the version")
  /// For commands that show progress: a command that declares it gets a quiet console.
  public static let quiet = OptionSpec("quiet", help: "show no progress bar")
}

/// An argument that is known by its place: `SONG`.
public struct PositionalSpec: Sendable {
  /// The word that stands for it in the help, such as `SONG`.
  public let name: String
  public let isOptional: Bool
  /// Whether it takes all the words that are left.
  public let repeats: Bool
  /// What it is, in the help.
  public let help: String

  public init(_ name: String, isOptional: Bool = false, repeats: Bool = false, help: String) {
    self.name = name
    self.isOptional = isOptional
    self.repeats = repeats
    self.help = help
  }
}

/// A command: what it is called, what it takes, what its help says, and what it does.
public struct CommandSpec: Sendable {
  /// Does the command's work.
  ///
  /// A mistake in the command line is thrown, before any work; every other trouble the action
  /// reports on the console by itself, and returns its code.
  public typealias Action =
    @Sendable (Arguments, Console) throws(CommandLineMistake) -> ExitCode

  public let name: String
  /// One line without a full stop, for the list of commands and the head of the help.
  public let summary: String
  /// What follows the name, one line for each way to use it: `SONG... -o FILE`; empty for nothing.
  public let usage: [String]
  public let positionals: [PositionalSpec]
  public let options: [OptionSpec]
  /// Paragraphs for the help; it wraps them.
  public let notes: [String]
  /// Whole command lines, at least one, which stand in the help as they are.
  public let examples: [String]
  /// Names of related commands.
  public let seeAlso: [String]
  public let run: Action

  /// - Precondition: There is a usage and an example; option names and letters differ from one
  ///   another and from `--help`, `-h` and `--version`; no positional follows one that repeats, and
  ///   none that is needed follows an optional one.
  public init(
    _ name: String, summary: String, usage: [String], positionals: [PositionalSpec] = [],
    options: [OptionSpec] = [], notes: [String] = [], examples: [String],
    seeAlso: [String] = [], run: @escaping Action
  ) {
    precondition(!usage.isEmpty, "\(name) has no usage")
    precondition(!examples.isEmpty, "\(name) has no example")
    let known = options + [.help, .version]
    precondition(Set(known.map(\.name)).count == known.count, "\(name) has an option twice")
    let letters = known.compactMap(\.letter)
    precondition(Set(letters).count == letters.count, "\(name) has a letter twice")
    for (earlier, later) in zip(positionals, positionals.dropFirst()) {
      precondition(!earlier.repeats, "\(name): nothing is left after \(earlier.name)")
      precondition(
        !earlier.isOptional || later.isOptional, "\(name): \(later.name) is never reached")
    }
    self.name = name
    self.summary = summary
    self.usage = usage
    self.positionals = positionals
    self.options = options
    self.notes = notes
    self.examples = examples
    self.seeAlso = seeAlso
    self.run = run
  }

  /// The options that the parser knows: the command's own, then those of every command.
  var knownOptions: [OptionSpec] { options + [.help, .version] }
}
