import Glibc
import Testing
import Timing

@testable import AudioFiles

@Suite struct PipeTests {
  let folder = TemporaryFolder()

  /// Writes into a named pipe that a command reads as its standard input.
  ///
  /// - Returns: what the command printed.
  func read(
    by command: String, _ body: (String) throws(AudioFileError) -> Void
  ) throws -> [UInt8] {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    let result = folder.file("result")
    let reader = popen("cat '\(pipe)' | (\(command)) > '\(result)'", "we")
    try body(pipe)
    #expect(pclose(reader) == 0)
    return readBytes(result)
  }

  @Test(
    "what goes into a pipe is the file, bit for bit where nothing is filled in at the end",
    arguments: everyFormat.filter { $0.channels == 2 && $0.container != .flac }
      + [.ogg, .opus].map { format($0, .int16, channels: 2) })
  func sameBytes(format: AudioFormat) throws {
    let sound = difficultSamples(9001, format)
    let markers = [AudioWriter.Marker(frame: Frame(7), label: "verse")]
    let path = folder.file("a")
    let file = try writeAudio(path, format, sound, markers: markers)
    var piped: AudioWriter.Summary?
    let bytes = try read(by: "cat") { pipe throws(AudioFileError) in
      piped = try writeAudio(pipe, format, sound, markers: markers)
    }
    #expect(bytes == readBytes(path))
    #expect(piped?.bytes == file.bytes)
    #expect(piped?.markersLeftOut == file.markersLeftOut)
  }

  @Test("ffmpeg reads the pipe", arguments: everyFormat.filter { $0.channels == 2 })
  func ffmpeg(format: AudioFormat) throws {
    let sound = difficultSamples(70_001, format)
    let kind = format.samples == .float32 ? "f32le" : "s32le"
    let raw = try read(by: "ffmpeg -v error -i - -f \(kind) -") { pipe throws(AudioFileError) in
      try writeAudio(pipe, format, sound)
    }
    if format.samples == .float32 {
      #expect(raw == littleEndian((0..<70_001).flatMap { f in sound.map { $0[f].bitPattern } }))
    } else {
      let shift = 32 - format.samples.bits
      #expect(raw == littleEndian(expectedWords(sound, format.samples).map { $0 << shift }))
    }
  }

  // SoX reads W64 and CAF through libsndfile, which wants to seek.
  @Test(
    "SoX reads the pipe", arguments: [AudioFormat.Container.wav, .rf64, .aiff, .au, .flac])
  func sox(container: AudioFormat.Container) throws {
    let kind = format(container, .int24, channels: 2)
    let sound = difficultSamples(70_001, kind)
    let type = container == .rf64 ? "wav" : container.ending
    let raw = try read(by: "sox -D -t \(type) - -t raw -e signed -b 32 -L -") {
      pipe throws(AudioFileError) in
      try writeAudio(pipe, kind, sound)
    }
    #expect(raw == littleEndian(expectedWords(sound, .int24).map { $0 << 8 }))
  }

  @Test("the flac program finds nothing wrong, and the length, in a pipe")
  func flac() throws {
    let kind = format(.flac, .int24, channels: 2)
    let result = folder.file("a.flac")
    _ = try read(by: "tee '\(result)' | flac -t -s -") { pipe throws(AudioFileError) in
      try writeAudio(pipe, kind, [noise(70_001), noise(70_001)])
    }
    #expect(shell("metaflac --show-total-samples '\(result)' || soxi -s '\(result)'") == "70001\n")
    #expect(shell("soxi -s '\(result)'") == "70001\n")
  }

