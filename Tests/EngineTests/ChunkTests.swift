import Scheduler
import SongModel
import SongSupport
import Sounds
import Testing
import Timing

@testable import Engine

/// What chunks of a stretch put together, the channels in turn.
struct RenderedChunks {
  var mix: [Float] = []
  /// By lane.
  var lanes: [[Float]]
  var levels: StretchLevels
  /// The samples of the mix by the chunks' keys.
  var byKey: [Chunk.Key: [[Float]]] = [:]
}

/// Renders a stretch in chunks, as they come, or the last first.
func chunks(
  of song: Song, _ bank: SoundBank, _ stretch: Stretch, master: MasterSettings? = nil,
  backwards: Bool = false, withLanes: Bool = true
) -> RenderedChunks {
  let master =
    master ?? MasterSettings(gain: 1, ceiling: nil, rate: bank.rate, channels: bank.channels)
  let grid = ChunkGrid(rate: bank.rate, channels: bank.channels, master: master)
  var walk = ChunkWalk(song, bank: bank, stretch, grid: grid)
  var all: [Chunk] = []
  while let chunk = walk.advance() { all.append(chunk) }
  let renderer = ChunkRenderer(grid, master: master)
  var result = RenderedChunks(
    lanes: Array(repeating: [], count: song.laneCount),
    levels: StretchLevels(grid, lanes: withLanes ? song.laneCount : 0))
  let floors = result.levels.floors
  var pieces: [(chunk: Chunk, mix: [Float], lanes: [Int: [Float]], levels: ChunkLevels)] = []
  for chunk in backwards ? all.reversed() : all {
    var mix: [Float] = []
    var lanes: [Int: [Float]] = [:]
    let onLane: (Int, SampleBlock) -> Void = { lanes[$0] = floats($1) }
    let levels = renderer.render(chunk, floors: floors, onLane: withLanes ? onLane : nil) {
      mix = floats($0)
    }
    pieces.append((chunk, mix, lanes, levels))
  }
  for piece in backwards ? pieces.reversed() : pieces {
    result.mix += piece.mix
    let silence = [Float](repeating: 0, count: piece.mix.count)
    for lane in result.lanes.indices { result.lanes[lane] += piece.lanes[lane] ?? silence }
    result.levels.add(piece.levels)
    result.byKey[piece.chunk.key, default: []].append(piece.mix)
  }
  return result
}

/// The samples of a block. What it says is silent is checked to be.
func floats(_ block: SampleBlock) -> [Float] {
  let count = block.frames * block.channels
  let samples = [Float](unsafeUninitializedCapacity: count) { memory, filled in
    switch block.samples {
    case .integers(let samples):
      for index in 0..<count { memory[index] = Float(samples[index]) * SampleBlock.unit }
    case .floats(let samples):
      for index in 0..<count { memory[index] = samples[index] }
    }
    filled = count
  }
  var end = 0
  for range in block.sounding + [block.frames..<block.frames] {
    let gap = samples[end * block.channels..<range.lowerBound * block.channels]
    precondition(!gap.contains { $0 != 0 }, "silence where nothing sounds")
    end = range.upperBound
  }
  return samples
}

/// What the mixer and the master give in one go, the channels in turn.
private func reference(
  _ song: Song, _ bank: SoundBank, _ stretch: Stretch, master settings: MasterSettings
) -> [Float] {
  var mixer = Mixer(song, bank: bank, period: stretch.period)
  var master = Master(settings)
  let block = MixBlock(channels: bank.channels)
  var samples: [Float] = []
  let end = stretch.start.index + stretch.count.index
  while mixer.position.index < end + settings.delay {
    let first = mixer.position.index - settings.delay
    mixer.render(into: block, count: 1000)
    master.process(left: block.left, right: block.right, count: 1000)
    let start = max(0, stretch.start.index - first)
    for frame in start..<max(start, min(1000, end - first)) {
      samples.append(block.left[frame])
      if let right = block.right { samples.append(right[frame]) }
    }
  }
  return samples
}

@Suite("Chunks")
struct ChunkTests {
  private static func bank(_ song: Song, channels: Int, peak: Float = 0.3) -> SoundBank {
    EngineTests.bank(
      song,
      song.sounds.indices.map { ramp(3000 + 777 * $0, from: peak, stereo: $0 % 2 == 1) },
      channels: channels)
  }

  private static let chokes = song(
    """
    tempo: 173
    kit: {hat: {choke: a}, open-hat: {choke: a, pan: R20}}
    mix: {tracks: {kick: {volume: -3dB}}}
    patterns: {p: {kick: X..x..X.X.......9, hat: x...x...x...x...x, open-hat: ..............x..}}
    song: [p x6]
    """)
  // A sum of so many hundreds of full scale does not fit into 31 bits.
  private static let peaks: [Float] = [0.3, 90]

