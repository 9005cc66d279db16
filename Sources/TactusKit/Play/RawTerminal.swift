import Glibc
import Synchronization

/// A terminal that gives each key at once, without showing it, and that makes no signals of keys:
/// Ctrl-C arrives as byte 3.
///
/// What is written to the terminal is treated as before. Only one terminal at a time can be raw.
final class RawTerminal {
  private let descriptor: Int32
  private var settings: termios
  /// Until it is made what it was.
  private(set) var isRaw = true

  /// - Parameters:
  ///   - descriptor: The terminal that is read.
  ///   - screen: Where the cursor has to be shown again when a signal ends the program.
  /// - Returns: `nil` for what is no terminal.
  init?(descriptor: Int32, screen: Int32? = nil) {
    self.descriptor = descriptor
    settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    SavedTerminal.keep(SavedTerminal(descriptor: descriptor, screen: screen, settings: settings))
    var raw = settings
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | IGNCR | INLCR | ISTRIP | IXON)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    guard tcsetattr(descriptor, TCSANOW, &raw) == 0 else {
      SavedTerminal.forget()
      return nil
    }
  }

  deinit { restore() }

  /// Makes the terminal what it was. Keys that were not read are dropped: they were not meant for
  /// the shell.
  func restore() {
    guard isRaw else { return }
    isRaw = false
    tcsetattr(descriptor, TCSAFLUSH, &settings)
    SavedTerminal.forget()
  }

  /// The bytes of the keys pressed, as soon as there are some; none after the time, or a signal.
  ///
  /// - Returns: `nil` when the terminal is gone.
  func read(timeoutMilliseconds: Int) -> [UInt8]? {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&wanted, 1, Int32(clamping: timeoutMilliseconds))
    if ready == 0 { return [] }
    if ready < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
    guard wanted.revents & Int16(POLLIN) != 0 else { return nil }
    var error: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if got < 0 { error = errno }
      count = max(0, got)
    }
    if error == EINTR || error == EAGAIN { return [] }
    return bytes.isEmpty ? nil : bytes
  }
}

/// What a terminal was before it was raw, kept where the handler of a signal finds it.
///
/// Such a handler may neither lock nor allocate (signal-safety(7)). So it is in memory that is never
/// freed, and that nobody changes once its pointer is known.
private struct SavedTerminal {
  let descriptor: Int32
  let screen: Int32?
  var settings: termios

  private nonisolated(unsafe) static let current = Atomic<UnsafeMutablePointer<SavedTerminal>?>(nil)

  /// The handler must not be the first to use the pointer.
  static func prepare() { _ = current.load(ordering: .relaxed) }

  static func keep(_ saved: SavedTerminal) {
    let memory = UnsafeMutablePointer<SavedTerminal>.allocate(capacity: 1)
    memory.initialize(to: saved)
    current.store(memory, ordering: .releasing)
  }

  static func forget() { current.store(nil, ordering: .releasing) }

  static func restore() {
    guard let saved = current.load(ordering: .acquiring) else { return }
    tcsetattr(saved.pointee.descriptor, TCSANOW, &saved.pointee.settings)
    if let screen = saved.pointee.screen {
      // Plain colours, and a cursor that is seen.
      let codes: StaticString = "\u{1B}[0m\u{1B}[?25h"
      _ = write(screen, codes.utf8Start, codes.utf8CodeUnitCount)
    }
  }
}

/// For the handler of a signal that ends the program: makes the terminal what it was before it was
/// raw. Safe there, once ``prepareToRestoreTerminalForSignal()`` was called.
///
/// The handler has to block all signals while it runs: else a program in the background would be
/// stopped here.
func restoreTerminalForSignal() {
  let error = errno
  SavedTerminal.restore()
  errno = error
}

/// To be called before a handler that calls ``restoreTerminalForSignal()`` is installed.
func prepareToRestoreTerminalForSignal() { SavedTerminal.prepare() }
