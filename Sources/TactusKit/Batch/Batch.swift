import AudioFiles
import Glibc
import SongModel
import Timing
import Workers

/// What the command line says of a batch.
struct BatchSettings {
  /// The output folder.
  let folder: String
  /// `nil` for the format that each song names.
  let kinds: [RenderPlan.Target.Kind]?
  /// How many songs at once.
  let jobs: Int
  let shard: Shard?
  let onlyChanged: Bool
  let replacesOthers: Bool
  let asJSON: Bool
}

/// Renders many songs, several at once.
///
/// The way of it, so that an interruption at any moment loses no more than a few seconds of work
/// and no list ever names a file that is not whole:
/// - Before the first file is replaced, the old manifest is removed; what of it still holds goes into
///   the journal.
/// - Files get their names as soon as they are complete. Every now and then all that has
///   been finished is brought to the disk in one go, and then into the journal.
/// - At the end the manifest is written, brought to the disk, and given its name; then the journal is
///   removed.
struct Batch {
  private let settings: BatchSettings
  private let list: SongList
  /// The songs of this part.
  private let songs: [BatchSong]
  private let console: Console
  private let work: SongWork
  private let pool: WorkerPool

  init(_ list: SongList, _ settings: BatchSettings, on console: Console) {
    self.settings = settings
    self.list = list
    self.console = console
    songs = settings.shard?.part(of: list.songs) ?? list.songs
    work = SongWork(
      folder: settings.folder, kinds: settings.kinds, replacesOthers: settings.replacesOthers,
      showsColor: console.err.terminal.showsColor,
      threads: max(1, settings.jobs / max(1, songs.count)), digests: InputDigests())
    pool = WorkerPool(count: max(1, min(settings.jobs, songs.count)))
  }

  /// Why a batch was given up.
  private struct Trouble: Error {
    let message: String
  }

  func run() -> ExitCode {
    let start = console.clock()
    do throws(Trouble) {
      let journal = try openJournal()
      let old = readOldManifest()
      var records = settings.onlyChanged ? old?.outputsBySong ?? [:] : [:]
      for (song, outputs) in journal.finished { records[song] = outputs }
      var surveys = survey(records)
      findKits(&surveys)
      // All mistakes are told before the long work.
      for index in surveys.indices { show(&surveys[index].outcome) }
      var report = BatchReport(songs, asJSON: settings.asJSON, on: console)
      removeLeftOvers(surveys)
      let outcomes = try render(surveys, journal, &report)
      try finish(outcomes, old, journal)
      report.finish(after: console.clock() - start, manifest: manifestPath)
      if !list.troubles.isEmpty && report.code == .done { return .fileTrouble }
      return report.code
    } catch {
      console.message("tactus: \(error.message)")
      return .fileTrouble
    }
  }

  private var manifestPath: String {
    Paths.join(settings.folder, Manifest.fileName(of: settings.shard))
  }

  // MARK: - Before

  private func openJournal() throws(Trouble) -> BatchJournal {
    let code = Paths.makeFolders(settings.folder)
    if code != 0 {
      throw Trouble(message: "cannot create \(quoted(settings.folder)): \(reason(code))")
    }
    do throws(BatchJournal.Fault) {
      return try BatchJournal(in: settings.folder, of: settings.shard)
    } catch {
      switch error {
      case .busy:
        throw Trouble(message: "another batch is writing into \(quoted(settings.folder))")
      case .system(let code):
        throw Trouble(message: "cannot write into \(quoted(settings.folder)): \(reason(code))")
      }
    }
  }

  /// - Returns: `nil` where there is none, or none that can be read, which is told.
  private func readOldManifest() -> Manifest? {
    guard fileExists(manifestPath) else { return nil }
    switch Manifest.reading(manifestPath) {
    case .success(let manifest): return manifest
    case .failure(let fault):
      console.message(
        "tactus: warning: \(quoted(manifestPath)) is not used and will be replaced: "
          + fault.reason)
      return nil
    }
  }

