import AudioFiles
import SongModel
import Workers

/// Renders many songs, and joins the lists of what was made.
enum BatchCommand {
  private static let songs = PositionalSpec(
    "SONGS", repeats: true, help: "folders and song files; with --merge, manifests")
  static let jobs = OptionSpec(
    "jobs", value: "N", help: "how many songs at once (default: one for each core)")
  private static let folder = OptionSpec(
    "output", "o", value: "DIR", help: "the folder for the files and the manifest")
  private static let formats = OptionSpec(
    "format", value: "LIST", help: "such as wav,flac,mid (default: what each song says)")
  private static let shard = OptionSpec(
    "shard", value: "I/N", help: "only the I-th of N equal parts of the songs")
  private static let changed = OptionSpec(
    "changed", help: "only what is not as the manifest says, by hashes")
  private static let merge = OptionSpec(
    "merge", help: "join the manifests of all parts into one")
  static let songFolder = OptionSpec(
    "songs", value: "DIR", help: "the folder of the songs, if it is elsewhere now")

  static let spec = CommandSpec(
    "batch", summary: "render many songs, and list what was made",
    usage: [
      "DIR|FILE... -o DIR [--format LIST] [--jobs N] [--shard I/N] [--changed]",
      "--merge MANIFEST... -o DIR|FILE [--songs DIR]",
    ],
    positionals: [songs],
    options: [folder, formats, jobs, shard, changed, .force, merge, songFolder, .json, .quiet],
    notes: [
      "Renders the songs that are named and every .yaml and .yml file below the folders, each in "
        + "one pass to all its formats: SONGS/a/b.yaml becomes DIR/a/b.wav. A file that a song "
        + "names as its kit is no song. A bad song is told, and the rest are rendered.",
      "manifest.json in DIR lists each file with its digests and levels and the digests of all "
        + "that it was made from. An interrupted batch goes on where it was when it is started "
        + "again.",
      "With --shard each of N machines renders its own part, and writes manifest-I-of-N.json. "
        + "--merge joins these to the manifest.json of the whole, and ends with 3 where a part, a "
        + "song or a file is missing.",
      "An existing file is replaced only if it was written by tactus, or with --force.",
    ],
    examples: [
      "tactus batch songs -o out --format wav,mid",
      "tactus batch songs -o out --changed",
      "tactus batch songs -o out --shard 2/4",
      "tactus batch --merge out/manifest-1-of-2.json out/manifest-2-of-2.json -o out",
    ],
    seeAlso: ["verify", "render", "check"]
  ) { arguments, console throws(CommandLineMistake) in
    guard let target = arguments.text(folder) else { throw .missingOption(folder) }
    if arguments.has(merge) {
      for option in [formats, jobs, shard, changed, .force, .json] where arguments.has(option) {
        throw .conflict("'--merge'", "'--\(option.name)'")
      }
      return merge(
        arguments.all(songs), to: target, songs: arguments.text(songFolder), on: console)
    }
    if arguments.has(songFolder) { throw .conflict("'--songs'", "a batch without '--merge'") }
    let settings = BatchSettings(
      folder: target, kinds: try kinds(arguments), jobs: try jobs(arguments),
      shard: try arguments.value(
        shard, expected: "two numbers such as 2/4, the first from 1 to the second",
        read: Shard.init),
      onlyChanged: arguments.has(changed), replacesOthers: arguments.has(.force),
      asJSON: arguments.has(.json))
    return render(arguments.all(songs), settings, on: console)
  }

  /// How many jobs at once, for any command with `--jobs`.
  static func jobs(_ arguments: Arguments) throws(CommandLineMistake) -> Int {
    try arguments.value(jobs, expected: "a whole number from 1 to 1024") {
      Int($0).flatMap { (1...1024).contains($0) ? $0 : nil }
    } ?? WorkerPool.cores
  }

