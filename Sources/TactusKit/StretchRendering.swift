import AudioFiles
import Engine
import SongModel
import Sounds
import Timing
import Workers

/// Renders a stretch of a song on several threads, and hands its chunks over in order.
///
/// Each chunk is a value of its own: which thread renders it, when, and whether it was known
/// already, changes no bit. Memory does not grow with the stretch.
struct StretchRendering {
  let song: Song
  let bank: SoundBank
  let stretch: Stretch
  let master: MasterSettings
  /// What the mix is encoded for.
  var encodings: [SampleEncoding] = []
  /// What each lane is encoded for, before the master; none without stems.
  var stems: [Int: SampleEncoding] = [:]
  /// Whether lanes are measured, and not only the mix.
  var measuresLanes = true
  /// `nil` renders on the caller's own thread.
  var workers: WorkerPool?
  /// Whether chunks that are alike are rendered once; `nil` where the stretch is long enough. No
  /// bit depends on it.
  var remembers: Bool?

  /// Blocks for the encodings, of one chunk.
  typealias Blocks = (mix: [EncodedBlock], stems: [Int: EncodedBlock])

  /// Renders all of it.
  ///
  /// - Parameter each: gets the blocks of each chunk; they are valid until it returns.
  /// - Returns: the levels of the whole.
  func run<Failure: Error>(
    _ each: (Range<Int>, Blocks) throws(Failure) -> Void
  ) throws(Failure) -> StretchLevels {
    let blocks = max(1, encodings.count + stems.count)
    let grid = ChunkGrid(
      rate: bank.rate, channels: bank.channels, master: master,
      groups: blocks > 2 ? ChunkGrid.mostGroups / 2 : ChunkGrid.mostGroups)
    var levels = StretchLevels(grid, lanes: measuresLanes ? song.laneCount : 0)
    var walk = ChunkWalk(song, bank: bank, stretch, grid: grid)
    var memory = ChunkMemory(
      isOn: (remembers ?? (stretch.count.index > 8 * grid.length)) && master.volume.isNeutral,
      keepsBlocks: (encodings + stems.values).allSatisfy(\.isEqualEverywhere))
    let renderers = RendererPool(grid, master)
    let slots = (0..<slotCount(grid, blocks)).map { _ in RenderingSlot(self, grid, renderers) }
    // For chunks of which nothing has to be rendered.
    let silence = RenderingSlot(self, grid, renderers)
    var pending: [Piece] = []
    var submitted = 0
    var isFilling = true
    while true {
      // Many at a time, for each that finds all threads asleep has to wake one.
      if pending.count <= slots.count / 2 { isFilling = true }
      if isFilling, let chunk = walk.advance() {
        pending.append(piece(chunk, &memory, slots[submitted % slots.count], levels.floors))
        submitted += 1
        isFilling = pending.count < slots.count
        if isFilling { continue }
      }
      guard !pending.isEmpty else { return levels }
      let piece = pending.removeFirst()
      let frames = piece.chunk.frames
      switch piece.work {
      case .silent:
        silence.encodeSilence(frames)
        levels.add(ChunkLevels(frames: frames))
        try each(frames, silence.blocks)
      case .known(let known):
        levels.add(ChunkLevels(known.levels, at: frames))
        try each(frames, known.blocks!)
      case .rendered(let slot, let future, let known):
        let found = known.map { ChunkLevels($0, at: frames) }
        let measured = workers?.value(of: future) ?? future.value()
        memory.learn(piece.key, found ?? measured, slot.blocks)
        levels.add(found ?? measured)
        try each(frames, slot.blocks)
      }
    }
  }

  /// The chunks that are on their way at a time: as many as let no thread wait for another one
  /// that the system has put aside, and fit into a few megabytes.
  ///
  /// - Parameter blocks: what is made of each.
  private func slotCount(_ grid: ChunkGrid, _ blocks: Int) -> Int {
    guard let workers else { return 1 }
    let block = grid.length * grid.channels * MemoryLayout<Int32>.size
    return max(workers.count + 2, (8 << 20) / (block * blocks))
  }

  /// A chunk on its way.
  private struct Piece {
    enum Work {
      case silent
      case known(ChunkMemory.Entry)
      /// With its levels where they are known already.
      case rendered(RenderingSlot, Future<ChunkLevels>, ChunkLevels?)
    }

