import Diagnostics
import SongModel
import Testing
import Timing

@testable import SongText

private func reading(_ text: String, path: String = "sets/set.yaml") -> FileReading {
  readSongOrSet(Array(text.utf8), path: path) { _ throws(UnreadableFile) in
    throw UnreadableFile(reason: "a test reads no files")
  }
}

/// What is wrong with a set.
private func problems(_ text: String) throws -> [String] {
  guard case .set(let set) = reading(text) else { return ["no set"] }
  return set.diagnostics.inOrder().map { "\($0.span.start.line): \($0.problem.id)" }
}

@Suite("A set")
struct SetListTests {
  @Test("is a list of songs, with what comes after each")
  func everything() throws {
    let text = """
      title: Evening
      comment: at the Bell
      set:
        - song: a.yaml
        - {song: ../b.yaml, pause: 2500ms}
        - {song: /c.yaml, stop: true, pause: 1/3s}
        - {song: c.yaml, stop: false}
        - "-"
        - d.yaml
      """
    guard case .set(let set) = reading(text) else { throw YAMLTestTrouble() }
    #expect(set.diagnostics.isEmpty)
    let list = try #require(set.set)
    #expect(list.title == "Evening" && list.comment == "at the Bell")
    #expect(
      list.items.map(\.song.value)
        == ["sets/a.yaml", "sets/../b.yaml", "/c.yaml", "sets/c.yaml", "./-", "sets/d.yaml"])
    #expect(
      list.items.map(\.pause)
        == [.zero, Rational(5, 2), Rational(1, 3), .zero, .zero, .zero])
    #expect(list.items.map(\.stops) == [false, false, true, false, false, false])
    #expect(list.items[1].song.span.start.line == 5 && list.items[1].song.span.start.column == 12)
  }

  private struct YAMLTestTrouble: Error {}

  @Test("is told from a song by its key, whatever else is wrong")
  func kind() throws {
    guard case .song(let song) = reading("bars: 2\n") else { throw YAMLTestTrouble() }
    #expect(song.song != nil)
    for text in ["set: []", "set: x\ntempo: fast\n", "set:\n", "{bars: 2, set: [a]}"] {
      guard case .set(let set) = reading(text) else { throw YAMLTestTrouble() }
      #expect(set.set == nil && set.diagnostics.hasErrors, "\(text)")
      #expect(isSet(Array(text.utf8), path: "-"))
    }
    for text in ["bars: 2", "- set", "set", "", "{set"] {
      guard case .song = reading(text) else { throw YAMLTestTrouble() }
      #expect(!isSet(Array(text.utf8), path: "-"))
    }
  }

  @Test("is no song")
  func noSong() {
    let reading = readSong(Array("set: [a.yaml]".utf8), path: "x.yaml") {
      _ throws(UnreadableFile) in []
    }
    #expect(reading.song == nil)
    #expect(reading.diagnostics.inOrder().map(\.problem.id) == ["set-not-song"])
  }

  @Test("has its mistakes told at their places, all at once")
  func mistakes() throws {
    #expect(
      try problems("titel: x\ntempo: 120\nset: [{song: a, pause: 4}, {stop: maybe}, [], {song: b}]")
        == [
          "1: unknown-key", "2: conflicting-keys", "3: bad-value", "3: missing-key",
          "3: bad-choice", "3: wrong-shape",
        ])
    #expect(try problems("set: [a, {song: b, pause: 1s}]") == ["1: no-effect"])
  }

  @Test("has 10,000 songs at most")
  func most() throws {
    let lines = String(repeating: "- a\n", count: 10_000)
    #expect(try problems("set:\n" + lines) == [])
    #expect(try problems("set:\n" + lines + "- b\n") == ["10002: out-of-range"])
  }
}