  private static func kinds(
    _ arguments: Arguments
  ) throws(CommandLineMistake) -> [RenderPlan.Target.Kind]? {
    try arguments.value(
      formats, expected: "one or more of \(Output.formats.joined(separator: ",")), each once"
    ) { text in
      let kinds = text.split(separator: ",", omittingEmptySubsequences: false).map {
        Output.formats.contains(String($0)) ? RenderPlan.Target.Kind(ending: String($0)) : nil
      }
      let known = kinds.compactMap(\.self)
      return known.count == kinds.count && Set(known).count == known.count ? known : nil
    }
  }

  private static func render(
    _ paths: [String], _ settings: BatchSettings, on console: Console
  ) -> ExitCode {
    do throws(SongList.Collision) {
      let list = try SongList(paths)
      for trouble in list.troubles { console.message("tactus: \(trouble)") }
      if list.songs.isEmpty {
        if list.troubles.isEmpty {
          console.message("tactus: there is no song: no file there ends in .yaml or .yml")
        }
        return .fileTrouble
      }
      return Batch(list, settings, on: console).run()
    } catch {
      console.message(
        "tactus: \(quoted(error.one)) and \(quoted(error.other)) would write the same files; "
          + "rename one of them")
      return .wrongCommandLine
    }
  }

  // MARK: - Merging

  private static func merge(
    _ paths: [String], to target: String, songs: String?, on console: Console
  ) -> ExitCode {
    var parts: [ManifestMerge.Part] = []
    for path in paths {
      switch Manifest.reading(path) {
      case .success(let manifest):
        parts.append(ManifestMerge.Part(path: path, manifest: manifest))
      case .failure(let fault):
        console.message("tactus: cannot use \(quoted(path)): \(fault.reason)")
      }
    }
    guard parts.count == paths.count else { return .fileTrouble }
    var names: [PathName]?
    if let songs {
      let list = try? SongList([songs])
      for trouble in list?.troubles ?? [] { console.message("tactus: \(trouble)") }
      guard let list, list.troubles.isEmpty else { return .fileTrouble }
      names = list.songs.map(\.name)
    }
    return write(ManifestMerge(parts, songs: names), of: parts, to: target, on: console)
  }

  private static func write(
    _ merge: ManifestMerge, of parts: [ManifestMerge.Part], to target: String, on console: Console
  ) -> ExitCode {
    for line in merge.conflicts + merge.missing { console.message("tactus: \(line)") }
    let count = parts[0].manifest.shard?.count ?? 1
    let isPartial = Set(parts.map { $0.manifest.shard?.index }).count < count
    if !merge.conflicts.isEmpty || isPartial { return .verificationFailed }
    let isFile = target.utf8.hasSuffix(".json".utf8)
    let path = isFile ? target : Paths.join(target, Manifest.fileName(of: nil))
    let folder = String(Paths.folder(of: path))
    let manifest = merge.whole(in: isFile ? nil : Paths.absolute(target))
    do throws(AudioFileError) {
      let code = folder.isEmpty ? 0 : Paths.makeFolders(folder)
      if code != 0 {
        throw AudioFileError(path: folder, cause: .system(.create, SystemError(code: code)))
      }
      try manifest.write(to: path)
    } catch {
      console.message("tactus: \(error.description)")
      return .fileTrouble
    }
    console.print(
      "\(printable(path)): \(counted(manifest.outputs.count, "file")) of "
        + "\(counted(manifest.outputsBySong.count, "song")) from \(counted(parts.count, "manifest"))"
    )
    for name in manifest.failed { console.message("tactus: \(quoted(name.text)) gave nothing") }
    if !merge.missing.isEmpty { return .verificationFailed }
    return manifest.failed.isEmpty ? .done : .wrongSong
  }
}

extension String.UTF8View {
  fileprivate func hasSuffix(_ end: String.UTF8View) -> Bool {
    suffix(end.count).elementsEqual(end)
  }
}
