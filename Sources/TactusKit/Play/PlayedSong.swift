import Engine
import Live
import Scheduler
import SongModel
import SongText
import Timing
import Workers

/// A song that is ready to be played: its samples are read, and its level is known.
struct PlayedSong {
  let path: String
  /// The song's text, with what the options add to it: the head of a session.
  let text: [UInt8]
  let song: Song
  let player: Player
  /// How much later than the player's frame it is heard: what the limiter looks ahead.
  let delay: Frame
  /// What can be struck by hand.
  let pads: [Pad]
  /// Whether the song takes anything from other files, whose paths are relative to its own.
  let namesFiles: Bool

  struct Pad {
    let name: String
    /// An index into ``Song/sounds``.
    let sound: Int
    /// On the computer's keyboard.
    let key: Character?
    /// A MIDI note.
    let note: Int
  }

  /// What a song is played with.
  struct Options {
    /// A line of the song: `2 bars`.
    var countIn: String?
    var hasPads = false
    var outputs = Outputs.mix
    /// How many frames it runs ahead at least.
    var lead = Frame(2400)
    /// The cores that measure its level, where it has to be measured.
    var threads = WorkerPool.cores
  }

  enum Outputs: String, CaseIterable {
    case mix, tracks
  }

  /// Reads a song at the rate at which it will be played.
  ///
  /// - Parameter passage: where it begins, by its number from 0.
  init(
    _ path: String, text: [UInt8]? = nil, _ options: Options, at rate: SampleRate,
    from passage: Int = 0, on console: Console
  ) throws(Refusal) {
    let reading = try PlayedSong.read(path, text: text, options, on: console)
    console.showTroubles(reading.reading.diagnostics)
    guard var song = reading.reading.song else { throw Refusal(code: reading.reading.code) }
    song.output.rate = rate
    self.path = path
    self.text = reading.text
    namesFiles = reading.namesFiles
    pads = options.hasPads ? PlayedSong.pads(of: song) : []
    let hands = pads.map(\.sound)
    let bank = try loadSounds(of: song, playedBy: hands, on: console)
    let level = PlayedSong.level(of: song, bank, threads: options.threads, on: console)
    let lanes = options.outputs == .tracks ? Array(0..<song.laneCount) : nil
    let master =
      lanes == nil
      ? level.master
      : MasterSettings(gain: 1, ceiling: nil, rate: rate, channels: bank.channels)
    delay = Frame(master.delay)
    player = Player(
      song, bank: bank, master: master, pads: hands, outputs: lanes, lead: options.lead,
      script: passage == 0 ? [] : [(.zero, .setPassage(to: passage))])
    self.song = song
  }

  /// Makes sure that a song can be played: that it and its sounds have no mistakes, which are told.
  static func check(
    _ path: String, _ options: Options, at rate: SampleRate, on console: Console
  ) throws(Refusal) {
    let reading = try PlayedSong.read(path, text: nil, options, on: console).reading
    guard var song = reading.song else {
      console.showTroubles(reading.diagnostics)
      throw Refusal(code: reading.code)
    }
    song.output.rate = rate
    let hands = options.hasPads ? PlayedSong.pads(of: song).map(\.sound) : []
    _ = try loadSounds(of: song, playedBy: hands, on: console)
  }

  /// The level of the whole file, which needs a rendering where it is brought to one.
  private static func level(
    of song: Song, _ bank: SoundBank, threads: Int, on console: Console
  ) -> MasterLevel {
    let frames = song.mix.normalize == nil ? .zero : Extent(of: song, bank: bank).frames
    let workers = WorkerPool.forRendering(frames, at: bank.rate, threads: threads)
    return MasterLevel(of: song, bank: bank, frames: frames, workers: workers, on: console)
  }

  private static func read(
    _ path: String, text: [UInt8]?, _ options: Options, on console: Console
  ) throws(Refusal) -> (reading: SongReading, text: [UInt8], namesFiles: Bool) {
    var text = try telling(path, on: console) { () throws(UnreadableFile) in
      if let text { return text }
      return try readInput(path)
    }
    if let countIn = options.countIn { text = PlayedSong.text(text, countIn: countIn) }
    let others = Guarded(0)
    let reading = try readSongFile(
      path,
      read: { [text] asked throws(UnreadableFile) in
        if asked == path { return text }
        others.with { $0 += 1 }
        return try readInput(asked)
      }, on: console)
    let isNamed = reading.song?.sounds.contains { sound in
      sound.takes.contains { if case .file = $0.source { true } else { false } }
    }
    return (reading, text, isNamed == true || others.with { $0 } > 0)
  }

  /// A song's text with another count-in.
  private static func text(_ text: [UInt8], countIn: String) -> [UInt8] {
    let key = Array("count-in:".utf8)
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let first = lines.first { !$0.isEmpty && $0.first != UInt8(ascii: "#") }?.first
    if first == UInt8(ascii: "{"), let brace = text.lastIndex(of: UInt8(ascii: "}")) {
      // A whole song in braces.
      return text[..<brace] + Array("\n, count-in: \(countIn)\n".utf8) + text[brace...]
    }
    lines.removeAll { $0.starts(with: key) }
    lines.append(key[...] + Array(" \(countIn)".utf8))
    return Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
  }

  // MARK: - Pads

  /// The keys that are free for pads, in the order in which they are given away.
  private static let keys = Array("zxcvbadfghjkweryuio")

  /// Each track's sound once, in the order of the tracks.
  private static func pads(of song: Song) -> [Pad] {
    var pads: [Pad] = []
    var notes: Set<Int> = []
    for track in song.tracks where !pads.contains(where: { $0.sound == track.sound }) {
      var note = 36
      if case .builtIn(let sound) = song.sounds[track.sound].takes[0].source {
        note = sound.generalMIDINote
      }
      // No two on one note: what has none of its own gets the next that is free.
      while notes.contains(note), note < 127 { note += 1 }
      guard notes.insert(note).inserted else { break }
      let key = pads.count < keys.count ? keys[pads.count] : nil
      pads.append(Pad(name: track.name, sound: track.sound, key: key, note: note))
    }
    return pads
  }

  /// By MIDI note, the number of the pad that it strikes; -1 for none.
  var padsByNote: [Int] {
    var numbers = Array(repeating: -1, count: 128)
    for (number, pad) in pads.enumerated() { numbers[pad.note] = number }
    return numbers
  }

  /// The names of the ports that it is heard on, in order.
  func ports(_ outputs: Outputs) -> [String] {
    let sides = player.mixer.channels == 2 ? ["left", "right"] : ["mono"]
    guard outputs == .tracks else { return sides }
    // JACK has each name once, and none that is much longer.
    var names: Set<String> = ["midi"]
    return (0..<song.laneCount).flatMap { lane in
      var start = song.name(ofLane: lane).replacing(":", with: ".")
      while start.utf8.count > 200 { start.removeLast() }
      var name = start
      var number = 1
      while !names.insert(name).inserted {
        number += 1
        name = "\(start) \(number)"
      }
      return sides.map { player.mixer.channels == 2 ? "\(name) \($0)" : name }
    }
  }
}
