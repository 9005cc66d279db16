import Glibc
import Live
import Timing

/// What is between two songs of a set: a pause, and where the set says so, the wait for a key.
struct SetInterval {
  private let output: JackOutput
  private let terminal: RawTerminal?
  private let console: Console
  private let number: Int
  private let count: Int
  private let title: String
  private var decoder = KeyDecoder()
  private var painter = ScreenPainter()
  private var hasTold = false

  /// - Parameters:
  ///   - number: that of the next song, from 1.
  ///   - title: the next song's.
  init(
    _ output: JackOutput, terminal: RawTerminal?, on console: Console, number: Int, count: Int,
    title: String
  ) {
    self.output = output
    self.terminal = terminal
    self.console = console
    self.number = number
    self.count = count
    self.title = title
  }

  /// Waits so many seconds, and then for a key if `stops`.
  ///
  /// - Returns: `over` or `nextSong` for the next song; `previousSong` for the last one again.
  mutating func run(pause: Rational, stops: Bool) -> PlayLoop.End {
    defer { if terminal != nil { console.err.write(painter.end()) } }
    let end = console.clock() + .milliseconds(Int((pause * Rational(1000)).floor))
    while true {
      if PlaySignals.received != 0 { return .signal(PlaySignals.received) }
      if output.isGone { return .serverGone }
      let left = end - console.clock()
      if left <= .zero && !stops { return .over }
      show(left)
      let milliseconds = left > .zero ? min(30, Int(left / .milliseconds(1)) + 1) : 30
      if let terminal {
        guard let bytes = terminal.read(timeoutMilliseconds: milliseconds) else {
          return .signal(SIGHUP)
        }
        for key in bytes.isEmpty ? decoder.flush() : decoder.keys(bytes) {
          if let end = SetInterval.end(for: key) { return end }
        }
      } else {
        usleep(UInt32(milliseconds * 1000))
      }
      while let message = output.nextMessage() {
        if message.status & 0xF0 == 0x90, message.first == PlayControls.tapNote, message.second > 0
        {
          return .nextSong
        }
      }
    }
  }

  static func end(for key: PlayKey) -> PlayLoop.End? {
    switch key {
    case .startStop, .nextSong: .nextSong
    case .previousSong: .previousSong
    case .quit: .quit
    default: nil
    }
  }

  // MARK: - The face

  private mutating func show(_ left: Duration) {
    guard terminal != nil else { return showPlainly() }
    let screen = console.err.terminal
    let lines = SetInterval.lines(
      number, of: count, title: title, secondsLeft: left > .zero ? left / .seconds(1) : nil,
      showsUnicode: screen.showsUnicode
    ).map {
      $0.shortened(to: screen.width - 1, inUnicode: screen.showsUnicode)
        .text(inColor: screen.showsColor)
    }
    console.err.write(painter.paint(lines, width: screen.width))
  }

  /// What is shown of a wait.
  static func lines(
    _ number: Int, of count: Int, title: String, secondsLeft: Double?, showsUnicode: Bool
  ) -> [StyledLine] {
    var next = StyledLine("next  \(number)/\(count)  ", .dim)
    next.add(title.shown(inUnicode: showsUnicode), .bold)
    var keys = StyledLine()
    if let secondsLeft { keys.add("pause \(Int(secondsLeft.rounded(.up))) s  ", .brightYellow) }
    keys.add("space: next song", secondsLeft == nil ? .brightYellow : .dim)
    keys.add("  p again  q quit", .dim)
    return [next, keys]
  }

  /// A line, where nothing can be drawn.
  private mutating func showPlainly() {
    guard !hasTold else { return }
    hasTold = true
    if !console.isQuiet {
      console.message("next  \(number)/\(count)  \(title.shown(inUnicode: true))")
    }
  }
}
