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
  static let table: [(sound: String, at44100: UInt64, at48000: UInt64)] = [
    ("click-high", 0x2f47_1f3b_9a46_b05d, 0xad6f_0a0c_aa83_cc43),
    ("click-low", 0x915f_3283_851c_f1c2, 0x4f2b_13e5_8675_e186),
    ("click-soft", 0xf72e_5158_165e_90d9, 0x59e4_1d26_9892_a8d6),
    ("beep-high", 0x37b7_a4ee_9dfc_c9ab, 0xbd1c_debd_4297_80ee),
    ("beep-low", 0x8027_a038_1467_ee78, 0x373e_5cd8_795c_f016),
    ("wood-high", 0xa702_566d_4ab6_f1eb, 0xc2ba_8ffa_0bb9_fd6a),
    ("wood-low", 0x91a6_f016_85ca_6656, 0x12cb_40d3_26fd_c294),
    ("clave", 0x73f1_a9ac_ce4d_6eca, 0xd9f3_0626_65f8_8f9c),
    ("cowbell", 0xb89c_d016_e5af_2714, 0x9f78_571c_4abc_8aae),
    ("rim", 0x1b9c_c9ef_bca4_879f, 0x43de_97a0_5ec5_98a3),
    ("kick", 0x78b4_922e_8654_f568, 0x1346_b0e6_9814_1b9d),
    ("snare", 0x4335_a5eb_8356_37e0, 0x9de2_fd26_b28b_e823),
    ("clap", 0xeb34_274f_58cd_89f7, 0x9072_7bf2_9e60_7c1d),
    ("hat", 0x119f_1460_8057_4858, 0x7bed_2cd3_16a3_5db3),
    ("open-hat", 0x2639_a980_c046_897f, 0x8f0a_1303_9851_362e),
    ("tom-high", 0x18f6_80dd_fbbd_facd, 0x4413_0a8b_a93d_42cf),
    ("tom-mid", 0x48d8_4529_4b94_034a, 0x1467_974b_5a01_95f8),
    ("tom-low", 0x1fb_52cf_b650_d35a, 0xd4c8_34e1_ad50_93bd),
    ("crash", 0xa618_3da3_64b9_e2a7, 0xfd41_290c_48d3_11fc),
    ("ride", 0x8ec9_299b_5362_5fbe, 0x4d57_e5a2_9abf_64bd),
    ("shaker", 0xf5b9_7bdc_fb45_6ac6, 0x914d_3ce1_3f13_81ed),
    ("tambourine", 0xfd07_36f0_3c62_2738, 0x9338_f072_bc40_f8e8),
  ]

  @Test("are the same as ever", arguments: BuiltInSound.allCases)
  func bits(_ sound: BuiltInSound) {
    let low = fingerprint(sound, SampleRate(hertz: 44_100)!)
    let high = fingerprint(sound, .standard)
    let row = FingerprintTests.table.first { $0.sound == sound.rawValue }
    #expect(
      row?.at44100 == low && row?.at48000 == high,
      """
      the line is now:
          ("\(sound.rawValue)", 0x\(String(low, radix: 16)), 0x\(String(high, radix: 16))),
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
