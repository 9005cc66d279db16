import CSndfile
import Testing
import Timing

@testable import AudioFiles

/// A RIFF file taken apart by the letter of the standard; every deviation is `nil`.
private struct ParsedWAV {
  var kind = ""
  var chunks: [(id: String, content: [UInt8])] = []

  init?(_ bytes: [UInt8]) {
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }
    func text(_ place: Int) -> String { String(decoding: bytes[place..<place + 4], as: UTF8.self) }
    guard bytes.count >= 12, text(8) == "WAVE" else { return nil }
    kind = text(0)
    let isLarge = kind == "RF64"
    guard isLarge ? number(4, 4) == 0xFFFF_FFFF : number(4, 4) == bytes.count - 8 else {
      return nil
    }
    var place = 12
    var dataSize = 0
    while place < bytes.count {
      guard place + 8 <= bytes.count else { return nil }
      let id = text(place)
      var size = number(place + 4, 4)
      if id == "ds64" {
        guard number(place + 8, 8) == bytes.count - 8 else { return nil }
        dataSize = number(place + 16, 8)
      }
      if id == "data" && isLarge {
        guard size == 0xFFFF_FFFF else { return nil }
        size = dataSize
      }
      guard place + 8 + size <= bytes.count else { return nil }
      chunks.append((id, Array(bytes[(place + 8)..<(place + 8 + size)])))
      place += 8 + size
      if size % 2 == 1 {
        guard place < bytes.count, bytes[place] == 0 else { return nil }
        place += 1
      }
    }
  }

  var ids: [String] {
    chunks.map { $0.id == "LIST" ? String(decoding: $0.content[..<4], as: UTF8.self) : $0.id }
  }

  subscript(_ id: String) -> [UInt8] { zip(ids, chunks).first { $0.0 == id }?.1.content ?? [] }

  /// The name of every cue, by its number.
  var labels: [Int: String] {
    var labels: [Int: String] = [:]
    let list = self["adtl"]
    var place = 4
    while place + 12 <= list.count {
      let size = Int(list[place + 4]) | Int(list[place + 5]) << 8 | Int(list[place + 6]) << 16
      let id = Int(list[place + 8]) | Int(list[place + 9]) << 8 | Int(list[place + 10]) << 16
      let text = list[(place + 12)..<(place + 8 + size)]
      guard list[place..<place + 4].elementsEqual("labl".utf8), text.last == 0 else { return [:] }
      labels[id] = String(decoding: text.dropLast(), as: UTF8.self)
      place += 8 + size + size % 2
    }
    return labels
  }
}

@Suite struct WAVLayoutTests {
  let folder = TemporaryFolder()
  let marker = [AudioWriter.Marker(frame: .zero, label: "verse")]