    let chunk: Chunk
    let key: Chunk.Key?
    let work: Work
  }

  private func piece(
    _ chunk: Chunk, _ memory: inout ChunkMemory, _ slot: RenderingSlot, _ floors: LevelFloors
  ) -> Piece {
    if chunk.isSilent { return Piece(chunk: chunk, key: nil, work: .silent) }
    let key = memory.isOn ? chunk.key : nil
    let entry = key.flatMap { memory[$0] }
    if let entry, entry.blocks != nil { return Piece(chunk: chunk, key: key, work: .known(entry)) }
    // What is known of its levels need not be measured again.
    let floors = entry == nil ? floors : nil
    let job: @Sendable () -> ChunkLevels = { slot.render(chunk, floors) }
    return Piece(
      chunk: chunk, key: key,
      work: .rendered(slot, workers?.run(job) ?? Future(job()), entry?.levels))
  }
}

extension WorkerPool {
  /// Threads for so many frames, beside the caller's; `nil` where starting them takes as long as
  /// the work.
  static func forRendering(_ frames: Frame, at rate: SampleRate, threads: Int) -> WorkerPool? {
    threads > 1 && frames.index / rate.hertz >= 20 ? WorkerPool(count: threads - 1) : nil
  }
}

/// Renderers for as many chunks as are rendered at a time.
private final class RendererPool: Sendable {
  private let grid: ChunkGrid
  private let master: MasterSettings
  private let idle = Guarded<[ChunkRenderer]>([])

  init(_ grid: ChunkGrid, _ master: MasterSettings) {
    self.grid = grid
    self.master = master
  }

  func with<Result>(_ body: (ChunkRenderer) -> Result) -> Result {
    let renderer = idle.with { $0.popLast() } ?? ChunkRenderer(grid, master: master)
    defer { idle.with { $0.append(renderer) } }
    return body(renderer)
  }
}

/// Where one chunk at a time is rendered to.
final class RenderingSlot: @unchecked Sendable {
  // A slot is given away again only when its chunk has been handed over.

  private let renderers: RendererPool
  private let channels: Int
  private let encodings: [SampleEncoding]
  private let stems: [Int: SampleEncoding]
  private let hasLanes: Bool
  let blocks: StretchRendering.Blocks
  private var silentFrames = 0

  fileprivate init(_ rendering: StretchRendering, _ grid: ChunkGrid, _ renderers: RendererPool) {
    channels = grid.channels
    self.renderers = renderers
    encodings = rendering.encodings
    stems = rendering.stems
    hasLanes = rendering.measuresLanes || !stems.isEmpty
    blocks = (
      encodings.map { $0.makeBlock() }, stems.isEmpty ? [:] : stems.mapValues { $0.makeBlock() }
    )
  }

  func render(_ chunk: Chunk, _ floors: LevelFloors?) -> ChunkLevels {
    let first = Frame(chunk.frames.lowerBound)
    encodeSilentStems(chunk.frames)
    let onLane: (Int, SampleBlock) -> Void = { lane, samples in
      self.stems[lane]?.encode(samples, from: first, into: self.blocks.stems[lane]!)
    }
    return renderers.with {
      $0.render(chunk, floors: floors, onLane: hasLanes ? onLane : nil) { samples in
        for (encoding, block) in zip(encodings, blocks.mix) {
          encoding.encode(samples, from: first, into: block)
        }
      }
    }
  }

  /// Makes silence of all blocks.
  func encodeSilence(_ frames: Range<Int>) {
    guard silentFrames != frames.count else { return }
    silentFrames = frames.count
    encodeSilentStems(frames)
    for (encoding, block) in zip(encodings, blocks.mix) {
      encoding.encode(silence(frames.count), from: .zero, into: block)
    }
  }

  private func encodeSilentStems(_ frames: Range<Int>) {
    for (lane, encoding) in stems {
      encoding.encode(silence(frames.count), from: .zero, into: blocks.stems[lane]!)
    }
  }

  private func silence(_ frames: Int) -> SampleBlock {
    withUnsafePointer(to: 0) {
      // Nothing of it is read.
      SampleBlock(.integers($0), frames: frames, channels: channels, sounding: [])
    }
  }
}
