import Synchronization
import Timing

/// How far the jobs of a batch have come, told by their threads and shown by another.
final class JobBoard: Sendable {
  private struct Job {
    let name: String
    var share = 0.0
  }

  private let jobs = Mutex<[Int: Job]>([:])
  private let isStopped = Atomic(false)

  /// Whether jobs that have not begun are to be left.
  var hasStopped: Bool { isStopped.load(ordering: .relaxed) }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// - Parameter song: its number in the batch.
  func start(_ song: Int, _ name: String) {
    jobs.withLock { $0[song] = Job(name: name) }
  }

  func update(_ song: Int, _ share: Double) {
    jobs.withLock { $0[song]?.share = share }
  }

  func end(_ song: Int) {
    jobs.withLock { $0[song] = nil }
  }

  /// The running jobs in the order of their songs: `a.yaml 52 %, b.yaml 3 %`.
  var text: String {
    jobs.withLock { jobs in
      jobs.sorted { $0.key < $1.key }
        .map { "\($0.value.name) \(Int($0.value.share * 100)) %" }.joined(separator: ", ")
    }
  }

  /// What the running jobs have done, each as its share of its weight.
  func sum(_ weight: (Int) -> Double) -> Double {
    jobs.withLock { $0.reduce(0) { $0 + $1.value.share * weight($1.key) } }
  }
}

/// The progress of a whole batch and of each of its jobs, in one line:
///
///     12/40 swing.yaml 52 %, c.yaml 3 % ━━━━━━───────  30 %  0:03 left  210× real time
struct BatchProgress {
  /// By song, in seconds of audio.
  private let weights: [Double]
  private let board: JobBoard
  private let bar: ProgressBar
  private var doneWeight = 0.0
  private var doneCount = 0

  /// Frames stand for the seconds of audio.
  private static let rate = SampleRate.standard

  /// - Parameter showsSpeed: whether the weights are seconds, which a speed can be told of.
  init(_ weights: [Double], _ board: JobBoard, showsSpeed: Bool = true, on console: Console) {
    self.weights = weights
    self.board = board
    bar = ProgressBar(
      "", total: BatchProgress.frames(weights.reduce(0, +)),
      rate: showsSpeed ? BatchProgress.rate : nil, on: console)
  }

  private static func frames(_ seconds: Double) -> Frame {
    Frame(Int(min(seconds, 0x1p40) * Double(rate.hertz)))
  }

  /// Tells that a song is finished.
  mutating func finish(_ song: Int) {
    doneWeight += weights[song]
    doneCount += 1
  }

  /// Shows how far it has come.
  func update() {
    let done = doneWeight + board.sum { weights[$0] }
    bar.update(BatchProgress.frames(done)) { "\(doneCount)/\(weights.count) \(board.text)" }
  }

  func clear() { bar.finish() }
}
