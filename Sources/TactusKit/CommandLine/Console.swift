import Glibc

/// One of the two streams that a program writes text to.
///
/// The first failure is kept, and what comes after it is dropped: the end of the program reports
/// it, and a long loop looks at ``failure`` to stop early.
public final class ConsoleStream {
  public enum Failure: Equatable, Sendable {
    /// The reader went away.
    case closedPipe
    /// An error number of the system.
    case error(Int32)
  }

  /// Takes some of the bytes, as write(2) does: the number taken, or an error number negated.
  public typealias Sink = (UnsafeRawBufferPointer) -> Int

  public let terminal: Terminal
  public private(set) var failure: Failure?
  private let capacity: Int
  private let sink: Sink
  private var buffer: [UInt8] = []

  /// - Parameter capacity: Bytes that are gathered before they are sent; 0 sends each text at once.
  public init(terminal: Terminal, capacity: Int, sink: @escaping Sink) {
    self.terminal = terminal
    self.capacity = capacity
    self.sink = sink
  }

  public convenience init(descriptor: Int32, capacity: Int) {
    self.init(terminal: Terminal(descriptor: descriptor), capacity: capacity) { bytes in
      let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      if errno == EAGAIN {
        // Whoever shares the stream has set it not to block: wait for room, then try again.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
        return -Int(EINTR)
      }
      return -Int(errno)
    }
  }

  public func write(_ text: String) {
    guard failure == nil else { return }
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= capacity { flush() }
  }

  /// Writes text that is UTF-8 already. What is longer than the buffer is not copied into it.
  public func write(_ text: UnsafeRawBufferPointer) {
    guard failure == nil else { return }
    if text.count < capacity {
      buffer.append(contentsOf: text)
      if buffer.count >= capacity { flush() }
    } else {
      flush()
      send(text)
    }
  }

  /// Sends what was gathered.
  public func flush() {
    buffer.withUnsafeBytes(send)
    buffer.removeAll(keepingCapacity: true)
  }

  private func send(_ bytes: UnsafeRawBufferPointer) {
    var sent = 0
    while failure == nil, sent < bytes.count {
      let count = sink(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
      switch count {
      case 1...: sent += count
      case -Int(EINTR): continue
      case -Int(EPIPE): failure = .closedPipe
      // No progress and no reason: as an error it cannot loop for ever.
      case 0: failure = .error(EIO)
      default: failure = .error(Int32(-count))
      }
    }
  }
}

/// Where a command writes: results to standard output, everything else to standard error.
public final class Console {
  public let out: ConsoleStream
  public let err: ConsoleStream
  /// Time since some fixed moment; it never goes back.
  public let clock: () -> Duration
  /// Whether progress is hidden.
  public var isQuiet = false
  /// Told how far a piece of work has come, from 0 to 1, as often as its progress bar is; by several
  /// threads where they share the work. `nil` where nobody wants to know.
  var onProgress: ((Double) -> Void)?
  private var statusWidth = 0

  public init(out: ConsoleStream, err: ConsoleStream, clock: @escaping () -> Duration) {
    self.out = out
    self.err = err
    self.clock = clock
  }

  /// The console of the process.
  public static func standard() -> Console {
    Console(
      out: ConsoleStream(descriptor: STDOUT_FILENO, capacity: 64 * 1024),
      err: ConsoleStream(descriptor: STDERR_FILENO, capacity: 0),
      clock: {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
      })
  }

  /// Writes a line of the result.
  public func print(_ line: String) {
    write(line)
    write("\n")
  }

  /// Writes part of the result.
  public func write(_ text: String) {
    showStatus("")
    out.write(text)
    flushForTerminal()
  }

  /// Writes part of the result, which is UTF-8 already.
  public func write(_ text: UnsafeRawBufferPointer) {
    showStatus("")
    out.write(text)
    flushForTerminal()
  }

  private func flushForTerminal() {
    // Someone is watching.
    if out.terminal.isTerminal { out.flush() }
  }

  /// Writes a line to standard error, after all that was printed so far.
  public func message(_ line: String) {
    showStatus("")
    out.flush()
    err.write(line + "\n")
  }

  /// Shows a line on the terminal that the next thing written, or shown, replaces. An empty text
  /// cleans it away.
  ///
  /// - Parameter width: The columns that the text takes.
  func showStatus(_ text: String, width: Int = 0) {
    guard statusWidth > 0 || width > 0 else { return }
    // Blanks, and no control sequence, wipe what was longer: any terminal understands them.
    let rest = String(repeating: " ", count: max(0, statusWidth - width))
    err.write("\r" + text + rest + (width == 0 ? "\r" : ""))
    statusWidth = width
  }

  /// Sends all that was written, and cleans a progress bar away.
  public func flush() {
    showStatus("")
    out.flush()
  }
}
