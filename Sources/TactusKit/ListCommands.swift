import AudioFiles
import SongModel
import Sounds

/// Lists the built-in sounds.
enum SoundsCommand {
  static let spec = CommandSpec(
    "sounds", summary: "list the built-in sounds", usage: [""],
    notes: ["Each name can stand in 'kit', in 'click: {sounds: ...}' and as a pattern's track."],
    examples: ["tactus sounds"], seeAlso: ["new"]
  ) { _, console in
    let width = BuiltInSound.allCases.map(\.name.count).max() ?? 0
    for sound in BuiltInSound.allCases {
      let blanks = String(repeating: " ", count: width - sound.name.count)
      console.print("\(sound.name)\(blanks)  \(sound.summary)")
    }
    return .done
  }
}

/// Writes a song to start from.
enum NewCommand {
  private static let file = PositionalSpec(
    "FILE", isOptional: true, help: "the song file to make; without it, the song is printed")

  static let spec = CommandSpec(
    "new", summary: "write a song to start from", usage: ["[FILE] [--force]"],
    positionals: [file], options: [.force],
    examples: ["tactus new my-song.yaml"], seeAlso: ["check", "render"]
  ) { arguments, console throws(CommandLineMistake) in
    guard let path = arguments.text(file), path != "-" else {
      console.write(starterSong)
      return .done
    }
    return write(path, replacing: arguments.has(.force), on: console)
  }

  private static func write(_ path: String, replacing: Bool, on console: Console) -> ExitCode {
    do throws(AudioFileError) {
      if fileExists(path) && !replacing { throw AudioFileError(path: path, cause: .exists) }
      var output = try OutputFile(creating: path)
      try output.write(Array(starterSong.utf8))
      try output.commit()
      console.print("\(path): a song to start from; render it with 'tactus render \(path)'")
      return .done
    } catch {
      console.message("tactus: \(error.description)")
      return .fileTrouble
    }
  }

  /// Every line of it is worth changing, and it sounds as it is.
  private static let starterSong = """
    # A song for tactus. Change a line, and render it again.
    title: My Song
    tempo: 112
    meter: 4/4
    count-in: 1 bar

    # The click sounds in every section, with soft eighths between the beats.
    click: {subdivisions: {2: -14dB}}

    # x is a hit, X an accent, o a soft one, . a rest; a step is a sixteenth.
    patterns:
      groove:
        kick:  X.....x.X.......
        snare: ....X..o....X...
        hat:   x.x.x.x.x.x.x.x.
      fill:
        kick:  X.......X.......
        snare: ....X.xxX.xx(xx)x(xx)x

    sections:
      verse:  {bars: 8, play: groove}
      chorus: {bars: 8, play: [groove x3, fill], tempo: 116}

    song:
      - verse
      - chorus
      - verse
      - chorus x2

    """
}