  private func survey(_ records: [PathName: [Manifest.Output]]) -> [SongWork.Survey] {
    let inbox = Inbox<(Int, SongWork.Survey)>()
    for (index, song) in songs.enumerated() {
      let record = records[song.name]
      _ = pool.run { [work] in inbox.put((index, work.survey(song, record: record))) }
    }
    var surveys = Array(repeating: SongWork.Survey(), count: songs.count)
    var count = 0
    let bar = ProgressBar("reading", total: Frame(songs.count), rate: nil, on: console)
    while count < songs.count {
      for (index, survey) in inbox.take(waiting: 100) {
        surveys[index] = survey
        count += 1
      }
      bar.update(Frame(count))
    }
    bar.finish()
    return surveys
  }

  /// Finds those files that are no songs but are named by one as its kit. Where only some of the
  /// songs are of this part, one of the others may be the one that names it.
  private func findKits(_ surveys: inout [SongWork.Survey]) {
    let failed = surveys.indices.filter { surveys[$0].outcome?.hasFailed ?? false }
    guard !failed.isEmpty else { return }
    var kits = Set(surveys.flatMap(\.kits).map(realName))
    if failed.contains(where: { !kits.contains(realName(songs[$0].path)) }) {
      let own = Set(songs.map(\.name))
      for song in list.songs where !own.contains(song.name) {
        kits.formUnion(work.survey(song, record: nil).kits.map(realName))
      }
    }
    for index in failed where kits.contains(realName(songs[index].path)) {
      surveys[index].outcome = BatchOutcome(state: .kit)
    }
  }

  /// The path that leads to a file without links; the path itself where there is no such file.
  private func realName(_ path: String) -> PathName {
    guard let real = realpath(path, nil) else { return PathName(path) }
    defer { free(real) }
    return PathName(String(cString: real))
  }

  private func show(_ outcome: inout BatchOutcome?) {
    guard let text = outcome?.messages, !text.isEmpty else { return }
    console.message(String(text.dropLast()))
    outcome?.messages = ""
  }

  /// Removes what a killed run has left of its unfinished files.
  private func removeLeftOvers(_ surveys: [SongWork.Survey]) {
    var paths = [manifestPath]
    for (song, survey) in zip(songs, surveys) {
      for kind in survey.kinds {
        paths.append(Paths.join(settings.folder, work.path(of: song, kind)))
      }
    }
    AudioFiles.removeLeftOvers(of: paths)
  }

  // MARK: - Rendering

  private func render(
    _ surveys: [SongWork.Survey], _ journal: BatchJournal, _ report: inout BatchReport
  ) throws(Trouble) -> [BatchOutcome] {
    var outcomes = surveys.map(\.outcome)
    for (index, outcome) in outcomes.enumerated() {
      if let outcome { report.add(outcome, of: index) }
    }
    let open = outcomes.indices.filter { outcomes[$0] == nil }
    if open.isEmpty { return outcomes.map { $0! } }
    var commits = GroupCommit(journal, settings.folder, clock: console.clock)
    try beginJournal(journal, outcomes)
    let board = JobBoard()
    let inbox = Inbox<(Int, BatchOutcome)>()
    start(open, surveys, board, inbox)
    var progress = BatchProgress(open.map { surveys[$0].seconds }, board, on: console)
    var left = open.count
    while left > 0 {
      for (number, outcome) in inbox.take(waiting: 100) {
        left -= 1
        progress.finish(number)
        let index = open[number]
        outcomes[index] = outcome
        if case .rendered(let outputs) = outcome.state { commits.add(songs[index].name, outputs) }
        report.add(outcome, of: index)
      }
      progress.update()
      do throws(Trouble) {
        try commit(&commits, isLast: left == 0)
      } catch {
        board.stop()
        progress.clear()
        throw error
      }
    }
    progress.clear()
    return outcomes.map { $0! }
  }

