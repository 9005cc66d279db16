import Engine
import Glibc
import Scheduler
import SongModel
import SongSupport
import Sounds
import Testing
import Timing

@testable import GoldenKit

@Suite("The same bits every time")
struct SameBitsTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  /// At this rate half a minute of a song takes a moment, even in a debug build.
  private static let rate = SampleRate(hertz: 8000)!
  private static let frames = 30 * rate.hertz

  @Test(
    "Blocks of any size give the same bits",
    arguments: ["rock", "trap", "song-click", "four-against-three"])
  func blocks(name: String) throws {
    let song = song(try Files.text(of: GoldenSet.repository.song(name)))
    let bank = SoundBank(song, at: SameBitsTests.rate, channels: 2)
    for (index, sound) in song.sounds.enumerated() {
      guard case .builtIn(let builtIn) = sound.takes[0].source else {
        preconditionFailure("a song of built-in sounds")
      }
      bank.assign(
        bank.add(builtIn.samples(at: SameBitsTests.rate)), to: Rendition(sound: index))
    }
    let whole = mix(song, bank, block: MixBlock.capacity)
    #expect(whole.contains { $0 != 0 })
    for size in [1, 64, 1000] {
      let cut = mix(song, bank, block: size)
      let first = zip(whole, cut).enumerated().first {
        $0.element.0.bitPattern != $0.element.1.bitPattern
      }
      #expect(first == nil, "blocks of \(size)")
    }
  }

  /// Left and right in turn.
  private func mix(_ song: Song, _ bank: SoundBank, block size: Int) -> [Float] {
    var mixer = Mixer(song, bank: bank)
    let block = MixBlock(channels: 2)
    var samples: [Float] = []
    while samples.count < 2 * SameBitsTests.frames {
      let count = min(size, SameBitsTests.frames - samples.count / 2)
      mixer.render(into: block, count: count)
      for frame in 0..<count { samples += [block.left[frame], block.right![frame]] }
    }
    return samples
  }

  @Test("Two renders in different seconds are the same bytes in every format")
  func renders() throws {
    try workshop.take("five-four")
    let song = workshop.goldens.song("five-four")
    let folders = ["first", "second"].map(workshop.goldens.output)
    _ = try SongOutput(of: song, into: folders[0])
    // A time stamp in a file would tell the two apart: its unit is a second at most.
    usleep(1_100_000)
    _ = try SongOutput(of: song, into: folders[1])
    for name in ["audio.wav", "audio.flac", "song.mid"] {
      let (first, second) = (
        try Files.read("\(folders[0])/\(name)"), try Files.read("\(folders[1])/\(name)")
      )
      #expect(!first.isEmpty && first == second, "\(name)")
    }
  }
}
