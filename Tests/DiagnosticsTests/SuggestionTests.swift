import Testing

@testable import Diagnostics

@Suite struct SuggestionTests {
  static let sounds = ["kick", "snare", "hat", "open-hat", "tom-high", "tom-mid", "crash", "Rim"]

  @Test(
    "the nearest name is what a slip of the fingers would have meant",
    arguments: [
      ("snair", "snare"), ("snaer", "snare"), ("snar", "snare"), ("snarre", "snare"),
      ("nsare", "snare"), ("kcik", "kick"), ("ht", "hat"), ("hta", "hat"), ("hats", "hat"),
      ("openhat", "open-hat"), ("open_hat", "open-hat"), ("KICK", "kick"), ("rim", "Rim"),
      ("RIMS", "Rim"), ("tom-hihg", "tom-high"), ("xyz", nil), ("", nil), ("t", nil), ("kxxk", nil),
      ("rm", "Rim"),
      ("tambourine", nil), ("kick", "kick"),
    ] as [(String, String?)])
  func nearestSound(word: String, expected: String?) {
    #expect(nearest(to: word, in: Self.sounds) == expected)
  }

  @Test("of equally near names the first is taken, and an equal one before all")
  func ties() {
    #expect(nearest(to: "bass3", in: ["bass1", "bass2"]) == "bass1")
    #expect(nearest(to: "bass3", in: ["bass2", "bass1"]) == "bass2")
    #expect(nearest(to: "bass2", in: ["bass1", "BASS2", "bass2"]) == "BASS2")
    #expect(nearest(to: "a", in: []) == nil)
  }

  @Test("a swap of neighbours counts once, and about a third of the letters may be wrong")
  func distance() {
    #expect(nearest(to: "abcdef", in: ["badcef"]) == "badcef")
    #expect(nearest(to: "abcdef", in: ["xycdef"]) == "xycdef")
    #expect(nearest(to: "abcdef", in: ["xyzdef"]) == nil)
    #expect(nearest(to: "caf\u{E9}", in: ["cafe\u{301}s"]) == "cafe\u{301}s")
  }

  @Test("words too long to compare have no suggestion", arguments: [64, 65])
  func long(length: Int) {
    let word = String(repeating: "a", count: length)
    #expect(nearest(to: word, in: [word + "b"]) == (length == 64 ? word + "b" : nil))
  }
}
