import Foundation
import ReferenceKit
import Testing

extension ThroughJack {
  @Suite("Songs and options that are seldom")
  struct OddSongTests {
    private func begin(_ song: String, in folder: String) throws {
      try Files.write(song, to: folder + "/song.yaml")
    }

    @Test(
      "a song without sounds and one of a bar are played to their ends",
      arguments: [
        "{tempo: 240, bars: 2, click: off}", "{tempo: 240, bars: 1, click: {}}",
        "{tempo: 240, bars: 1, meter: 1/4, click: {}}",
      ])
    func short(song: String) throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try begin(song + "\n", in: folder.path)
      let play = try PlayProcess(
        ["song.yaml", "--record", "session.yaml"], on: server, in: folder.path)
      #expect(play.code(within: 20) == 0, "\(play.err)")
      #expect(play.err.contains("  1:1  240 BPM\n"), "\(play.err)")
      #expect(try isWhole("session.yaml", in: folder.path))
    }

    @Test("what cannot become a session is refused before anything plays")
    func noSession() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try begin("tempo: 240\nbars: 2\n...\n", in: folder.path)
      for (session, message) in [
        ("session.yaml", "nothing can be added to the text of 'song.yaml': "),
        ("-", "'-' is no file: "),
      ] {
        let play = try PlayProcess(["song.yaml", "--record", session], on: server, in: folder.path)
        #expect(play.code() == 2)
        #expect(play.err.hasPrefix("tactus: " + message), "\(play.err)")
      }
      #expect(!Files.exists(folder.path + "/session.yaml"))
    }

    @Test("an hour begins at once")
    func hour() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try begin("{tempo: 120, bars: 1800, click: {}}\n", in: folder.path)
      let play = try PlayProcess(["song.yaml"], on: server, in: folder.path)
      #expect(play.tells("  2:1  120 BPM"), "\(play.err)")
      play.send(SIGINT)
      #expect(play.code() == 130, "\(play.err)")
    }

    @Test("a count-in takes the place of the song's own, in the session too")
    func countIn() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try begin("tempo: 240\ncount-in: 4 bars\nbars: 1\nclick: {}\n", in: folder.path)
      let play = try PlayProcess(
        ["song.yaml", "--count-in", "2 beats", "--record", "session.yaml"], on: server,
        in: folder.path)
      #expect(play.code(within: 20) == 0, "\(play.err)")
      #expect(play.err.contains("  1:1  240 BPM\n") && !play.err.contains("-4:1"), "\(play.err)")
      let session = try Files.text(of: folder.path + "/session.yaml")
      #expect(session.contains("count-in: 2 beats") && !session.contains("4 bars"))
      #expect(try isWhole("session.yaml", in: folder.path))
    }

    @Test("a song in braces gets a count-in too")
    func countInBraces() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try begin("{tempo: 240, bars: 1, click: {}}\n", in: folder.path)
      let play = try PlayProcess(
        ["song.yaml", "--count-in", "1 beat", "--record", "session.yaml"], on: server,
        in: folder.path)
      #expect(play.code(within: 20) == 0, "\(play.err)")
      #expect(play.err.contains("count-in  "), "\(play.err)")
      #expect(try isWhole("session.yaml", in: folder.path))
    }

    @Test("a port that is not there is told of before anything plays")
    func unknownPort() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      try begin(longSong, in: folder.path)
      let play = try PlayProcess(
        ["song.yaml", "--connect", "system:playback_1,nowhere:left"], on: server, in: folder.path)
      #expect(play.code() == 2)
      #expect(
        play.err
          == "tactus: there is no JACK port 'nowhere:left': 'tactus devices' lists them\n")
    }

    @Test("more tracks than there can be ports are told of")
    func tooManyTracks() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      let tracks = (1...140).map { "a\($0): x..." }.joined(separator: ", ")
      let kit = (1...140).map { "a\($0): {sound: kick, pan: L10}" }.joined(separator: ", ")
      try begin(
        "{tempo: 120, bars: 1, kit: {\(kit)}, patterns: {p: {\(tracks)}}, play: p}\n",
        in: folder.path)
      let play = try PlayProcess(["song.yaml", "--outputs", "tracks"], on: server, in: folder.path)
      #expect(play.code() == 2)
      #expect(play.err == "tactus: that needs 284 ports, and there can be 256\n")
    }

    @Test("each track has ports of its own, with names that JACK takes")
    func trackPorts() throws {
      let folder = try TemporaryFolder()
      let server = try JackServer(block: 256)
      let long = String(repeating: "long", count: 100)
      try begin(
        """
        tempo: 120
        bars: 100
        kit: {midi: kick, \(long): snare, "a:b": hat, "a.b": rim}
        patterns: {p: {midi: x..., \(long): x..., "a:b": x..., "a.b": x...}}
        play: p

        """, in: folder.path)
      let play = try PlayProcess(["song.yaml", "--outputs", "tracks"], on: server, in: folder.path)
      #expect(play.tells("  1:1  120 BPM"), "\(play.err)")
      play.send(SIGINT)
      #expect(play.code() == 130, "\(play.err)")
    }
  }
}
