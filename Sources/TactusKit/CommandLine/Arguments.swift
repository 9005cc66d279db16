/// The words after a command's name, sorted by its spec.
///
/// The rules of the command line:
/// - An option's value follows as the next word or after `=`: `--rate 48000`, `--rate=48000`; a
///   short one's also at once: `-o FILE`, `-oFILE`, `-o=FILE`.
/// - The next word is the value even if it begins with `-`, as in `--offset -10ms`, unless it is
///   an option of the command or `--`; such a value is written `--title=--help`.
/// - `--` ends the options: what follows is positional. `-` alone always is.
/// - Options and positionals may be mixed. An option is given once unless it may repeat.
public struct Arguments: Sendable {
  private let command: CommandSpec
  /// What was given, in its order; of a flag an empty value. Lists of a few, which need no table.
  private var values: [(name: String, value: String)] = []
  private var positionals: [(name: String, words: [String])] = []

  /// - Throws: The first mistake, from left to right; one in the positionals comes last.
  init(_ words: [String], for command: CommandSpec) throws(CommandLineMistake) {
    self.command = command
    var places: [String] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      guard word.utf8.starts(with: "-".utf8), word != "-" else {
        places.append(word)
        continue
      }
      if word == "--" {
        places += words[index...]
        break
      }
      let (option, name, attached) = try lookUp(word)
      var value = attached ?? ""
      if option.value == nil {
        guard attached == nil else { throw .unexpectedValue(value, of: name) }
      } else if attached == nil {
        let next = index < words.count ? words[index] : nil
        guard let next, next != "--", !isOption(next) else {
          throw .missingValue(of: option, named: name, next: next)
        }
        value = next
        index += 1
      } else if value.isEmpty {
        throw .missingValue(of: option, named: name, next: nil)
      }
      guard option.repeats || !values.contains(where: { $0.name == option.name }) else {
        throw .repeatedOption(name)
      }
      values.append((option.name, value))
    }
    try place(places)
  }

  private func isOption(_ word: String) -> Bool {
    word.utf8.starts(with: "-".utf8) && word != "-" && (try? lookUp(word)) != nil
  }

  /// The option that a word names, the name as the user wrote it, and the value in the same word.
  private func lookUp(
    _ word: String
  ) throws(CommandLineMistake) -> (option: OptionSpec, name: String, attached: String?) {
    let scalars = word.unicodeScalars
    let known = command.knownOptions
    if word.utf8.starts(with: "--".utf8) {
      let end = scalars.firstIndex(of: "=") ?? scalars.endIndex
      let name = String(word[..<end])
      guard let option = known.first(where: { "--" + $0.name == name }) else {
        throw .unknownOption(name, nearest: nearestName(to: name, in: known))
      }
      return (option, name, end < scalars.endIndex ? String(scalars[end...].dropFirst()) : nil)
    }
    let letter = scalars.dropFirst().prefix(1)
    guard
      let option = known.first(where: { option in
        option.letter.map { String($0) == String(letter) } ?? false
      })
    else {
      throw .unknownOption(word, nearest: nearestName(to: word, in: known))
    }
    var attached = scalars.dropFirst(2)
    let hasValue = !attached.isEmpty
    if attached.first == "=" { attached = attached.dropFirst() }
    return (option, "-" + String(letter), hasValue ? String(attached) : nil)
  }

  private mutating func place(_ words: [String]) throws(CommandLineMistake) {
    var left = words[...]
    for positional in command.positionals {
      let taken = positional.repeats ? left : left.prefix(1)
      guard !taken.isEmpty || positional.isOptional else {
        throw .missingPositional(positional.name)
      }
      positionals.append((positional.name, Array(taken)))
      left = left.dropFirst(taken.count)
    }
    if let first = left.first { throw .unexpectedPositional(first) }
  }

  // MARK: Reading

  /// Whether a flag, or an option with a value, was given.
  public func has(_ option: OptionSpec) -> Bool { !all(option).isEmpty }

  /// The value of an option, as written; `nil` if it was not given.
  public func text(_ option: OptionSpec) -> String? { all(option).first }

  /// The values of an option that may repeat, in the order given.
  public func all(_ option: OptionSpec) -> [String] {
    precondition(
      command.options.contains { $0.name == option.name },
      "\(command.name) does not declare --\(option.name)")
    return values.filter { $0.name == option.name }.map(\.value)
  }

  /// The words of a positional, in the order given.
  public func all(_ positional: PositionalSpec) -> [String] {
    guard let words = positionals.first(where: { $0.name == positional.name })?.words else {
      preconditionFailure("\(command.name) does not declare \(positional.name)")
    }
    return words
  }

  /// The word of a positional; `nil` if it was left out.
  public func text(_ positional: PositionalSpec) -> String? { all(positional).first }

  /// The value of an option, read by `read`; `nil` if it was not given.
  ///
  /// - Parameter expected: What the value has to be, for the message: `a whole number from 1`.
  /// - Throws: A mistake that says what was expected, where `read` gives `nil`.
  public func value<Value>(
    _ option: OptionSpec, expected: String, read: (String) -> Value?
  ) throws(CommandLineMistake) -> Value? {
    guard let text = text(option) else { return nil }
    guard let value = read(text) else {
      throw .wrongValue(text, of: "--" + option.name, expected: expected)
    }
    return value
  }

  /// The value of an option as one of the cases of an enum; `nil` if it was not given.
  ///
  /// - Throws: A mistake that lists the cases.
  public func choice<Choice>(
    _ option: OptionSpec, as type: Choice.Type = Choice.self
  ) throws(CommandLineMistake) -> Choice?
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return try value(option, expected: "one of \(names)", read: Choice.init(rawValue:))
  }
}
