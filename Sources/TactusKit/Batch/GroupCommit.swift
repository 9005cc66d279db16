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
  private var next: Duration

  /// How long finished songs wait: at least so long, and otherwise ten times as long as the last
  /// writing took, so that the disk holds up a tenth of the work at most.
  private static let waits = Duration.milliseconds(100)...Duration.seconds(10)

  /// - Parameter folder: what the paths of outputs count from.
  init(_ journal: BatchJournal, _ folder: String, clock: @escaping () -> Duration) {
    self.journal = journal
    self.folder = folder
    self.clock = clock
    next = clock() + GroupCommit.waits.lowerBound
  }

  mutating func add(_ song: PathName, _ outputs: [Manifest.Output]) {
    waiting.append((song, outputs))
  }

  /// Writes what waits, if it is time for it.
  mutating func commit(isLast: Bool) throws(Fault) {
    let start = clock()
    guard !waiting.isEmpty, isLast || start >= next else { return }
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
    let (waits, end) = (GroupCommit.waits, clock())
    next = end + min(max((end - start) * 10, waits.lowerBound), waits.upperBound)
  }
}
