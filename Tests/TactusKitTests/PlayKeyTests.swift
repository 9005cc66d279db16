import Testing
import Timing

@testable import TactusKit

@Suite("The keys while a song plays")
struct PlayKeyTests {
  static let table: [(bytes: String, keys: [PlayKey])] = [
    (" ", [.startStop]), ("t", [.tap]), ("[]", [.previousSection, .nextSection]), ("l", [.loop]),
    ("19", [.mute(1), .mute(9)]), ("-+=", [.quieter, .louder, .louder]), ("s", [.subdivisions]),
    ("m", [.gap]), ("np", [.nextSong, .previousSong]), ("q", [.quit]), ("\u{3}", [.quit]),
    // The arrows, in both modes of a terminal, and with shift and the like.
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.muchFaster, .muchSlower, .faster, .slower]),
    ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.muchFaster, .muchSlower, .faster, .slower]),
    ("\u{1B}[1;2A\u{1B}[1;5B\u{1B}[1;10C\u{1B}O5D", [.muchFaster, .muchSlower, .faster, .slower]),
    ("\u{1B}\u{1B}[C", [.faster]),
    // Characters.
    ("0x?Tß漢🥁", ["0", "x", "?", "T", "ß", "漢", "🥁"].map { .character($0) }),
    // What cannot be seen.
    ("\r\n\t\u{0}\u{7F}\u{85}\u{AD}\u{2028}\u{E000}", []),
    // Sequences without a meaning: home, delete, F1 of three terminals, F5, focus, the mouse, a
    // position, a key with Alt, a character set, a title and an answer of the terminal.
    ("\u{1B}[Hl", [.loop]), ("\u{1B}[3~l", [.loop]), ("\u{1B}OPl", [.loop]),
    ("\u{1B}[11~l", [.loop]), ("\u{1B}[[Al", [.loop]), ("\u{1B}[15;2~l", [.loop]),
    ("\u{1B}[Il", [.loop]), ("\u{1B}[<0;1;1Ml", [.loop]), ("\u{1B}[?1;2Cl", [.loop]),
    ("\u{1B}[1 Al", [.loop]), ("\u{1B}[?12;40Rl", [.loop]), ("\u{1B}ql", [.loop]),
    ("\u{1B}ßl", [.loop]), ("\u{1B}(Bl", [.loop]), ("\u{1B}]0;quit\u{7}l", [.loop]),
    ("\u{1B}]0;quit\u{1B}\\l", [.loop]), ("\u{1B}Pq\u{1B}\\l", [.loop]),
    // One that never ends is left for the next.
    ("\u{1B}[1;\u{1B}[C", [.faster]), ("\u{1B}[1\nl", [.loop]),
    ("\u{1B}]0;quit\u{1B}[C", [.faster]),
    ("\u{1B}[1ßl", [.character("ß"), .loop]),
    // Ctrl-C always works.
    ("\u{1B}\u{3}l", [.quit, .loop]), ("\u{1B}[1\u{3}l", [.quit, .loop]),
    ("\u{1B}]0;t\u{3}l", [.quit, .loop]),
  ]

  static let broken: [(bytes: [UInt8], keys: [PlayKey])] = [
    ([0x80, 0x6C], [.loop]), ([0xC3, 0x6C], [.loop]), ([0xE6, 0xBC, 0x6C], [.loop]),
    // An arrow in the middle of a character, and Ctrl-C.
    ([0xE6, 0x1B, 0x5B, 0x43], [.faster]), ([0xE6, 3, 0x6C], [.quit, .loop]),
    // Longer than need be, half of a pair, beyond the last character.
    ([0xC0, 0xAF, 0x6C], [.loop]), ([0xE0, 0x80, 0xAF, 0x6C], [.loop]),
    ([0xED, 0xA0, 0x80, 0x6C], [.loop]), ([0xF4, 0x90, 0x80, 0x80, 0x6C], [.loop]),
    ([0xF5, 0xFF, 0x6C], [.loop]), ([0xC3, 0xC3, 0x9F], [.character("ß")]),
  ]

  @Test("bytes give keys, wherever they are cut")
  func keys() {
    for (bytes, keys) in Self.table.map({ (Array($0.bytes.utf8), $0.keys) }) + Self.broken {
      for cut in 0...bytes.count {
        var decoder = KeyDecoder()
        let found = decoder.keys(Array(bytes[..<cut])) + decoder.keys(Array(bytes[cut...]))
        #expect(found == keys, "\(bytes) cut at \(cut)")
        // Nothing is left over.
        #expect(decoder.flush() == [], "\(bytes) cut at \(cut)")
      }
      var decoder = KeyDecoder()
      #expect(bytes.flatMap { decoder.keys([$0]) } == keys, "\(bytes) one by one")
    }
  }

  @Test(
    "what has not ended after a while is dropped, but for the escape key",
    arguments: [
      ("\u{1B}", [PlayKey.escape]), ("\u{1B}\u{1B}", [.escape]), ("\u{1B}[", []), ("\u{1B}O", []),
      ("\u{1B}[1;", []), ("\u{1B}]0;t", []), ("\u{1B}]0;t\u{1B}", []), ("\u{1B}(", []), ("", []),
    ])
  func flush(bytes: String, keys: [PlayKey]) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(Array(bytes.utf8)) == [])
    #expect(decoder.flush() == keys)
    #expect(decoder.flush() == [])
    #expect(decoder.keys(Array("lA".utf8)) == [.loop, .character("A")])
  }

  @Test("no bytes leave the decoder where a key and Ctrl-C have no effect")
  func random() {
    var random = SystemRandomNumberGenerator()
    let likely = Array("\u{1B}[O]P;1~A\\".utf8) + [0xC3, 0xE6, 0x9F]
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
        Bool.random() ? likely.randomElement()! : UInt8.random(in: 0...255)
      }
      var decoder = KeyDecoder()
      _ = decoder.keys(bytes)
      #expect(decoder.keys([3]) == [.quit], "\(bytes)")
      _ = decoder.keys(bytes)
      _ = decoder.flush()
      #expect(decoder.keys(Array("l".utf8)) == [.loop], "\(bytes)")
    }
  }
}

