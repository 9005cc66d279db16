import Engine
import Foundation
import Live
import ReferenceKit
import SongModel
import Testing
import Timing
import Workers

@testable import TactusKit

/// The samples of a WAV file of 32-bit floats with one channel or two, by channel.
func floats(_ path: String) throws -> [[Float]] {
  let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  func number(_ place: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
  let channels = Int(bytes[22])
  var place = 12
  while String(decoding: bytes[place..<place + 4], as: UTF8.self) != "data" {
    place += 8 + number(place + 4) + number(place + 4) % 2
  }
  let count = number(place + 4) / 4
  let words = (0..<count).map { Float(bitPattern: UInt32(number(place + 8 + 4 * $0))) }
  return (0..<channels).map { channel in
    stride(from: channel, to: count, by: channels).map { words[$0] }
  }
}

extension ThroughJack {
  @Suite("Every song of Patterns through JACK")
  struct PatternTests {
    /// In small blocks a song takes minutes: of each song it is the beginning then, unless all is
    /// wanted.
    private static let isWhole = ProcessInfo.processInfo.environment["TACTUS_WHOLE_PATTERNS"] != nil
    private static let start = isWhole ? Int.max : 240_000

    @Test(
      "in freewheel, each sample is that of the file",
      arguments: [(4096, Int.max), (1024, .max), (256, .max), (64, start), (16, start)])
    func patterns(block: Int, longest: Int) throws {
      let server = try JackServer(block: block)
      let output = try JackOutput(server: server.name)
      let lead = Guarded(block)
      try output.start(outputs: ["left", "right"]) { size in lead.with { $0 = size } }
      let recorder = try Recorder(server: server.name, frames: 48_000 * 300) { 0 }
      recorder.connect("tactus:left", "tactus:right")
      recorder.setFreewheel(true)
      let folder = NSTemporaryDirectory() + "tactus-patterns-\(getpid())-\(block)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let patterns = Files.repository + "/Patterns"
      let names = try Files.names(in: patterns).filter { $0.hasSuffix(".yaml") }
      #expect(names.count > 30)
      for name in names {
        let file = folder + "/out.wav"
        let rendering = try run(
          "tactus render '\(patterns)/\(name)' --rate 48000 --bits float --force --quiet -o \(file)",
          in: folder)
        #expect(rendering.code == 0, "\(name): \(rendering.err)")
        let expected = try floats(file)
        var options = PlayedSong.Options()
        options.lead = Frame(max(2400, 2 * lead.with { $0 }))
        let played = try PlayedSong(
          "\(patterns)/\(name)", options, at: .standard, on: .standard())
        let mixer = played.player.mixer
        recorder.follow { mixer.position.index }
        output.use(mixer)
        let frames = min(expected[0].count, longest)
        // A file that is a loop is what is heard from the second turn on.
        let start = played.song.output.loop ? expected[0].count : 0
        let offset = start + played.delay.index
        let thread = PlayerThread()
        thread.run(played.player) { true }
        output.setPlaying(true)
        while recorder.captured < offset + frames { usleep(500) }
        output.setPlaying(false)
        thread.stop()
        let heard = recorder.samples(offset + frames)
        let (left, right) = (expected[0], expected[expected.count - 1])
        let first = (0..<frames).first {
          heard.left[$0 + offset] != left[$0]
            || heard.right[$0 + offset] != right[$0]
        }
        #expect(first == nil, "\(name), blocks of \(block)")
        #expect(mixer.lateVoices == 0 && mixer.lostVoices == 0)
      }
      recorder.setFreewheel(false)
    }
  }
}
