import CSndfile
import Testing
import Timing

@testable import AudioFiles

let losslessContainers = AudioFormat.Container.allCases.filter { !$0.isLossy }
let lossyContainers = AudioFormat.Container.allCases.filter(\.isLossy)

/// All formats whose samples come back bit for bit, mono and stereo.
let everyFormat: [AudioFormat] = losslessContainers.flatMap { container in
  SampleFormat.allCases.flatMap { samples in
    (1...2).map { format(container, samples, channels: $0) }
  }
}.filter { $0.objection == nil }

/// Two channels, or one, that hold noise and what is hard to round.
func difficultSamples(_ count: Int, _ format: AudioFormat) -> [[Float]] {
  let unit = Float(1) / Float(Int64(1) << Int64(format.samples.bits - 1))
  let ties = [0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 1000.5, 1001.5].map { Float($0) * unit }
  let edges: [Float] = [0, -0.0, 1, -1, 1 - unit, -1 + unit, 0.99999994, 0x1p-130, 0x1p-149]
  return (0..<format.channels).map { channel in
    let all = (channel == 0 ? ties + edges : edges + ties) + noise(count, seed: UInt32(channel + 7))
    return Array(all.prefix(count))
  }
}

/// The words of interleaved samples by the plainest arithmetic.
func expectedWords(_ channels: [[Float]], _ samples: SampleFormat) -> [Int32] {
  let scale = Double(UInt64(1) << UInt64(samples.bits - 1))
  return channels[0].indices.flatMap { frame in
    channels.map { channel in
      let rounded = (Double(channel[frame]) * scale).rounded(.toNearestOrEven)
      return Int32(max(-scale, min(rounded, scale - 1)))
    }
  }
}

@Suite struct WritingTests {
  let folder = TemporaryFolder()

  @Test(
    "every sample comes back bit for bit", arguments: everyFormat, [1, 2, 17, 4095, 4097, 20_000])
  func roundTrip(format: AudioFormat, frames: Int) throws {
    let path = folder.file("a.\(format.container.ending)")
    let channels = difficultSamples(frames, format)
    let summary = try writeAudio(path, format, channels)
    let read = try #require(ReadByLibsndfile(path))
    #expect(Int(read.info.frames) == frames)
    #expect(Int(read.info.channels) == format.channels)
    #expect(Int(read.info.samplerate) == 48_000)
    #expect(summary.frames == Frame(frames))
    #expect(summary.bytes == readBytes(path).count)
    if format.samples == .float32 {
      let expected = (0..<frames).flatMap { frame in channels.map { $0[frame].bitPattern } }
      #expect(read.floats.map(\.bitPattern) == expected)
    } else {
      let shift = 32 - format.samples.bits
      #expect(read.integers.map { $0 >> shift } == expectedWords(channels, format.samples))
      // And nothing below the format's own bits.
      #expect(read.integers.allSatisfy { $0.trailingZeroBitCount >= shift })
    }
  }

  @Test("SoX decodes the same integers", arguments: everyFormat.filter { $0.samples.isInteger })
  func sox(format: AudioFormat) throws {
    let path = folder.file("a.\(format.container.ending)")
    let channels = difficultSamples(5000, format)
    try writeAudio(path, format, channels)
    let raw = shellBytes("sox -D '\(path)' -t raw -e signed -b 32 -L -")
    let shift = 32 - format.samples.bits
    #expect(raw == littleEndian(expectedWords(channels, format.samples).map { $0 << shift }))
    #expect(shell("soxi -s '\(path)'") == "5000\n")
    #expect(shell("soxi -p '\(path)'") == "\(format.samples.bits)\n")
  }

  @Test("ffmpeg decodes the same samples", arguments: everyFormat)
  func ffmpeg(format: AudioFormat) throws {
    let path = folder.file("a.\(format.container.ending)")
    let channels = difficultSamples(5000, format)
    try writeAudio(path, format, channels)
    let kind = format.samples == .float32 ? "f32le" : "s32le"
    let raw = shellBytes("ffmpeg -v error -i '\(path)' -f \(kind) -")
    if format.samples == .float32 {
      let bits = (0..<5000).flatMap { frame in channels.map { $0[frame].bitPattern } }
      #expect(raw == littleEndian(bits))
    } else {
      let shift = 32 - format.samples.bits
      #expect(raw == littleEndian(expectedWords(channels, format.samples).map { $0 << shift }))
    }
  }

