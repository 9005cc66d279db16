import Engine
import Foundation
import LiveSupport
import ReferenceKit
import Scheduler
import SongModel
import SongSupport
import Testing
import Timing

@testable import Live
@testable import TactusKit

/// What a server's ports give of a song, in freewheel.
private func captured(
  _ player: Player, frames: Int, block: Int, sizes: [Int] = []
) throws -> (left: [Float], right: [Float]) {
  let server = try JackServer(block: block)
  let output = try JackOutput(server: server.name)
  let mixer = player.mixer
  try output.start(outputs: ["left", "right"]) { player.widen(lead: Frame(4 * $0)) }
  output.use(mixer)
  let recorder = try Recorder(server: server.name, frames: frames + 10_000) {
    mixer.position.index
  }
  recorder.connect("tactus:left", "tactus:right")
  let thread = PlayerThread()
  thread.run(player) { output.isFreewheeling }
  defer { thread.stop() }
  recorder.setFreewheel(true)
  output.setPlaying(true)
  var next = sizes[...]
  while recorder.captured < frames {
    if let size = next.first, mixer.position.index > frames / (next.count + 1) {
      // In the middle of the song; but JACK loses cycles, and its temper, when its blocks change
      // in freewheel. So time stands still meanwhile.
      output.setPlaying(false)
      recorder.setFreewheel(false)
      recorder.setBufferSize(size)
      recorder.setFreewheel(true)
      output.setPlaying(true)
      next.removeFirst()
    }
    usleep(1000)
  }
  output.setPlaying(false)
  recorder.setFreewheel(false)
  return recorder.samples(frames)
}

/// One after the other: libjack knows one server at a time in a process.
@Suite("Through JACK", .serialized, .enabled(if: JackServer.isThere))
struct ThroughJack {}

extension ThroughJack {
  @Suite("What JACK gets is what is rendered")
  struct JackTests {
    @Test("a song in freewheel, at any size of block", arguments: [16, 64, 256, 1024, 4096])
    func blocks(size: Int) throws {
      let song = song(busyText)
      let bank = noiseBank(song)
      let frames = song.endTime.frame(at: .standard).index
      let player = Player(song, bank: bank, master: neutral, lead: Frame(2400))
      let heard = try captured(player, frames: frames, block: size)
      let expected = rendered(song, bank, frames: frames)
      #expect(heard.left == expected.left && heard.right == expected.right)
      #expect(player.mixer.lateVoices == 0)
    }

    @Test("the size of the blocks changes while it plays")
    func changingSize() throws {
      let song = song(busyText)
      let bank = noiseBank(song)
      let frames = song.endTime.frame(at: .standard).index
      let player = Player(song, bank: bank, master: neutral, lead: Frame(2400))
      let heard = try captured(player, frames: frames, block: 256, sizes: [1024, 64])
      let expected = rendered(song, bank, frames: frames)
      #expect(heard.left == expected.left && heard.right == expected.right)
    }

    @Test("a scripted session of a thousand changes", arguments: [64, 1024])
    func session(size: Int) throws {
      var song = song(busyText)
      let bank = noiseBank(song)
      let frames = 48_000 * 60
      let player = Player(
        song, bank: bank, master: neutral, pads: [0], lead: Frame(2400),
        script: randomScript(1000, song, seed: 7, within: frames))
      let heard = try captured(player, frames: frames, block: size)
      song.live = player.changes
      #expect(song.live.count > 700)
      let expected = rendered(song, bank, frames: frames)
      #expect(heard.left == expected.left && heard.right == expected.right)
    }

    @Test("what comes in stands where it was played", arguments: [64, 1024])
    func take(size: Int) throws {
      let song = song(busyText)
      let bank = noiseBank(song)
      let frames = 48_000 * 12
      let player = Player(song, bank: bank, master: neutral, lead: Frame(4 * size))
      let server = try JackServer(block: size)
      let output = try JackOutput(server: server.name)
      try output.start(outputs: ["left", "right"], inputs: ["in left", "in right"]) { _ in }
      // Of a client whose inputs are fed by its outputs JACK breaks the circle by a block.
      try output.connectInputs(to: ["tactus:left", "tactus:right"])
      output.use(player.mixer)
      let thread = PlayerThread()
      thread.run(player) { output.isFreewheeling }
      defer { thread.stop() }
      let recorder = try Recorder(server: server.name, frames: 1) { 0 }
      recorder.setFreewheel(true)
      output.setPlaying(true)
      var heard: [Float] = []
      while heard.count < 2 * frames {
        let count = output.takeInput(upTo: 4096) { frame, channel, sample in
          heard.append(sample)
        }
        if count == 0 { usleep(500) }
      }
      output.setPlaying(false)
      recorder.setFreewheel(false)
      let expected = rendered(song, bank, frames: frames)
      let areEqual = (size..<frames).allSatisfy {
        heard[2 * $0] == expected.left[$0 - size] && heard[2 * $0 + 1] == expected.right[$0 - size]
      }
      #expect(areEqual && !output.isInputFull)
      #expect(expected.left.contains { $0 != 0 })
    }

    @Test("other programs see bar, beat and tempo in the transport")
    func transport() throws {
      let song = song("{tempo: 97.5, meter: 7/8, bars: 2}")
      let server = try JackServer(block: 256)
      let output = try JackOutput(server: server.name)
      try output.start(outputs: ["left", "right"]) { _ in }
      try output.leadTransport()
      var performance = Performance(song, at: .standard)
      var beats: [Beat] = []
      while let item = performance.next() {
        if case .beat(let beat) = item { beats.append(beat) }
      }
      // The third beat of the second bar.
      output.tell(beats[9], length: 1000)
      let other = try JackOutput(as: "other", server: server.name)
      #expect(!other.isTransportRolling)
      other.setTransport(rolling: true)
      for _ in 0..<100 where !output.isTransportRolling { usleep(10_000) }
      #expect(output.isTransportRolling)
      usleep(50_000)
      let place = other.transportPlace
      #expect(place.bar == 2 && place.beat == 3 && place.tempo == 97.5)
      output.setTransport(rolling: false)
      for _ in 0..<100 where other.isTransportRolling { usleep(10_000) }
      #expect(!other.isTransportRolling)
    }

    @Test("a sample rate that changes is told, and a song goes on with its section at that rate")
    func changingRate() throws {
      let server = try JackServer(block: 256)
      let output = try JackOutput(server: server.name)
      #expect(output.rate == 48_000)
      // As PipeWire calls it; JACK's own server keeps its rate.
      _ = noteRate(44_100, output.callback)
      #expect(output.rate == 44_100)
      let path = Files.repository + "/Patterns/rock.yaml"
      let rate = SampleRate(hertz: 44_100)!
      let played = try PlayedSong(
        path, PlayedSong.Options(), at: rate, from: 1, on: .standard())
      let heard = play(played.player, frames: 44_100 * 5, blocks: [256])
      var song = played.song
      song.live = [LiveChange(at: .zero, .passage(1))]
      let bank = try loadSounds(of: song, on: .standard())
      let expected = rendered(song, bank, frames: 44_100 * 5)
      #expect(played.player.status.passage == 1)
      #expect(heard.left == expected.left && heard.left.contains { $0 != 0 })
    }

    @Test("a server that is not there is told in a line, and none is started")
    func noServer() {
      #expect(throws: JackOutput.Failure.noServer(name: "tactus-nowhere")) {
        _ = try JackOutput(server: "tactus-nowhere")
      }
    }
  }
}
