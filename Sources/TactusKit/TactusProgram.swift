/// The program `tactus`: all of its commands.
public let program = Program(
  name: "tactus", version: tactusVersion,
  summary: "song files to click tracks, drum tracks and MIDI, exact to the frame",
  groups: [
    Program.Group("Render", [ClickCommand.spec, RenderCommand.spec]),
    Program.Group("Play", [PlayCommand.spec, DevicesCommand.spec]),
    Program.Group("Look", [CheckCommand.spec, EventsCommand.spec]),
    Program.Group("Many songs", [BatchCommand.spec, VerifyCommand.spec]),
    Program.Group("Start", [NewCommand.spec, ImportCommand.spec, SoundsCommand.spec]),
  ],
  examples: [
    "tactus click 120 -o click.wav",
    "tactus new my-song.yaml",
    "tactus render my-song.yaml -o my-song.wav -o my-song.mid",
  ])
