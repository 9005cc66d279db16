import CSndfile
import Testing
import Timing

@testable import AudioFiles

/// What an independent reader found in a file: see `read_containers.py`.
private struct Contents {
  var fields: [String: String] = [:]
  var markers: [(frame: Int, label: String)] = []

  init(_ path: String) {
    let script = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    for line in shell("python3 '/\(script)/read_containers.py' '\(path)'").split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if parts[0] == "marker" {
        markers.append((Int(parts[1])!, parts[2]))
      } else {
        fields[parts[0]] = parts[1]
      }
    }
  }
}

@Suite struct ContainerTests {
  let folder = TemporaryFolder()
  static let all = AudioTags(
    title: "Näit Trane", artist: "É", comment: "odd", software: software)

  @Test(
    "an independent reader finds every tag and marker, and nothing that does not belong there",
    arguments: [AudioFormat.Container.wav, .rf64, .w64, .aiff, .caf, .au], SampleFormat.allCases)
  func contents(container: AudioFormat.Container, samples: SampleFormat) throws {
    let path = folder.file("a.\(container.ending)")
    let kind = format(container, samples, channels: 1)
    let markers = (0..<300).map { index in
      AudioWriter.Marker(
        frame: Frame(index * 3), label: "Té" + String(repeating: "x", count: index % 5))
    }
    for frames in [1001, 1002] {
      let summary = try writeAudio(
        path, kind, [noise(frames)], tags: ContainerTests.all, markers: markers,
        timeReference: Frame(1 << 33 + 5))
      let found = Contents(path)
      #expect(found.fields["title"] == "Näit Trane")
      #expect(found.fields["artist"] == "É")
      #expect(found.fields["comment"] == "odd")
      #expect(found.fields["software"] == software)
      #expect(found.fields["frames"] == "\(frames)")
      let holds = container != .w64 && container != .au
      #expect(summary.markersLeftOut == (holds ? 0 : 300))
      #expect(found.markers.map(\.frame) == (holds ? markers.map(\.frame.index) : []))
      #expect(found.markers.map(\.label) == (holds ? markers.map(\.label) : []))
      if container == .wav || container == .rf64 {
        #expect(found.fields["time reference"] == "\(1 << 33 + 5)")
        #expect(found.fields["description"] == "Näit Trane")
        #expect(found.fields["originator"] == "tactus")
        #expect(found.fields["date and time"] == "")
      }
    }
  }

  @Test(
    "a file with 5000 markers opens everywhere",
    arguments: [AudioFormat.Container.wav, .rf64, .aiff, .caf, .flac, .mp3])
  func manyMarkers(container: AudioFormat.Container) throws {
    let path = folder.file("a.\(container.ending)")
    let markers = (0..<5000).map {
      AudioWriter.Marker(frame: Frame($0 * 480), label: "marker \($0)")
    }
    let kind = format(container, .int24, channels: 1)
    let sound = noise(2_400_000)
    let summary = try writeAudio(path, kind, [sound], markers: markers)
    #expect(summary.markersLeftOut == (container == .flac ? 4001 : 0))
    #expect(try readSamples(path: path, at: .standard).frames == sound.count)
    let raw = shellBytes("ffmpeg -v error -i '\(path)' -f s32le -")
    #expect(raw.count == 4 * sound.count)
    if container != .mp3 { #expect(shell("soxi -s '\(path)'") == "\(sound.count)\n") }
    // ffmpeg knows nothing of markers in AIFF and CAF.
    if container == .aiff || container == .caf {
      #expect(Contents(path).markers.map(\.label) == markers.map(\.label))
    } else {
      let chapters = shell("ffprobe -v error -show_chapters -of compact '\(path)'")
        .split(separator: "\n")
      #expect(chapters.count == (container == .flac ? 999 : 5000))
      #expect(chapters.enumerated().allSatisfy { $1.hasSuffix("title=marker \($0)") })
      #expect(
        chapters.enumerated().allSatisfy {
          $1.contains("start_time=\($0 / 100).\($0 % 100 / 10)\($0 % 10)0")
        })
    }
  }

  @Test("libsndfile reads the markers of AIFF")
  func marksOfAIFF() throws {
    let path = folder.file("a.aiff")
    let markers = [3, 90].map { AudioWriter.Marker(frame: Frame($0), label: "m\($0)") }
    try writeAudio(path, format(.aiff, .int16, channels: 1), [noise(100)], markers: markers)
    let cues = try #require(ReadByLibsndfile(path)).cues
    #expect(cues.map(\.frame) == [3, 90])
    #expect(cues.map(\.name) == ["m3", "m90"])
  }

