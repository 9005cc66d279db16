import AudioFiles
import Diagnostics
import MIDIFiles
import SongModel
import SongText
import Timing
import Workers

/// Renders songs to audio and MIDI files.
enum RenderCommand {
  private static let songs = PositionalSpec(
    "SONG", repeats: true, help: "a song or a set; - for standard input")

  static let spec = CommandSpec(
    "render", summary: "turn songs into audio and MIDI files",
    usage: ["SONG -o FILE [-o FILE]... [--stems DIR]", "SONG..."], positionals: [songs],
    options: [
      .output, .stems, .format, .rate, .bits, .channels, .compression, .tempo, .seed, .from, .to,
      .loop, .solo, .mute, .midiFormat, .midiTempoStep, .noteLength, .threads, .force, .json,
      .quiet,
    ],
    notes: [
      "The ending of FILE picks the format: .wav .w64 .rf64 .aiff .caf .au .flac .ogg .opus .mp3 "
        + "or .mid. Several files come from one pass. Without -o, SONG.yaml becomes SONG.wav "
        + "beside it. '-o -' writes to standard output, WAV unless --format says otherwise.",
      "--stems writes one file a track, all of one length, whose sum is the mix before its master.",
      "--from and --to take a time (12.5s), a bar of the song (5 or 5:3) or a section (chorus, or "
        + "chorus#2 for its second time). The excerpt ends where --to begins, and its samples "
        + "are those of the whole file there, with the tails of what was struck before.",
      "The MIDI options say how a .mid file is written: as one track (format 0) for programs that "
        + "want it so; with a ramp as even steps; with notes of one length. Without them a note "
        + "lasts as long as its sound.",
      "A set becomes one audio file: its songs one after the other, each with the samples of its own "
        + "file, and a marker at the beginning of each.",
      "An existing file is replaced only if it was written by tactus, or with --force.",
    ],
    examples: [
      "tactus render night-train.yaml -o night-train.wav -o night-train.mid",
      "tactus render night-train.yaml --from chorus --to bridge -o chorus.wav",
      "tactus render night-train.yaml --stems stems -o mix.flac",
      "tactus render song.yaml -o song.mid --midi-format 0 --note-length 1/16",
      "tactus render songs/a.yaml songs/b.yaml --rate 44100 --bits 16",
    ],
    seeAlso: ["check", "events", "click"]
  ) { arguments, console throws(CommandLineMistake) in
    let paths = arguments.all(songs)
    let settings = try RenderSettings(arguments, isSongFile: true)
    if paths.count > 1 && !settings.targets.isEmpty {
      throw .conflict("'--output'", "several songs")
    }
    if paths.count > 1 && settings.stems != nil { throw .conflict("'--stems'", "several songs") }
    if paths.count > 1 && paths.contains("-") {
      throw .conflict("standard input", "other songs")
    }
    var code = ExitCode.done
    for path in paths {
      let result = try render(path, settings, on: console)
      if code == .done { code = result }
    }
    return code
  }

  private static func render(_ path: String, _ settings: RenderSettings, on console: Console)
    throws(CommandLineMistake) -> ExitCode
  {
    let file: SongOrSet
    do throws(Refusal) {
      file = try loadSongOrSet(path, tempo: settings.tempo, on: console)
    } catch {
      return error.code
    }
    switch file {
    case .song(let song): return try render(song, settings, on: console)
    case .set(let set): return try render(set, settings, on: console)
    }
  }

  /// Renders a song that has been read, and reports what was written.
  static func render(_ file: SongFile, _ settings: RenderSettings, on console: Console)
    throws(CommandLineMistake) -> ExitCode
  {
    var file = file
    try settings.apply(to: &file.song)
    var targets = settings.targets
    if targets.isEmpty {
      let kind = RenderPlan.Target.Kind(ending: file.song.output.format)!
      targets = [RenderPlan.Target(path: file.pathWithoutEnding + "." + kind.ending, kind: kind)]
    }
    try check(settings, targets, writesFLAC: writesFLAC(targets, settings, file.song), on: console)
    let rendering = Rendering(
      file: file,
      plan: RenderPlan(
        targets: targets, stems: settings.stems, midi: settings.midi.options,
        compression: settings.compression ?? 5,
        excerpt: try Excerpt(of: file.song, from: settings.from, to: settings.to),
        replacesOthers: settings.replacesOthers), console: console,
      threads: settings.threads ?? WorkerPool.cores)
    if settings.from != nil || settings.to != nil, targets.contains(where: { $0.kind == .midi }) {
      throw .conflict("an excerpt", "a MIDI file")
    }
    return report(settings, targets, on: console) { () throws(RenderFailure) in
      try rendering.run()
    }
  }

  /// Renders, and reports what was written.
  static func report(
    _ settings: RenderSettings, _ targets: [RenderPlan.Target], on console: Console,
    _ run: () throws(RenderFailure) -> RenderResult
  ) -> ExitCode {
    do throws(RenderFailure) {
      let report = RenderReport(result: try run())
      let text = settings.asJSON ? report.json : report.text
      // Standard output belongs to the samples where they are written there.
      if targets.contains(where: \.isStandardOutput) {
        console.message(String(text.dropLast()))
      } else {
        console.write(text)
      }
      for warning in report.warnings { console.message("tactus: warning: \(warning)") }
      return .done
    } catch {
      return error.tell(on: console)
    }
  }

  /// Makes sure that the options are about what is written.
  static func check(
    _ settings: RenderSettings, _ targets: [RenderPlan.Target], writesFLAC: Bool,
    on console: Console
  ) throws(CommandLineMistake) {
    if targets.contains(where: \.isStandardOutput) && console.out.terminal.isTerminal {
      throw .conflict("'--output -'", "a terminal")
    }
    if let option = settings.midi.stated, !targets.contains(where: { $0.kind == .midi }) {
      throw .needsTarget(option, "a MIDI file", example: "-o FILE.mid")
    }
    if settings.compression != nil && !writesFLAC {
      throw .needsTarget(.compression, "a FLAC file", example: "-o FILE.flac")
    }
  }

  /// Whether there is a FLAC file among the targets, or the stems are FLAC files.
  private static func writesFLAC(
    _ targets: [RenderPlan.Target], _ settings: RenderSettings, _ song: Song
  ) -> Bool {
    targets.contains { $0.kind == .audio(.flac) }
      || settings.stems != nil && song.output.format == "flac"
  }
}

extension SongFile {
  /// The path without its ending, for files beside the song.
  var pathWithoutEnding: String { RenderCommand.withoutEnding(path, orElse: "song") }
}

extension RenderCommand {
  /// - Parameter name: stands for standard input.
  static func withoutEnding(_ path: String, orElse name: String) -> String {
    guard path != "-" else { return name }
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/"), dot != path.startIndex
    else { return path }
    return String(path[..<dot])
  }
}
