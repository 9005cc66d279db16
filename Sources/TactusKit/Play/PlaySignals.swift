import Glibc
import Synchronization

/// The signals that end what plays: they are noted, so that the session is written and the terminal
/// is given back.
enum PlaySignals {
  private static let last = Atomic<Int32>(0)

  /// The signal that came last; 0 for none.
  static var received: Int32 { last.load(ordering: .relaxed) }

  /// Notes signals from here on. One that the process was started to ignore stays ignored, and a
  /// second one ends it at once; but not SIGHUP, which a terminal that goes and its shell both send.
  static func note() {
    last.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      sigaction(number, nil, &action)
      if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
      {
        continue
      }
      action = sigaction()
      action.__sigaction_handler.sa_handler = { PlaySignals.last.store($0, ordering: .relaxed) }
      if number != SIGHUP { action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) }
      sigemptyset(&action.sa_mask)
      sigaction(number, &action, nil)
    }
  }
}
