import Engine
import Glibc
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
    let sounds = song.sounds.map { sound in
      guard case .builtIn(let builtIn) = sound.source else {
        preconditionFailure("a song of built-in sounds")
      }
      return builtIn.samples(at: SameBitsTests.rate)
    }
    let whole = mix(song, sounds, block: Mixer.largestBlock)
    #expect(whole.contains { $0 != 0 })
    for size in [1, 64, 1000] {
      let cut = mix(song, sounds, block: size)
      let first = zip(whole, cut).enumerated().first {
        $0.element.0.bitPattern != $0.element.1.bitPattern
      }
      #expect(first == nil, "blocks of \(size)")
    }
  }

  /// The left, then the right.
  private func mix(_ song: Song, _ sounds: [SampleBuffer], block: Int) -> [Float] {
    var mixer = Mixer(song, sounds: sounds, rate: SameBitsTests.rate, channels: 2)
    let frames = SameBitsTests.frames
    return [Float](unsafeUninitializedCapacity: 2 * frames) { samples, count in
      let left = samples.baseAddress!
      for start in stride(from: 0, to: frames, by: block) {
        mixer.render(
          left: left + start, right: left + frames + start, count: min(block, frames - start))
      }
      count = 2 * frames
    }
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
