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

  @Test(
    "every song of Patterns has the same events again, through a file of several tracks and of one",
    arguments: patterns, [MIDIFile.Format.simultaneousTracks, .singleTrack])
  func samples(name: String, format: MIDIFile.Format) throws {
    let path = RoundTripTests.folder.appending(path: name).path
    let song = try read(Array(FileManager.default.contents(atPath: path)!), path: path)
    let midi = try midiFile(
      of: song, options: MIDIOptions(format: format), version: "test"
    ).bytes
    let text = songText(of: try songDraft(midi: midi))
    let again = try read(Array(text.utf8), path: path)
    let before = EventStream(song, at: .standard).map { Told($0, of: song) }
    let after = EventStream(again, at: .standard).map { Told($0, of: again) }
    try #require(before.count == after.count)
    guard !RoundTripTests.isHumanized(song) else {
      // A tick is the most that a MIDI file says of a hit that strays by the clock: its bar and beat
      // are those where it is heard, and its frame is within one.
      for (old, new) in zip(before, after) {
        #expect(
          (old.track, old.sound, old.velocity) == (new.track, new.sound, new.velocity)
            && abs(old.frame - new.frame) <= 1, "\(old)\n\(new)")
      }
      return
    }
    let different = zip(before, after).first { $0 != $1 }
    #expect(different == nil, "\(text)")
  }

  private static func isHumanized(_ song: Song) -> Bool {
    song.patterns.contains { $0.lines.contains { $0.humanize.timing > .zero } }
  }
}