  private func start(
    _ open: [Int], _ surveys: [SongWork.Survey], _ board: JobBoard,
    _ inbox: Inbox<(Int, BatchOutcome)>
  ) {
    var outputs: Set<PathName> = []
    for (song, survey) in zip(songs, surveys) {
      for kind in survey.kinds {
        outputs.insert(
          PathName(Paths.absolute(Paths.join(settings.folder, work.path(of: song, kind)))))
      }
    }
    for (number, index) in open.enumerated() {
      let (song, kinds) = (songs[index], surveys[index].kinds)
      _ = pool.run { [work, outputs] in
        if board.hasStopped { return }
        board.start(number, String(Paths.name(of: song.path)))
        let outcome = work.render(song, as: kinds, outputs: outputs) { board.update(number, $0) }
        board.end(number)
        inbox.put((number, outcome))
      }
    }
  }

  /// Notes what still holds of an earlier run, and then removes the manifest, as files are about to
  /// be replaced that it names.
  private func beginJournal(
    _ journal: BatchJournal, _ outcomes: [BatchOutcome?]
  ) throws(Trouble) {
    var unchanged: [(PathName, [Manifest.Output])] = []
    for (song, outcome) in zip(songs, outcomes) {
      if case .unchanged(let outputs) = outcome?.state, journal.finished[song.name] != outputs {
        unchanged.append((song.name, outputs))
      }
    }
    do throws(BatchJournal.Fault) {
      try journal.add(unchanged)
    } catch {
      throw trouble(error)
    }
    guard unlink(manifestPath) == 0 else {
      if errno == ENOENT { return }
      throw trouble(.system(errno))
    }
    do throws(AudioFileError) {
      // Or a loss of power could bring it back beside new files.
      try writeDisk(holding: settings.folder)
    } catch {
      throw Trouble(message: error.description)
    }
  }

  private func trouble(_ fault: BatchJournal.Fault) -> Trouble {
    let code: Int32 = if case .system(let code) = fault { code } else { EBUSY }
    return Trouble(message: "cannot write into \(quoted(settings.folder)): \(reason(code))")
  }

  private func commit(_ commits: inout GroupCommit, isLast: Bool) throws(Trouble) {
    do throws(GroupCommit.Fault) {
      try commits.commit(isLast: isLast)
    } catch {
      switch error {
      case .journal(let fault): throw trouble(fault)
      case .disk(let error): throw Trouble(message: error.description)
      }
    }
  }

  // MARK: - After

  private func finish(
    _ outcomes: [BatchOutcome], _ old: Manifest?, _ journal: BatchJournal
  ) throws(Trouble) {
    func names(_ belongs: (BatchOutcome) -> Bool) -> [PathName] {
      zip(songs, outcomes).filter { belongs($0.1) }.map(\.0.name)
    }
    let folder = Paths.absolute(settings.folder)
    let manifest = Manifest(
      songs: Paths.relative(list.folder, from: folder), listed: list.songs.count,
      list: SongList.digest(of: list.songs.map(\.name)), shard: settings.shard,
      kits: names(\.isNoSong),
      failed: names(\.hasFailed),
      outputs: outcomes.flatMap(\.outputs).sorted { $0.path < $1.path })
    tellDropped(old, manifest)
    do throws(AudioFileError) {
      try manifest.write(to: manifestPath)
    } catch {
      throw Trouble(message: error.description)
    }
    journal.remove()
  }

  /// Tells of files that the manifest named before and does not name now.
  private func tellDropped(_ old: Manifest?, _ manifest: Manifest) {
    let (now, failed) = (Set(manifest.outputs.map(\.path)), Set(manifest.failed))
    let dropped = (old?.outputs ?? []).filter {
      !now.contains($0.path) && !failed.contains($0.song)
    }
    for output in dropped {
      let path = Paths.join(settings.folder, output.path.text)
      console.message("tactus: \(quoted(path)) is no longer part of the batch, and was left there")
    }
  }
}
