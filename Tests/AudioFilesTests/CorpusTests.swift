import Glibc
import SongModel
import Testing
import Timing

@testable import AudioFiles

private let corpusRates = [
  8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
]

/// A way to store samples, and how ffmpeg is told of it.
private struct Encoding: CustomTestStringConvertible {
  let name: String
  let options: String
  /// How far a sample may be off, and a level in decibels.
  let error: Float
  let decibels: Double
  var rates = 0...Int.max

  var testDescription: String { name }

  func holds(_ rate: Int) -> Bool { rates.contains(rate) }
}

/// A unit of the last place for integers, which ffmpeg cuts off, and nothing for floating point. The coders that are
/// made for the ear move a sample by more than any useful bound, and keep the level to half a
/// decibel.
private let encodings = [
  Encoding(name: "16.wav", options: "-c:a pcm_s16le", error: 0x1p-15, decibels: 0.001),
  Encoding(name: "24.wav", options: "-c:a pcm_s24le", error: 0x1p-23, decibels: 0.001),
  Encoding(name: "float.wav", options: "-c:a pcm_f32le", error: 0, decibels: 0.001),
  Encoding(name: "16.aiff", options: "-c:a pcm_s16be", error: 0x1p-15, decibels: 0.001),
  Encoding(name: "24.aiff", options: "-c:a pcm_s24be", error: 0x1p-23, decibels: 0.001),
  Encoding(name: "float.aiff", options: "-c:a pcm_f32be", error: 0, decibels: 0.001),
  Encoding(name: "16.flac", options: "-sample_fmt s16", error: 0x1p-15, decibels: 0.001),
  Encoding(
    name: "24.flac", options: "-sample_fmt s32 -bits_per_raw_sample 24", error: 0x1p-23,
    decibels: 0.001),
  Encoding(
    name: "a.ogg", options: "-c:a libvorbis -q:a 6", error: .infinity, decibels: 0.5),
  Encoding(
    name: "a.mp3", options: "-c:a libmp3lame -q:a 0", error: .infinity, decibels: 0.5,
    rates: 0...48_000),
]

@Suite struct CorpusTests {
  let folder = TemporaryFolder()

  /// An impulse on frame 0, silence, and from an eighth of a second on a tone.
  private func voice(_ hertz: Int) -> [Float] {
    var samples = sine(500, rate: hertz, frames: hertz / 2)
    for i in 1..<hertz / 8 { samples[i] = 0 }
    samples[0] = 0.75
    return samples
  }

  @Test(
    "sixteen voices: every file reads, begins on frame 0 and keeps its level",
    arguments: corpusRates, [1, 2])
  func everyFile(hertz: Int, channels: Int) throws {
    let left = voice(hertz)
    let sides = channels == 1 ? [left] : [left, left.map { $0 / 2 }]
    let source = folder.file("source.wav")
    try writeAudio(
      source, format(.wav, .float32, hertz: hertz, channels: channels), sides)
    let encodings = encodings.filter { $0.holds(hertz) }
    let outputs = encodings.map { "\($0.options) '\(folder.file($0.name))'" }
    _ = shell("ffmpeg -v error -i '\(source)' " + outputs.joined(separator: " "))

    for encoding in encodings {
      let sound = try RawSound(reading: folder.file(encoding.name))
      #expect(sound.hertz == hertz, "\(encoding.name)")
      #expect(sound.channels.count == channels, "\(encoding.name)")
      #expect(sound.frames == hertz / 2, "\(encoding.name)")
      for (side, original) in zip(sound.channels, sides) {
        let worst = zip(side, original).map { abs($0 - $1) }.max()!
        #expect(worst <= encoding.error, "\(encoding.name)")
      }
      let played = try sound.samples(at: .standard, treatment: .none)
      #expect(played.frames == (hertz / 2 * 48_000 + hertz - 1) / hertz)
      for (index, side) in played.channels.enumerated() {
        let first = side[..<4000].indices.max { side[$0].magnitude < side[$1].magnitude }
        #expect(first == 0, "\(encoding.name)")
        // Eighty periods of the tone, away from both of its ends.
        let expected = 0.5 / 2.0.squareRoot() / Double(index + 1)
        let decibels = 20 * log10(level(side[8000..<15_680]) / expected)
        #expect(abs(decibels) < encoding.decibels, "\(encoding.name)")
      }
    }
  }

  /// What a file whose bytes were changed is refused for.
  private func refusal(_ name: String, _ change: (inout [UInt8]) -> Void) -> AudioFileError.Cause? {
    var bytes = readBytes(folder.file(name))
    change(&bytes)
    let path = folder.file("changed-\(name)")
    writeBytes(bytes, to: path)
    return cause { () throws(AudioFileError) in _ = try RawSound(reading: path) }
  }

