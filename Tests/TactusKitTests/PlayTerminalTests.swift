import Glibc
import Testing

@testable import TactusKit

/// A terminal without a window: what a window would do is done at its other end.
private final class PseudoTerminal {
  let window: Int32
  private(set) var terminal: Int32 = -1

  init?() {
    // What posix_openpt(3), unlockpt(3) and ptsname(3) do; the module of glibc lacks them.
    window = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard window >= 0 else { return nil }
    var lock: Int32 = 0
    var number: UInt32 = 0
    let setLock: UInt = 0x4004_5431
    let getNumber: UInt = 0x8004_5430
    guard ioctl(window, setLock, &lock) == 0, ioctl(window, getNumber, &number) == 0 else {
      return nil
    }
    terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    if terminal < 0 { return nil }
  }

  deinit {
    closeWindow()
    if terminal >= 0 { close(terminal) }
  }

  private var isOpen = true
  func closeWindow() {
    if isOpen && window >= 0 { close(window) }
    isOpen = false
  }

  func press(_ keys: String) {
    let bytes = Array(keys.utf8)
    #expect(write(window, bytes, bytes.count) == bytes.count)
  }

  /// What the terminal shows.
  var screen: String {
    var result: [UInt8] = []
    var wanted = pollfd(fd: window, events: Int16(POLLIN), revents: 0)
    while poll(&wanted, 1, 50) > 0 {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = read(window, &bytes, bytes.count)
      if count <= 0 { break }
      result += bytes[..<count]
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// All settings, for comparison.
  var settings: [UInt8] {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return withUnsafeBytes(of: &settings.c_cc) { Array($0) }
      + [settings.c_iflag, settings.c_oflag, settings.c_lflag, settings.c_cflag].flatMap { flags in
        withUnsafeBytes(of: flags) { Array($0) }
      }
  }
}

/// One after the other: only one terminal can be raw.
@Suite("The terminal that keys come from", .serialized)
struct PlayTerminalTests {
  @Test("keys arrive at once and are not shown, and the terminal is given back")
  func keys() throws {
    guard let pseudo = PseudoTerminal() else { return }
    let before = pseudo.settings
    let raw = try #require(RawTerminal(descriptor: pseudo.terminal))
    #expect(pseudo.settings != before)
    #expect(raw.read(timeoutMilliseconds: 0) == [])
    pseudo.press("q")
    #expect(raw.read(timeoutMilliseconds: 1000) == Array("q".utf8))
    // Keys that are signals, line ends or flow control else.
    pseudo.press("\u{3}\u{1A}\u{1C}\r\u{11}\u{13}\u{16}\u{1B}[A")
    #expect(
      raw.read(timeoutMilliseconds: 1000)
        == Array("\u{3}\u{1A}\u{1C}\r\u{11}\u{13}\u{16}\u{1B}[A".utf8))
    #expect(pseudo.screen == "")
    // Lines that others write are still whole lines.
    #expect(write(pseudo.terminal, "a\nb", 3) == 3)
    #expect(pseudo.screen == "a\r\nb")
    raw.restore()
    #expect(pseudo.settings == before)
    raw.restore()
    #expect(pseudo.settings == before)
  }

  @Test("a terminal is given back when nobody holds it any more")
  func release() {
    guard let pseudo = PseudoTerminal() else { return }
    let before = pseudo.settings
    do {
      let raw = RawTerminal(descriptor: pseudo.terminal)
      #expect(raw != nil)
      #expect(pseudo.settings != before)
    }
    #expect(pseudo.settings == before)
  }

  @Test("a handler of a signal gives the terminal back, and shows the cursor")
  func signal() throws {
    guard let pseudo = PseudoTerminal() else { return }
    let before = pseudo.settings
    prepareToRestoreTerminalForSignal()
    restoreTerminalForSignal()
    let raw = try #require(RawTerminal(descriptor: pseudo.terminal, screen: pseudo.terminal))
    #expect(pseudo.settings != before)
    errno = EDOM
    restoreTerminalForSignal()
    #expect(errno == EDOM)
    #expect(pseudo.settings == before)
    #expect(pseudo.screen == "\u{1B}[0m\u{1B}[?25h")
    raw.restore()
    // Nothing is left to give back.
    restoreTerminalForSignal()
    #expect(pseudo.screen == "")
  }

  @Test("a terminal that is gone ends the reading")
  func gone() throws {
    guard let pseudo = PseudoTerminal() else { return }
    let raw = try #require(RawTerminal(descriptor: pseudo.terminal))
    pseudo.closeWindow()
    #expect(raw.read(timeoutMilliseconds: 1000) == nil)
    #expect(raw.read(timeoutMilliseconds: 1000) == nil)
    raw.restore()
  }

  @Test("what is no terminal is none")
  func none() {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    #expect(RawTerminal(descriptor: ends[0]) == nil)
    close(ends[0])
    close(ends[1])
    #expect(RawTerminal(descriptor: -1) == nil)
  }
}
