import SongModel
import Sounds
import Testing
import Timing

/// What the samples of every built-in sound must be, to the bit, on every machine.
///
/// After a change of a sound that is meant, run these tests and put the lines that they print in
/// the place of the old ones, then run them again; the files under `Golden` that use the sound
/// change with it. A change that is not meant is a mistake to be found, not accepted.
@Suite("The bits of the built-in sounds")
struct FingerprintTests {
  static let table: [(sound: BuiltInSound, at44100: UInt64, at48000: UInt64)] = []

  @Test("are the same as ever", arguments: BuiltInSound.allCases)
  func bits(_ sound: BuiltInSound) {
    let low = fingerprint(sound, SampleRate(hertz: 44_100)!)
    let high = fingerprint(sound, .standard)
    let row = FingerprintTests.table.first { $0.sound == sound }
    #expect(
      row?.at44100 == low && row?.at48000 == high,
      """
      the line is now:
          (.\(sound), 0x\(String(low, radix: 16)), 0x\(String(high, radix: 16))),
      """)
  }

  /// FNV-1a over the bytes of the samples' bit patterns, the lowest byte first.
  private func fingerprint(_ sound: BuiltInSound, _ rate: SampleRate) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for sample in sound.samples(at: rate).channels[0] {
      for shift: UInt32 in [0, 8, 16, 24] {
        hash ^= UInt64(sample.bitPattern >> shift & 0xff)
        hash &*= 0x100_0000_01b3
      }
    }
    return hash
  }
}
