import Scheduler
import SongModel
import Timing

/// A stretch of a song as it is to stand in a file: its mix through the master, and its lanes
/// before it, block by block.
///
/// Every frame is the same wherever the stretch begins, and however long its blocks are.
public struct Performance: ~Copyable {
  /// What is rendered.
  public struct Stretch: Sendable {
    public let start: Frame
    public let count: Frame
    /// The length of a turn where the file is a loop.
    public let period: Frame?

    /// From a frame of the file to another one.
    public init(from start: Frame, to end: Frame) {
      self.start = start
      count = end - start
      period = nil
    }

    /// From a frame of a loop to another one.
    ///
    /// It is taken from a later turn of the song played over and over: from the first before which
    /// so many turns have passed that all that can ring into it does, and the master remembers no
    /// other.
    ///
    /// - Parameters:
    ///   - period: the length of a turn.
    ///   - longest: that of the longest sound.
    ///   - memory: that of the master.
    public init(from start: Frame, to end: Frame, ofLoop period: Frame, longest: Frame, memory: Int)
    {
      precondition(period > .zero, "a turn of at least a frame")
      let turns = 1 + (longest.index + memory) / period.index + 1
      self.start = Frame(start.index + turns * period.index)
      count = end - start
      self.period = period
    }
  }

  public let block: MixBlock
  /// Where the lanes' frames that belong to the stretch stand in the block.
  public private(set) var laneFrames = 0..<0
  /// Where the master's frames that belong to the stretch stand in the block.
  public private(set) var masterFrames = 0..<0
  /// How many frames of the master are finished.
  public private(set) var done = Frame.zero
  private var mixer: Mixer
  private var master: Master
  private let stretch: Stretch

  public init(
    _ song: Song, bank: SoundBank, _ stretch: Stretch, master: consuming Master, withLanes: Bool
  ) {
    self.stretch = stretch
    self.master = master
    block = MixBlock(channels: bank.channels, lanes: withLanes ? song.laneCount : 0)
    mixer = Mixer(song, bank: bank, period: stretch.period)
    mixer.skip(to: max(.zero, stretch.start - Frame(self.master.memory)))
  }

  /// Renders the next block.
  ///
  /// - Returns: `false` where the stretch is complete, and nothing was rendered.
  public mutating func advance() -> Bool {
    // The master is late: it has to be fed beyond the end.
    let end = stretch.start.index + stretch.count.index + master.delay
    let first = mixer.position.index
    let count = min(MixBlock.capacity, end - first)
    guard count > 0 else { return false }
    mixer.render(into: block, count: count)
    master.process(block, count: count)
    laneFrames = frames(ofBlockFrom: first, count)
    masterFrames = frames(ofBlockFrom: first - master.delay, count)
    done = done + Frame(masterFrames.count)
    return true
  }

  /// Those frames of a block that lie in the stretch.
  private func frames(ofBlockFrom first: Int, _ count: Int) -> Range<Int> {
    let start = stretch.start.index - first
    let lower = min(max(0, start), count)
    return lower..<max(lower, min(count, start + stretch.count.index))
  }
}
