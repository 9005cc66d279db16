import Sounds
import Timing

/// Turns chunks into samples and levels, one at a time, in memory of its own.
///
/// What comes out depends on nothing but the chunk, the grid and the master, so that several
/// renderers may work side by side.
public final class ChunkRenderer: @unchecked Sendable {
  // One job at a time uses it.

  private let grid: ChunkGrid
  private let master: MasterSettings
  private let measure: ChunkMeasure
  private let fadeLength: Int
  /// Not made where each chunk has a single lane.
  private lazy var lane = Sums(grid.largestWindow * grid.channels)
  private let mix: Sums
  /// Where sums become floating-point samples: the channels in turn, and one after the other.
  private lazy var floats = Floats(grid.largestWindow * grid.channels)
  private lazy var planes = Floats(grid.largestWindow * grid.channels)

  public init(_ grid: ChunkGrid, master: MasterSettings) {
    self.grid = grid
    self.master = master
    measure = ChunkMeasure(grid)
    fadeLength = VoiceWalk.fadeLength(at: grid.rate)
    mix = Sums(grid.largestWindow * grid.channels)
  }

  /// Renders a chunk.
  ///
  /// - Parameters:
  ///   - floors: the true peaks that have been found before; see ``ChunkMeasure``. `nil` where no
  ///     levels are wanted, and none are given then.
  ///   - onLane: gets the samples of each lane that is heard, before the master; `nil` where
  ///     neither these nor the levels of the lanes are wanted.
  ///   - onMix: gets those of the mix, after the master.
  public func render(
    _ chunk: Chunk, floors: LevelFloors?, onLane: ((Int, SampleBlock) -> Void)?,
    onMix: (SampleBlock) -> Void
  ) -> ChunkLevels {
    chunk.score.fitsIntegers
      ? render(chunk, { lane.integers }, mix.integers, floors, onLane, onMix)
      : render(chunk, { lane.doubles }, mix.doubles, floors, onLane, onMix)
  }

  private func render<Number: RenderedNumber>(
    _ chunk: Chunk, _ lane: () -> UnsafeMutablePointer<Number>, _ mix: UnsafeMutablePointer<Number>,
    _ floors: LevelFloors?, _ onLane: ((Int, SampleBlock) -> Void)?, _ onMix: (SampleBlock) -> Void
  ) -> ChunkLevels {
    let score = chunk.score
    let sum = VoiceSum<Number>(channels: grid.channels, fadeLength: fadeLength)
    var levels = ChunkLevels(frames: chunk.frames)
    let sounding = score.lanes.flatMap(\.sounding).joined()
    // A single lane is the mix.
    let isSole = score.lanes.count == 1 && master.isNeutral
    let lane = onLane == nil || isSole ? mix : lane()
    touch(mix, sounding)
    for part in score.lanes {
      for voice in part.voices {
        sum.add(voice, to: lane, from: score.window.lowerBound, count: score.window.count)
      }
      guard let onLane else { continue }
      if !isSole {
        for range in part.sounding { add(lane, to: mix, range) }
      }
      silence(lane, outside: chunk)
      let level = hand(
        chunk, lane, part.sounding, part.areChannelsEqual, floors?.lanes[part.index].truePeaks
      ) { onLane(part.index, $0) }
      if let level { levels.add(level, ofLane: part.index) }
      if !isSole { clear(lane, part.sounding) }
    }
    if score.lanes.isEmpty {
      onMix(block(chunk, mix, []))
    } else if isSole, onLane != nil {
      levels.mix = levels.lanes.first?.level
      onMix(block(chunk, mix, sounding))
    } else if master.isNeutral {
      silence(mix, outside: chunk)
      levels.mix = hand(
        chunk, mix, sounding, score.lanes.allSatisfy(\.areChannelsEqual), floors?.mix.truePeaks,
        onMix)
    } else {
      levels.mix = handMastered(chunk, mix, sounding, floors?.mix.truePeaks, onMix)
    }
    clear(mix, sounding)
    return levels
  }

  // MARK: - Parts

