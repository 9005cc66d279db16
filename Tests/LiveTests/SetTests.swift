import Engine
import Foundation
import Live
import ReferenceKit
import SongModel
import Testing
import Timing

@testable import TactusKit

extension ThroughJack {
  @Suite("A set through JACK")
  struct SetTests {
    private static let songs = [
      "a": "title: A\ntempo: 131\nbars: 1\nmix: {limiter: -12dB}\n",
      "b": "tempo: 97\nplay: p\npatterns: {p: {snare: x.xx}}\noutput: {channels: 1}\n",
      "c": "tempo: 140\nbars: 1\nlive: [{at: 0/48000, rate: 48000}, {at: 1s, speed: 2}]\n",
    ]
    private static let set = "set: [a.yaml, {song: b.yaml, pause: 100ms}, c.yaml, a.yaml]\n"

    @Test("each song is heard as in its own file, on the same ports")
    func songs() throws {
      let folder = try ReferenceKit.TemporaryFolder()
      for (name, text) in SetTests.songs {
        try Files.write(text, to: "\(folder.path)/\(name).yaml")
        let rendering = try run(
          "tactus render \(name).yaml --rate 48000 --bits float", in: folder.path)
        try #require(rendering.code == 0, "\(rendering.err)")
      }
      let path = folder.path + "/set.yaml"
      try Files.write(SetTests.set, to: path)
      let server = try JackServer(block: 256)
      let output = try JackOutput(server: server.name)
      let console = Console.standard()
      console.isQuiet = true
      let set = try SetFile(
        forPlaying: path, Array(SetTests.set.utf8), PlayedSong.Options(), at: .standard,
        on: console)
      let lead = PlayerLead()
      try output.start(outputs: SetPlay.ports) { lead.widen(toBlocksOf: $0) }
      let frames = 48_000 * 20
      let recorder = try Recorder(server: server.name, frames: frames) { 0 }
      recorder.connect("tactus:left", "tactus:right")
      recorder.setFreewheel(true)
      var heard: [(left: [Float], right: [Float])] = []
      var played: [(delay: Int, mixer: LiveMixer)] = []
      var begins: [Duration] = []
      var play = SetPlay(
        set, PlayedSong.Options(), at: .standard, output, lead: lead, terminal: nil, on: console)
      let end = try play.run { song in
        if !played.isEmpty { heard.append(recorder.samples(frames)) }
        let mixer = song.player.mixer
        played.append((song.delay.index, mixer))
        begins.append(console.clock())
        recorder.follow { mixer.position.index }
      }
      heard.append(recorder.samples(frames))
      recorder.setFreewheel(false)
      guard case .over = end else {
        Issue.record("not over: \(end)")
        return
      }
      try #require(heard.count == 4)
      #expect(begins[2] - begins[1] >= .milliseconds(100))
      for (index, name) in ["a", "b", "c", "a"].enumerated() {
        let file = try floats("\(folder.path)/\(name).wav")
        let (delay, mixer) = played[index]
        #expect(mixer.lateVoices == 0 && mixer.lostVoices == 0)
        let count = min(file[0].count, mixer.position.index - delay)
        #expect(count + delay >= file[0].count, "\(name)")
        for (channel, samples) in [heard[index].left, heard[index].right].enumerated() {
          // One channel is heard on both sides.
          let expected = file[min(channel, file.count - 1)]
          let first = (0..<count).first { samples[$0 + delay] != expected[$0] }
          #expect(first == nil, "\(name), channel \(channel)")
        }
      }
    }
  }
}
