import Glibc
import Sounds
import Testing
import Timing

@testable import AudioFiles

@Suite("Samples on their way to a file")
struct RunWriterTests {
  private let folder = TemporaryFolder()
  private let kind = format(.wav, .int24, channels: 2)

  /// Some frames of which about every second range sounds, by numbers that look like chance.
  private func block(
    frames: Int, _ numbers: inout ArraySlice<Float>
  ) -> (encoded: EncodedBlock, bytes: [UInt8]) {
    var samples = [Int32](repeating: 0, count: 2 * frames)
    var sounding: [Range<Int>] = []
    var frame = 0
    while frame < frames, let number = numbers.popFirst() {
      let end = min(frames, frame + 1 + Int(abs(number) * Float(frames) / 2))
      if number > 0 {
        sounding.append(frame..<end)
        for index in 2 * frame..<2 * end { samples[index] = Int32(index &* 77_003 % 8_000_000) }
      }
      frame = end
    }
    let encoding = SampleEncoding(format: kind, dither: nil, order: .little)
    let encoded = encoding.makeBlock()
    samples.withUnsafeBufferPointer {
      encoding.encode(
        SampleBlock(
          .integers($0.baseAddress!), frames: frames, channels: 2, sounding: sounding),
        from: .zero, into: encoded)
    }
    let bytes = samples.flatMap { [UInt8](littleEndian([$0]).prefix(3)) }
    return (encoded, bytes)
  }

  @Test("every byte comes at its place, at any unit", arguments: [1, 2, 5, 64, 4096, 100_000])
  func order(unit: Int) throws {
    var numbers = noise(4000)[...]
    let path = folder.file("runs")
    var file = try OutputFile(creating: path)
    var expected: [UInt8] = [1, 2, 3, 4, 5]
    try file.write(expected)
    var writer = RunWriter(unit: unit)
    for frames in [0, 1, 1, 7, 500, 3, 40_000, 2, 9000, 1] + Array(repeating: 333, count: 20) {
      let (encoded, bytes) = block(frames: frames, &numbers)
      try writer.append(encoded, size: 6, to: &file)
      expected += bytes
      // What waits is less than a unit, and what is written ends with one.
      #expect(expected.count - file.size < unit)
      #expect(file.size == expected.count || file.size % unit == 0 || file.size == 5)
    }
    try writer.finish(&file)
    try file.commit()
    #expect(!numbers.isEmpty)
    #expect(readBytes(path) == expected)
  }

  @Test("a block may be filled again as soon as it has been appended")
  func reuse() throws {
    let path = folder.file("reuse")
    var file = try OutputFile(creating: path)
    var writer = RunWriter(unit: 4096)
    let encoding = SampleEncoding(format: kind, dither: nil, order: .little)
    let encoded = encoding.makeBlock()
    var expected: [UInt8] = []
    for number in 1...100 as ClosedRange<Int32> {
      let samples = [Int32](repeating: number, count: 2 * 150)
      samples.withUnsafeBufferPointer {
        encoding.encode(
          SampleBlock(.integers($0.baseAddress!), frames: 150, channels: 2, sounding: [50..<150]),
          from: .zero, into: encoded)
      }
      try writer.append(encoded, size: 6, to: &file)
      expected += [UInt8](repeating: 0, count: 300)
      expected += (0..<200).flatMap { _ in [UInt8(number), 0, 0] }
    }
    try writer.finish(&file)
    try file.commit()
    #expect(readBytes(path) == expected)
  }

  @Test("more parts than the system takes at once")
  func manyParts() throws {
    let path = folder.file("parts")
    var file = try OutputFile(creating: path)
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    try bytes.withUnsafeBytes { bytes in
      var parts = bytes.indices.map {
        iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress! + $0), iov_len: 1)
      }
      try parts.withUnsafeMutableBufferPointer { try file.write($0) }
    }
    try file.commit()
    #expect(readBytes(path) == bytes)
  }

  @Test("a disk that is full takes what it can, and tells", arguments: [0, 1, 499, 500, 501, 999])
  func full(limit: Int) throws {
    var file = try OutputFile(creating: folder.file("full"), limit: limit)
    let bytes = [UInt8](repeating: 1, count: 500)
    let failure = #expect(throws: AudioFileError.self) {
      try bytes.withUnsafeBytes { bytes in
        let base = UnsafeMutableRawPointer(mutating: bytes.baseAddress!)
        var parts = [iovec(iov_base: base, iov_len: 500), iovec(iov_base: base, iov_len: 500)]
        try parts.withUnsafeMutableBufferPointer { try file.write($0) }
      }
    }
    #expect(failure?.cause == .system(.write, SystemError(code: ENOSPC)))
    #expect(file.size == limit)
  }

  @Test("room that is not used is given back")
  func reserved() throws {
    for (reserved, written) in [(10 << 20, 1000), (1000, 10_000), (4096, 4096)] {
      let path = folder.file("reserved")
      var file = try OutputFile(creating: path)
      file.reserve(reserved)
      try file.write([UInt8](repeating: 3, count: written))
      try file.commit()
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_size == written)
      // A block is 512 bytes; a file system may round up to 64 KiB.
      #expect(Int(status.st_blocks) * 512 <= written + 1 << 16)
    }
  }
}