  @Test("the flac program finds nothing wrong", arguments: [SampleFormat.int16, .int24])
  func flac(samples: SampleFormat) throws {
    let path = folder.file("a.flac")
    try writeAudio(path, format(.flac, samples, channels: 2), [noise(50_000), noise(50_000)])
    #expect(shell("flac -t -s '\(path)' 2>&1 && echo fine") == "fine\n")
  }

  @Test("block size and time change no byte", arguments: everyFormat)
  func sameBytes(format: AudioFormat) throws {
    let channels = difficultSamples(9001, format)
    let files = try [1, 64, 1000, 4096, 9001].map { block in
      let path = folder.file("\(block).\(format.container.ending)")
      try writeAudio(path, format, channels, block: block)
      return readBytes(path)
    }
    #expect(files.allSatisfy { $0 == files[0] && !$0.isEmpty })
  }

  @Test(
    "all formats of the same samples have the same digest", arguments: SampleFormat.allCases,
    [1, 2]
  )
  func digests(samples: SampleFormat, channels: Int) throws {
    for hertz in [8000, 44_100, 192_000, 384_000] {
      let formats = losslessContainers.map {
        format($0, samples, hertz: hertz, channels: channels)
      }.filter { $0.objection == nil }
      let sound = difficultSamples(9001, formats[0])
      let decoded = try formats.map { format in
        let path = folder.file("a.\(format.container.ending)")
        try writeAudio(path, format, sound)
        return try decodedSummary(path: path)
      }
      #expect(decoded.count == (samples == .int16 || samples == .int24 ? 7 : 6))
      #expect(decoded.allSatisfy { $0 == decoded[0] })
      let bytes =
        samples == .float32
        ? littleEndian(
          (0..<9001).flatMap { frame in sound.map { $0[frame].bitPattern } })
        : littleEndian(expectedWords(sound, samples)).enumerated()
          .filter { $0.offset % 4 < samples.bytes }.map(\.element)
      writeBytes(bytes, to: folder.file("raw"))
      #expect(shell("sha256sum < '\(folder.path)/raw'").hasPrefix(decoded[0].digest + " "))
      #expect(decoded[0].frames == Frame(9001))
      #expect(decoded[0].samples == samples)
      #expect(decoded[0].hertz == hertz)
      #expect(decoded[0].channels == channels)
      if samples.isInteger {
        #expect(decoded[0].peak == .integer(1 << (samples.bits - 1), bits: samples.bits))
      }
    }
  }

  @Test("floating-point samples beyond full scale stay as they are, and peak and digest tell")
  func float() throws {
    let path = folder.file("a.wav")
    let samples: [Float] = [0.25, -3.5, 2, 0x1p-149]
    let summary = try writeAudio(path, format(.wav, .float32, channels: 1), [samples])
    #expect(summary.levels.peaks == [3.5])
    #expect(summary.levels.clippedFrames == 0)
    let decoded = try decodedSummary(path: path)
    #expect(decoded.peak == .float(3.5))
    #expect(decoded.peak.description == "3.5")
    writeBytes(littleEndian(samples.map(\.bitPattern)), to: folder.file("raw"))
    #expect(shell("sha256sum < '\(folder.path)/raw'").hasPrefix(decoded.digest + " "))
  }

