import CSMF
import Glibc

/// A note as a reader of MIDI files reports it.
struct ReadNote: Hashable, Comparable {
  /// The track's number, counted from 0 with the conductor.
  let track: Int
  let tick: Int
  let channel: Int
  let note: Int
  let velocity: Int

  static func < (left: ReadNote, right: ReadNote) -> Bool {
    (left.track, left.tick, left.note, left.velocity)
      < (right.track, right.tick, right.note, right.velocity)
  }
}

struct ReaderFailure: Error, CustomStringConvertible {
  let description: String
}

/// What mido reads, by way of `read_with_mido.py`.
struct MidoReading {
  var division = 0
  var format = 0
  var notes: [ReadNote] = []
  /// When each of the notes begins, in microseconds times the division.
  var times: [Int] = []
  var names: [Int: String] = [:]
  var markers: [String] = []
  var trackEnds: [Int] = []

  /// A missing Python, mido or script is a failure like any other: without them nothing is tested.
  init(_ bytes: [UInt8]) throws {
    let script =
      String(#filePath.prefix(upTo: #filePath.lastIndex(of: "/")!)) + "/read_with_mido.py"
    let text = try withTemporaryFile(bytes) { path in
      try output(of: ["/usr/bin/python3", script, path])
    }
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let numbers = fields.map { Int($0) ?? -1 }
      switch fields[0] {
      case "file": (format, division) = (numbers[1], numbers[2])
      case "note":
        notes.append(
          ReadNote(
            track: numbers[1], tick: numbers[2], channel: numbers[3], note: numbers[4],
            velocity: numbers[5]))
        times.append(numbers[6])
      case "name": names[numbers[1]] = fields[2]
      case "marker": markers.append("\(fields[1]) \(fields[2])")
      case "end": trackEnds.append(numbers[2])
      default: throw ReaderFailure(description: "read_with_mido.py says '\(line)'")
      }
    }
  }
}

/// What libsmf reads.
struct LibSMFReading {
  var division = 0
  var notes: [ReadNote] = []
  /// Tempo events: tick and microseconds.
  var tempos: [[Int]] = []

  init(_ bytes: [UInt8]) throws {
    guard
      let file = bytes.withUnsafeBytes({ smf_load_from_memory($0.baseAddress, Int32($0.count)) })
    else { throw ReaderFailure(description: "libsmf cannot read the file") }
    defer { smf_delete(file) }
    division = Int(file.pointee.ppqn)
    while let event = smf_get_next_event(file)?.pointee {
      let data = UnsafeBufferPointer(start: event.midi_buffer, count: Int(event.midi_buffer_length))
      let tick = Int(event.time_pulses)
      if data[0] & 0xF0 == 0x90 {
        notes.append(
          ReadNote(
            track: Int(event.track_number) - 1, tick: tick, channel: Int(data[0] & 0x0F) + 1,
            note: Int(data[1]), velocity: Int(data[2])))
      } else if data[0] == 0xFF, data[1] == 0x51 {
        tempos.append([tick, Int(data[3]) << 16 | Int(data[4]) << 8 | Int(data[5])])
      }
    }
  }
}

private func withTemporaryFile<Result>(
  _ bytes: [UInt8], _ body: (String) throws -> Result
) throws -> Result {
  var name = Array((P_tmpdir + "/tactus-midi-XXXXXX").utf8CString)
  let descriptor = mkstemp(&name)
  guard descriptor >= 0 else { throw ReaderFailure(description: "no temporary file") }
  defer { unlink(name) }
  let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  close(descriptor)
  guard written == bytes.count else { throw ReaderFailure(description: "no room for a file") }
  return try body(String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
}

/// Runs a program and returns what it prints; what it complains about is the failure.
private func output(of arguments: [String]) throws -> String {
  // With both streams in one, nothing waits on a full pipe.
  let command = arguments.map { "'\($0)'" }.joined(separator: " ") + " 2>&1"
  guard let pipe = popen(command, "r") else {
    throw ReaderFailure(description: "cannot run \(command)")
  }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = fread(&buffer, 1, buffer.count, pipe)
    if count == 0 { break }
    bytes += buffer[..<count]
  }
  let text = String(decoding: bytes, as: UTF8.self)
  guard pclose(pipe) == 0 else { throw ReaderFailure(description: "\(command): \(text)") }
  return text
}
