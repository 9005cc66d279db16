/// What became of a song of a batch.
struct BatchOutcome: Sendable {
  enum State: Sendable {
    case rendered([Manifest.Output])
    case unchanged([Manifest.Output])
    case failed(ExitCode)
    /// No song, but the kit of one.
    case kit
    /// No song, but a set of songs.
    case set
  }

  let state: State
  /// What there is to say of it, for standard error.
  var messages = ""
  /// The length of what was rendered, in seconds.
  var seconds = 0.0

  var outputs: [Manifest.Output] {
    switch state {
    case .rendered(let outputs), .unchanged(let outputs): outputs
    case .failed, .kit, .set: []
    }
  }

  var hasFailed: Bool { if case .failed = state { true } else { false } }
  /// Whether it is passed over.
  var isNoSong: Bool {
    switch state {
    case .kit, .set: true
    case .rendered, .unchanged, .failed: false
    }
  }

  /// What `--json` calls it.
  var word: String {
    switch state {
    case .rendered: "rendered"
    case .unchanged: "unchanged"
    case .failed: "failed"
    case .kit: "kit"
    case .set: "set"
    }
  }
}

/// A console of a job, whose messages are kept until it is their turn.
final class CapturedConsole {
  private final class Text { var bytes: [UInt8] = [] }

  let console: Console
  private let text = Text()

  var messages: String { String(decoding: text.bytes, as: UTF8.self) }

  /// - Parameters:
  ///   - showsColor: whether the messages will be shown in colour.
  ///   - progress: told how far the job has come, from 0 to 1.
  init(showsColor: Bool, progress: @escaping (Double) -> Void = { _ in }) {
    let pipe = Terminal(isTerminal: false, environment: { _ in nil })
    let screen = Terminal(
      isTerminal: showsColor, environment: { $0 == "TERM" ? "color" : nil })
    console = Console(
      out: ConsoleStream(terminal: pipe, capacity: 0) { $0.count },
      err: ConsoleStream(terminal: screen, capacity: 0) { [text] bytes in
        text.bytes += bytes
        return bytes.count
      },
      clock: { .zero })
    // The whole batch has the one progress bar.
    console.isQuiet = true
    console.onProgress = progress
  }
}
