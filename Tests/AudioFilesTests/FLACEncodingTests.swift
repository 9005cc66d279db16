import Testing
import Timing
import Workers

@testable import AudioFiles

/// The length of what is encoded in one piece.
let segmentFrames = FLACSegment.blocks * 4096

@Suite("What FLAC files hold")
struct FLACEncodingTests {
  let folder = TemporaryFolder()

  /// The words of a file as two programs read it, which find nothing wrong.
  private func check(
    _ path: String, _ sound: [[Float]], _ samples: SampleFormat, _ place: SourceLocation
  ) throws {
    let expected = expectedWords(sound, samples)
    let read = try #require(ReadByLibsndfile(path), sourceLocation: place)
    #expect(Int(read.info.frames) == sound[0].count, sourceLocation: place)
    let shift = 32 - samples.bits
    #expect(read.integers.map { $0 >> shift } == expected, sourceLocation: place)
    // With the MD5, and with every warning an error.
    let verdict = shell("flac -t -w -s '\(path)' 2>&1 && echo fine")
    #expect(verdict == "fine\n", sourceLocation: place)
  }

  @Test(
    "every sample comes back at any length, near the ends of blocks and segments",
    arguments: FLACSound.allCases, [SampleFormat.int16, .int24])
  func lengths(sound: FLACSound, samples: SampleFormat) throws {
    let path = folder.file("a.flac")
    let lengths = [
      1, 2, 3, 15, 16, 255, 257, 4095, 4096, 4097, segmentFrames - 1, segmentFrames,
      segmentFrames + 1,
    ]
    let longest = sound.channels(lengths.max()!, bits: samples.bits)
    for frames in lengths {
      let both = longest.map { Array($0.prefix(frames)) }
      for channels in [both, [both[0]]] {
        try writeAudio(path, format(.flac, samples, channels: channels.count), channels)
        try check(path, channels, samples, #_sourceLocation)
      }
    }
  }

  @Test(
    "every rate that FLAC has comes back, and ffmpeg decodes the same samples",
    arguments: [
      8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 65_535, 65_540, 88_200, 96_000,
      176_400, 192_000, 255_000, 352_800, 384_000,
    ])
  func rates(hertz: Int) throws {
    let path = folder.file("a.flac")
    let sound = FLACSound.changing.channels(40_000, bits: 24)
    try writeAudio(path, format(.flac, .int24, hertz: hertz, channels: 2), sound)
    try check(path, sound, .int24, #_sourceLocation)
    #expect(shell("metaflac --show-sample-rate '\(path)'") == "\(hertz)\n")
    let raw = shellBytes("ffmpeg -v error -i '\(path)' -f s32le -")
    #expect(raw == littleEndian(expectedWords(sound, .int24).map { $0 << 8 }))
  }

  @Test("block numbers of one, two and three bytes follow each other", arguments: [0, 5])
  func numbers(compression: Int) throws {
    let path = folder.file("a.flac")
    // 2100 blocks at the level with the short ones.
    let sound = [noise(2_420_000).map { $0 * 0.001 }]
    try writeAudio(
      path, format(.flac, .int16, channels: 1), sound, block: 50_000, compression: compression)
    try check(path, sound, .int16, #_sourceLocation)
  }

  @Test("every level gives a whole file, about as large as that of the flac program")
  func levels() throws {
    let (path, wave, theirs) = (folder.file("a.flac"), folder.file("a.wav"), folder.file("b.flac"))
    for sound in [FLACSound.chord, .changing, .noise, .opposite] {
      let channels = sound.channels(300_000, bits: 24)
      try writeAudio(wave, format(.wav, .int24, channels: 2), channels)
      var sizes: [Int] = []
      for level in 0...8 {
        sizes.append(
          try writeAudio(
            path, format(.flac, .int24, channels: 2), channels, compression: level
          ).bytes)
        try check(path, channels, .int24, #_sourceLocation)
        #expect(shell("flac -\(level) -f -s --no-padding '\(wave)' -o '\(theirs)' 2>&1") != "")
        let limit = Double(readBytes(theirs).count) * 1.01
        #expect(Double(sizes[level]) < limit, "\(sound) at level \(level)")
      }
      #expect(sizes[8] <= sizes[0])
    }
  }

  @Test("a channel that only repeats one value, or the other channel, takes next to nothing")
  func cheap() throws {
    func size(_ sound: [[Float]]) throws -> Int {
      try writeAudio(
        folder.file("a.flac"), format(.flac, .int24, channels: sound.count), sound
      ).bytes
    }
    let sound = [noise(100_000), noise(100_000)]
    let alone = try size([sound[0]])
    #expect(try size(sound) < alone + 25 * 8 + 200)
    #expect(try size(FLACSound.silence.channels(100_000, bits: 24)) < 25 * 20 + 500)
  }
}
