import Foundation
import Live
import LiveSupport
import Scheduler
import SongModel
import SongSupport
import Testing
import Timing

@testable import Engine

@Suite("What is played is what is rendered")
struct PlayerTests {
  private let lead = Frame(3000)

  @Test(
    "a song that nobody changes, at any size of block",
    arguments: [[16], [64], [256], [1024], [4096], [9000], [16, 4096, 1, 333]])
  func unchanged(blocks: [Int]) {
    let song = song(busyText)
    let bank = noiseBank(song)
    let player = Player(song, bank: bank, master: neutral, lead: lead)
    player.widen(lead: Frame(blocks.max()!))
    let frames = song.endTime.frame(at: .standard).index + 9000
    let heard = play(player, frames: frames, blocks: blocks)
    let expected = rendered(song, bank, frames: frames)
    #expect(heard.left.contains { $0 != 0 })
    #expect(heard.left == expected.left && heard.right == expected.right)
    #expect(player.mixer.lateVoices == 0 && player.mixer.lostVoices == 0)
  }

  @Test("a session of a thousand changes renders to what was heard", arguments: 1...6)
  func session(seed: UInt64) {
    var song = song(busyText)
    let bank = noiseBank(song)
    let frames = 48_000 * 60
    let script = randomScript(1000, song, seed: seed, within: frames)
    let player = Player(
      song, bank: bank, master: neutral, pads: [0], lead: lead, script: script)
    let heard = play(player, frames: frames, blocks: [256, 1024, 77])
    song.live = player.changes
    #expect(song.live.count > 700)
    let expected = rendered(song, bank, frames: frames)
    let first = heard.left.indices.first { heard.left[$0] != expected.left[$0] }
    #expect(first == nil)
    #expect(heard.right == expected.right)
    #expect(player.mixer.lateVoices == 0 && player.mixer.lostVoices == 0)
  }

  @Test("a session that is broken off ends where it was broken off", arguments: [false, true])
  func brokenOff(isStopped: Bool) throws {
    var song = song(busyText)
    let bank = noiseBank(song)
    var script = [(frame: Frame(4800), command: Player.Command.toggleLoop)]
    if isStopped { script.append((Frame(90_000), .startOrStop)) }
    let player = Player(song, bank: bank, master: neutral, lead: lead, script: script)
    #expect(player.session == [])
    _ = play(player, frames: 100_000, blocks: [256])
    let played = player.changes.map(\.action)
    #expect(played == [.loop(true)] + (isStopped ? [.stop] : []))
    #expect(player.session.map(\.action) == played + [.loop(false)] + (isStopped ? [] : [.stop]))
    let end = try #require(player.session.last).at
    #expect(100_000...(100_000 + lead.index + 256) ~= Seconds(end).frame(at: .standard).index)
    song.live = player.session
    let whole = Array(EventStream(song, at: .standard)).map(\.frame.index)
    // Without the end it goes on for ever.
    song.live = player.changes
    var endless = EventStream(song, at: .standard)
    let heard = whole.map { _ in endless.next()!.frame.index }
    #expect(whole == heard && whole.count > 4)
    #expect(whole.allSatisfy { $0 < Seconds(end).frame(at: .standard).index })
  }

  @Test("what is heard of a session is the sum of whole sounds", arguments: 1...3)
  func wholeSounds(seed: UInt64) {
    var song = song(busyText.replacing(", choke: hats", with: ""))
    let bank = noiseBank(song)
    let frames = 48_000 * 30
    // A volume that changes is in no sound by itself.
    let script = randomScript(500, song, seed: seed, within: frames).filter {
      if case .changeVolume = $0.command { false } else { true }
    }
    let player = Player(song, bank: bank, master: neutral, pads: [0], lead: lead, script: script)
    let heard = play(player, frames: frames, blocks: [512, 31])
    song.live = player.changes
    let sums = UnsafeMutablePointer<Double>.allocate(capacity: 2 * frames)
    defer { sums.deallocate() }
    sums.initialize(repeating: 0, count: 2 * frames)
    var events = 0
    for event in EventStream(song, at: .standard) where event.frame.index < frames {
      VoiceSum<Double>(channels: 2, fadeLength: 1).add(
        bank.voice(of: event), to: sums, from: 0, count: frames, isWhole: true)
      events += 1
    }
    #expect(events > 100)
    let areEqual = (0..<frames).allSatisfy {
      heard.left[$0] == Float(sums[2 * $0]) && heard.right[$0] == Float(sums[2 * $0 + 1])
    }
    #expect(areEqual)
  }
}
