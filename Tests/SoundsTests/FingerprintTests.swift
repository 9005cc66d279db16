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
    ("808-kick", 0x684f_997a_f30d_5c9c, 0xbc21_c26b_b0bf_bbd7),
    ("808-snare", 0xa2e_51e4_8c64_93f2, 0x427e_991b_25ea_85b9),
    ("808-clap", 0x2e64_568f_277e_2ecd, 0x70c8_9c11_5aef_e7f2),
    ("808-rim", 0xc01c_1b24_5478_5d86, 0xbeb_62ee_8219_f878),
    ("808-hat", 0x8780_0380_43b3_8711, 0xd6e2_46de_3e00_dad1),
    ("808-open-hat", 0x191c_34a5_446a_d21c, 0xb111_3874_0f83_05d9),
    ("808-tom-high", 0x7c62_0431_71ca_5c33, 0x6f88_21ca_3d2e_5dc8),
    ("808-tom-mid", 0x4143_26b5_8a50_e6d5, 0xfec6_c697_cb78_c95e),
    ("808-tom-low", 0xfc21_1eb7_4922_bddc, 0xfca4_7024_7dff_6d2f),
    ("808-crash", 0x69e3_c40e_4b3f_6b37, 0x2f15_6dde_7fa1_e57e),
    ("808-cowbell", 0x3f18_134d_5dbf_f051, 0xaad7_6071_582a_742c),
    ("808-clave", 0xd307_b2ea_f74e_632c, 0x7bff_3afb_fa42_dbb0),
    ("808-shaker", 0xbc0f_43b4_f187_bce1, 0xec1a_d2d9_40d3_d9f1),
    ("909-kick", 0x654c_8f09_9bf8_a78e, 0x9506_cdc7_131b_3c02),
    ("909-snare", 0x6e9b_8217_ea56_6d18, 0x18da_167d_78f8_6215),
    ("909-clap", 0x4fb2_b16a_5f6b_11df, 0xbabf_e9ce_9ab1_8f15),
    ("909-rim", 0xe9dd_d0e8_0914_aeab, 0x1dab_e671_5af8_a4e9),
    ("909-hat", 0x93f3_1f99_ec75_42ec, 0x813d_cbca_b613_4474),
    ("909-open-hat", 0x1981_28b7_04be_567b, 0x4d05_a766_0cf5_9818),
    ("909-tom-high", 0x2f39_70c9_ece0_ada1, 0x26fa_70e9_d84b_7bca),
    ("909-tom-mid", 0xcbf7_998e_dad2_45ca, 0xfa4e_bf5d_101e_fa99),
    ("909-tom-low", 0x5978_2e6b_9978_8706, 0x92c3_d8fc_e70c_5d94),
    ("909-crash", 0x1c5d_5b70_39dd_fd1f, 0x4014_5efd_f927_6fd3),
    ("909-ride", 0x39ef_b1ec_41bb_b3cb, 0x221a_5adb_09b8_a689),
    ("acoustic-kick", 0x23a1_aab7_8d1d_1fb2, 0x7303_9040_d2bd_24b5),
    ("acoustic-snare", 0x4b49_a337_823b_db1f, 0x49d9_740e_f8f5_41ae),
    ("acoustic-rim", 0x8791_5e76_7540_260f, 0xa088_6e19_9fad_f91f),
    ("acoustic-hat", 0x6fdf_b64e_8118_e995, 0x1730_cb8c_8ce9_d9a8),
    ("acoustic-open-hat", 0x4780_1d27_1640_cd83, 0x26a8_47a3_dcf5_6a28),
    ("acoustic-pedal-hat", 0x64f1_5f86_fdc6_78ef, 0xbe65_5e42_bc2c_065b),
    ("acoustic-tom-high", 0x5d5a_5a6b_e838_767a, 0x6ed8_6211_496e_3dcb),
    ("acoustic-tom-mid", 0x1e2c_3ce9_853d_182a, 0x41c6_62c5_1bb0_4fdf),
    ("acoustic-tom-low", 0x2ce4_a3f3_ec76_b908, 0x5ee7_64b4_e005_66bb),
    ("acoustic-crash", 0x4eb4_7633_8fd3_c1b6, 0x96f4_6f6d_04c0_a86b),
    ("acoustic-ride", 0x2a4c_dbdb_c554_a0b7, 0x5349_e90c_710e_54e1),
    ("acoustic-ride-bell", 0x8419_67dd_3cc3_bc38, 0xbbb6_5ae5_c3c3_88b8),
    ("metronome-bell", 0x6a16_27bd_f358_2775, 0xde45_dd5c_2ecd_af3b),
    ("metronome-wood", 0x44fe_f635_bcce_5621, 0xfbe4_27ee_11db_e45b),
    ("metronome-soft", 0xd945_156e_6061_581f, 0x42e_c3f5_aabf_de2a),
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
