import Glibc
import Testing
import Timing
import Workers

@testable import AudioFiles

@Suite("FLAC streams made of segments")
struct FLACStreamTests {
  let folder = TemporaryFolder()
  private let kind = format(.flac, .int24, channels: 2)

  @Test("the bytes are the same at any number of threads and for any division into blocks")
  func sameBytes() throws {
    let sound = FLACSound.changing.channels(4 * segmentFrames + 99, bits: 24)
    let path = folder.file("a.flac")
    try writeAudio(path, kind, sound)
    let alone = readBytes(path)
    #expect(!alone.isEmpty)
    for threads in [1, 2, 8] {
      let workers = WorkerPool(count: threads)
      for block in [64, 4097, segmentFrames, 3 * segmentFrames, sound[0].count] {
        try writeAudio(path, kind, sound, block: block, workers: workers)
        #expect(readBytes(path) == alone, "\(threads) threads, blocks of \(block)")
      }
    }
  }

  @Test("STREAMINFO tells sizes, length and MD5", arguments: [1, 2], [nil, 3])
  func streamInfo(channels: Int, threads: Int?) throws {
    let path = folder.file("a.flac")
    let sound = Array(FLACSound.changing.channels(200_001, bits: 16).prefix(channels))
    try writeAudio(
      path, format(.flac, .int16, hertz: 44_100, channels: channels), sound,
      workers: threads.map { WorkerPool(count: $0) })
    writeBytes(
      littleEndian(expectedWords(sound, .int16).map { Int16($0) }), to: folder.file("raw"))
    let digest = shell("md5sum < '\(folder.path)/raw'").prefix(32)
    let options = [
      "md5sum", "min-blocksize", "max-blocksize", "sample-rate", "channels", "bps", "total-samples",
    ]
    let shown = shell(
      "metaflac --no-filename \(options.map { "--show-\($0)" }.joined(separator: " ")) '\(path)'")
    #expect(
      shown.split(separator: "\n")
        == [digest, "4096", "4096", "44100", "\(channels)"[...], "16", "200001"])
    let sizes = shell("metaflac --show-min-framesize --show-max-framesize '\(path)'")
      .split(separator: "\n").compactMap { Int($0) }
    let bits = "s/^frame=.*[[:space:]]bits=\\([0-9]*\\).*/\\1/p"
    let frames = shell("flac -a -s -c '\(path)' | sed -n '\(bits)' | sort -n")
      .split(separator: "\n").compactMap { Int($0) }.map { $0 / 8 }
    #expect(frames.count == 49)
    #expect(sizes == [frames.first, frames.last])
  }

  @Test("there is a place to seek to every ten seconds, and a frame begins there")
  func seekTable() throws {
    let path = folder.file("a.flac")
    let sound = FLACSound.chord.channels(8000 * 35, bits: 16)
    let kind = format(.flac, .int16, hertz: 8000, channels: 2)
    try writeAudio(path, kind, sound, block: 50_000)
    let pattern =
      "s/.*sample_number=\\(.*\\), stream_offset=\\(.*\\), frame_samples=\\(.*\\)/\\1 \\2 \\3/p"
    let points = shell("metaflac --list --block-type=SEEKTABLE '\(path)' | sed -n '\(pattern)'")
      .split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    // 19 blocks of 4096 frames are the most that ten seconds hold.
    #expect(points.map { $0[0] } == [0, 1, 2, 3].map { 19 * 4096 * $0 })
    #expect(points.map { $0[2] } == [4096, 4096, 4096, 4096])
    let bytes = readBytes(path)
    let header = FLACFrameHeader(FLACShape(format: kind, compression: 5))
    let start = try #require(firstFrame(bytes))
    for point in points {
      let frame = bytes[(start + point[1])...]
      // The third byte tells the size and the rate, the fourth how the channels are told apart.
      let expected = header.bytes(number: point[0] / 4096, frames: 4096, channels: .leftRight)
      #expect(frame.prefix(3).elementsEqual(expected[..<3]))
      #expect(
        frame.dropFirst(4).prefix(expected.count - 5).elementsEqual(
          expected[4..<expected.count - 1]))
    }
    #expect(points[0][1] == 0)
  }

  private func firstFrame(_ bytes: [UInt8]) -> Int? {
    var place = 4
    while place + 4 <= bytes.count {
      let isLast = bytes[place] & 0x80 != 0
      place += 4 + bytes[place + 1...place + 3].reduce(0) { $0 << 8 | Int($1) }
      if isLast { return place }
    }
    return nil
  }

  @Test("a file that gets longer or shorter than expected is whole", arguments: [0, 1, 3_000_000])
  func unexpected(frames: Int) throws {
    let path = folder.file("a.flac")
    let sound = FLACSound.chord.channels(1_000_000, bits: 24)
    try writeAudio(path, kind, sound, block: 70_000, expectedFrames: frames)
    #expect(shell("flac -t -w -s '\(path)' 2>&1 && echo fine") == "fine\n")
    #expect(shell("metaflac --show-total-samples '\(path)'") == "1000000\n")
    let points = shell(
      "metaflac --list --block-type=SEEKTABLE '\(path)' | grep -c 'sample_number='")
    #expect(points == (frames == 0 ? "" : frames == 1 ? "1\n" : "3\n"))
  }

  @Test("into a pipe go the same frames, without places to seek to and what only the end knows")
  func pipe() throws {
    let (path, piped) = (folder.file("a.flac"), folder.file("b.flac"))
    let sound = FLACSound.changing.channels(700_000, bits: 24)
    try writeAudio(path, kind, sound)
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = popen("cat '\(pipe)' > '\(piped)'", "we")
    try writeAudio(pipe, kind, sound, block: 30_000, workers: WorkerPool(count: 2))
    #expect(pclose(reader) == 0)
    let (file, stream) = (readBytes(path), readBytes(piped))
    let starts = try (#require(firstFrame(file)), #require(firstFrame(stream)))
    #expect(file[starts.0...] == stream[starts.1...])
    let shown = shell(
      "metaflac --show-md5sum --show-min-framesize --show-max-framesize --show-total-samples '\(piped)'"
    )
    #expect(shown == String(repeating: "0", count: 32) + "\n0\n0\n700000\n")
    #expect(shell("metaflac --list --block-type=SEEKTABLE '\(piped)'") == "")
    #expect(shell("flac -t -s '\(piped)' 2>/dev/null && echo fine") == "fine\n")
  }

  @Test("what goes wrong beside other threads is the same error, and leaves nothing")
  func failures() throws {
    let workers = WorkerPool(count: 2)
    let sound = FLACSound.noise.channels(10 * segmentFrames, bits: 24)
    let path = folder.file("a.flac")
    let size = try writeAudio(path, kind, sound, block: 50_000, workers: workers).bytes
    unlink(path)
    for limit in [0, 3, 200, size / 3, size - 1] {
      let found = cause { () throws(AudioFileError) in
        try writeAudio(path, kind, sound, block: 50_000, workers: workers, limit: limit)
      }
      #expect(found == .system(.write, SystemError(code: ENOSPC)))
      #expect(folder.names == [])
    }
  }

  @Test("samples that libFLAC refuses are an error in its words", arguments: [nil, 1])
  func refused(threads: Int?) throws {
    let path = folder.file("a.flac")
    let found = cause { () throws(AudioFileError) in
      let encoder = try FLACEncoder(
        OutputFile(creating: path), format: kind,
        metadata: AudioMetadata(tags: AudioTags(software: software)), expectedFrames: 5000,
        compression: 5, workers: threads.map { WorkerPool(count: $0) })
      let block = EncodedBlock(channels: kind.channels)
      let frames = 10_000 / kind.channels
      block.reset(frames, kind, asBytes: false)
      block.fillWords(0..<frames, channels: kind.channels) { words in
        for index in 0..<frames * kind.channels { words[index] = Int32(index) << 12 }
      }
      try encoder.append(block)
      _ = try encoder.finish()
    }
    #expect(
      found
        == .encoderFailed(reason: "libFLAC: FLAC__STREAM_ENCODER_CLIENT_ERROR"))
    #expect(folder.names == [])
  }
}
