import Glibc

/// What threads hand to one that waits for whatever comes first.
public final class Inbox<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var values: [Value] = []

  public init() {}

  public func put(_ value: Value) {
    lock.whileLocked {
      values.append(value)
      lock.wakeOne()
    }
  }

  /// Takes all that has come, in the order in which it came. Waits while there is nothing.
  ///
  /// - Parameter milliseconds: how long it waits at most, up to a minute; then the result is empty.
  public func take(waiting milliseconds: Int) -> [Value] {
    precondition((0...60_000).contains(milliseconds), "a short while")
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_nsec += milliseconds * 1_000_000
    end.tv_sec += end.tv_nsec / 1_000_000_000
    end.tv_nsec %= 1_000_000_000
    return lock.whileLocked {
      while values.isEmpty, lock.sleep(until: end) {}
      defer { values.removeAll() }
      return values
    }
  }
}
