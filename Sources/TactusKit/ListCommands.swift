import AudioFiles
import SongModel
import Sounds

/// Lists the built-in sounds: those that need no kit, then the names of each kit.
enum SoundsCommand {
  static let spec = CommandSpec(
    "sounds", summary: "list the built-in sounds", usage: [""],
    notes: [
      "Each name can stand in 'kit', in 'click: {sounds: ...}' and as a pattern's track.",
      "With 'kit: 808' the names listed under it mean the sounds beside them, and all others stay "
        + "what they are; 'sound: 808-kick' takes a single one into any kit.",
    ],
    examples: ["tactus sounds"], seeAlso: ["new"]
  ) { _, console in
    let free = BuiltInSound.allCases.filter { $0.kit == nil }
    list("without a kit", free.map { [$0.name, $0.summary] }, on: console)
    for kit in BuiltInKit.allCases {
      console.print("")
      let rows = kit.sounds.map { [$0.name, $0.sound.name, $0.sound.summary] }
      list("kit: \(kit.name) - \(kit.summary)", rows, on: console)
    }
    return .done
  }

  /// A title and its rows, the cells of a column under one another.
  private static func list(_ title: String, _ rows: [[String]], on console: Console) {
    console.print(title)
    let columns = rows.first?.indices.dropLast() ?? []
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      var line = "  "
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: width - cell.count + 2)
      }
      console.print(line + row[row.count - 1])
    }
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
      try OutputFile.write(Array(starterSong.utf8), to: path)
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