  @Test(
    "the chunks stand in their order",
    arguments: [
      (SampleFormat.int16, ["fmt ", "bext", "INFO", "data", "cue ", "adtl"], 16, 1),
      (.int24, ["fmt ", "bext", "INFO", "data", "cue ", "adtl"], 40, 0xFFFE),
      (.int32, ["fmt ", "bext", "INFO", "data", "cue ", "adtl"], 40, 0xFFFE),
      (.float32, ["fmt ", "fact", "bext", "INFO", "data", "cue ", "adtl"], 18, 3),
    ])
  func chunks(samples: SampleFormat, ids: [String], formatSize: Int, tag: Int) throws {
    let path = folder.file("a.wav")
    for frames in [0, 1, 2, 1000] {
      for channels in 1...2 {
        let sound = Array(repeating: noise(frames), count: channels)
        try writeAudio(path, format(.wav, samples, channels: channels), sound, markers: marker)
        let parsed = try #require(ParsedWAV(readBytes(path)))
        #expect(parsed.kind == "RIFF")
        #expect(parsed.ids == ids)
        #expect(parsed["data"].count == frames * channels * samples.bytes)
        let header = parsed["fmt "]
        #expect(header.count == formatSize)
        #expect(Int(header[0]) | Int(header[1]) << 8 == tag)
        #expect(Int(header[12]) == channels * samples.bytes)
        if samples == .float32 { #expect(parsed["fact"] == littleEndian([UInt32(frames)])) }
      }
    }
  }

  @Test("without markers there is nothing behind the samples")
  func noMarkers() throws {
    let path = folder.file("a.wav")
    try writeAudio(path, format(.wav, .int24, channels: 1), [[0.5]])
    #expect(ParsedWAV(readBytes(path))?.ids == ["fmt ", "bext", "INFO", "data"])
  }

  @Test("a file without samples is valid", arguments: SampleFormat.allCases)
  func empty(samples: SampleFormat) throws {
    let path = folder.file("a.wav")
    let summary = try writeAudio(path, format(.wav, samples, channels: 2), [[], []])
    #expect(summary.frames == .zero)
    #expect(ReadByLibsndfile(path)?.info.frames == 0)
    #expect(shell("soxi -s '\(path)'") == "0\n")
    #expect(try decodedSummary(path: path).frames == .zero)
  }

  @Test("any number of markers is read back", arguments: [1, 200, 2500, 5000], [false, true])
  func manyMarkers(count: Int, isRF64: Bool) throws {
    let path = folder.file("a.wav")
    let markers = (0..<count).map { index in
      AudioWriter.Marker(
        frame: Frame(index * 10), label: "Té\(index)" + String(repeating: "x", count: index % 7))
    }
    let summary = try writeAudio(
      path, format(.wav, .int24, channels: 1), [noise(50_000)], markers: markers,
      expectedFrames: isRF64 ? 1 << 32 : nil)
    #expect(summary.markersLeftOut == 0)

    let parsed = try #require(ParsedWAV(readBytes(path)))
    #expect(parsed.kind == (isRF64 ? "RF64" : "RIFF"))
    #expect(parsed["cue "].count == 4 + 24 * count)
    let labels = parsed.labels
    #expect(labels.count == count)
    #expect(markers.enumerated().allSatisfy { labels[$0.offset + 1] == $0.element.label })

    // libsndfile reads cues of plain WAV only, no more than 2500, and the names of about 240.
    if !isRF64 && count <= 2500 {
      let cues = try #require(ReadByLibsndfile(path)).cues
      #expect(cues.map(\.frame) == markers.map { UInt32($0.frame.index) })
      #expect(cues.map(\.position) == cues.map(\.frame))
      #expect(cues.prefix(200).map(\.name) == markers.prefix(200).map(\.label))
    }
    let chapters = shell("ffprobe -v error -show_chapters '\(path)'").split(separator: "\n")
    #expect(
      chapters.compactMap { $0.hasPrefix("TAG:title=") ? String($0.dropFirst(10)) : nil }
        == markers.map(\.label))
    #expect(
      chapters.compactMap { $0.hasPrefix("start=") ? Int($0.dropFirst(6)) : nil }
        == markers.map(\.frame.index))
  }

  @Test("markers that the format cannot hold are counted, and the others stay")
  func leftOut() throws {
    let markers = [0, 7, 1 << 32].map { AudioWriter.Marker(frame: Frame($0), label: "m") }
    let wav = try writeAudio(
      folder.file("a.wav"), format(.wav, .int16, channels: 1), [noise(10)], markers: markers)
    #expect(wav.markersLeftOut == 1)
    #expect(ReadByLibsndfile(folder.file("a.wav"))?.cues.map(\.frame) == [0, 7])
  }

  @Test("a file that will pass 4 GiB is RF64 from the start", arguments: SampleFormat.allCases)
  func rf64(samples: SampleFormat) throws {
    let path = folder.file("a.wav")
    let sound = difficultSamples(3001, format(.wav, samples, channels: 1))
    let frames = (1 << 32) / samples.bytes
    let plain = format(.wav, samples, channels: 1)
    try writeAudio(path, plain, sound, markers: marker, expectedFrames: frames)
    let parsed = try #require(ParsedWAV(readBytes(path)))
    #expect(parsed.kind == "RF64")
    #expect(parsed.ids.first == "ds64")
    #expect(parsed["data"].count == 3001 * samples.bytes)
    #expect(Array(parsed["ds64"][16...]) == littleEndian([UInt64(3001)]) + [0, 0, 0, 0])
    let read = try #require(ReadByLibsndfile(path))
    #expect(read.info.frames == 3001)
    #expect(Int(read.info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_RF64)
    #expect(shell("soxi -s '\(path)'") == "3001\n")
    #expect(isWrittenByTactus(path: path))
    let digest = try decodedSummary(path: path).digest
    try writeAudio(path, plain, sound, expectedFrames: frames - (1 << 24))
    #expect(ParsedWAV(readBytes(path))?.kind == "RIFF")
    #expect(try decodedSummary(path: path).digest == digest)
  }
}
