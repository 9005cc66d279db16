import Glibc

/// A lock with a condition to wait for.
final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func whileLocked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Waits for a wake-up, unlocked meanwhile.
  func sleep() { pthread_cond_wait(condition, mutex) }

  /// Waits for a wake-up, but no longer than until a time of the system's clock.
  ///
  /// - Returns: whether it was woken up in time.
  func sleep(until end: timespec) -> Bool {
    var end = end
    return pthread_cond_timedwait(condition, mutex, &end) == 0
  }
  func wakeOne() { pthread_cond_signal(condition) }
  func wakeAll() { pthread_cond_broadcast(condition) }
}