@Suite("The tapped tempo")
struct PlayTapTests {
  private func tempos(_ times: [Double]) -> [Rational?] {
    var taps = TapTempo()
    return times.map { taps.tap(at: $0) }
  }

  @Test(
    "the tempo is that of the taps so far",
    arguments: [
      ([5], [nil]),
      ([5, 5.5], [nil, 120]), ([5, 5.5, 6, 6.5], [nil, 120, 120, 120]),
      // The mean of the middle two of an even number of intervals.
      ([0, 0.5, 1.1], [nil, 120, 109]),
      // One slip does not count.
      ([0, 0.5, 1, 1.9, 2.4], [nil, 120, 120, 120, 120]),
      // Whole beats a minute.
      ([0, 0.451], [nil, 133]),
      // As slow as may be, and one that is too slow: a first tap again.
      ([0, 2], [nil, 30]), ([0, 0.5, 2.6, 3.6], [nil, 120, nil, 60]),
      // Not above 400.
      ([0, 0.01], [nil, 400]),
      // A clock that stands still, or goes back.
      ([1, 1, 1.5], [nil, nil, 120]), ([1, 0.5, 1], [nil, nil, 120]),
    ] as [([Double], [Rational?])])
  func tempo(times: [Double], expected: [Rational?]) {
    #expect(tempos(times) == expected)
  }

  @Test("only the last eight intervals count")
  func last() {
    let slow = (0...20).map(Double.init)
    let fast = (1...8).map { 20 + Double($0) / 2 }
    let found = tempos(slow + fast).suffix(9)
    #expect(Array(found) == [60, 60, 60, 60, 80, 120, 120, 120, 120])
  }
}
