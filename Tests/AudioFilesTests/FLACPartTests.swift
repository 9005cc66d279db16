import Testing
import Timing

@testable import AudioFiles

@Suite("The parts of a FLAC frame")
struct FLACPartTests {
  /// The check values of the catalogue of parametrised CRC algorithms: CRC-8/SMBUS and CRC-16/UMTS.
  @Test("the checksums are those of the catalogue")
  func checksums() {
    let text = Array("123456789".utf8)
    #expect(FLACChecksum.crc8(text) == 0xF4)
    #expect(FLACChecksum.crc16(text) == 0xFEE8)
  }

  @Test(
    "a shifted sum is that with zeros behind, or taken away", arguments: [0, 1, 2, 7, 100, 70_000])
  func shifted(zeros: Int) {
    let text = Array("123456789".utf8)
    let sum = FLACChecksum.crc16(text)
    let longer = FLACChecksum.crc16(text + [UInt8](repeating: 0, count: zeros))
    #expect(FLACChecksum.shifted(sum, bits: 8 * zeros) == longer)
    #expect(FLACChecksum.shifted(longer, bits: -8 * zeros) == sum)
    #expect(
      FLACChecksum.shifted(FLACChecksum.shifted(sum, bits: 3), bits: 8 * zeros - 3) == longer)
  }

  @Test(
    "a block's number is coded as UTF-8 codes a character, and beyond that",
    arguments: [
      (0, [0x00]), (127, [0x7F]), (128, [0xC2, 0x80]), (2047, [0xDF, 0xBF]),
      (2048, [0xE0, 0xA0, 0x80]), (0xFFFF, [0xEF, 0xBF, 0xBF]),
      (0x10000, [0xF0, 0x90, 0x80, 0x80]),
      (0x1F_FFFF, [0xF7, 0xBF, 0xBF, 0xBF]), (0x20_0000, [0xF8, 0x88, 0x80, 0x80, 0x80]),
      (0x3FF_FFFF, [0xFB, 0xBF, 0xBF, 0xBF, 0xBF]),
      (0x400_0000, [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80]),
      (0x7FFF_FFFF, [0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF]),
    ] as [(Int, [UInt8])])
  func number(number: Int, code: [UInt8]) {
    let shape = FLACShape(format: format(.flac, .int16, channels: 1), compression: 5)
    let header = FLACFrameHeader(shape).bytes(number: number, frames: 4096, channels: .mono)
    #expect(header[..<4] == [0xFF, 0xF8, 0xCA, 0x08])
    #expect(header[4..<header.count - 1] == code[...])
  }

  @Test("bytes that are no frame are a failure, not a trap")
  func nonsense() {
    let random = noise(200_000).map { UInt8(truncatingIfNeeded: Int($0 * 1e6)) }
    var found = 0
    for start in stride(from: 0, to: 190_000, by: 97) {
      let size = start % 300
      do throws(FLACFailure) {
        _ = try FLACSubframe(
          frame: random[start..<start + size], frames: start % 5000, sampleBits: 24)
        found += 1
      } catch {
        #expect(error.reason == "libFLAC made an unknown kind of frame")
      }
    }
    // A few begin with the code of a short channel.
    #expect(found < 100)
  }
}
