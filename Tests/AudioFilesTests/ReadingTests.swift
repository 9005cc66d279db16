import Glibc
import Sounds
import Testing
import Timing

@testable import AudioFiles

@Suite struct ReadingTests {
  let folder = TemporaryFolder()

  @Test("samples at the song's rate are read exactly", arguments: everyFormat)
  func exact(format: AudioFormat) throws {
    let path = folder.file("a.\(format.container)")
    let channels = difficultSamples(70_000, format)
    try writeAudio(path, format, channels)
    let buffer = try readSamples(path: path, at: .standard)
    #expect(buffer.rate == .standard)
    #expect(buffer.channels.count == format.channels)
    #expect(buffer.frames == 70_000)
    guard format.samples.isInteger else {
      #expect(buffer.channels.map { $0.map(\.bitPattern) } == channels.map { $0.map(\.bitPattern) })
      return
    }
    let words = expectedWords(channels, format.samples)
    let scale = Double(UInt64(1) << UInt64(format.samples.bits - 1))
    for (index, channel) in buffer.channels.enumerated() {
      let expected = (0..<70_000).map { frame in
        Float(Double(words[frame * format.channels + index]) / scale)
      }
      #expect(channel == expected)
    }
  }

  @Test(
    "the usual formats are read",
    arguments: [
      ("aiff", ""), ("au", ""), ("flac", ""), ("wav", "-b 8"), ("wav", "-e a-law"), ("caf", ""),
      ("w64", ""), ("ogg", ""), ("mp3", ""), ("wav", "-e float -b 64"), ("wav", "-e ms-adpcm"),
    ])
  func formats(ending: String, options: String) throws {
    let path = folder.file("a.\(ending)")
    let source = folder.file("source.wav")
    try writeAudio(source, format(.wav, .int16, channels: 2), [noise(48_000), noise(48_000)])
    _ = shell("sox -D '\(source)' \(options) '\(path)' 2>&1")
    let buffer = try readSamples(path: path, at: .standard)
    #expect(buffer.isStereo)
    // MP3 and ADPCM have whole blocks.
    #expect((48_000..<51_000).contains(buffer.frames))
    #expect(buffer.channels[0].contains { abs($0) > 0.1 })
  }

  @Test(
    "a sound at another rate keeps its first frame, and has ⌈n·ratio⌉ frames",
    arguments: [8000, 11_025, 22_050, 44_100, 47_999, 96_000, 192_000, 384_000])
  func impulse(hertz: Int) throws {
    let path = folder.file("a.wav")
    for frames in [1, 2, 999, 1000, 1001, 12_345] {
      var sound = [Float](repeating: 0, count: frames)
      sound[0] = 0.5
      try writeAudio(path, format(.wav, .float32, hertz: hertz, channels: 2), [sound, sound])
      let buffer = try readSamples(path: path, at: .standard)
      #expect(buffer.frames == (frames * 48_000 + hertz - 1) / hertz)
      #expect(buffer.channels[0] == buffer.channels[1])
      let largest = buffer.channels[0].map(\.magnitude).max()
      #expect(buffer.channels[0][0].magnitude == largest)
    }
  }

  @Test("a sine keeps its frequency, phase and level", arguments: [22_050, 44_100, 88_200, 96_000])
  func sine(hertz: Int) throws {
    let path = folder.file("a.wav")
    func wave(_ rate: Int, _ frame: Int) -> Double {
      sin(2 * .pi * 1000 * Double(frame) / Double(rate))
    }
    let sound = (0..<hertz).map { Float(0.5 * wave(hertz, $0)) }
    try writeAudio(path, format(.wav, .float32, hertz: hertz, channels: 1), [sound])
    let buffer = try readSamples(path: path, at: .standard)
    #expect(buffer.frames == 48_000)
    // Away from the ends, where the filter reaches beyond the sound. The best converter has 144 dB
    // of signal to noise; −100 dB leaves room for Float arithmetic and would see a shift of
    // 10⁻⁴ frames.
    let worst = (2000..<46_000).map { abs(Double(buffer.channels[0][$0]) - 0.5 * wave(48_000, $0)) }
      .max()!
    #expect(worst < 0.5e-5)
  }

  @Test("two readings give the same bits")
  func same() throws {
    let path = folder.file("a.wav")
    try writeAudio(
      path, format(.wav, .int24, hertz: 44_100, channels: 2), [noise(9999), noise(9999)])
    let first = try readSamples(path: path, at: .standard)
    #expect(try readSamples(path: path, at: .standard).channels == first.channels)
  }
}