  @Test("empty, cut short and no audio: the right error for every format")
  func broken() throws {
    let source = folder.file("source.wav")
    // Several blocks of every coder.
    try writeAudio(
      source, format(.wav, .float32, hertz: 44_100, channels: 2),
      [noise(132_300), noise(132_300, seed: 2)])
    let outputs = encodings.map { "\($0.options) '\(folder.file($0.name))'" }
    _ = shell("ffmpeg -v error -i '\(source)' " + outputs.joined(separator: " "))
    for encoding in encodings {
      let name = encoding.name
      #expect(refusal(name) { _ in } == nil)
      #expect(refusal(name) { $0 = [] } == .noSamples)
      guard case .notAudio = refusal(name, { $0 = Array($0.prefix(3)) }) else {
        Issue.record("\(name): three bytes")
        continue
      }
      let half = refusal(name) { $0 = Array($0.prefix($0.count / 2)) }
      switch half {
      case .cutShort, .damaged: break
      default: Issue.record("\(name): \(String(describing: half))")
      }
      guard
        case .notAudio = refusal(
          name,
          { bytes in
            for i in 0..<min(4096, bytes.count) { bytes[i] = 0xAA }
            bytes = Array(bytes.prefix(4096))
          })
      else {
        Issue.record("\(name): no audio")
        continue
      }
    }
  }

  @Test("an Ogg file is whole only with its last page", arguments: ["libvorbis", "libopus"])
  func ogg(coder: String) throws {
    let source = folder.file("source.wav")
    try writeAudio(source, format(.wav, .int16, channels: 1), [noise(200_000)])
    _ = shell("ffmpeg -v error -i '\(source)' -c:a \(coder) '\(folder.file("a.ogg"))'")
    let whole = readBytes(folder.file("a.ogg"))
    let pages = whole.indices.filter { whole[$0...].starts(with: "OggS".utf8) }
    let last = try #require(pages.last)
    #expect(pages.count > 3)
    for length in [last, last + 4, last + 20, last + 30, whole.count - 1] {
      let cause = refusal("a.ogg") { $0 = Array($0[..<length]) }
      guard case .cutShort(let frame) = cause else {
        Issue.record("\(length) of \(whole.count) bytes: \(String(describing: cause))")
        continue
      }
      #expect((1..<200_000).contains(frame))
    }
    // What stands behind it is no sound, however long it is.
    for size in [1, 128, 100_000] {
      #expect(refusal("a.ogg") { $0 += [UInt8](repeating: 0, count: size) } == nil)
    }
  }

  @Test("a file that is huge is refused at once, whatever it holds")
  func huge() throws {
    let longest = RawSound.longest
    let source = folder.file("source.wav")
    try writeAudio(source, format(.wav, .int16, channels: 1), [noise(1000)])
    _ = shell(
      "ffmpeg -v error -i '\(source)' '\(folder.file("a.aiff"))' '\(folder.file("a.au"))' "
        + "-rf64 always '\(folder.file("a.wav"))'")
    func refusal(_ name: String, size: Int) -> AudioFileError.Cause? {
      // A hole to the end of the file takes no room on the disk.
      #expect(truncate(folder.file(name), size) == 0)
      return cause { () throws(AudioFileError) in _ = try RawSound(reading: folder.file(name)) }
    }
    func patch(_ name: String, at offset: Int, _ number: [UInt8]) {
      var bytes = readBytes(folder.file(name))
      bytes.replaceSubrange(offset..<(offset + number.count), with: number)
      writeBytes(bytes, to: folder.file(name))
    }
    // RF64: the size of the samples in 64 bits stands at byte 28.
    patch("a.wav", at: 28, littleEndian([UInt64(5 << 30)]))
    #expect(refusal("a.wav", size: 5 << 30 + 200) == .tooLong(limit: longest))
    // AIFF: the number of frames stands at byte 22, the sizes of the samples at 42 by ffmpeg.
    patch("a.aiff", at: 22, [0x70, 0, 0, 0])
    let aiff = readBytes(folder.file("a.aiff"))
    let chunk = try #require(
      (12..<aiff.count - 4).first { Array(aiff[$0..<$0 + 4]) == Array("SSND".utf8) })
    patch("a.aiff", at: chunk + 4, [0xE0, 0, 0, 8])
    #expect(refusal("a.aiff", size: 0xE000_0000 + 100) == .tooLong(limit: longest))
    // AU: the size of the samples stands at byte 8.
    patch("a.au", at: 8, [0x70, 0, 0, 0])
    #expect(refusal("a.au", size: 0x7000_0000 + 100) == .tooLong(limit: longest))
  }
}
