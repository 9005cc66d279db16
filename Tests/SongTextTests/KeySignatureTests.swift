import SongModel
import SongSupport
import Testing

@testable import SongText

@Suite("The key")
struct KeySignatureTests {
  @Test(
    "a key is written by its tonic, with its accidentals by the circle of fifths",
    arguments: [
      ("C major", 0, false), ("C", 0, false), ("A minor", 0, true), ("Am", 0, true),
      ("G", 1, false), ("F", -1, false), ("B", 5, false), ("Bb", -2, false),
      ("B♭ major", -2, false),
      ("F#m", 3, true), ("F♯ minor", 3, true), ("Eb  major", -3, false), ("C# major", 7, false),
      ("Cb", -7, false), ("A# minor", 7, true), ("Abm", -7, true), ("D minor", -1, true),
      ("E minor", 1, true),
    ])
  func keys(_ text: String, _ accidentals: Int, _ isMinor: Bool) throws {
    let key = try ValueText.key(text)
    #expect(key == Key(accidentals: accidentals, isMinor: isMinor))
    #expect(try ValueText.key(key.description) == key)
  }

  @Test("all thirty keys have names that are read back")
  func names() throws {
    for accidentals in Key.range {
      for isMinor in [false, true] {
        let key = try #require(Key(accidentals: accidentals, isMinor: isMinor))
        #expect(try ValueText.key("\(key)") == key)
      }
    }
    #expect(
      Key(accidentals: 8, isMinor: false) == nil && Key(accidentals: -8, isMinor: true) == nil)
  }

  @Test(
    "other texts are no keys",
    arguments: [
      "H minor", "a minor", "C dur", "Cmaj", "C##", "Cbb", "M", "", "C minorish", "F# m", "Aminor",
      "#", "m", "C major major",
    ])
  func malformed(_ text: String) {
    #expect(throws: ValueFault.malformed) { try ValueText.key(text) }
  }

  @Test(
    "a key of more than seven accidentals is refused with what there is",
    arguments: ["D# major", "G#", "Fb", "Gb minor", "E# minor", "B#", "A#", "Fbm"])
  func tooMany(_ text: String) {
    #expect(throws: ValueFault.outOfRange("a key of up to seven sharps or flats")) {
      try ValueText.key(text)
    }
  }

  @Test("a section has its own key, or the top level's")
  func scope() {
    let song = song(
      "key: D\nsong: [a: {bars: 1}, b: {bars: 1, key: F#m}]\nsections: {c: {bars: 1}}")
    var keys: [String: String] = [:]
    for section in song.sections { keys[section.name.value] = section.key.map { "\($0)" } }
    #expect(keys["a"] == "D major" && keys["b"] == "F# minor")
    let plain = SongSupport.song("bars: 1").sections[0]
    #expect(plain.key == nil)
  }
}
