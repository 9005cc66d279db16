import AudioFiles
import Diagnostics
import Interchange
import MIDIFiles
import SongModel
import SongText
import Timing

/// Makes a song file of a file of another program.
enum ImportCommand {
  private static let file = PositionalSpec(
    "FILE", help: "a MIDI file, klick tempo map, Beats song, Hydrogen song or pattern; or -")
  private static let output = OptionSpec(
    "output", "o", value: "SONG", help: "the song file to make; without it, the song is printed")
  private static let format = OptionSpec(
    "as", value: "FORMAT", help: "midi, klick, beats or hydrogen (default: as the file looks)")
  private static let click = OptionSpec(
    "click", help: "MIDI: only its tempo, metres and markers, with a click")
  private static let quantize = OptionSpec(
    "quantize", value: "NOTE", help: "MIDI: move each hit to the nearest 1/16, or 1/12, ...")
  private static let strength = OptionSpec(
    "strength", value: "P", help: "how far towards it, 0% to 100% (default: 100%)")

  static let spec = CommandSpec(
    "import", summary: "make a song file of another program's file",
    usage: ["FILE [-o SONG] [--quantize NOTE [--strength P]]", "FILE --click [-o SONG]"],
    positionals: [file], options: [output, format, click, quantize, strength, .force],
    notes: [
      "A MIDI file's markers become sections, its drums patterns, and its tempo events the tempo, "
        + "each at its exact place; --click takes the tempo map alone and clicks it. A performance "
        + "keeps the player's time in 'hits', unless --quantize moves it to a grid.",
      "klick's tempo maps, songs of Beats, and songs and patterns of Hydrogen become the songs "
        + "that they are there.",
      "What a song cannot say is not left out in silence: the comments at its head name it.",
    ],
    examples: [
      "tactus import take.mid -o take.yaml",
      "tactus import take.mid --quantize 1/16 --strength 80% -o take.yaml",
      "tactus import session.mid --click -o click.yaml",
      "tactus import set.klick -o set.yaml",
    ],
    seeAlso: ["render", "check", "events"]
  ) { arguments, console throws(CommandLineMistake) in
    let settings = try Settings(arguments)
    let path = arguments.text(file)!
    do throws(Refusal) {
      let bytes = try telling(path, on: console) { () throws(UnreadableFile) in
        try readInput(path)
      }
      let format = settings.format ?? ImportFormat(of: bytes)
      if format != .midi, let option = settings.midiOption {
        throw Refusal(told: "'\(option)' is for MIDI files; this is \(format.words)", console)
      }
      var draft = try draft(bytes, path: path, format, settings, on: console)
      if let output = settings.output { draft.rebase(from: path, to: output) }
      if format == .midi {
        let name = path == "-" ? "" : ", \(lastPart(of: path))"
        draft.remarks.insert("From a MIDI file\(name).", at: 0)
      }
      return try write(draft, settings, on: console)
    } catch {
      return error.code
    }
  }

  /// What the options say.
  private struct Settings {
    let output: String?
    let format: ImportFormat?
    let midi: MIDIImportOptions
    /// An option that only a MIDI file takes.
    let midiOption: String?
    let replaces: Bool

    init(_ arguments: Arguments) throws(CommandLineMistake) {
      let path = arguments.text(ImportCommand.output)
      output = path == "-" ? nil : path
      format = try arguments.value(
        ImportCommand.format, expected: "midi, klick, beats or hydrogen", read: ImportFormat.init)
      replaces = arguments.has(.force)
      var midi = MIDIImportOptions(isClickOnly: arguments.has(click))
      midi.grid = try arguments.value(quantize, expected: "a note value such as 1/16 or 1/12") {
        SongValue.noteValue($0)
      }
      let strength = try arguments.value(
        ImportCommand.strength, expected: "a percentage from 0% to 100%"
      ) { SongValue.share($0) }
      if strength != nil, midi.grid == nil { throw .missingOption(quantize) }
      if midi.isClickOnly, midi.grid != nil { throw .conflict("'--click'", "'--quantize'") }
      midi.strength = strength ?? .one
      self.midi = midi
      midiOption = midi.isClickOnly ? "--click" : midi.grid != nil ? "--quantize" : nil
    }
  }

