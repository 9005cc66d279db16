import Glibc

/// A fixed number of threads that work on what they are given, first come, first served.
///
/// What jobs compute must not depend on which thread runs them, or when: results are put in order
/// by whoever asks for them, with ``Future/value()``.
public final class WorkerPool: Sendable {
  private let queue: JobQueue
  private let threads: [pthread_t]
  public var count: Int { threads.count }

  /// Starts the threads. They end with the pool, after all that they were given.
  ///
  /// - Parameter count: at least 1. Where the system refuses a thread there are fewer, but one.
  public init(count: Int) {
    precondition(count >= 1, "a thread at least")
    let queue = JobQueue()
    var threads: [pthread_t] = []
    for _ in 0..<count {
      guard let thread = WorkerPool.start(queue) else { break }
      threads.append(thread)
    }
    precondition(!threads.isEmpty, "a thread to work on")
    self.queue = queue
    self.threads = threads
  }

  deinit {
    queue.close()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Lets a thread do a job, and gives its result when asked.
  ///
  /// A job may wait for another job's result only if that one was given earlier.
  public func run<Value: Sendable>(_ job: @escaping @Sendable () -> Value) -> Future<Value> {
    let future = Future<Value>()
    queue.add { future.complete(job()) }
    return future
  }

  /// The result of a job of this pool. Until it is there the caller works on what no thread has
  /// begun, and waits when nothing is left: so a pool for whose results somebody waits needs one
  /// thread less than there are cores.
  public func value<Value: Sendable>(of future: Future<Value>) -> Value {
    while !future.isDone, let job = queue.nextAtOnce() { job() }
    return future.value()
  }

  /// The cores of the machine: what a pool has by default.
  public static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private static func start(_ queue: JobQueue) -> pthread_t? {
    let argument = Unmanaged.passRetained(queue)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // Signals go to the main thread, which knows what to put away.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        Unmanaged<JobQueue>.fromOpaque(argument!).takeRetainedValue().work()
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      return nil
    }
    return thread
  }
}

/// What a job will have computed.
public final class Future<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var result: Value?

  fileprivate init() {}

  /// A result that is there already.
  public init(_ value: Value) { result = value }

  fileprivate func complete(_ value: Value) {
    lock.whileLocked {
      result = value
      lock.wakeAll()
    }
  }

  fileprivate var isDone: Bool { lock.whileLocked { result != nil } }

  /// The result. Waits until it is there.
  public func value() -> Value {
    lock.whileLocked {
      while result == nil { lock.sleep() }
      return result!
    }
  }
}

/// The jobs that no thread has begun.
private final class JobQueue: @unchecked Sendable {
  private let lock = Lock()
  private var jobs: [(@Sendable () -> Void)?] = []
  /// Where the first of them stands; what is before it has been let go.
  private var first = 0
  private var isClosed = false

  func add(_ job: @escaping @Sendable () -> Void) {
    lock.whileLocked {
      jobs.append(job)
      lock.wakeOne()
    }
  }

  func close() {
    lock.whileLocked {
      isClosed = true
      lock.wakeAll()
    }
  }

  /// Does jobs until the queue is closed and empty.
  func work() {
    while let job = next() { job() }
  }

  /// The next job, without waiting for one.
  func nextAtOnce() -> (@Sendable () -> Void)? { lock.whileLocked { takeFirst() } }

  private func next() -> (@Sendable () -> Void)? {
    lock.whileLocked {
      while first == jobs.count && !isClosed { lock.sleep() }
      return takeFirst()
    }
  }

  private func takeFirst() -> (@Sendable () -> Void)? {
    guard first < jobs.count else { return nil }
    let job = jobs[first]
    // What it holds goes with it.
    jobs[first] = nil
    first += 1
    if first == jobs.count || first >= 1024 {
      jobs.removeFirst(first)
      first = 0
    }
    return job
  }
}
