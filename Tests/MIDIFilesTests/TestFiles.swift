import Diagnostics
import SongModel

@testable import MIDIFiles

/// A generator that gives the same numbers every time: xorshift, by Marsaglia.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

enum TestFiles {
  /// A sound file that is never opened.
  static let source = Sound.Source.file(path: "a.wav")

  /// Something of everything that a file can hold.
  static let everything = MIDIFile(
    format: .simultaneousTracks, division: .pulsesPerQuarter(480),
    tracks: [
      MIDITrack(
        events: [
          MIDIEvent(tick: 0, message: .text(.trackName, "Lied")),
          MIDIEvent(tick: 0, message: .text(.copyright, "© \"x\"\n\u{7}\\")),
          MIDIEvent(tick: 0, message: .tempo(microsecondsPerQuarter: 437_956)),
          MIDIEvent(
            tick: 0,
            message: .timeSignature(
              MIDITimeSignature(numerator: 7, denominatorPower: 3, clocksPerClick: 12))),
          MIDIEvent(tick: 127, message: .text(.marker, "verse")),
          MIDIEvent(tick: 255, message: .keySignature(accidentals: -2, isMinor: true)),
          MIDIEvent(tick: 255, message: .meta(type: 0x59, [0xF8, 0x01])),
          MIDIEvent(tick: 255, message: .meta(type: 0x7F, [0xFE, 0x01])),
          MIDIEvent(
            tick: 256,
            message: .timeSignature(
              MIDITimeSignature(
                numerator: 3, denominatorPower: 40, clocksPerClick: 0, thirtySecondsPerQuarter: 9))
          ),
          MIDIEvent(tick: 256, message: .text(.lyric, [0xFF, 0x41])),
        ], end: 2_097_152 + 256),
      MIDITrack(
        events: [
          MIDIEvent(tick: 0, message: .channel(kind: 0xC0, channel: 1, first: 5, second: nil)),
          MIDIEvent(tick: 0, message: .noteOn(channel: 10, note: 76, velocity: 127)),
          MIDIEvent(tick: 15, message: .noteOff(channel: 10, note: 76, velocity: 64)),
          MIDIEvent(tick: 16, message: .noteOff(channel: 16, note: 0, velocity: 3)),
          MIDIEvent(tick: 20, message: .channel(kind: 0xE0, channel: 2, first: 0, second: 64)),
          MIDIEvent(tick: 20, message: .channel(kind: 0xA0, channel: 2, first: 1, second: 2)),
          MIDIEvent(tick: 20, message: .channel(kind: 0xB0, channel: 2, first: 7, second: 100)),
          MIDIEvent(tick: 20, message: .channel(kind: 0xD0, channel: 2, first: 9, second: nil)),
          MIDIEvent(tick: 20, message: .systemExclusive([0x43, 0x12, 0x00])),
          MIDIEvent(tick: 40, message: .escape([0x01, 0xF7])),
        ], end: 0x1000_0000),
    ])

  static let everythingInWords = """
    format 1, 2 tracks, 480 pulses per quarter
    track 0 "Lied"
            0 copyright "© \\"x\\"\\n\\u{7}\\\\"
            0 tempo 437956 µs
            0 time signature 7/8
          127 marker "verse"
          255 key G minor
          255 meta 89 F8 01
          255 meta 127 FE 01
          256 time signature 3/2^40, click 0, 9 32nds per quarter
          256 lyric "\u{FFFD}A"
      2097408 end
    track 1
            0 program ch1 5
            0 on  ch10 note 76 velocity 127
           15 off ch10 note 76
           16 off ch16 note 0 velocity 3
           20 bend ch2 0 64
           20 pressure ch2 1 2
           20 control ch2 7 100
           20 channel pressure ch2 9
           20 system exclusive 43 12 00
           40 escape 01 F7
    268435456 end

    """
}

/// A file of hexadecimal digits; blanks are for the eye.
func bytes(_ text: String) -> [UInt8] {
  let digits = text.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue!) }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// A file of one track.
func file(_ track: String, header: String = "4D546864 00000006 0000 0001 0060") -> [UInt8] {
  let track = bytes(track)
  return bytes(header) + Array("MTrk".utf8) + [0, 0, 0, UInt8(track.count)] + track
}
