import ReferenceKit
import TactusKit
import Testing

/// The reference of the commands.
@Suite("Docs/commands.md")
struct CommandPageTests {
  @Test("has a chapter for each command, with all of its options", arguments: program.commands)
  func options(_ command: CommandSpec) throws {
    let chapter = try #require(try Page("Docs/commands.md").chapter("tactus \(command.name)"))
    for option in command.options {
      #expect(chapter.contains("`--\(option.name)"), "--\(option.name) of \(command.name)")
      if let letter = option.letter, command.name == "render" {
        #expect(chapter.contains("`-\(letter) "), "-\(letter)")
      }
    }
    for positional in command.positionals { #expect(chapter.contains(positional.name)) }
  }

  @Test("explains every exit code")
  func exitCodes() throws {
    let text = try Page("Docs/commands.md").text
    for code in ExitCode.allCases { #expect(text.contains("\n| \(code.rawValue) | ")) }
  }

  // `swift run accept-texts` writes the output anew.
  @Test("shows what its examples print")
  func output() throws {
    let page = try Page("Docs/commands.md")
    #expect(try page.withFreshOutput() == page.text)
  }
}