  // MARK: - Reading

  private static func draft(
    _ bytes: [UInt8], path: String, _ format: ImportFormat, _ settings: Settings,
    on console: Console
  ) throws(Refusal) -> SongDraft {
    let title = path == "-" ? nil : lastPart(of: path).withoutEnding
    let folder = folder(of: path)
    func inFolder(_ name: String) -> String {
      name.hasPrefix("/") || folder == "." ? name : folder + "/" + name
    }
    do throws(ForeignFault) {
      switch format {
      case .midi:
        do throws(MIDIImportError) {
          return try songDraft(
            midi: ImportFormat.unwrapped(bytes), title: title, options: settings.midi)
        } catch {
          throw ForeignFault(line: nil, column: nil, message: "\(error)", help: error.help)
        }
      case .klick: return try songDraft(klick: bytes, title: title)
      case .beats:
        return try songDraft(beats: bytes, title: title) { isRegularFile(inFolder($0)) }
      case .hydrogen:
        return try songDraft(
          hydrogen: bytes, title: title, searchPaths: hydrogenFolders,
          exists: { isRegularFile(inFolder($0)) },
          readFile: { try? readInput(inFolder($0)) })
      }
    } catch {
      for line in error.lines(path: path, bytes) { console.message(line) }
      throw Refusal(code: .wrongSong)
    }
  }

  /// Where Hydrogen keeps drumkits: the system's, then the user's.
  private static var hydrogenFolders: [String] {
    let own = environment("HOME").map { [$0 + "/.hydrogen/data/drumkits"] } ?? []
    return own + ["/usr/share/hydrogen/data/drumkits", "/usr/local/share/hydrogen/data/drumkits"]
  }

  // MARK: - Writing

  private static func write(
    _ draft: SongDraft, _ settings: Settings, on console: Console
  ) throws(Refusal) -> ExitCode {
    let text = songText(of: draft)
    let bytes = Array(text.utf8)
    guard bytes.count <= largestSongFile else {
      throw Refusal(
        told: "the song would have more than the \(largestSongFile >> 20) MiB that a song may: "
          + "divide the file, or move its notes to a grid with --quantize", console)
    }
    // A song that has a mistake is none that anyone would want.
    let reading = readSong(bytes, path: settings.output ?? "-", readFile: readInput)
    guard reading.song != nil else {
      console.show(reading.diagnostics)
      throw Refusal(told: "the song that this would become has mistakes", console)
    }
    guard let path = settings.output else {
      console.write(text)
      return .done
    }
    do throws(AudioFileError) {
      if fileExists(path) && !settings.replaces {
        throw AudioFileError(path: path, cause: .exists)
      }
      try OutputFile.write(bytes, to: path)
    } catch {
      console.message("tactus: \(error.description)")
      throw Refusal(code: .fileTrouble)
    }
    console.print(summary(of: draft, path: path))
    return .done
  }

  private static func summary(of draft: SongDraft, path: String) -> String {
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    // The first remark says where the song comes from.
    let remarks =
      draft.remarks.dropFirst().count
      + draft.sections.reduce(0) { $0 + $1.remarks.count }
      + draft.patterns.reduce(0) { $0 + $1.remarks.count }
      + draft.kit.reduce(0) { $0 + $1.remarks.count }
    let told = remarks == 0 ? "" : "; \(count(remarks, "comment")) in it"
    return "\(path): \(count(draft.sections.count, "section")), "
      + "\(count(draft.patterns.count, "pattern"))\(told)"
  }
}

extension Refusal {
  /// A refusal in one line.
  fileprivate init(told line: String, _ console: Console) {
    console.message("tactus: \(line)")
    self.init(code: .wrongSong)
  }
}
