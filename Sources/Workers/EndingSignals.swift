import Glibc

/// Lets a handler have the signals that end a program: SIGINT, SIGTERM and SIGHUP, one at a time.
/// What the process was told to ignore, as `nohup` does, stays ignored.
///
/// - Parameters:
///   - once: of these the next one ends the program at once.
///   - handler: it may do no more than signal-safety(7) allows.
public func onEndingSignals(once: [Int32] = [], _ handler: @escaping @convention(c) (Int32) -> Void)
{
  for number in [SIGINT, SIGTERM, SIGHUP] {
    var action = sigaction()
    sigaction(number, nil, &action)
    if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
    {
      continue
    }
    action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    if once.contains(number) { action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) }
    sigfillset(&action.sa_mask)
    sigaction(number, &action, nil)
  }
}
