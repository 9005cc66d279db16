import Glibc
import TactusKit
import Testing

/// Folders of songs for the tests of `batch` and `verify`.
extension TemporaryFolder {
  /// Writes a file with the folders that it lies in.
  @discardableResult
  func add(_ text: String, at path: String) -> String {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += folder.isEmpty ? "\(part)" : "/\(part)"
      mkdir(file(folder), 0o777)
    }
    return write(text, to: path)
  }

  /// A short song with steps of its own.
  @discardableResult
  func addSong(_ path: String, _ steps: String = "x.x.", kit: String = "{}") -> String {
    add(TemporaryFolder.song(steps, kit: kit), at: path)
  }

  static func song(_ steps: String, kit: String = "{}") -> String {
    """
    tempo: 240
    kit: \(kit)
    patterns: {p: {rim: \(steps)}}
    bars: 1
    play: p
    output: {rate: 8000, channels: 1, bits: 16}

    """
  }

  /// A kit file with one sample, and a song that uses it.
  func addKit() {
    addSong("songs/a.yaml", "x...", kit: "kits/kit.yaml")
    add("rim: {file: ../../samples/tick.wav}\n", at: "songs/kits/kit.yaml")
    add("", at: "samples/tick.wav")
    write(TemporaryFolder.wav([1000, -2000, 3000]), to: "samples/tick.wav")
  }

  /// A mono WAV file of 16 bits at 8000 Hz.
  static func wav(_ samples: [Int16]) -> [UInt8] {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    let data = samples.flatMap { bytes($0) }
    return Array("RIFF".utf8) + bytes(UInt32(36 + data.count)) + Array("WAVEfmt ".utf8)
      + bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(8000))
      + bytes(UInt32(16000)) + bytes(UInt16(2)) + bytes(UInt16(16)) + Array("data".utf8)
      + bytes(UInt32(data.count)) + data
  }

  func text(of name: String) -> String { String(decoding: bytes(of: name), as: UTF8.self) }

  func has(_ name: String) -> Bool { access(file(name), F_OK) == 0 }

  /// Runs `batch` from the folder `songs` to another one.
  @discardableResult
  func batch(to folder: String, _ options: String...) -> (code: ExitCode, out: String, err: String)
  {
    let recording = RecordingConsole()
    let words = ["batch", file("songs"), "-o", file(folder)] + options
    let code = program.run(words, on: recording.console)
    return (code, recording.out, recording.err)
  }

  /// Runs `verify` with paths in the folder.
  func verify(_ path: String, _ options: String...) -> (code: ExitCode, out: String, err: String) {
    let recording = RecordingConsole()
    let code = program.run(["verify", file(path)] + options, on: recording.console)
    return (code, recording.out, recording.err)
  }
}
