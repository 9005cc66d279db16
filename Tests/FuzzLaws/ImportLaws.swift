import Diagnostics
import Interchange
import MIDIFiles
import Scheduler
import SongModel
import SongText
import Timing

/// What an importer makes of a file is a song without a mistake.
func songWritten(of draft: SongDraft) throws(BrokenLaw) -> Song {
  let text = songText(of: draft)
  let reading = readAlone(Array(text.utf8))
  guard let song = reading.song else {
    throw BrokenLaw(
      "what is imported is a song: " + DiagnosticRenderer(limit: 3).render(reading.diagnostics))
  }
  return song
}

/// A file of another program that is imported becomes a song without a mistake. Of its files those
/// are there whose name is of even length.
func checkForeignImport(_ input: [UInt8], _ target: FuzzTarget) throws(BrokenLaw) {
  func exists(_ path: String) -> Bool { path.utf8.count.isMultiple(of: 2) }
  let draft: SongDraft
  do throws(ForeignFault) {
    switch target {
    case .klick: draft = try songDraft(klick: input, title: nil)
    case .beats: draft = try songDraft(beats: input, title: nil, exists: exists)
    default:
      draft = try songDraft(
        hydrogen: input, searchPaths: ["kits"], exists: exists, readFile: { _ in nil })
    }
  } catch {
    return try expect(!error.message.isEmpty, "a fault has words")
  }
  _ = try songWritten(of: draft)
}

/// A short song can be a MIDI file, unless what it asks for is beyond MIDI; and that is a song again.
func checkMIDIExport(_ input: [UInt8]) throws(BrokenLaw) {
  guard let song = readAlone(input).song else { return }
  let events = firstEvents(of: song)
  guard (1..<200).contains(events.count) else { return }
  _ = reaperLines(of: song)
  guard let bytes = try? midiFile(of: song, version: "0").bytes else { return }
  guard let file = try? readMIDIFile(bytes) else { throw BrokenLaw("what is written is read") }
  let notes = file.tracks.flatMap(\.events).count {
    if case .noteOn(_, _, let velocity) = $0.message { velocity > 0 } else { false }
  }
  try expect(notes <= events.count, "no note is more than the song has", "\(notes)")
  guard let draft = try? songDraft(midi: bytes) else {
    throw BrokenLaw("what is written is imported")
  }
  _ = try songWritten(of: draft)
}

/// A MIDI file that is imported becomes a song without a mistake, in which every note is heard at
/// the frame that the file's ticks say.
func checkMIDIImport(_ input: [UInt8]) throws(BrokenLaw) {
  let bytes = midiFile(of: input)
  let options = options(of: input)
  guard let draft = try? songDraft(midi: bytes, options: options) else { return }
  let song = try songWritten(of: draft)
  guard options == MIDIImportOptions(), let file = try? readMIDIFile(bytes) else { return }
  guard let due = framesOfNotes(file), !due.isEmpty, due.count <= 2000 else { return }
  let heard = EventStream(song, at: .standard).prefix(due.count + 1).map(\.frame.index).sorted()
  try expect(heard.count == due.count, "every note is heard", "\(heard.count) of \(due.count)")
  let wrong = zip(heard, due).first { $0 != $1 }
  try expect(
    heard == due, "a note is heard when the file says", "frame \(wrong!.0) for \(wrong!.1)")
}

/// The frames of a file's notes, in order, where plain arithmetic gives them; else `nil`.
///
/// That is: a file of beats whose notes are all drums, without texts that could say a tempo more
/// exactly or give notes names, and without a track whose notes are a click.
private func framesOfNotes(_ file: MIDIFile) -> [Int]? {
  guard case .pulsesPerQuarter(let pulses) = file.division, file.format != .independentTracks else {
    return nil
  }
  var notes: [Int] = []
  var tempos: [(tick: Int, microseconds: Int)] = []
  for event in file.tracks.flatMap(\.events) {
    switch event.message {
    case .noteOn(let channel, _, let velocity):
      guard channel == 10 else { return nil }
      if velocity > 0 { notes.append(event.tick) }
    case .tempo(let microseconds): tempos.append((event.tick, microseconds))
    case .text(.text, _): return nil
    case .text(.trackName, let data):
      if ["click", "metronome"].contains(
        where: String(decoding: data, as: UTF8.self).lowercased().contains)
      {
        return nil
      }
    default: break
    }
  }
  // Of several at one tick the last one counts; `sort` is documented to be stable.
  tempos.sort { $0.tick < $1.tick }
  notes.sort()
  var frames: [Int] = []
  var (tick, microseconds, next) = (0, 500_000, 0)
  // In microseconds times pulses.
  var time: Int128 = 0
  for note in notes {
    while next < tempos.count, tempos[next].tick <= note {
      time += Int128(tempos[next].tick - tick) * Int128(microseconds)
      (tick, microseconds) = tempos[next]
      next += 1
    }
    let due = time + Int128(note - tick) * Int128(microseconds)
    // floor(seconds × 48000 + 1/2)
    let (numerator, denominator) = (due * 48_000 * 2, Int128(pulses) * 1_000_000 * 2)
    frames.append(Int((numerator + denominator / 2) / denominator))
  }
  return frames
}

/// An input that stands for a file says how it is imported in its third byte.
private func options(of input: [UInt8]) -> MIDIImportOptions {
  guard !input.starts(with: "MThd".utf8), input.count >= 3 else { return MIDIImportOptions() }
  return switch input[2] >> 4 & 3 {
  case 1: MIDIImportOptions(grid: WholeNotes(1, 16))
  case 2: MIDIImportOptions(grid: WholeNotes(1, 12), strength: Rational(1, 3))
  case 3: MIDIImportOptions(isClickOnly: true)
  default: MIDIImportOptions()
  }
}

/// A fuzzer seldom hits on the lengths of chunks, so what is no MIDI file stands for one: two bytes
/// of pulses, one of the format and of how it is imported, and tracks that end at their end of track.
func midiFile(of input: [UInt8]) -> [UInt8] {
  let isFile = input.starts(with: "MThd".utf8)
  guard !isFile, input.count >= 3 else { return input }
  let end: [UInt8] = [0xFF, 0x2F, 0x00]
  var tracks: [[UInt8]] = []
  var rest = input[3...]
  while tracks.count < 64, tracks.isEmpty || !rest.isEmpty {
    let next = rest.firstRange(of: end)
    tracks.append(Array(rest[..<(next?.lowerBound ?? rest.endIndex)]) + end)
    rest = rest[(next?.upperBound ?? rest.endIndex)...]
  }
  func word(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)] }
  let format = tracks.count == 1 ? Int(input[2] & 15) % 3 : 1 + Int(input[2] & 15) % 2
  var bytes = Array("MThd".utf8) + [0, 0, 0, 6] + word(format) + word(tracks.count) + input[..<2]
  for track in tracks {
    bytes += Array("MTrk".utf8) + word(track.count >> 16) + word(track.count) + track
  }
  return bytes
}