  @Test("samples beyond full scale are cut, counted and placed", arguments: everyFormat)
  func clipping(format: AudioFormat) throws {
    guard format.samples.isInteger else { return }
    var channels = Array(repeating: [Float](repeating: 0.5, count: 10_000), count: format.channels)
    channels[0][5000] = 1.5
    channels[0][9000] = -7
    // Full scale itself is no clipping.
    channels[0][100] = 1
    channels[0][101] = -1
    channels[format.channels - 1][5000] = -.greatestFiniteMagnitude
    channels[format.channels - 1][6000] = 1.0000001
    let path = folder.file("a.\(format.container.ending)")
    let levels = try writeAudio(path, format, channels).levels
    #expect(levels.clippedFrames == 3)
    #expect(levels.firstClipped == Frame(5000))
    #expect(levels.peaks.last == .greatestFiniteMagnitude)
    if format.channels == 2 { #expect(levels.peaks.first == 7) }
    let read = try #require(ReadByLibsndfile(path))
    let shift = 32 - format.samples.bits
    #expect(read.integers.map { $0 >> shift } == expectedWords(channels, format.samples))
  }

  @Test("a sample that is no number is an error that names its frame", arguments: everyFormat)
  func notFinite(format: AudioFormat) throws {
    for bad in [Float.nan, .infinity, -.infinity] {
      for place in [0, 4095, 4096, 7777] {
        var channels = Array(repeating: noise(9000), count: format.channels)
        channels[format.channels - 1][place] = bad
        let path = folder.file("a.\(format.container.ending)")
        #expect(throws: AudioFileError(path: path, cause: .notFinite(frame: place))) {
          try writeAudio(path, format, channels)
        }
        #expect(folder.names == [])
      }
    }
  }

  // libsndfile reads no tags of W64 and AU; ``ContainerTests`` has them.
  @Test(
    "tags come back",
    arguments: AudioFormat.Container.allCases.filter { ![.w64, .au].contains($0) })
  func tags(container: AudioFormat.Container) throws {
    let path = folder.file("a.\(container.ending)")
    let sound = [noise(100)]
    try writeAudio(
      path, format(container, .int16, channels: 1), sound,
      tags: AudioTags(title: "Näit Trane", artist: "É", comment: "odd", software: software))
    let read = try #require(ReadByLibsndfile(path))
    #expect(read.texts[..<3] == ["Näit Trane", "É", "odd"])
    #expect(read.texts[3]?.hasPrefix(software) == true)
    try writeAudio(path, format(container, .int16, channels: 1), sound)
    let bare = try #require(ReadByLibsndfile(path))
    #expect(bare.texts[..<3] == [nil, nil, nil])
  }

  @Test(
    "a format that cannot hold the samples is refused before a file is made",
    arguments: [
      (format(.flac, .int32, channels: 1), "FLAC cannot hold 32 bits"),
      (format(.flac, .float32, channels: 2), "FLAC cannot hold floating-point samples"),
      (format(.flac, .int16, hertz: 88_211, channels: 2), "FLAC cannot hold 88211 frames a second"),
      (format(.ogg, .int16, hertz: 200_001, channels: 1), "Ogg Vorbis cannot hold 200001 frames a"),
      (format(.opus, .int16, hertz: 44_100, channels: 2), "Opus cannot hold 44100 frames a second"),
      (format(.mp3, .int16, hertz: 96_000, channels: 2), "MP3 cannot hold 96000 frames a second"),
    ])
  func unsupported(format: AudioFormat, reason: String) throws {
    let path = folder.file("a")
    let sound = Array(repeating: [Float(0)], count: format.channels)
    let error = #expect(throws: AudioFileError.self) { try writeAudio(path, format, sound) }
    #expect(error?.message.hasPrefix("cannot write '\(path)': \(reason)") == true)
    let instead = format.container.isLossy ? "or FLAC" : "or WAV"
    #expect(error?.help?.hasSuffix(instead) == true)
    #expect(folder.names == [])
  }

  @Test("text with the character U+0000 is refused", arguments: AudioFormat.Container.allCases)
  func nul(container: AudioFormat.Container) throws {
    let path = folder.file("a.\(container)")
    let kind = format(container, .int16, channels: 1)
    #expect(throws: AudioFileError(path: path, cause: .nulInText)) {
      try writeAudio(path, kind, [[0]], tags: AudioTags(title: "a\0b", software: software))
    }
    #expect(throws: AudioFileError(path: path, cause: .nulInText)) {
      try writeAudio(path, kind, [[0]], markers: [.init(frame: .zero, label: "\0")])
    }
    #expect(folder.names == [])
  }

  @Test(
    "a compressed file without samples is an error",
    arguments: lossyContainers + [AudioFormat.Container.flac])
  func emptyCompressed(container: AudioFormat.Container) throws {
    let path = folder.file("a")
    #expect(throws: AudioFileError(path: path, cause: .nothingToWrite(container))) {
      try writeAudio(path, format(container, .int16, channels: 1), [[]])
    }
    #expect(folder.names == [])
  }
}
