import Diagnostics
import Interchange
import SongModel
import SongText
import Testing

/// Numbers that look random and are the same in every run (a linear congruential generator with
/// Knuth's constants for MMIX).
private struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % sides
  }
}

@Suite("Mangled files")
struct MangledFileTests {
  static let files = [
    "tour.klick", "per-beat.klick", "spacing.klick", "meters.klick", "ramps.klick",
    "repeats.klick", "every-feature.beats", "swing-8.beats", "swing-16.beats",
  ]

  /// What stands in such files, and what does not.
  private static let pieces: [[UInt8]] =
    [
      "9", "0", ".", ",", "-", "/", "#", ":", "\n", "\r", " ", "\t", "X", "x", "[", "]", "{", "}",
      "*a", "&a ", "|", "'", "\"", "99999999999999999999", "1e9", "~", "Song", "é", "\u{0}",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3]]

  @Test(
    "a mangled file is refused with a place in it, or becomes a song that can be read",
    arguments: files)
  func mangled(name: String) {
    let original = fixture(name)
    var dice = Dice(seed: name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
    var taken = 0
    for _ in 0..<150 {
      var bytes = original
      for _ in 0...dice.roll(3) {
        let place = dice.roll(bytes.count)
        switch dice.roll(3) {
        case 0: bytes.insert(contentsOf: Self.pieces[dice.roll(Self.pieces.count)], at: place)
        case 1: bytes.remove(at: place)
        default:
          bytes.replaceSubrange(place...place, with: Self.pieces[dice.roll(Self.pieces.count)])
        }
      }
      do throws(ForeignFault) {
        let draft =
          name.hasSuffix("klick")
          ? try songDraft(klick: bytes, title: nil)
          : try songDraft(beats: bytes, title: nil) { _ in true }
        taken += 1
        let errors = Self.errors(in: songText(of: draft))
        #expect(errors.isEmpty, "\(String(decoding: bytes, as: UTF8.self))")
      } catch {
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
        #expect((1...lines + 1).contains(error.line ?? 1))
        #expect((error.column ?? 1) >= 1)
        #expect(!error.message.isEmpty)
      }
    }
    #expect(taken > 10)
  }

  /// What is wrong with a song, but for its being longer than a song can be.
  private static func errors(in text: String) -> [String] {
    let reading = readSong(Array(text.utf8), path: "song.yaml") { _ throws(UnreadableFile) in
      throw UnreadableFile(reason: "a test reads no files")
    }
    return reading.diagnostics.inOrder().filter {
      $0.problem.severity == .error && $0.problem.id != "song-too-long"
    }.map(\.problem.message)
  }
}
