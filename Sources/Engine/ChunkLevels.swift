import Sounds
import Timing

/// How loud a chunk of one lane, or of the mix, is.
public struct ChunkLevel: Sendable {
  let peaks: StretchPeaks
  /// Of each 100 ms; see ``KWeighting``.
  let energies: [Double]
}

/// How loud a chunk is. What is not there is silent.
public struct ChunkLevels: Sendable {
  let frames: Range<Int>
  /// In the order of the lanes.
  private(set) var lanes: [(index: Int, level: ChunkLevel)] = []
  public internal(set) var mix: ChunkLevel?

  /// Those of a silent chunk.
  public init(frames: Range<Int>) { self.frames = frames }

  /// The same levels in another place.
  public init(_ other: ChunkLevels, at frames: Range<Int>) {
    precondition(other.frames.count == frames.count, "chunks of one length")
    self.frames = frames
    (lanes, mix) = (other.lanes, other.mix)
  }

  /// Adds those of a lane behind all that were added.
  mutating func add(_ level: ChunkLevel, ofLane lane: Int) { lanes.append((lane, level)) }
}

/// The peaks, by lane and of the mix, that have been found so far. A chunk's own true peaks need not
/// be looked for where they cannot be higher.
public struct LevelFloors: Sendable {
  let lanes: [StretchPeaks]
  let mix: StretchPeaks
}

/// Puts the levels of chunks together: those of one lane, or of the mix.
struct LevelSum {
  private(set) var peaks = StretchPeaks()
  private var loudness: IntegratedLoudness

  init(_ grid: ChunkGrid) { loudness = IntegratedLoudness(rate: grid.rate) }

  /// Adds the next chunk.
  mutating func add(_ level: ChunkLevel?, frames: Range<Int>, hops: Int) {
    guard let level else {
      for _ in 0..<hops { loudness.add(0) }
      return
    }
    for energy in level.energies { loudness.add(energy) }
    peaks.join(level.peaks, from: frames.lowerBound)
  }

  var lufs: Rational? { loudness.lufs }
}

/// How loud a stretch is.
public struct StretchLevels {
  private let hop: Int
  private let channels: Int
  private var lanes: [LevelSum]
  private var mix: LevelSum

  /// - Parameter lanes: how many are measured, from the first on; 0 for none.
  public init(_ grid: ChunkGrid, lanes: Int) {
    hop = grid.hop
    channels = grid.channels
    self.lanes = Array(repeating: LevelSum(grid), count: lanes)
    mix = LevelSum(grid)
  }

  /// Adds the next chunk, in order.
  public mutating func add(_ levels: ChunkLevels) {
    let hops = levels.frames.count / hop
    var next = 0
    for lane in lanes.indices {
      var level: ChunkLevel?
      if next < levels.lanes.count, levels.lanes[next].index == lane {
        level = levels.lanes[next].level
        next += 1
      }
      lanes[lane].add(level, frames: levels.frames, hops: hops)
    }
    mix.add(levels.mix, frames: levels.frames, hops: hops)
  }

  /// The largest true peaks so far.
  public var floors: LevelFloors {
    LevelFloors(lanes: lanes.map(\.peaks), mix: mix.peaks)
  }

  /// Those of a lane, before the master, with its loudness in LUFS.
  public func levels(ofLane lane: Int) -> (reading: LevelReading, lufs: Rational?) {
    levels(lanes[lane])
  }

  /// Those of the mix, after the master.
  public var mixLevels: (reading: LevelReading, lufs: Rational?) { levels(mix) }

  private func levels(_ sum: LevelSum) -> (reading: LevelReading, lufs: Rational?) {
    let peaks = sum.peaks
    let reading = LevelReading(
      samplePeaks: (0..<channels).map { peaks.samplePeaks[$0] },
      truePeaks: (0..<channels).map { peaks.truePeaks[$0] }, framesOver: peaks.framesOver,
      firstOver: peaks.firstOver.map(Frame.init))
    return (reading, sum.lufs)
  }
}

/// Measures chunks.
struct ChunkMeasure: ~Copyable {
  private let hop: Int
  private let trail: Int
  private let weighting: KWeighting
  private let peaks: PeakScan

  init(_ grid: ChunkGrid) {
    hop = grid.hop
    trail = grid.trail
    weighting = KWeighting(rate: grid.rate, channels: grid.channels)
    peaks = PeakScan(rate: grid.rate, channels: grid.channels)
  }

  /// The levels of a block.
  ///
  /// - Parameters:
  ///   - block: has the frames before and behind it that the grid asks for.
  ///   - sounding: the frames that may hold anything but silence, in order, from the lead to what
  ///     stands behind the block.
  ///   - areChannelsEqual: whether it is known that both channels have the same samples.
  ///   - floors: true peaks up to these are not looked for.
  func level(
    of block: SampleBlock, sounding: [Range<Int>], areChannelsEqual: Bool,
    above floors: SIMD2<Float>
  ) -> ChunkLevel {
    switch block.samples {
    case .integers(let samples):
      level(of: samples, block, sounding, areChannelsEqual, floors)
    case .floats(let samples):
      level(of: samples, block, sounding, areChannelsEqual, floors)
    }
  }

  private func level<Sample: KSample>(
    of samples: UnsafePointer<Sample>, _ block: SampleBlock, _ sounding: [Range<Int>],
    _ areChannelsEqual: Bool, _ floors: SIMD2<Float>
  ) -> ChunkLevel {
    var energies = [Double](repeating: 0, count: block.frames / hop)
    weighting.energies(
      of: samples, hops: energies.count, areEqual: areChannelsEqual, sounding: sounding,
      into: &energies)
    var found = StretchPeaks()
    // Between samples, sound rises before it begins and after it has ended.
    let audible = sounding.map { $0.lowerBound - trail..<$0.upperBound + trail }.joined()
    for range in audible.clipped(to: 0..<block.frames) {
      found.join(
        peaks.peaks(
          of: samples + range.lowerBound * block.channels, count: range.count,
          floors: SIMD2(max(floors[0], found.truePeaks[0]), max(floors[1], found.truePeaks[1]))),
        from: range.lowerBound)
    }
    return ChunkLevel(peaks: found, energies: energies)
  }
}
