import Glibc
import Synchronization
import Workers

/// Lets a player run ahead on a thread of its own, until it is stopped.
public final class PlayerThread: Sendable {
  private let isRunning = Atomic(true)
  private let pool = WorkerPool(count: 1)
  private let end: Guarded<Future<Bool>?> = Guarded(nil)

  public init() {}

  /// Starts to run ahead.
  ///
  /// - Parameter hurries: whether time goes faster than by the clock, and somebody waits.
  public func run(_ player: Player, hurries: @escaping @Sendable () -> Bool) {
    let running = pool.run { [self] in
      while isRunning.load(ordering: .relaxed) {
        let wasNeeded = player.step()
        if !hurries() {
          usleep(2000)
        } else if !wasNeeded {
          sched_yield()
        }
      }
      return true
    }
    end.with { $0 = running }
  }

  /// Ends the thread, and waits for that.
  public func stop() {
    isRunning.store(false, ordering: .relaxed)
    _ = end.with { $0 }?.value()
  }
}
