import Foundation
import MIDIFiles
import Scheduler
import SongModel
import SongText
import Testing
import Timing

/// An event as a song's reader sees it.
private struct Told: Equatable, CustomStringConvertible {
  let frame: Int
  let seconds: String
  let bar: Int
  let beat: String
  let section: String
  let track: String
  let sound: String
  let velocity: Int

  init(_ event: Event, of song: Song) {
    frame = event.frame.index
    seconds = event.time.formatted(decimals: 12)
    bar = event.bar
    beat = event.place.description
    section = event.section.map { song.sections[$0].name.value } ?? "count-in"
    track = song.name(ofLane: event.lane)
    sound = song.sounds[event.sound].name
    velocity = event.velocity.value
  }

  var description: String {
    "\(frame),\(seconds),\(bar),\(beat),\(section),\(track),\(sound),\(velocity)"
  }
}

@Suite("A song that goes through MIDI and back")
struct RoundTripTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Patterns")

  static let patterns = try! FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".yaml") }.sorted()

  private func read(_ bytes: [UInt8], path: String) throws -> Song {
    let reading = readSong(bytes, path: path) { path throws(UnreadableFile) in
      guard let data = FileManager.default.contents(atPath: path) else {
        throw UnreadableFile(reason: "it is not there")
      }
      return Array(data)
    }
    return try #require(
      reading.song,
      "\(reading.diagnostics.inOrder().map { "\($0.span.start.line): \($0.problem.message)" })")
  }

  @Test("every song of Patterns has the same events again", arguments: patterns)
  func samples(name: String) throws {
    let path = RoundTripTests.folder.appending(path: name).path
    let song = try read(Array(FileManager.default.contents(atPath: path)!), path: path)
    let midi = try midiFile(of: song, version: "test").bytes
    let text = songText(of: try songDraft(midi: midi))
    try? text.write(toFile: "/tmp/rt/\(name)", atomically: true, encoding: .utf8)
    let again = try read(Array(text.utf8), path: path)
    let before = EventStream(song, at: .standard).map { Told($0, of: song) }
    let after = EventStream(again, at: .standard).map { Told($0, of: again) }
    #expect(before.count == after.count)
    var shown = 0
    for (old, new) in zip(before, after) where old != new {
      shown += 1
      if shown > 3 { break }
      Issue.record("\(old)\n\(new)")
    }
  }
}
