/// Tells what becomes of the songs of a batch, in the order of the songs, whichever is finished
/// first.
struct BatchReport {
  /// What the command ends with.
  private(set) var code = ExitCode.done
  private let songs: [BatchSong]
  private let asJSON: Bool
  private let console: Console
  /// The song whose turn it is.
  private var next = 0
  private var waiting: [Int: BatchOutcome] = [:]
  private var counts: [String: Int] = [:]
  private var seconds = 0.0

  init(_ songs: [BatchSong], asJSON: Bool, on console: Console) {
    self.songs = songs
    self.asJSON = asJSON
    self.console = console
  }

  /// Takes what became of a song. It is told when all songs before it have been.
  mutating func add(_ outcome: BatchOutcome, of index: Int) {
    waiting[index] = outcome
    while let outcome = waiting.removeValue(forKey: next) {
      tell(outcome, of: songs[next])
      next += 1
    }
  }

  private mutating func tell(_ outcome: BatchOutcome, of song: BatchSong) {
    counts[outcome.word, default: 0] += 1
    seconds += outcome.seconds
    if case .failed(let failure) = outcome.state, code != .wrongSong { code = failure }
    if !outcome.messages.isEmpty { console.message(String(outcome.messages.dropLast())) }
    guard asJSON else { return }
    console.print(
      JSON.object([
        ("song", JSON.string(song.name.text)), ("result", JSON.string(outcome.word)),
        ("files", JSON.list(outcome.outputs.map { JSON.string($0.path.text) })),
      ]))
  }

  /// The last lines: the counts on standard output, the speed on standard error, as it is another
  /// each time.
  func finish(after time: Duration, manifest: String) {
    func count(_ word: String) -> Int { counts[word] ?? 0 }
    let words = ["rendered", "unchanged", "failed"]
    if asJSON {
      console.print(
        JSON.object(
          words.map { ($0, "\(count($0))") } + [("manifest", JSON.string(manifest))]))
    } else {
      let parts = words.filter { count($0) > 0 }.map { "\(count($0)) \($0)" }
      let total = counted(songs.count - count("kit") - count("set"), "song")
      console.print("\(total): \(parts.joined(separator: ", ")); \(printable(manifest))")
    }
    let elapsed = time / .seconds(1)
    guard count("rendered") > 0, elapsed > 0 else { return }
    console.message(
      "\(tenths(elapsed)) s, \(tenths(Double(count("rendered")) / elapsed)) songs a second, "
        + "\(tenths(seconds / elapsed)) times real time")
  }

  private func tenths(_ value: Double) -> String {
    let tenths = Int(min(value, 0x1p40) * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
