import Glibc
import TactusKit
import Testing

@Suite("The console")
struct ConsoleTests {
  private let pipe = Terminal(isTerminal: false, environment: { _ in nil })

  @Test("short writes and interruptions lose and repeat nothing", arguments: [1, 3, 7])
  func shortWrites(most: Int) {
    var taken: [UInt8] = []
    var calls = 0
    let stream = ConsoleStream(terminal: pipe, capacity: 4) { bytes in
      calls += 1
      if calls.isMultiple(of: 2) { return -Int(EINTR) }
      let part = bytes.prefix(most)
      taken += part
      return part.count
    }
    for number in 0..<100 { stream.write("line \(number)\n") }
    stream.flush()
    let expected = (0..<100).map { "line \($0)\n" }.joined()
    #expect(String(decoding: taken, as: UTF8.self) == expected)
    #expect(stream.failure == nil)
  }

  @Test("text is sent in pieces as large as the buffer")
  func buffering() {
    var sizes: [Int] = []
    let stream = ConsoleStream(terminal: pipe, capacity: 100) { bytes in
      sizes.append(bytes.count)
      return bytes.count
    }
    for _ in 0..<25 { stream.write("ten bytes\n") }
    #expect(sizes == [100, 100])
    stream.flush()
    #expect(sizes == [100, 100, 50])
  }

  @Test(
    "a failure is kept, and nothing is sent after it",
    arguments: [
      (-Int(EPIPE), ConsoleStream.Failure.closedPipe), (-Int(ENOSPC), .error(ENOSPC)),
      (0, .error(EIO)),
    ])
  func failure(answer: Int, expected: ConsoleStream.Failure) {
    var calls = 0
    let stream = ConsoleStream(terminal: pipe, capacity: 0) { _ in
      calls += 1
      return answer
    }
    stream.write("one")
    stream.write("two")
    stream.flush()
    #expect(stream.failure == expected)
    #expect(calls == 1)
  }

  @Test(
    "trouble with standard output changes success alone",
    arguments: [
      (EPIPE, "click 120", ExitCode.outputClosed, ""),
      (ENOSPC, "click 120", .fileTrouble, "demo: cannot write to standard output: "),
      (EPIPE, "click abc", .wrongCommandLine, "demo click: TEMPO cannot be 'abc'"),
      (EPIPE, "sounds", .wrongSong, "a sound is out of tune"),
    ])
  func brokenOutput(error: Int32, line: String, code: ExitCode, message: String) {
    let recording = RecordingConsole()
    let broken = ConsoleStream(terminal: pipe, capacity: 1000) { _ in -Int(error) }
    let console = Console(out: broken, err: recording.console.err, clock: { .zero })
    #expect(demo.run(line.split(separator: " ").map(String.init), on: console) == code)
    #expect(recording.err.hasPrefix(message))
    #expect(recording.err.isEmpty == message.isEmpty)
  }

  @Test("a full device is seen through a real descriptor")
  func fullDevice() {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let stream = ConsoleStream(descriptor: descriptor, capacity: 0)
    stream.write("text")
    #expect(stream.failure == .error(ENOSPC))
    #expect(!stream.terminal.isTerminal)
    #expect(stream.terminal.width == 80)
  }

  @Test("a pseudo-terminal is a terminal of its own width", arguments: [40, 132])
  func pseudoTerminal(columns: Int) {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(descriptor) }
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0)
    let terminal = Terminal(descriptor: descriptor)
    #expect(terminal.isTerminal)
    #expect(terminal.width == columns)
  }

  @Test("messages come after what was printed before them")
  func order() {
    var all = ""
    let sink: ConsoleStream.Sink = { bytes in
      all += String(decoding: bytes, as: UTF8.self)
      return bytes.count
    }
    let console = Console(
      out: ConsoleStream(terminal: pipe, capacity: 1000, sink: sink),
      err: ConsoleStream(terminal: pipe, capacity: 0, sink: sink), clock: { .zero })
    console.print("one")
    console.message("two")
    console.print("three")
    console.flush()
    #expect(all == "one\ntwo\nthree\n")
  }

  @Test(
    "colour needs a terminal that can, and no NO_COLOR",
    arguments: [
      (true, ["TERM": "xterm"], true), (true, ["TERM": "xterm", "NO_COLOR": ""], true),
      (true, ["TERM": "xterm", "NO_COLOR": "1"], false), (true, ["TERM": "dumb"], false),
      (true, [:], false), (false, ["TERM": "xterm"], false),
    ])
  func color(isTerminal: Bool, environment: [String: String], expected: Bool) {
    let terminal = Terminal(isTerminal: isTerminal, environment: { environment[$0] })
    #expect(terminal.showsColor == expected)
  }

  @Test(
    "the locale says whether more than ASCII can be shown",
    arguments: [
      (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false),
      ([:], false), (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], false),
      (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true),
      (["LC_CTYPE": "C", "LC_ALL": "en_US.UTF-8"], true),
      (["LANG": "C.UTF-8", "LC_ALL": ""], true),
    ])
  func unicode(environment: [String: String], expected: Bool) {
    let terminal = Terminal(isTerminal: true, environment: { environment[$0] })
    #expect(terminal.showsUnicode == expected)
  }
}
