import AudioFiles
import Diagnostics
import Glibc

/// The whole command line: its commands, and the way from the words to an exit code.
public struct Program: Sendable {
  /// Commands that stand together in the help.
  public struct Group: Sendable {
    public let title: String
    private let makeCommands: @Sendable () -> [CommandSpec]
    public var commands: [CommandSpec] { makeCommands() }

    /// - Parameter commands: are made when they are asked for; a command line needs only its own.
    public init(
      _ title: String, _ commands: @autoclosure @escaping @Sendable () -> [CommandSpec]
    ) {
      self.title = title
      makeCommands = commands
    }
  }

  public let name: String
  public let version: String
  /// One line without a full stop.
  public let summary: String
  public let groups: [Group]
  /// Whole command lines for the help.
  public let examples: [String]

  /// - Precondition: No two commands have one name, and every `seeAlso` names a command. Tests see
  ///   to it.
  public init(
    name: String, version: String, summary: String, groups: [Group], examples: [String]
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.groups = groups
    self.examples = examples
  }

  public var commands: [CommandSpec] { groups.flatMap(\.commands) }

  private func command(_ name: String) -> CommandSpec? {
    for group in groups {
      if let command = group.commands.first(where: { $0.name == name }) { return command }
    }
    return nil
  }

  /// What a command line asks for.
  public enum Request {
    case help(CommandSpec?)
    case version
    case run(CommandSpec, Arguments)
  }

  /// Reads the words after the program's name.
  ///
  /// `--help`, `-h` and `--version` win wherever they stand before `--`, so that help can be asked
  /// for at the end of any line, a wrong one too.
  ///
  /// - Returns: The request, or the mistake with the command that it is about.
  public func request(
    _ words: [String]
  ) -> (result: Result<Request, CommandLineMistake>, command: CommandSpec?) {
    guard let first = words.first else { return (.failure(.noCommand), nil) }
    switch first {
    case "--help", "-h": return (.success(.help(nil)), nil)
    case "--version": return (.success(.version), nil)
    case _ where first.utf8.starts(with: "-".utf8):
      let nearest = nearestName(to: first, in: [.help, .version])
      return (.failure(.unknownOption(first, nearest: nearest)), nil)
    default: break
    }
    guard let command = command(first) else {
      let nearest = nearest(to: first, in: commands.map(\.name))
      return (.failure(.unknownCommand(first, nearest: nearest)), nil)
    }
    let rest = Array(words.dropFirst())
    let options = rest.prefix { $0 != "--" }
    if options.contains(where: { $0 == "--help" || $0 == "-h" }) {
      return (.success(.help(command)), command)
    }
    if options.contains("--version") { return (.success(.version), command) }
    do throws(CommandLineMistake) {
      return (.success(.run(command, try Arguments(rest, for: command))), command)
    } catch {
      return (.failure(error), command)
    }
  }

  /// Runs the words after the program's name, and leaves the console flushed.
  public func run(_ words: [String], on console: Console) -> ExitCode {
    let (result, command) = request(words)
    do throws(CommandLineMistake) {
      return end(try perform(try result.get(), on: console), on: console)
    } catch {
      for line in error.lines(program: name, command: command) { console.message(line) }
      return end(.wrongCommandLine, on: console)
    }
  }

  private func perform(
    _ request: Request, on console: Console
  ) throws(CommandLineMistake) -> ExitCode {
    switch request {
    case .help(let command):
      console.write(command.map(helpText(of:)) ?? helpText)
      return .done
    case .version:
      console.print("\(name) \(version)")
      return .done
    case .run(let command, let arguments):
      if command.options.contains(where: { $0.name == OptionSpec.quiet.name }) {
        console.isQuiet = arguments.has(.quiet)
      }
      return try command.run(arguments, console)
    }
  }

  /// A trouble with standard output turns success into failure; the command's own failure stays.
  private func end(_ code: ExitCode, on console: Console) -> ExitCode {
    console.flush()
    switch console.out.failure {
    case nil: return code
    case .closedPipe: return code == .done ? .outputClosed : code
    case .error(let number):
      console.message(
        "\(name): cannot write to standard output: \(String(cString: strerror(number)))")
      return code == .done ? .fileTrouble : code
    }
  }

  /// Runs the process's own words on its own standard streams and ends the process.
  ///
  /// SIGINT, SIGTERM and SIGHUP remove the files that are being written and end it with 130, 143
  /// and 129.
  public func main() -> Never {
    removeUnfinishedFilesOnSignals()
    // A closed pipe then is an error of write(2), and files half-written can be put away.
    signal(SIGPIPE, SIG_IGN)
    // And a limit on the size of files is an error like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    // A standard descriptor that is closed would be given to the next file opened, and messages
    // would go into that. Each is held by a stand-in on which its own use fails.
    for (descriptor, mode) in [(0 as Int32, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", mode)
    }
    exit(run(Array(CommandLine.arguments.dropFirst()), on: .standard()).rawValue)
  }
}
