import Glibc
import SongModel
import Sounds
import Testing
import Timing

/// Docs/sounds.md has tables whose every row says what can be measured; here it is.
@Suite("Docs/sounds.md")
struct DocumentTests {
  /// The cells of the one row that begins with the sound's name.
  private func row(_ sound: BuiltInSound) throws -> [String] {
    let lines = try document().split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("| `\(sound.rawValue)` ") }
    try #require(rows.count == 1)
    return rows[0].split(separator: "|").map { cell in
      String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  private func document() throws -> String {
    let path = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let file = try #require(fopen(path + "/Docs/sounds.md", "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("says of every sound what it is and what it measures", arguments: BuiltInSound.allCases)
  func rows(_ sound: BuiltInSound) throws {
    let row = try row(sound)
    try #require(row.count == 6)
    #expect(row[1] == sound.summary)
    let rendering = Rendering.of(sound, at: .standard)
    #expect(row[2] == "\(rendering.samples.count / 48) ms")
    let stated = try #require(Double(row[3].dropLast(3)))
    // A tenth of a decibel: the peaks are whole decibels.
    #expect((rendering.peak / PortableMath.amplitude(decibels: stated) - 1).magnitude < 0.01)
    let centroid = try #require(Double(row[4].dropLast(3)))
    // Two digits are given.
    #expect((rendering.spectrum.centroid / centroid - 1).magnitude < 0.05)
    #expect(row[5] == "\(sound.generalMIDINote)")
  }

  @Test("lists the sounds in their order, and no others")
  func order() throws {
    let names = try document().split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
      $0.split(separator: "`")[1]
    }
    #expect(names.map(String.init) == BuiltInSound.allCases.map(\.rawValue))
  }

  @Test("has a table for every kit, under its heading", arguments: BuiltInKit.allCases)
  func kits(_ kit: BuiltInKit) throws {
    let lines = try document().split(separator: "\n")
    let heading = try #require(lines.firstIndex(of: "### `kit: \(kit.name)`"))
    let section = lines[(heading + 1)...].prefix { !$0.hasPrefix("#") }
    let names = section.filter { $0.hasPrefix("| `") }.map { String($0.split(separator: "`")[1]) }
    #expect(names == BuiltInSound.allCases.filter { $0.kit == kit }.map(\.rawValue))
  }
}
