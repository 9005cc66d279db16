import Foundation
import Glibc
import ReferenceKit
import SongModel
import Testing

/// A WAV file of a tenth of a second at 48000 Hz.
private var shortSound: Data {
  func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
  let samples = (0..<4800).flatMap { [UInt8(0), UInt8($0 / 48 % 2 == 0 ? 0x20 : 0xE0)] }
  let format: [UInt8] = [1, 0, 1, 0] + word(48_000) + word(96_000) + [2, 0, 16, 0]
  return Data(
    Array("RIFF".utf8) + word(36 + samples.count) + Array("WAVEfmt ".utf8) + word(16) + format
      + Array("data".utf8) + word(samples.count) + samples)
}

extension ThroughJack {
  @Suite("Whatever happens to a song that plays")
  struct SturdyTests {
    /// The song that most of these play, and its session.
    private let arguments = ["song.yaml", "--record", "session.yaml"]

    private func begin(_ song: String = longSong, in folder: String) throws {
      try Files.write(song, to: folder + "/song.yaml")
    }

    @Test("a server that is killed ends it, with a message and a session")
    func serverKilled() throws {
      for _ in 0..<2 {
        let folder = try TemporaryFolder()
        let server = try JackServer(block: 256)
        try begin(in: folder.path)
        let play = try PlayProcess(arguments, on: server, in: folder.path)
        #expect(play.tells("One  1:1"))
        server.kill()
        #expect(play.code() == 2, "\(play.err)")
        #expect(play.err.hasSuffix("tactus: the JACK server has gone\n"))
        #expect(try isWhole("session.yaml", in: folder.path))
        #expect(try isStopped("session.yaml", in: folder.path))
      }
    }

    @Test("a server that hangs is left behind")
    func serverHangs() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try begin(in: folder.path)
      let play = try PlayProcess(arguments, on: server, in: folder.path)
      #expect(play.tells("One  1:1"))
      server.send(SIGSTOP)
      defer { server.kill() }
      usleep(300_000)
      play.send(SIGTERM)
      #expect(play.code() == 143, "\(play.err)")
      #expect(try isWhole("session.yaml", in: folder.path))
    }

    @Test("files that are deleted are not missed")
    func filesDeleted() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try shortSound.write(to: URL(fileURLWithPath: folder.path + "/sound.wav"))
      try begin(
        """
        {tempo: 240, bars: 4, click: off, kit: {a: sound.wav},
        patterns: {p: {a: x...x...x...x...}}, play: p}

        """, in: folder.path)
      let play = try PlayProcess(arguments, on: server, in: folder.path)
      #expect(play.tells("1:1"))
      try Files.remove(folder.path + "/song.yaml")
      try Files.remove(folder.path + "/sound.wav")
      #expect(play.code(within: 20) == 0, "\(play.err)")
      #expect(play.err.contains("  4:1  240 BPM"))
      try shortSound.write(to: URL(fileURLWithPath: folder.path + "/sound.wav"))
      #expect(try isWhole("session.yaml", in: folder.path))
    }

    @Test("a signal ends it, and the session is there", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(signal: Int32) throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try begin(in: folder.path)
      let play = try PlayProcess(arguments, on: server, in: folder.path)
      #expect(play.tells("One  1:1"))
      play.send(signal)
      // A terminal that goes says so twice.
      if signal == SIGHUP { play.send(signal) }
      #expect(play.code() == 128 + signal, "\(play.err)")
      #expect(try isWhole("session.yaml", in: folder.path))
      #expect(try isStopped("session.yaml", in: folder.path))
    }

    @Test("a window that is closed ends it, and the session is there")
    func windowClosed() throws {
      try #require(TmuxWindow.isThere)
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      // What was done goes in before the brace.
      try begin("{tempo: 120, bars: 500, click: {subdivisions: 2}}\n", in: folder.path)
      let window = try TmuxWindow(settings: ["LC_ALL=C.UTF-8"], in: folder.path)
      let line = "tactus play song.yaml --record session.yaml --server \(server.name)"
      // The shell goes with its terminal; one that ignores that tells of the code.
      try Files.write(
        "trap : HUP\n\(line)\necho $? > code\n", to: folder.path + "/play.sh")
      try window.enter("sh play.sh")
      #expect(window.shows("playing"))
      try window.press("s", "l", "Right")
      #expect(window.shows("121 BPM"))
      try window.close()
      #expect(try waits(seconds: 10) { try code(in: folder.path) != "" })
      #expect(try code(in: folder.path) == "129\n")
      #expect(try Files.text(of: folder.path + "/session.yaml").contains("# 121 BPM"))
      // A section that is played over and over would have no end.
      #expect(try isWhole("session.yaml", in: folder.path))
      #expect(try isStopped("session.yaml", in: folder.path))
    }

    private func code(in folder: String) throws -> String {
      let path = folder + "/code"
      return Files.exists(path) ? try Files.text(of: path) : ""
    }

    @Test("it goes on after a second in which it stood still")
    func stopped() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try begin(in: folder.path)
      let play = try PlayProcess(arguments, on: server, in: folder.path)
      #expect(play.tells("One  1:1"))
      play.send(SIGSTOP)
      sleep(1)
      play.send(SIGCONT)
      let told = play.err.count
      #expect(waits { play.err.count > told + 20 }, "\(play.err)")
      play.send(SIGTERM)
      #expect(play.code() == 143, "\(play.err)")
      #expect(try isWhole("session.yaml", in: folder.path))
    }

    @Test("a flood over MIDI is played as far as it can be, and what is lost is told")
    func flood() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try begin(in: folder.path)
      let play = try PlayProcess(arguments + ["--pads"], on: server, in: folder.path)
      #expect(play.tells("One  1:1"))
      do {
        let flood = MIDIFlood(server: server.name, to: "tactus:midi")
        defer { withExtendedLifetime(flood) {} }
        sleep(3)
      }
      let told = play.err.count
      #expect(waits { play.err.count > told + 20 }, "\(play.err)")
      play.send(SIGTERM)
      #expect(play.code() == 143, "\(play.err.suffix(2000))")
      #expect(
        play.err.contains("tactus: too many MIDI messages at once: "), "\(play.err.suffix(2000))")
      let session = try Files.text(of: folder.path + "/session.yaml")
      #expect(session.contains("pad: kick") && session.contains("section: "))
      #expect(session.contains("speed: "))
      #expect(try isWhole("session.yaml", in: folder.path))
    }

    @Test("a session whose folder is deleted is told of at the end")
    func folderDeleted() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try begin("{tempo: 240, bars: 8, click: {}}\n", in: folder.path)
      _ = try run("mkdir takes", in: folder.path)
      let play = try PlayProcess(
        ["song.yaml", "--record", "takes/session.yaml"], on: server, in: folder.path)
      #expect(play.tells("  1:1"))
      _ = try run("rm -r takes", in: folder.path)
      #expect(play.code(within: 30) == 2, "\(play.err)")
      #expect(play.err.contains("  8:1  240 BPM\n"))
      let message = "tactus: cannot create 'takes/session.yaml': no such file or folder; "
      #expect(play.err.contains(message), "\(play.err)")
    }
  }
}
