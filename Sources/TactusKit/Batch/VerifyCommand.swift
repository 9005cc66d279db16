import AudioFiles
import Workers

/// Renders again and compares.
enum VerifyCommand {
  private static let files = PositionalSpec(
    "FILE", repeats: true, help: "a manifest (.json), or an audio or MIDI file")
  private static let song = OptionSpec(
    "song", value: "SONG", help: "the song of the files (default: beside each, FILE's name)")
  private static let junit = OptionSpec(
    "junit", value: "FILE", help: "also write the results as JUnit XML")

  static let spec = CommandSpec(
    "verify", summary: "render again, and compare with the files",
    usage: [
      "MANIFEST... [--songs DIR] [--jobs N] [--json] [--junit FILE]",
      "FILE... [--song SONG] [--jobs N] [--json] [--junit FILE]",
    ],
    positionals: [files],
    options: [song, BatchCommand.songFolder, BatchCommand.jobs, .json, junit, .quiet],
    notes: [
      "Renders the songs in memory and compares every sample, at the depth of the file. The first "
        + "frame that differs is named with its bar, its beat and what starts there, and how far "
        + "the file is off. Lossy files are encoded again and compared decoded, MIDI files byte by "
        + "byte.",
      "Ends with 0 where all files are what their songs give, with 3 where one differs, with 1 "
        + "where a song is wrong, and with 2 where a file cannot be read.",
      "The song of FILE may also stand among the files, as in 'tactus verify mix.wav song.yaml'.",
    ],
    examples: [
      "tactus verify out/manifest.json --junit verify.xml",
      "tactus verify night-train.wav",
      "tactus verify mix.flac --song night-train.yaml",
    ],
    seeAlso: ["batch", "check"]
  ) { arguments, console throws(CommandLineMistake) in
    var paths: [String] = []
    var song = arguments.text(song)
    for path in arguments.all(files) {
      guard ["yaml", "yml"].contains(Paths.ending(of: path)) else {
        paths.append(path)
        continue
      }
      if let song { throw .conflict(quoted(song), "another song") }
      song = path
    }
    guard !paths.isEmpty else { throw .missingPositional(files.name) }
    let manifests = paths.filter { Paths.ending(of: $0) == "json" }
    if song != nil && !manifests.isEmpty { throw .conflict("'--song'", "a manifest") }
    if arguments.has(BatchCommand.songFolder) && manifests.isEmpty {
      throw .conflict("'--songs'", "files without a manifest")
    }
    let run = VerifyRun(
      jobs: try BatchCommand.jobs(arguments), asJSON: arguments.has(.json),
      junit: arguments.text(junit), console: console)
    do throws(Refusal) {
      return run.verify(
        try songs(paths, song, arguments.text(BatchCommand.songFolder), on: console))
    } catch {
      return error.code
    }
  }

  /// What is to be verified, song by song.
  private static func songs(
    _ paths: [String], _ song: String?, _ folder: String?, on console: Console
  ) throws(Refusal) -> [VerifiedSong] {
    var songs: [VerifiedSong] = []
    for path in paths {
      if Paths.ending(of: path) == "json" {
        songs += try self.songs(ofManifest: path, folder, on: console)
      } else {
        let path = VerifiedFile(path: path, name: path)
        songs.append(VerifiedSong(path: song ?? besides(path.path), files: [path]))
      }
    }
    return songs
  }

  /// The song beside a file, with the same name.
  private static func besides(_ path: String) -> String {
    let stem = Paths.stem(of: path)
    return !fileExists(stem + ".yaml") && fileExists(stem + ".yml") ? stem + ".yml" : stem + ".yaml"
  }

  private static func songs(
    ofManifest path: String, _ folder: String?, on console: Console
  ) throws(Refusal) -> [VerifiedSong] {
    let manifest: Manifest
    switch Manifest.reading(path) {
    case .success(let read): manifest = read
    case .failure(let fault):
      console.message("tactus: cannot use \(quoted(path)): \(fault.reason)")
      throw Refusal(code: .fileTrouble)
    }
    let outputs = String(Paths.folder(of: path))
    // As the batch counted it: by names alone, whatever is a link.
    let songs = folder ?? Paths.normalized(Paths.join(outputs, manifest.songs))
    return manifest.outputsBySong.sorted { $0.key < $1.key }.map { song, files in
      VerifiedSong(
        path: Paths.join(songs, song.text),
        files: files.map { file in
          let path = Paths.join(outputs, file.path.text)
          return VerifiedFile(path: path, name: path, record: file)
        })
    }
  }
}

/// Verifies songs, several at once, and tells what came of it.
private struct VerifyRun {
  let jobs: Int
  let asJSON: Bool
  let junit: String?
  let console: Console

  func verify(_ songs: [VerifiedSong]) -> ExitCode {
    let verdicts = verdicts(on: songs)
    var code = Verdict.code(of: verdicts.map(\.result))
    // Of a manifest with many files only those are told that are not equal.
    let single =
      songs.count == 1
      || !songs.isEmpty && songs.allSatisfy { $0.files.allSatisfy { $0.record == nil } }
    for verdict in verdicts {
      if !verdict.songMessages.isEmpty {
        console.message(String(verdict.songMessages.dropLast()))
      }
      if asJSON {
        console.print(verdict.json)
      } else if single || verdict.result != .equal {
        console.print(verdict.text)
      }
    }
    if !asJSON && !single { console.print(summary(of: verdicts)) }
    if let junit, !write(JUnitReport(verdicts: verdicts), to: junit), code == .done {
      code = .fileTrouble
    }
    return code
  }

  private func summary(of verdicts: [Verdict]) -> String {
    let counts = [
      (Verdict.Result.equal, "equal"), (.different, "different"), (.unreadable, "unreadable"),
      (.badSong, "not verified"),
    ].map { result, word in (verdicts.count { $0.result == result }, word) }
    let facts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return counted(verdicts.count, "file")
      + (facts.isEmpty ? " to verify" : ": " + facts.joined(separator: ", "))
  }

  private func verdicts(on songs: [VerifiedSong]) -> [Verdict] {
    if songs.isEmpty { return [] }
    let pool = WorkerPool(count: min(jobs, songs.count))
    let (board, inbox) = (JobBoard(), Inbox<(Int, [Verdict])>())
    let showsColor = console.err.terminal.showsColor
    let threads = max(1, jobs / songs.count)
    for (index, song) in songs.enumerated() {
      _ = pool.run {
        board.start(index, String(Paths.name(of: song.path)))
        let verdicts = Verification.verdicts(on: song, threads: threads, showsColor: showsColor) {
          board.update(index, $0)
        }
        board.end(index)
        inbox.put((index, verdicts))
      }
    }
    var bySong: [[Verdict]] = Array(repeating: [], count: songs.count)
    // A song weighs as much as any other: how long each is shows only when it has been read.
    var progress = BatchProgress(
      songs.map { _ in 1 }, board, showsSpeed: false, on: console)
    var left = songs.count
    while left > 0 {
      for (index, verdicts) in inbox.take(waiting: 100) {
        bySong[index] = verdicts
        progress.finish(index)
        left -= 1
      }
      progress.update()
    }
    progress.clear()
    return bySong.flatMap(\.self)
  }

  private func write(_ report: JUnitReport, to path: String) -> Bool {
    do throws(AudioFileError) {
      try OutputFile.write(Array(report.text.utf8), to: path)
      return true
    } catch {
      console.message("tactus: \(error.description)")
      return false
    }
  }
}
