import AudioFiles
import Engine

/// What is known of chunks that may come again: a bar at a steady tempo does, after as many bars
/// as it takes for its length to make whole frames.
struct ChunkMemory {
  struct Entry {
    let levels: ChunkLevels
    /// Kept from the second time on, for most chunks come only once.
    var blocks: StretchRendering.Blocks?
  }

  let isOn: Bool
  private let keepsBlocks: Bool
  private var entries: [Chunk.Key: Entry] = [:]
  private var bytes = 0

  private static let mostEntries = 2048
  private static let mostBytes = 16 << 20

  /// - Parameter keepsBlocks: whether equal samples are equal blocks.
  init(isOn: Bool, keepsBlocks: Bool) {
    self.isOn = isOn
    self.keepsBlocks = keepsBlocks
  }

  subscript(key: Chunk.Key) -> Entry? { entries[key] }

  /// Takes in what a chunk has come to.
  mutating func learn(
    _ key: Chunk.Key?, _ levels: ChunkLevels, _ blocks: StretchRendering.Blocks
  ) {
    guard let key else { return }
    if let entry = entries[key] {
      if keepsBlocks, entry.blocks == nil { keep(blocks, for: key) }
    } else {
      if entries.count >= ChunkMemory.mostEntries { forget() }
      entries[key] = Entry(levels: levels)
    }
  }

  private mutating func keep(_ blocks: StretchRendering.Blocks, for key: Chunk.Key) {
    let size = (blocks.mix + blocks.stems.values).reduce(0) { $0 + $1.byteCount }
    guard bytes + size <= ChunkMemory.mostBytes else { return }
    bytes += size
    entries[key]!.blocks = (
      blocks.mix.map { $0.copied() }, blocks.stems.mapValues { $0.copied() }
    )
  }

  private mutating func forget() {
    entries = [:]
    bytes = 0
  }
}
