import Engine
import Scheduler
import SongModel
import SongSupport
import Sounds
import Testing
import Timing

/// A sound of one value, so that whatever is multiplied with it can be read off.
func constant(_ value: Float, _ frames: Int) -> SampleBuffer {
  SampleBuffer(channels: [Array(repeating: value, count: frames)], rate: .standard)
}

@Suite("Choke")
struct ChokeTests {
  /// 240 frames are 5 ms.
  private static let fade = 240

  /// A long sound on frame 0, then what silences it, which is silent itself.
  private static func mixed(_ pattern: String, frames: Int, from start: Int = 0) -> [Float] {
    let song = song(
      """
      {tempo: 120, bars: 1, play: p, patterns: {p: \(pattern)}, click: off,
       kit: {hat: {choke: hats}, rim: {choke: hats}, kick: {choke: other}, clap: {volume: 100%}}}
      """)
    let buffers = song.sounds.map { constant($0.name == "hat" ? 0.5 : 0, 60_000) }
    var mixer = Mixer(song, bank: bank(song, buffers, channels: 1))
    mixer.skip(to: Frame(start))
    return render(&mixer, channels: 1, frames: frames).left
  }

  @Test("a hit silences what started before it, in a straight line over 5 ms")
  func fadeOut() {
    let mixed = Self.mixed("{hat: X..............., rim: ....X...........}", frames: 60_000)
    #expect(mixed[..<24_000].allSatisfy { $0 == 0.5 })
    for frame in 0..<Self.fade {
      // Each sample is rounded once to the grid of 2⁻²³.
      let expected = 0.5 * Double(Self.fade - frame) / Double(Self.fade)
      #expect((Double(mixed[24_000 + frame]) - expected).magnitude <= 0x1p-24)
    }
    #expect(mixed[(24_000 + Self.fade)...].allSatisfy { $0 == 0 })
    // No step is larger than the slope of the fade.
    let steps = zip(mixed.dropFirst(), mixed.dropFirst(2)).map { ($0 - $1).magnitude }
    #expect(steps.max()! <= 0.5 / Float(Self.fade) + 0x1p-23)
  }

  @Test("another name, another sound and the same frame silence nothing")
  func unmoved() {
    for other in ["kick: ....X...........", "clap: ....X...........", "rim: X..............."] {
      let mixed = Self.mixed("{hat: X..............., \(other)}", frames: 50_000)
      #expect(mixed.allSatisfy { $0 == 0.5 }, "\(other)")
    }
  }

  @Test("a sound with a name of its own silences itself")
  func retrigger() {
    let mixed = Self.mixed("{hat: X...X...........}", frames: 50_000)
    #expect(mixed[24_000] == 1)
    #expect(mixed[(24_000 + Self.fade)...].allSatisfy { $0 == 0.5 })
  }

  @Test("a second hit within the fade changes nothing of it")
  func twice() {
    // A step of 1/1024 at 120 lasts 93.75 frames.
    let once = Self.mixed(
      "{length: 1/4, tracks: {hat: {hits: [{at: 1, velocity: 127}]}, rim: {hits: [1:1+1/8]}}}",
      frames: 40_000)
    let twice = Self.mixed(
      "{length: 1/4, tracks: {hat: {hits: [{at: 1, velocity: 127}]},"
        + " rim: {hits: [1:1+1/8, 1:1+129/1024]}}}", frames: 40_000)
    #expect(once == twice)
    #expect(once[11_999] == 0.5 && once[12_001] < 0.5 && once[13_000] == 0)
  }

  @Test("what is choked before a skip is choked after it", arguments: [23_999, 24_000, 24_100])
  func skip(to start: Int) {
    let pattern = "{hat: X..............., rim: ....X...........}"
    let whole = Self.mixed(pattern, frames: 30_000)
    #expect(Self.mixed(pattern, frames: 5_000, from: start) == Array(whole[start..<(start + 5000)]))
  }

