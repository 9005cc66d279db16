import Testing
import Timing

@testable import AudioFiles

@Suite struct RecognitionTests {
  let folder = TemporaryFolder()

  func isOurs(_ bytes: [UInt8]) -> Bool {
    let path = folder.file("a")
    writeBytes(bytes, to: path)
    return isWrittenByTactus(path: path)
  }

  @Test(
    "what tactus wrote is known again", arguments: AudioFormat.Container.allCases,
    SampleFormat.allCases)
  func ours(container: AudioFormat.Container, samples: SampleFormat) throws {
    let format = format(container, samples, channels: 2)
    if format.objection != nil { return }
    let path = folder.file("a")
    let sound = Array(repeating: noise(100), count: format.channels)
    try writeAudio(
      path, format, sound, tags: AudioTags(title: "odd", artist: "odd", software: software))
    #expect(isWrittenByTactus(path: path))
    // The title is no signature.
    try writeAudio(path, format, sound, tags: AudioTags(title: software, software: "other"))
    #expect(!isWrittenByTactus(path: path))
    try writeAudio(path, format, sound, tags: AudioTags(software: "not tactus"))
    #expect(!isWrittenByTactus(path: path))
  }

  @Test(
    "what others wrote is not",
    arguments: ["wav", "flac", "aiff", "aifc", "ogg", "mp3", "au", "caf", "w64"])
  func theirs(ending: String) {
    let path = folder.file("a.\(ending)")
    _ = shell("sox -n '\(path)' synth 0.1 sine 440")
    #expect(!readBytes(path).isEmpty)
    #expect(!isWrittenByTactus(path: path))
    #expect(!isWrittenByTactus(path: folder.path))
    #expect(!isWrittenByTactus(path: folder.file("missing")))
  }

  @Test("a MIDI file is known by a text at tick 0 of its first track")
  func midi() {
    func file(_ track: [UInt8], header: [UInt8] = [0, 1, 0, 2, 1, 224]) -> [UInt8] {
      Array("MThd".utf8) + [0, 0, 0, UInt8(header.count)] + header + Array("MTrk".utf8)
        + [0, 0, 0, UInt8(track.count)] + track
    }
    func text(_ type: UInt8, _ text: String, delta: UInt8 = 0) -> [UInt8] {
      [delta, 0xFF, type, UInt8(text.utf8.count)] + Array(text.utf8)
    }
    #expect(isOurs(file(text(1, software))))
    #expect(isOurs(file(text(0x7F, software))))
    #expect(isOurs(file(text(3, "name") + text(1, "other") + text(1, software))))
    #expect(isOurs(file(text(1, software), header: [0, 1, 0, 2, 1, 224, 9, 9])))
    #expect(!isOurs(file(text(3, software))))
    #expect(!isOurs(file(text(1, "a " + software))))
    #expect(!isOurs(file(text(1, software, delta: 1))))
    #expect(!isOurs(file([0, 0x90, 60, 100] + text(1, software))))
    #expect(!isOurs(file([])))
  }

  @Test("no beginning of a file of ours, however short, does harm")
  func prefixes() throws {
    for container in AudioFormat.Container.allCases {
      let kind = format(container, .int24, channels: 1)
      let path = folder.file("whole")
      try writeAudio(path, kind, [noise(10)])
      let bytes = readBytes(path)
      // Known from the end of its signature on, and from there always.
      let answers = (0...bytes.count).map { isOurs(Array(bytes[..<$0])) }
      let first = try #require(answers.firstIndex(of: true))
      #expect(answers[first...].allSatisfy { $0 })
    }
  }

  @Test("sizes that lie do no harm")
  func lies() {
    let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    #expect(!isOurs(Array("RIFF".utf8) + huge + Array("WAVELIST".utf8) + huge + Array("INFO".utf8)))
    #expect(
      !isOurs(
        Array("RF64".utf8) + huge + Array("WAVEds64".utf8) + [28, 0, 0, 0] + huge + huge + huge
          + huge + huge + huge + huge + Array("data".utf8) + huge))
    #expect(!isOurs(Array("fLaC".utf8) + [4, 0xFF, 0xFF, 0xFF] + huge + huge))
    #expect(!isOurs(Array("fLaC".utf8) + [4, 0, 0, 8, 0, 0, 0, 0] + huge))
    #expect(!isOurs(Array("MThd".utf8) + huge + Array("MTrk".utf8)))
    #expect(!isOurs(Array("fLaC".utf8) + [0, 0, 0, 0]))
  }
}
