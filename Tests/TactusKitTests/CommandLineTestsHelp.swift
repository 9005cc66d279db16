import TactusKit
import Testing

@Suite("Help texts")
struct HelpTests {
  @Test("the program's help lists its commands in groups")
  func program() {
    #expect(
      demo.helpText == """
        demo - a program to test with

        usage: demo COMMAND ...

        make
          render  render songs
          click   a click

        look
          sounds  list the sounds

        options
          -h, --help     show this text
              --version  show the version

        exit codes
          0    done
          1    a song is wrong
          2    a file could not be read or written
          3    a verification failed
          64   the command line is wrong
          141  the reader of standard output closed it

        example
          demo click 120

        Run 'demo COMMAND --help' for the options of a command.

        """)
  }

  @Test("a command's help has its usage, options, examples and neighbours, wrapped at 80 columns")
  func command() {
    #expect(
      demo.helpText(of: demo.commands[0]) == """
        demo render - render songs

        usage: demo render SONG... [-o FILE]...
               demo render - -o FILE

        The ending of a name picks the format of the file, and several files come from
        one pass.

        arguments
          SONG  a song file

        options
          -o, --output FILE  the file to write; may be repeated
          -r, --rate HZ      frames a second
              --offset TIME  moves all hits
              --title TEXT   the title
          -f, --force        replace a file even if it was written by another program,
                             or by hand, without asking
              --quiet        show no progress bar
          -h, --help         show this text
              --version      show the version

        example
          demo render a.yaml -o a.wav --rate 48000

        see also: demo click

        """)
  }

  @Test("no help is wider than 80 columns, and every example parses")
  func faults() {
    #expect(helpFaults(of: demo) == [])
  }

  @Test("a help that is too wide and an example that does not parse are found")
  func spoiled() {
    let action: CommandSpec.Action = { _, _ throws(CommandLineMistake) in .done }
    let spoiled = Program(
      name: "demo", version: "1", summary: "spoiled",
      groups: [
        Program.Group(
          "all",
          [
            CommandSpec(
              "one", summary: String(repeating: "wide", count: 20), usage: [""],
              examples: ["demo one --two"], seeAlso: ["three"], run: action),
            CommandSpec("one", summary: "again", usage: [""], examples: ["demo one"], run: action),
          ])
      ], examples: ["one"])
    // The summary stands in the program's help and in the command's.
    // The other faults: the example of it has two lines, and that of the program one; a name stands
    // twice, and one is not known.
    #expect(helpFaults(of: spoiled).count == 2 + 2 + 1 + 2)
  }
}