  @Test("the file ends with the fade of what is choked last")
  func extent() {
    let song = song(
      """
      {tempo: 120, bars: 1, play: p, patterns: {p: {hat: X..............., rim: ............X...}},
       kit: {hat: {choke: a}, rim: {choke: a}}}
      """)
    func frames(hat: Int, rim: Int) -> Int {
      let buffers = song.sounds.map { constant(0.5, $0.name == "hat" ? hat : rim) }
      return Extent(of: song, bank: bank(song, buffers, channels: 2)).frames.index
    }
    // The bar lasts 96,000 frames, and the rim falls on 72,000.
    #expect(frames(hat: 200_000, rim: 10) == 96_000)
    #expect(frames(hat: 200_000, rim: 100_000) == 172_000)
    #expect(frames(hat: 10, rim: 10) == 96_000)
  }
}

@Suite("Lanes")
struct LaneTests {
  @Test("the sum of the lanes is the mix, bit for bit, however loud", arguments: [0.25, 0.9])
  func sum(peak: Double) {
    let song = MixerTests.busy
    let sounds = song.sounds.indices.map {
      ramp(3000 + 777 * $0, from: Float(peak), stereo: $0 % 2 == 1)
    }
    let bank = bank(song, sounds, channels: 2)
    let whole = MixBlock(channels: 2)
    let lanes = MixBlock(channels: 2, lanes: song.laneCount)
    var plain = Mixer(song, bank: bank)
    var split = Mixer(song, bank: bank)
    var highest: Float = 0
    for _ in 0..<50 {
      plain.render(into: whole, count: 4096)
      split.render(into: lanes, count: 4096)
      for frame in 0..<4096 {
        let left = (0..<song.laneCount).reduce(0) { $0 + Double(lanes.left(ofLane: $1)[frame]) }
        let right = (0..<song.laneCount).reduce(0) { $0 + Double(lanes.right(ofLane: $1)![frame]) }
        #expect(Float(left) == whole.left[frame] && Float(right) == whole.right![frame])
        #expect(lanes.left[frame] == whole.left[frame])
        highest = max(highest, whole.left[frame].magnitude)
      }
    }
    #expect(highest > Float(peak) / 2)
  }
}

@Suite("Loops")
struct LoopTests {
  /// A song of whole frames, whose last sounds ring beyond its end and are choked there.
  static let body =
    """
    kit: {hat: {choke: a}, open-hat: {choke: a}}
    patterns: {p: {kick: X..x..X.X.......9, hat: x...x...x...x...x, open-hat: ..............x..}}
    """

  private static func samples(
    _ order: String, _ lengths: (Song) -> [Int], _ stretch: (Song, SoundBank) -> Stretch
  ) -> [Float] {
    let song = song("tempo: 100\nsong: [\(order)]\n" + body.replacing("      ", with: ""))
    let bank = bank(
      song, zip(song.sounds.indices, lengths(song)).map { ramp($1, from: 0.2 + 0.1 * Float($0)) },
      channels: 2)
    return chunks(of: song, bank, stretch(song, bank)).mix
  }

  /// 17 sixteenths at 100: 17 · 7200 frames.
  private static let period = 17 * 7200

  @Test("a loop is the second half of the song played twice, chokes across the seam included")
  func secondHalf() {
    let lengths = { (song: Song) in song.sounds.indices.map { 20_000 + 40_000 * $0 } }
    let loop = Self.samples("p", lengths) { _, bank in
      Stretch(
        from: .zero, to: Frame(Self.period), ofLoop: Frame(Self.period), longest: bank.longest,
        memory: 0)
    }
    let twice = Self.samples("p x2", lengths) { _, _ in
      Stretch(from: Frame(Self.period), to: Frame(2 * Self.period))
    }
    #expect(loop.count == 2 * Self.period)
    #expect(loop == twice)
    let once = Self.samples("p", lengths) { _, _ in
      Stretch(from: .zero, to: Frame(Self.period))
    }
    #expect(loop != once)
  }

  @Test("a sound longer than the song wraps as often as it takes")
  func wraps() {
    let lengths = { (song: Song) in song.sounds.map { $0.choke == nil ? 500_000 : 1 } }
    let loop = Self.samples("p", lengths) { _, bank in
      Stretch(
        from: .zero, to: Frame(Self.period), ofLoop: Frame(Self.period), longest: bank.longest,
        memory: 0)
    }
    let many = Self.samples("p x8", lengths) { _, _ in
      Stretch(from: Frame(7 * Self.period), to: Frame(8 * Self.period))
    }
    #expect(loop == many)
  }
}
