import CSndfile
import Glibc
import Testing
import Timing

@testable import AudioFiles

@Suite struct LossyTests {
  let folder = TemporaryFolder()
  static let rates: [(AudioFormat.Container, Int)] =
    [8000, 11_025, 44_100, 47_999, 96_000, 192_000, 200_000].map { (.ogg, $0) }
    + [8000, 12_000, 16_000, 24_000, 48_000].map { (.opus, $0) }
    + [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].map { (.mp3, $0) }

  /// A file as ffmpeg and libsndfile decode it, the first channel, at the file's rate.
  func decoded(_ path: String, hertz: Int) throws -> [[Float]] {
    let raw = shellBytes(
      "ffmpeg -v error -i '\(path)' -af pan=mono\\|c0=c0 -ar \(hertz) -f f32le -")
    let byFFmpeg = raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let rate = try #require(SampleRate(hertz: hertz))
    return [byFFmpeg, try readSamples(path: path, at: rate).channels[0]]
  }

  @Test("the length is kept at every rate", arguments: rates, [1, 2])
  func length(_ kind: (container: AudioFormat.Container, hertz: Int), channels: Int) throws {
    let path = folder.file("a.\(kind.container.ending)")
    let format = format(kind.container, .int24, hertz: kind.hertz, channels: channels)
    // One that MP3 ends with a block of nothing but padding.
    for frames in [1, 40 * 1152 + 100] {
      let sound = Array(repeating: noise(frames).map { $0 / 2 }, count: channels)
      #expect(try writeAudio(path, format, sound).frames == Frame(frames))
      #expect(ReadByLibsndfile(path)?.info.frames == sf_count_t(frames))
      // ffmpeg gives whole blocks where there is hardly more than one.
      if frames == 1 { continue }
      #expect(try readSamples(path: path, at: format.rate).frames == frames)
      // ffmpeg decodes Opus at 48000 hertz only, and its resampler gives a frame more or less.
      let byFFmpeg = try decoded(path, hertz: kind.hertz)[0].count
      #expect(abs(byFFmpeg - frames) <= (kind.container == .opus ? 2 : 0))
    }
  }

  @Test(
    "an impulse stays in its place",
    arguments: [
      (AudioFormat.Container.ogg, 44_100), (.ogg, 192_000), (.opus, 48_000), (.mp3, 48_000),
      (.mp3, 24_000), (.mp3, 8000),
    ])
  func impulse(container: AudioFormat.Container, hertz: Int) throws {
    let path = folder.file("a.\(container.ending)")
    for place in [0, 1, 5000, 12_345] {
      var sound = [Float](repeating: 0, count: 20_000)
      sound[place] = 0.9
      try writeAudio(path, format(container, .int16, hertz: hertz, channels: 2), [sound, sound])
      for decoded in try decoded(path, hertz: hertz) {
        let largest = try #require(decoded.indices.max { abs(decoded[$0]) < abs(decoded[$1]) })
        // The codecs take the highest frequencies away, which leaves the peak where it was.
        #expect(abs(largest - place) <= 1, "\(largest) for \(place)")
      }
    }
  }

  @Test(
    "a chord is far above the error of coding",
    arguments: [
      // Vorbis and MP3 keep the wave, Opus rather the spectrum.
      (AudioFormat.Container.ogg, 48_000, 30.0), (.opus, 48_000, 30), (.mp3, 48_000, 30),
    ])
  func quality(container: AudioFormat.Container, hertz: Int, decibels: Double) throws {
    let path = folder.file("a.\(container.ending)")
    let sound = (0..<96_000).map { frame in
      Float(
        [220.0, 277, 330, 1760].reduce(0) {
          $0 + 0.2 * sin(2 * .pi * $1 * Double(frame) / Double(hertz))
        })
    }
    try writeAudio(path, format(container, .int16, hertz: hertz, channels: 2), [sound, sound])
    for decoded in try decoded(path, hertz: hertz) {
      // Away from the ends.
      let middle = 10_000..<80_000
      let signal = middle.reduce(0.0) { $0 + Double(sound[$1]) * Double(sound[$1]) }
      let error = middle.reduce(0.0) { $0 + pow(Double(sound[$1]) - Double(decoded[$1]), 2) }
      #expect(10 * log10(signal / error) > decibels)
    }
  }

  @Test("samples beyond full scale are cut and counted", arguments: lossyContainers)
  func clipping(container: AudioFormat.Container) throws {
    let path = folder.file("a.\(container.ending)")
    let kind = format(container, .int16, channels: 1)
    let loud = noise(10_000).map { $0 * 2 }
    let levels = try writeAudio(path, kind, [loud]).levels
    #expect(levels.clippedFrames == loud.count { abs($0) > 1 })
    let bytes = readBytes(path)
    try writeAudio(path, kind, [loud.map { max(-1, min($0, 1)) }])
    #expect(readBytes(path) == bytes)
  }

  @Test("the bit depth has no meaning", arguments: lossyContainers)
  func bits(container: AudioFormat.Container) throws {
    let files = try SampleFormat.allCases.map { samples in
      let path = folder.file("a")
      try writeAudio(path, format(container, samples, channels: 2), [noise(5000), noise(5000)])
      return readBytes(path)
    }
    #expect(files.allSatisfy { $0 == files[0] })
  }

  @Test("SoX decodes Vorbis and MP3", arguments: [AudioFormat.Container.ogg, .mp3])
  func sox(container: AudioFormat.Container) throws {
    let path = folder.file("a.\(container.ending)")
    try writeAudio(path, format(container, .int16, channels: 2), [noise(48_000), noise(48_000)])
    let samples = shellBytes("sox '\(path)' -t raw -e signed -b 16 -").count / 4
    // SoX knows nothing of what MP3 puts before and behind the sound.
    #expect(container == .ogg ? samples == 48_000 : (48_576..<51_000).contains(samples))
  }
}