  @Test("a name is cut where the format has no room, between characters")
  func longName() throws {
    let path = folder.file("a.aiff")
    let label = "x" + String(repeating: "é", count: 200)
    let marker = AudioWriter.Marker(frame: .zero, label: label)
    try writeAudio(path, format(.aiff, .int16, channels: 1), [noise(9)], markers: [marker])
    #expect(Contents(path).markers.map(\.label) == [String(label.prefix(128))])
  }

  @Test("chapters stand in order, each up to the next, to the nearest millisecond")
  func chapters() throws {
    let markers = [(44_100, "second"), (0, "first"), (66, "odd")].map {
      AudioWriter.Marker(frame: Frame($0.0), label: $0.1)
    }
    let path = folder.file("a.mp3")
    try writeAudio(
      path, format(.mp3, .int16, hertz: 44_100, channels: 1), [noise(88_200)], markers: markers)
    let found = shell(
      "ffprobe -v error -show_entries chapter=start,end:chapter_tags=title -of csv=p=0 '\(path)'")
    #expect(found == "0,1,first\n1,1000,odd\n1000,2000,second\n")
  }

  @Test("the flac program accepts chapters, and libsndfile the tags beside them")
  func chaptersOfFLAC() throws {
    let path = folder.file("a.flac")
    let markers = [0, 24_000].map { AudioWriter.Marker(frame: Frame($0), label: "m\($0)") }
    let summary = try writeAudio(
      path, format(.flac, .int16, channels: 1), [noise(48_000)], tags: ContainerTests.all,
      markers: markers)
    #expect(summary.markersLeftOut == 0)
    #expect(shell("flac -t -s '\(path)' 2>&1 && echo fine") == "fine\n")
    let found = shell(
      "ffprobe -v error -show_entries chapter=start_time:chapter_tags=title -of csv=p=0 '\(path)'")
    #expect(found == "0.000000,m0\n0.500000,m24000\n")
    #expect(ReadByLibsndfile(path)?.texts == ["Näit Trane", "É", "odd", software])
  }

  @Test(
    "a loop is that of a sampler, its last frame included",
    arguments: [AudioFormat.Container.wav, .rf64])
  func loop(container: AudioFormat.Container) throws {
    let path = folder.file("a.wav")
    let kind = format(container, .int16, channels: 1)
    let summary = try writeAudio(
      path, kind, [noise(1000)], markers: [.init(frame: .zero, label: "m")],
      loop: Frame(100)..<Frame(900))
    #expect(!summary.isLoopLeftOut)
    #expect(Contents(path).fields["loop"] == "100 899 forward endless")
    var info = SF_INFO()
    let handle = try #require(sf_open(path, Int32(SFM_READ), &info))
    defer { sf_close(handle) }
    if container == .wav {
      var instrument = SF_INSTRUMENT()
      let size = Int32(MemoryLayout<SF_INSTRUMENT>.size)
      #expect(sf_command(handle, Int32(SFC_GET_INSTRUMENT), &instrument, size) != 0)
      #expect(instrument.loop_count == 1)
      // The first loop: its mode, its start and the frame behind its end. Swift does not see it.
      let loop = withUnsafeBytes(of: instrument) { bytes in
        [16, 20, 24].map { Int(bytes.load(fromByteOffset: $0, as: UInt32.self)) }
      }
      #expect(loop == [SF_LOOP_FORWARD, 100, 900])
    }
    let late = Frame(1 << 32)..<Frame(1 << 32 + 1)
    #expect(try writeAudio(path, kind, [noise(10)], loop: late).isLoopLeftOut)
  }

  @Test("FLAC says of a loop where it starts and how long it is")
  func loopInFLAC() throws {
    let path = folder.file("a.flac")
    let kind = format(.flac, .int16, channels: 1)
    let summary = try writeAudio(path, kind, [noise(1000)], loop: Frame(100)..<Frame(900))
    #expect(!summary.isLoopLeftOut)
    let comments = shell("metaflac --export-tags-to=- '\(path)'").split(separator: "\n")
    #expect(comments.contains("LOOPSTART=100") && comments.contains("LOOPLENGTH=800"))
  }

  @Test("where there is no place for a loop, the summary says so")
  func noLoop() throws {
    let holders: [AudioFormat.Container] = [.wav, .rf64, .flac]
    for container in AudioFormat.Container.allCases where !holders.contains(container) {
      let kind = format(container, .int16, channels: 1)
      let (path, loop) = (folder.file("a"), Frame(1)..<Frame(9))
      #expect(try writeAudio(path, kind, [noise(10)], loop: loop).isLoopLeftOut)
      #expect(try !writeAudio(path, kind, [noise(10)]).isLoopLeftOut)
    }
  }