  /// Hands a chunk's samples over, and gives their levels.
  private func hand<Number: RenderedNumber>(
    _ chunk: Chunk, _ sums: UnsafeMutablePointer<Number>, _ sounding: [Range<Int>],
    _ areChannelsEqual: Bool, _ floor: SIMD2<Float>?, _ body: (SampleBlock) -> Void
  ) -> ChunkLevel? {
    let block = block(chunk, sums, sounding)
    body(block)
    return floor.map {
      measure.level(
        of: block,
        sounding: sounding.map { $0.lowerBound - grid.margin..<$0.upperBound - grid.margin },
        areChannelsEqual: areChannelsEqual, above: $0)
    }
  }

  private func block<Number: RenderedNumber>(
    _ chunk: Chunk, _ sums: UnsafeMutablePointer<Number>, _ sounding: [Range<Int>]
  ) -> SampleBlock {
    let frames = grid.margin..<grid.margin + chunk.frames.count
    let samples = Number.samples(sums, chunk.score.window.count * grid.channels) { floats.start }
    return SampleBlock(
      samples.advanced(by: grid.margin * grid.channels), frames: frames.count,
      channels: grid.channels, sounding: sounding.clipped(to: frames))
  }

  private func handMastered<Number: RenderedNumber>(
    _ chunk: Chunk, _ sums: UnsafeMutablePointer<Number>, _ sounding: [Range<Int>],
    _ floor: SIMD2<Float>?, _ body: (SampleBlock) -> Void
  ) -> ChunkLevel? {
    let (channels, count) = (grid.channels, chunk.score.window.count)
    let (left, right) = (planes.start, channels == 2 ? planes.start + count : nil)
    for frame in 0..<count {
      left[frame] = sums[frame &* channels].sample
      right?[frame] = sums[frame &* channels &+ 1].sample
    }
    let first = chunk.score.window.lowerBound
    self.master.volume.scale(left, count, from: first)
    if let right { self.master.volume.scale(right, count, from: first) }
    var master = Master(master)
    master.process(left: left, right: right, count: count)
    // A frame comes out late; those before and behind the chunk are for its levels.
    for frame in grid.memory..<grid.margin + chunk.frames.count + grid.trail {
      floats.start[frame &* channels] = left[frame + grid.delay]
      if let right { floats.start[frame &* channels &+ 1] = right[frame + grid.delay] }
    }
    silence(floats.start, outside: chunk)
    let block = SampleBlock(
      .floats(UnsafePointer(floats.start) + grid.margin * channels), frames: chunk.frames.count,
      channels: channels, sounding: [0..<chunk.frames.count])
    body(block)
    return floor.map {
      measure.level(
        of: block, sounding: [-grid.lead..<block.frames + grid.trail], areChannelsEqual: false,
        above: $0)
    }
  }

  /// Clears what a window has from outside the stretch: there the file is not.
  private func silence<Number: Numeric>(
    _ samples: UnsafeMutablePointer<Number>, outside chunk: Chunk
  ) {
    (samples + grid.memory * grid.channels).update(
      repeating: 0, count: chunk.before * grid.channels)
    let end = grid.margin + chunk.frames.count + grid.trail
    (samples + (end - chunk.after) * grid.channels).update(
      repeating: 0, count: chunk.after * grid.channels)
  }

  private func add<Number: RenderedNumber>(
    _ lane: UnsafeMutablePointer<Number>, to mix: UnsafeMutablePointer<Number>, _ range: Range<Int>
  ) {
    for i in range.lowerBound &* grid.channels..<range.upperBound &* grid.channels {
      mix[i] &+= lane[i]
    }
  }

  /// Writes a zero into each page of some frames, all of which are zero: a page that is read before
  /// it is written to is given twice by the system.
  private func touch<Number: RenderedNumber>(
    _ sums: UnsafeMutablePointer<Number>, _ ranges: [Range<Int>]
  ) {
    let step = 4096 / MemoryLayout<Number>.stride
    for range in ranges {
      for at in stride(
        from: range.lowerBound * grid.channels, to: range.upperBound * grid.channels, by: step)
      {
        UnsafeMutableRawPointer(sums + at).storeBytes(of: 0, as: Number.self)
      }
    }
  }

  private func clear<Number: RenderedNumber>(
    _ sums: UnsafeMutablePointer<Number>, _ ranges: [Range<Int>]
  ) {
    for range in ranges {
      (sums + range.lowerBound * grid.channels).update(
        repeating: .zero, count: range.count * grid.channels)
    }
  }
}
