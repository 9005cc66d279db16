import Glibc
import Synchronization
import Workers

/// The paths of the files that are being written, kept where the handler of a signal finds them.
///
/// Such a handler may neither lock nor allocate (signal-safety(7)). So the paths are C strings in
/// memory that is never freed: chunks of slots, each an atomic pointer. Whoever takes the pointer
/// out of its slot owns the string, so that the handler and the thread whose file it is never both
/// use it.
enum UnfinishedFiles {
  typealias Slot = Atomic<UnsafeMutablePointer<CChar>?>

  struct Chunk: ~Copyable {
    static let count = 64
    let slots: UnsafeMutablePointer<Slot>
    let next = Atomic<UnsafeMutablePointer<Chunk>?>(nil)

    init() {
      slots = .allocate(capacity: Chunk.count)
      for index in 0..<Chunk.count { (slots + index).initialize(to: Slot(nil)) }
    }
  }

  private nonisolated(unsafe) static let first = makeChunk()
  private static let isEnding = Atomic(false)
  /// How many threads are between noting a path and having the file.
  private static let creating = Atomic(0)

  private static func makeChunk() -> UnsafeMutablePointer<Chunk> {
    let chunk = UnsafeMutablePointer<Chunk>.allocate(capacity: 1)
    chunk.initialize(to: Chunk())
    return chunk
  }

  /// Notes a path and creates the file. Where the process is about to end no file is created, and
  /// the call does not return.
  ///
  /// - Returns: the place of the path, for ``forget(_:)``.
  static func add<Result>(
    _ path: String, create: () -> Result
  ) -> (slot: UnsafeMutablePointer<Slot>, result: Result) {
    let slot = note(path)
    creating.add(1, ordering: .sequentiallyConsistent)
    if isEnding.load(ordering: .sequentiallyConsistent) {
      creating.subtract(1, ordering: .sequentiallyConsistent)
      while true { pause() }
    }
    defer { creating.subtract(1, ordering: .sequentiallyConsistent) }
    return (slot, create())
  }

  private static func note(_ path: String) -> UnsafeMutablePointer<Slot> {
    guard let copy = strdup(path) else { preconditionFailure("memory for a path") }
    var chunk = first
    while true {
      for index in 0..<Chunk.count {
        let slot = chunk.pointee.slots + index
        let isTaken = slot.pointee.compareExchange(
          expected: nil, desired: copy, ordering: .sequentiallyConsistent
        ).exchanged
        if isTaken { return slot }
      }
      chunk = chunk.pointee.next.load(ordering: .acquiring) ?? append(to: chunk)
    }
  }

  private static func append(to chunk: UnsafeMutablePointer<Chunk>) -> UnsafeMutablePointer<Chunk> {
    let new = makeChunk()
    let (isFirst, earlier) = chunk.pointee.next.compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing)
    // A chunk more than is needed does no harm, and happens once in a while at most.
    return isFirst ? new : earlier!
  }

  /// For a file that has its name, or is gone.
  static func forget(_ slot: UnsafeMutablePointer<Slot>) {
    free(slot.pointee.exchange(nil, ordering: .sequentiallyConsistent))
  }

  /// Installs the handler.
  static func removeOnSignals() {
    // The handler must not be the first to use these.
    _ = first
    _ = isEnding.load(ordering: .relaxed)
    _ = creating.load(ordering: .relaxed)
    onEndingSignals { UnfinishedFiles.end(by: $0) }
  }

  private static func end(by signal: Int32) {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    // Files that are being created now. Their threads go on, but for the one that was interrupted
    // to get here, if it was creating one: so the wait is short.
    var patience = 50
    while creating.load(ordering: .sequentiallyConsistent) > 0 && patience > 0 {
      poll(nil, 0, 1)
      patience -= 1
    }
    var chunk: UnsafeMutablePointer<Chunk>? = first
    while let now = chunk {
      for index in 0..<Chunk.count {
        let slot = now.pointee.slots + index
        if let path = slot.pointee.exchange(nil, ordering: .sequentiallyConsistent) {
          unlink(path)
        }
      }
      chunk = now.pointee.next.load(ordering: .acquiring)
    }
    _exit(128 + signal)
  }
}

/// Lets SIGINT, SIGTERM and SIGHUP remove the files that are being written and end the process with
/// 128 and the signal's number, as a shell reports it: 130, 143 and 129.
///
/// A file that has its name already stays. A signal that the process was started to ignore stays
/// ignored. Threads that are to leave signals to the main thread have to block them. Cost: three
/// system calls.
public func removeUnfinishedFilesOnSignals() { UnfinishedFiles.removeOnSignals() }
