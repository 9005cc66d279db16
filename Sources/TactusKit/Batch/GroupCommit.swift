import AudioFiles

/// Brings finished songs to the disk and then into the journal, many at once: waiting for each of
/// ten thousand small files would take longer than making them.
struct GroupCommit {
  enum Fault: Error {
    case journal(BatchJournal.Fault)
    case disk(AudioFileError)
  }

  private let journal: BatchJournal
  private let folder: String
  private let clock: () -> Duration
  private var waiting: [(PathName, [Manifest.Output])] = []
  private var last: Duration

  private static let interval = Duration.seconds(1)

  /// - Parameter folder: what the paths of outputs count from.
  init(_ journal: BatchJournal, _ folder: String, clock: @escaping () -> Duration) {
    self.journal = journal
    self.folder = folder
    self.clock = clock
    last = clock()
  }

  mutating func add(_ song: PathName, _ outputs: [Manifest.Output]) {
    waiting.append((song, outputs))
  }

  /// Writes what waits, if it is time for it.
  mutating func commit(isLast: Bool) throws(Fault) {
    guard !waiting.isEmpty, isLast || clock() - last >= GroupCommit.interval else { return }
    // A link in the output folder may lead to another disk.
    var disks: [UInt64: String] = [:]
    for output in waiting.flatMap(\.1) {
      let path = Paths.join(folder, output.path.text)
      if let disk = disk(holding: path) { disks[disk] = path }
    }
    do throws(AudioFileError) {
      for path in disks.values { try writeDisk(holding: path) }
    } catch {
      throw .disk(error)
    }
    do throws(BatchJournal.Fault) {
      try journal.add(waiting)
    } catch {
      throw .journal(error)
    }
    waiting.removeAll()
    last = clock()
  }
}
