import Glibc
import Interchange
import SongModel
import Timing

/// What a shell command writes; the status that it ends with.
func output(of command: String) -> (bytes: [UInt8], status: Int32) {
  guard let pipe = popen(command, "re") else { return ([], -1) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&block, 1, block.count, pipe)
    if count == 0 { break }
    bytes += block[..<count]
  }
  return (bytes, pclose(pipe))
}

/// The path of a file of `Fixtures`.
func fixturePath(_ name: String) -> String {
  var folders = #filePath.split(separator: "/").dropLast()
  folders += ["Fixtures", Substring(name)]
  return "/" + folders.joined(separator: "/")
}

func fixture(_ name: String) -> [UInt8] { bytes(ofFile: fixturePath(name)) }

func bytes(ofFile path: String) -> [UInt8] {
  guard let file = fopen(path, "re") else { preconditionFailure("no file \(path)") }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&block, 1, block.count, file)
    if count == 0 { return bytes }
    bytes += block[..<count]
  }
}

func write(_ bytes: [UInt8], to path: String) {
  guard let file = fopen(path, "we") else { preconditionFailure("cannot write \(path)") }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}

/// A folder of its own for the work of a test, taken away behind it.
func withFolder<Result>(_ body: (String) throws -> Result) rethrows -> Result {
  var template = Array("/tmp/tactus-interchange-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { preconditionFailure("no folder for a test") }
  let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  defer { _ = output(of: "rm -rf '\(path)'") }
  return try body(path)
}

func tempo(_ numerator: Int128, _ denominator: Int128 = 1) -> Tempo {
  Tempo(beatsPerMinute: Rational(numerator, denominator))
}

func draft(klick text: String) throws(ForeignFault) -> SongDraft {
  try songDraft(klick: Array(text.utf8), title: nil)
}
