import Diagnostics
import Interchange
import MIDIFiles
import SongModel

/// The kinds of files that songs are made of.
enum ImportFormat: String, CaseIterable {
  case midi
  case klick
  case beats
  case hydrogen

  /// What a file looks like: MIDI by its first bytes, Hydrogen's XML by its first sign, a song of
  /// Beats by its key `Song`, and else a tempo map.
  init(of bytes: [UInt8]) {
    if bytes.starts(with: "MThd".utf8) || bytes.starts(with: "RIFF".utf8) {
      self = .midi
      return
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    if text.first(where: { !$0.isBlank }) == UInt8(ascii: "<") {
      self = .hydrogen
    } else if text.split(separator: UInt8(ascii: "\n")).contains(where: ImportFormat.isSongKey) {
      self = .beats
    } else {
      self = .klick
    }
  }

  /// `Song:`, in any case, alone on its line.
  private static func isSongKey(_ line: ArraySlice<UInt8>) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      line[colon...].dropFirst().prefix(while: { $0 != UInt8(ascii: "#") })
        .allSatisfy(\.isBlank)
    else { return false }
    return String(decoding: line[..<colon], as: UTF8.self).lowercased() == "song"
  }

  /// With its article.
  var words: String {
    switch self {
    case .midi: "a MIDI file"
    case .klick: "a tempo map of klick"
    case .beats: "a song of Beats"
    case .hydrogen: "a file of Hydrogen"
    }
  }

  /// The MIDI file that a RIFF file of the kind RMID holds; other bytes as they are.
  static func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "RMID".utf8) else {
      return bytes
    }
    var offset = 12
    while bytes.count - offset >= 8 {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
      let start = offset + 8
      if bytes[offset..<offset + 4].elementsEqual("data".utf8) {
        return Array(bytes[start..<min(bytes.count, start + size)])
      }
      // Chunks begin at even places.
      offset = start + size + size % 2
    }
    return bytes
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension ForeignFault {
  /// The message, the line that it speaks of, and what to do.
  func lines(path: String, _ bytes: [UInt8]) -> [String] {
    var place = quotedForMessage(path)
    if let line { place += ":\(line)" + (column.map { ":\($0)" } ?? "") }
    var lines = ["\(place): error: \(message)"]
    if let line, let text = excerpt(line, of: bytes) {
      let number = "\(line)"
      let gutter = String(repeating: " ", count: number.count)
      lines += [" \(gutter) |", " \(number) | \(text)"]
      if let column, column <= text.unicodeScalars.count + 1 {
        lines.append(" \(gutter) | " + String(repeating: " ", count: column - 1) + "^")
      }
    }
    if let help { lines.append("  = help: \(help)") }
    return lines
  }

  /// A line of the file as a terminal can show it; `nil` where it is too long.
  private func excerpt(_ number: Int, of bytes: [UInt8]) -> String? {
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: number, omittingEmptySubsequences: false)
    guard number >= 1, number <= lines.count, lines[number - 1].count <= 200 else { return nil }
    var text = ""
    for scalar in String(decoding: lines[number - 1], as: UTF8.self).unicodeScalars
    where scalar != "\r" {
      let isShown = scalar.value >= 0x20 && scalar.properties.generalCategory != .control
      text.unicodeScalars.append(isShown ? scalar : " ")
    }
    return text
  }
}

/// A path at the head of a message: what no terminal should get is replaced.
private func quotedForMessage(_ path: String) -> String {
  String(
    String.UnicodeScalarView(
      path.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
}
