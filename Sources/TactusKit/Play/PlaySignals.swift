import Glibc
import Synchronization
import Workers

/// The signals that end what plays: they are noted, so that the session is written and the terminal
/// is given back.
enum PlaySignals {
  private static let last = Atomic<Int32>(0)

  /// The signal that came last; 0 for none.
  static var received: Int32 { last.load(ordering: .relaxed) }

  /// Notes signals from here on. A second one ends the program at once; but not SIGHUP, which a
  /// terminal that goes and its shell both send.
  static func note() {
    last.store(0, ordering: .relaxed)
    onEndingSignals(once: [SIGINT, SIGTERM]) { PlaySignals.last.store($0, ordering: .relaxed) }
  }
}