  @Test(
    "a lossy file in a pipe has the length and the onsets of the file",
    arguments: [
      (AudioFormat.Container.ogg, 44_100, 1), (.opus, 48_000, 2), (.mp3, 48_000, 2),
      (.mp3, 44_100, 1), (.mp3, 32_000, 1), (.mp3, 24_000, 2), (.mp3, 16_000, 1), (.mp3, 8000, 2),
    ])
  func lossy(container: AudioFormat.Container, hertz: Int, channels: Int) throws {
    for frames in [1, 575, 1152, 48_000, 70_001] {
      let kind = format(container, .int16, hertz: hertz, channels: channels)
      let sound = Array(repeating: noise(frames), count: channels)
      let (path, piped) = (folder.file("a"), folder.file("b"))
      try writeAudio(path, kind, sound)
      _ = try read(by: "cat > '\(piped)'") { pipe throws(AudioFileError) in
        try writeAudio(pipe, kind, sound)
      }
      let decoded = [path, piped].map { shellBytes("ffmpeg -v error -i '\($0)' -f f32le -") }
      // ffmpeg gives whole blocks where one page holds all of Vorbis, or one block less than MP3
      // puts before it.
      if frames > 1 && (container != .ogg || frames > 40_000) {
        #expect(decoded[0].count == 4 * channels * frames)
      }
      #expect(decoded[0] == decoded[1])
    }
  }

  @Test("standard output is written to and stays open")
  func standardOutput() async throws {
    let path = folder.file("out.wav")
    let kind = format(.wav, .int24, channels: 1)
    await #expect(processExitsWith: .success) { [path = path as String] in
      let file = open(path, O_WRONLY | O_CREAT, 0o600)
      precondition(dup2(file, 1) == 1)
      let kind = format(.wav, .int24, channels: 1)
      for _ in 0..<2 { try writeAudio("-", kind, [noise(1001)]) }
    }
    let whole = folder.file("a.wav")
    try writeAudio(whole, kind, [noise(1001)])
    // Whatever the test process itself prints comes after it.
    #expect(readBytes(path).starts(with: readBytes(whole) + readBytes(whole)))
    #expect(folder.names == ["a.wav", "out.wav"])
  }

  @Test("a device is written to and never replaced")
  func device() throws {
    for container in AudioFormat.Container.allCases {
      let summary = try writeAudio(
        "/dev/null", format(container, .int16, channels: 1), [noise(1000)])
      #expect(summary.frames == Frame(1000))
    }
    let full = AudioFileError.Cause.system(.write, SystemError(code: ENOSPC))
    for container in AudioFormat.Container.allCases {
      #expect(throws: AudioFileError(path: "/dev/full", cause: full)) {
        try writeAudio("/dev/full", format(container, .int16, channels: 1), [noise(100_000)])
      }
    }
    #expect(shell("stat -c %F /dev/null /dev/full") == "character special file\n".twice)
  }

  @Test(
    "a reader that goes away is an error of its own",
    arguments: AudioFormat.Container.allCases.map(\.ending))
  func readerGone(ending: String) async {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    await #expect(processExitsWith: .success) {
      [pipe = pipe as String, ending = ending as String] in
      signal(SIGPIPE, SIG_IGN)
      let reader = popen("head -c 100 '\(pipe)' > /dev/null", "we")
      let container = AudioFormat.Container(ending: ending)!
      do throws(AudioFileError) {
        try writeAudio(pipe, format(container, .int16, channels: 1), [noise(1_000_000)])
        preconditionFailure("nobody read it all")
      } catch {
        precondition(error.cause == .system(.write, SystemError(code: EPIPE)))
        precondition(error.description == "cannot write '\(pipe)': the reader went away")
      }
      pclose(reader)
    }
  }

  @Test("a reader may go once it has all samples, before the markers")
  func readerHasEnough() async {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    await #expect(processExitsWith: .success) { [pipe = pipe as String] in
      signal(SIGPIPE, SIG_IGN)
      let kind = format(.wav, .int16, channels: 1)
      // More of them than a pipe holds.
      let markers = (0..<9000).map { AudioWriter.Marker(frame: Frame($0), label: "marker") }
      let reader = popen("head -c 21000 '\(pipe)' > /dev/null", "we")
      try writeAudio(pipe, kind, [noise(10_000)], markers: markers)
      pclose(reader)
    }
  }

  @Test("a pipe that was told another length is a programmer's mistake", arguments: [99, 101])
  func promise(frames: Int) async {
    await #expect(processExitsWith: .failure) { [frames = frames as Int] in
      let kind = format(.wav, .int16, channels: 1)
      try writeAudio("/dev/null", kind, [noise(100)], expectedFrames: frames)
    }
  }
}

extension String {
  fileprivate var twice: String { self + self }
}