  @Test("time of writing changes no byte", arguments: SampleFormat.allCases)
  func sameBytes(samples: SampleFormat) throws {
    let formats = AudioFormat.Container.allCases.map { format($0, samples, channels: 2) }
      .filter { $0.objection == nil }
    let markers = [AudioWriter.Marker(frame: Frame(7), label: "m")]
    func written() throws -> [[UInt8]] {
      try formats.map { format in
        let path = folder.file("a")
        let sound = [noise(50_000), noise(50_000, seed: 2)]
        try writeAudio(path, format, sound, tags: ContainerTests.all, markers: markers)
        return readBytes(path)
      }
    }
    let first = try written()
    // Past the next second, which is what a time stamp would count.
    _ = shell("sleep 1.1")
    #expect(try written() == first)
  }

  @Test("every rate is held that is not refused", arguments: AudioFormat.Container.allCases)
  func rates(container: AudioFormat.Container) throws {
    for hertz in [8000, 11_025, 22_050, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 384_000] {
      let kind = format(container, .int16, hertz: hertz, channels: 1)
      if kind.objection != nil {
        #expect(container == .flac || container.isLossy)
        continue
      }
      let path = folder.file("a.\(container.ending)")
      try writeAudio(path, kind, [noise(5000)])
      #expect(ReadByLibsndfile(path)?.info.samplerate == Int32(hertz))
      if container != .opus {
        let rate = shell("ffprobe -v error -show_entries stream=sample_rate -of csv=p=0 '\(path)'")
        #expect(rate == "\(hertz)\n")
      }
    }
  }

  @Test(
    "what will not fit is refused before a file is made",
    arguments: [
      (AudioFormat.Container.aiff, SampleFormat.int24, 715_827_882, "AIFF", "use CAF, W64 or WAV"),
      (.au, .int16, 536_870_911, "AU", "use CAF, W64 or WAV"),
      (.flac, .int16, 1 << 36 - 1, "FLAC", "render a shorter part, or fewer bits"),
      (.mp3, .int16, 107_374 * 48_000, "MP3", "use Ogg, Opus or FLAC"),
    ])
  func tooLarge(
    container: AudioFormat.Container, samples: SampleFormat, most: Int, name: String, help: String
  ) throws {
    let kind = format(container, samples, channels: 2)
    #expect(kind.objection(toFrames: Frame(most)) == nil)
    let cause = AudioFileError.Cause.tooLargeForFormat(container)
    #expect(kind.objection(toFrames: Frame(most + 1)) == cause)
    let path = folder.file("a")
    let error = AudioFileError(path: path, cause: cause)
    for frames in [most + 1, Int.max] {
      #expect(throws: error) { try writeAudio(path, kind, [[0], [0]], expectedFrames: frames) }
    }
    #expect(error.description == "cannot write '\(path)': it is too large for \(name); \(help)")
    #expect(folder.names == [])
  }

  @Test("no length overflows", arguments: AudioFormat.Container.allCases)
  func huge(container: AudioFormat.Container) throws {
    let kind = format(container, .int24, channels: 2)
    let path = folder.file("a")
    #expect(throws: AudioFileError(path: path, cause: .tooLargeForFormat(container))) {
      try writeAudio(path, kind, [[0], [0]], expectedFrames: Int.max)
    }
    // Two days.
    let long = Frame(2 * 86_400 * 48_000)
    #expect((kind.objection(toFrames: long) == nil) == ![.aiff, .au, .mp3].contains(container))
  }

  @Test("markers count in the size of a file that has a limit")
  func markersCount() throws {
    let kind = format(.aiff, .int16, channels: 1)
    let marker = AudioWriter.Marker(frame: .zero, label: "m")
    let path = folder.file("a")
    // Up to the limit but for less than the head and the marker take.
    let frames = Int(UInt32.max) / 2 - 40
    #expect(kind.objection(toFrames: Frame(frames)) == nil)
    #expect(throws: AudioFileError(path: path, cause: .tooLargeForFormat(.aiff))) {
      try writeAudio(path, kind, [[0]], markers: [marker], expectedFrames: frames)
    }
    #expect(folder.names == [])
  }

  @Test("an ending names its container", arguments: AudioFormat.Container.allCases)
  func endings(container: AudioFormat.Container) {
    #expect(AudioFormat.Container(ending: container.ending) == container)
    #expect(AudioFormat.Container(ending: "." + container.ending.uppercased()) == container)
    #expect(AudioFormat.Container(ending: ".aif") == .aiff)
    for unknown in ["", ".", "wave", "mid", "..wav", "wav "] {
      #expect(AudioFormat.Container(ending: unknown) == nil)
    }
  }
}