@Suite struct ReadingErrorTests {
  let folder = TemporaryFolder()

  func message(_ name: String, limit: Int = 1 << 27) -> String? {
    do {
      _ = try readSamples(path: folder.file(name), at: .standard, limit: limit)
      return nil
    } catch {
      #expect(error.path == folder.file(name))
      return error.description.split(separator: folder.path + "/").joined()
    }
  }

  func whole(_ kind: AudioFormat, frames: Int = 10_000) throws -> [UInt8] {
    let path = folder.file("whole")
    try writeAudio(path, kind, Array(repeating: noise(frames), count: kind.channels))
    return readBytes(path)
  }

  @Test("what is no audio file says so")
  func notAudio() throws {
    #expect(message("a.wav") == "cannot open 'a.wav': no such file or folder; check the path")
    #expect(
      message("a\0b") == "cannot open 'a\0b': the name cannot be used for a file; use another name")
    #expect(mkdir(folder.file("folder"), 0o700) == 0)
    #expect(message("folder") == "cannot open 'folder': it is a folder; name a file in it")
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(message("pipe") == "'pipe' is not an ordinary file; name an ordinary file")
    writeBytes([], to: folder.file("empty"))
    #expect(message("empty") == "'empty' holds no samples; use a file with sound in it")
    writeBytes("tempo: 120\nbars: 4\n".utf8, to: folder.file("song.yaml"))
    #expect(
      message("song.yaml")?.hasPrefix("'song.yaml' is not an audio file that can be read: ") == true
    )
    try writeAudio(folder.file("none.wav"), format(.wav, .int16, channels: 1), [[]])
    #expect(message("none.wav") == "'none.wav' holds no samples; use a file with sound in it")
    #expect(symlink("loop", folder.file("loop")) == 0)
    #expect(message("loop") == "cannot open 'loop': the links in the path lead in a circle")
  }

  @Test("more than two channels are refused")
  func channels() throws {
    _ = shell("sox -n -c 6 '\(folder.path)/six.wav' synth 0.1 sine 440 2>&1")
    #expect(message("six.wav") == "'six.wav' has 6 channels; mix it down to mono or stereo")
  }

  @Test("any rate is converted, and none is no sound")
  func rates() throws {
    _ = shell("sox -n -r 48000 '\(folder.path)/source.wav' synth 0.1 sine 440 2>&1")
    for (hertz, frames) in [
      (1, 4800 * 48_000), (187, 1_232_086), (188, 1_225_532), (48_000 * 257, 19),
      (Int(Int32.max), 1),
    ] {
      // The rate stands at byte 24 of sox's header.
      var bytes = readBytes(folder.file("source.wav"))
      bytes.replaceSubrange(24..<28, with: littleEndian([UInt32(hertz)]))
      writeBytes(bytes, to: folder.file("a.wav"))
      if frames > 1 << 27 {
        #expect(message("a.wav")?.contains("too long") == true)
      } else {
        #expect(try readSamples(path: folder.file("a.wav"), at: .standard).frames == frames)
      }
    }
    var bytes = readBytes(folder.file("source.wav"))
    bytes.replaceSubrange(24..<28, with: [0, 0, 0, 0])
    writeBytes(bytes, to: folder.file("a.wav"))
    #expect(message("a.wav")?.contains("is not an audio file that can be read") == true)
  }

  @Test("a file over the limit is refused, at its own rate and at the song's")
  func limit() throws {
    writeBytes(try whole(format(.wav, .int16, channels: 1)), to: folder.file("a.wav"))
    #expect(message("a.wav", limit: 10_000) == nil)
    #expect(
      message("a.wav", limit: 9999)
        == "'a.wav' is too long: more than 9999 frames; use a shorter file")
    writeBytes(
      try whole(format(.wav, .int16, hertz: 24_000, channels: 1)), to: folder.file("b.wav"))
    #expect(message("b.wav", limit: 20_000) == nil)
    #expect(message("b.wav", limit: 19_998)?.contains("too long") == true)
  }

  @Test("samples that are no numbers are refused", arguments: [Float.nan, .infinity, -.infinity])
  func notFinite(bad: Float) throws {
    var bytes = try whole(format(.wav, .float32, channels: 2))
    let start = bytes.count - 10_000 * 8
    bytes.replaceSubrange(
      (start + 8 * 70 + 4)..<(start + 8 * 70 + 8), with: littleEndian([bad.bitPattern]))
    writeBytes(bytes, to: folder.file("a.wav"))
    #expect(
      message("a.wav")
        == "'a.wav' has a sample at frame 70 that is infinite or not a number; export the file again"
    )
  }

  @Test("a file cut short at any place is an error, with what there was", arguments: everyFormat)
  func truncated(kind: AudioFormat) throws {
    let bytes = try whole(kind)
    // CAF has its texts behind the samples.
    for length in [1, 4, 12, 30, 44, 60, 100, bytes.count / 2, bytes.count - 500] {
      writeBytes(bytes[..<length], to: folder.file("a"))
      let text = try #require(message("a"), "cut to \(length) bytes")
      #expect(text.hasPrefix("'a' "))
    }
    writeBytes(bytes[..<(bytes.count / 2)], to: folder.file("a"))
    // libsndfile itself refuses such a CAF file, and knows no more of a FLAC file than that it is
    // damaged.
    let isWorded = kind.container != .flac && kind.container != .caf
    #expect(message("a")?.contains("cut short") == true || !isWorded)
  }

  @Test("a header that lies about billions of frames costs no memory")
  func lyingHeader() throws {
    // FLAC's total is the 36 bits that end at byte 25.
    var bytes = try whole(format(.flac, .int16, channels: 1))
    bytes.replaceSubrange(22..<26, with: [0x07, 0xFF, 0xFF, 0xFF])
    writeBytes(bytes, to: folder.file("a.flac"))
    #expect(message("a.flac")?.contains("cut short: it ends after 10000 frames") == true)
    bytes[21] |= 0x0F
    writeBytes(bytes, to: folder.file("b.flac"))
    #expect(message("b.flac")?.contains("too long") == true)
  }

  @Test("files from a pipe, which state no length, are read")
  func streams() throws {
    let source = folder.file("whole")
    for kind in ["wav", "flac", "au", "ogg"] {
      _ = try whole(format(.wav, .int16, channels: 2))
      _ = shell("ffmpeg -v error -i '\(source)' -f \(kind) - > '\(folder.path)/f.\(kind)'")
      #expect(message("f.\(kind)") == nil)
      _ = shell("sox '\(source)' -t \(kind) - > '\(folder.path)/s.\(kind)' 2>&1")
      #expect(message("s.\(kind)") == nil)
    }
  }

  @Test("an MP3 file is read whole or not at all")
  func mp3() throws {
    let source = folder.file("source.wav")
    _ = shell("sox -n -r 48000 '\(source)' synth 5 sine 100:8000 gain -3")
    func encode(_ name: String, _ options: String) -> [UInt8] {
      _ = shell("ffmpeg -v error -i '\(source)' \(options) '\(folder.path)/\(name)'")
      return readBytes(folder.file(name))
    }
    let whole = encode("a.mp3", "-q:a 4")
    #expect(try readSamples(path: folder.file("a.mp3"), at: .standard).frames == 240_000)
    // A tag at the end is no sound.
    writeBytes(
      whole + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125), to: folder.file("a.mp3"))
    #expect(message("a.mp3") == nil)
    writeBytes(whole[..<(whole.count / 2)], to: folder.file("cut.mp3"))
    #expect(message("cut.mp3")?.contains("is cut short") == true)
    // Without a length in the file, a constant bit rate gives it to within a block.
    _ = encode("constant.mp3", "-b:a 128k -write_xing 0")
    let constant = try readSamples(path: folder.file("constant.mp3"), at: .standard)
    #expect((240_000..<244_000).contains(constant.frames))
    for seconds in ["0.1", "0.3", "1", "5"] {
      let name = "variable-\(seconds).mp3"
      _ = encode(name, "-t \(seconds) -q:a 2 -write_xing 0")
      #expect(
        message(name) == "'\(name)' does not say how long it is; convert it to WAV or FLAC")
    }
  }

  @Test("damage inside a file is an error")
  func damaged() throws {
    var bytes = try whole(format(.flac, .int16, channels: 1), frames: 40_000)
    for i in bytes.count / 2..<bytes.count / 2 + 100 { bytes[i] = 0 }
    writeBytes(bytes, to: folder.file("a.flac"))
    let text = try #require(message("a.flac"))
    #expect(text.contains("is damaged after frame"))
    #expect(text.hasSuffix("; copy or export the file again"))
  }
}
