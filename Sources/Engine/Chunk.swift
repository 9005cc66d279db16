import SongModel
import Sounds
import Timing

/// A piece of a stretch that is rendered by itself, with all that its samples and its levels depend
/// on.
public struct Chunk: @unchecked Sendable {
  // The voices point into the bank and the scaled clips, where what they point to never changes.
  private let owners: (SoundBank, ScaledClips)

  /// What two chunks with the same samples and levels have in common.
  public struct Key: Hashable, Sendable {
    let words: [Int]
  }

  /// Its frames, counted from the stretch's start.
  public let frames: Range<Int>
  let score: Score
  /// The frames at the window's start and end that are not in the stretch.
  let before: Int
  let after: Int

  init(
    _ frames: Range<Int>, _ score: Score, before: Int, after: Int,
    _ owners: (SoundBank, ScaledClips)
  ) {
    self.frames = frames
    self.score = score
    self.before = before
    self.after = after
    self.owners = owners
  }

  public var isSilent: Bool { score.lanes.isEmpty }

  public var key: Key { Key(words: [frames.count, before, after] + score.words) }
}

/// How a stretch is cut into chunks.
public struct ChunkGrid: Sendable {
  public let rate: SampleRate
  public let channels: Int
  /// The frames of a chunk; only the last may have fewer.
  public let length: Int
  /// The frames of 100 ms.
  let hop: Int
  /// The frames before a chunk that its levels depend on.
  let lead: Int
  /// And those behind it.
  let trail: Int
  /// What the master depends on, and how late it is.
  let memory: Int
  let delay: Int

  /// The most groups of hops in a chunk, of which loudness is made: as many as ``KWeighting``
  /// filters side by side.
  public static let mostGroups = 4
  private static let mostFrames = 192_000

  /// - Parameter groups: how many a chunk has where they are not long; fewer take less memory.
  public init(
    rate: SampleRate, channels: Int, master: MasterSettings, groups: Int = mostGroups
  ) {
    self.rate = rate
    self.channels = channels
    let weighting = KWeighting(rate: rate, channels: channels)
    let peaks = PeakScan(rate: rate, channels: channels)
    let group = KWeighting.group * weighting.hop
    let groups = max(1, min(ChunkGrid.mostFrames / group, groups))
    hop = weighting.hop
    length = groups * group
    lead = max(weighting.lead, peaks.before)
    trail = peaks.after
    (memory, delay) = (master.memory, master.delay)
  }

  /// The frames of a chunk's window before the chunk.
  var margin: Int { lead + memory }
  /// The most frames that a window has.
  var largestWindow: Int { margin + length + trail + delay }
}

/// The chunks of a stretch, one after the other.
public struct ChunkWalk {
  public let grid: ChunkGrid
  private var walk: VoiceWalk
  private let stretch: Stretch
  private let bank: SoundBank
  private let clips: ScaledClips
  private var next = 0

  public init(_ song: Song, bank: SoundBank, _ stretch: Stretch, grid: ChunkGrid) {
    precondition(bank.rate == grid.rate && bank.channels == grid.channels, "the bank's own grid")
    self.grid = grid
    self.stretch = stretch
    self.bank = bank
    walk = VoiceWalk(song, bank: bank, period: stretch.period)
    clips = ScaledClips(channels: bank.channels)
  }

  /// The next chunk, `nil` at the end of the stretch.
  public mutating func advance() -> Chunk? {
    let end = stretch.count.index
    guard next < end else { return nil }
    let frames = next..<min(next + grid.length, end)
    next = frames.upperBound
    let start = stretch.start.index
    let window =
      start + frames.lowerBound - grid.margin..<start + frames.upperBound + grid.trail + grid.delay
    walk.start(before: window.upperBound, soundingAfter: window.lowerBound)
    for lane in walk.voices.indices { walk.drop(lane, endedBefore: window.lowerBound) }
    return Chunk(
      frames, Score(of: walk, window: window, scaledBy: clips),
      before: max(0, grid.lead - frames.lowerBound),
      after: max(0, frames.upperBound + grid.trail - end), (bank, clips))
  }
}