  @Test("chunks are the mixer's samples, however loud", arguments: [1, 2], peaks)
  func samples(channels: Int, peak: Float) {
    for song in [MixerTests.busy, Self.chokes] {
      let bank = Self.bank(song, channels: channels, peak: peak)
      let stretch = Stretch(from: .zero, to: Extent(of: song, bank: bank).frames)
      let neutral = MasterSettings(gain: 1, ceiling: nil, rate: .standard, channels: channels)
      let expected = reference(song, bank, stretch, master: neutral)
      let found = chunks(of: song, bank, stretch)
      #expect(found.mix == expected)
      #expect(found.mix.contains { abs($0) > peak / 2 })
      #expect(chunks(of: song, bank, stretch, backwards: true).mix == expected)
      #expect(chunks(of: song, bank, stretch, withLanes: false).mix == expected)
    }
  }

  @Test("a part of a stretch, or of a loop, is the same as in the whole", arguments: [true, false])
  func parts(isLoop: Bool) {
    let bank = Self.bank(Self.chokes, channels: 2)
    let end = Extent(of: Self.chokes, bank: bank).frames
    func stretch(_ start: Int, _ end: Int, of length: Int) -> Stretch {
      isLoop
        ? Stretch(
          from: Frame(start), to: Frame(end), ofLoop: Frame(length), longest: bank.longest,
          memory: 0) : Stretch(from: Frame(start), to: Frame(end))
    }
    let whole = chunks(of: Self.chokes, bank, stretch(0, end.index, of: end.index)).mix
    let part = chunks(of: Self.chokes, bank, stretch(12_345, 123_456, of: end.index)).mix
    #expect(part == Array(whole[2 * 12_345..<2 * 123_456]))
    #expect(part.contains { $0 != 0 })
  }

  @Test("the master's gain and limiter work as on a stream", arguments: [1, 2], [nil, -6])
  func master(channels: Int, ceiling: Int?) {
    let bank = Self.bank(MixerTests.busy, channels: channels)
    let settings = MasterSettings(
      gain: 1.7, ceiling: ceiling.map { Decibels(Rational(Int128($0))) }, rate: .standard,
      channels: channels)
    let extent = Extent(of: MixerTests.busy, bank: bank).frames
    let stretch = Stretch(from: Frame(1000), to: extent)
    let expected = reference(MixerTests.busy, bank, stretch, master: settings)
    #expect(chunks(of: MixerTests.busy, bank, stretch, master: settings).mix == expected)
    let plain = MasterSettings(gain: 1, ceiling: nil, rate: .standard, channels: channels)
    #expect(expected != reference(MixerTests.busy, bank, stretch, master: plain))
  }

  // Up to twice full scale, where single precision holds sums exactly.
  @Test("the lanes add up to the mix", arguments: [0.1, 0.3] as [Float])
  func lanes(peak: Float) {
    let bank = Self.bank(MixerTests.busy, channels: 2, peak: peak)
    let stretch = Stretch(from: .zero, to: Extent(of: MixerTests.busy, bank: bank).frames)
    let found = chunks(of: MixerTests.busy, bank, stretch)
    var sums = [Double](repeating: 0, count: found.mix.count)
    for lane in found.lanes { for index in lane.indices { sums[index] += Double(lane[index]) } }
    #expect(sums.map { Float($0) } == found.mix)
    #expect(found.lanes.filter { $0.contains { $0 != 0 } }.count > 1)
  }

  @Test("chunks of one key have the same samples, and a steady song has many of them")
  func keys() {
    // A bar of 60000 frames: 32 bars make 25 chunks.
    let song = song(
      """
      tempo: 192
      bars: 128
      patterns: {p: {kick: x..x...xx..x..x., hat: x*16}}
      play: p
      """)
    let bank = Self.bank(song, channels: 2)
    let found = chunks(
      of: song, bank, Stretch(from: .zero, to: Extent(of: song, bank: bank).frames))
    for alike in found.byKey.values { #expect(alike.allSatisfy { $0 == alike[0] }) }
    #expect(found.byKey.count < 30)
    #expect(found.byKey.values.contains { $0.count >= 3 })
    #expect(Set(found.byKey.values.map { $0[0] }).count > 20)
  }

  @Test("levels are those of the whole stream", arguments: [1, 2], [0.3, 2])
  func levels(channels: Int, peak: Float) throws {
    let bank = Self.bank(MixerTests.busy, channels: channels, peak: peak)
    let stretch = Stretch(from: .zero, to: Extent(of: MixerTests.busy, bank: bank).frames)
    let found = chunks(of: MixerTests.busy, bank, stretch)
    var meter = LevelMeter(rate: .standard, channels: channels)
    let left = stride(from: 0, to: found.mix.count, by: channels).map { found.mix[$0] }
    let right = stride(from: channels - 1, to: found.mix.count, by: channels).map { found.mix[$0] }
    meter.add(left: left, right: right, count: left.count)
    let (reading, lufs) = found.levels.mixLevels
    #expect(reading == meter.reading)
    #expect(reading.framesOver > 0 || peak < 1)
    #expect(lufs != nil)
  }
}
