import CSndfile
import Glibc
import Sounds
import Timing
import Workers

@testable import AudioFiles

/// A folder that goes with the value.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/tactus-tests-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template)!)
  }

  deinit { _ = shell("rm -rf '\(path)'") }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in the folder, hidden ones too.
  var names: [String] {
    shell("ls -A '\(path)'").split(separator: "\n").map(String.init).sorted()
  }
}

/// What a command prints; empty where it fails.
func shell(_ command: String) -> String {
  let bytes = shellBytes(command)
  return String(decoding: bytes, as: UTF8.self)
}

func shellBytes(_ command: String) -> [UInt8] {
  guard let pipe = popen(command, "re") else { return [] }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&block, 1, block.count, pipe), count > 0 {
    bytes += block[..<count]
  }
  return pclose(pipe) == 0 ? bytes : []
}

func readBytes(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&block, 1, block.count, file), count > 0 {
    bytes += block[..<count]
  }
  return bytes
}

func writeBytes(_ bytes: some Sequence<UInt8>, to path: String) {
  let bytes = Array(bytes)
  let file = fopen(path, "w")!
  precondition(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  fclose(file)
}

/// Little-endian numbers one after another.
func littleEndian<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
  numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
}

/// Samples in −1 to 1 that look like chance, the same in every run.
func noise(_ count: Int, seed: UInt32 = 1) -> [Float] {
  var state = seed
  return (0..<count).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(Int32(bitPattern: state)) * 0x1p-31
  }
}

let software = "tactus 0.1.0"

func format(
  _ container: AudioFormat.Container, _ samples: SampleFormat, hertz: Int = 48_000, channels: Int
) -> AudioFormat {
  AudioFormat(
    container: container, samples: samples, rate: SampleRate(hertz: hertz)!, channels: channels)
}

/// Writes planar samples in blocks.
@discardableResult
func writeAudio(
  _ path: String, _ format: AudioFormat, _ channels: [[Float]], block: Int = 1000,
  tags: AudioTags = AudioTags(software: software), markers: [AudioWriter.Marker] = [],
  loop: Range<Frame>? = nil, timeReference: Frame = .zero, expectedFrames: Int? = nil,
  dither: Dither? = nil, compression: Int = 5, workers: WorkerPool? = nil, limit: Int = .max
) throws(AudioFileError) -> AudioWriter.Summary {
  let count = channels[0].count
  let metadata = AudioMetadata(
    tags: tags, markers: markers, loop: loop, timeReference: timeReference)
  var writer = try AudioWriter(
    creating: path, format: format, metadata: metadata,
    expectedFrames: Frame(expectedFrames ?? count), dither: dither, compression: compression,
    workers: workers, limit: limit)
  var start = 0
  while start < count {
    let range = start..<min(start + block, count)
    let samples = range.flatMap { frame in channels.map { $0[frame] } }
    try samples.withUnsafeBufferPointer { samples throws(AudioFileError) in
      try writer.append(
        SampleBlock(
          .floats(samples.baseAddress!), frames: range.count, channels: channels.count,
          sounding: [0..<range.count]))
    }
    start = range.upperBound
  }
  return try writer.finish()
}

/// What kept `body` from being done, `nil` where nothing did.
func cause(_ body: () throws(AudioFileError) -> Void) -> AudioFileError.Cause? {
  do {
    try body()
    return nil
  } catch {
    return error.cause
  }
}

/// A file as libsndfile reads it, without any code of ours.
struct ReadByLibsndfile {
  var info = SF_INFO()
  /// Interleaved, shifted to the top; for integer formats.
  var integers: [Int32] = []
  /// Interleaved; for floating-point formats.
  var floats: [Float] = []
  /// Title, artist, comment and software.
  var texts: [String?] = []
  var cues: [(frame: UInt32, position: UInt32, id: Int32, name: String)] = []

  init?(_ path: String) {
    guard let handle = sf_open(path, Int32(SFM_READ), &info) else { return nil }
    let count = Int(info.frames) * Int(info.channels)
    if Int(info.format) & SF_FORMAT_SUBMASK == SF_FORMAT_FLOAT {
      floats = [Float](repeating: 0, count: count)
      guard sf_readf_float(handle, &floats, info.frames) == info.frames else { return nil }
    } else {
      integers = [Int32](repeating: 0, count: count)
      guard sf_readf_int(handle, &integers, info.frames) == info.frames else { return nil }
    }
    texts = [SF_STR_TITLE, SF_STR_ARTIST, SF_STR_COMMENT, SF_STR_SOFTWARE].map { kind in
      sf_get_string(handle, Int32(kind)).map { String(cString: $0) }
    }
    readCues(handle)
    guard sf_close(handle) == 0 else { return nil }
  }

  private mutating func readCues(_ handle: OpaquePointer) {
    var count: UInt32 = 0
    guard sf_command(handle, Int32(SFC_GET_CUE_COUNT), &count, 4) != 0 else { return }
    // A count, and as many points.
    let size = 4 + Int(count) * MemoryLayout<SF_CUE_POINT>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    defer { memory.deallocate() }
    guard sf_command(handle, Int32(SFC_GET_CUE), memory, Int32(size)) != 0 else { return }
    for index in 0..<Int(count) {
      let point = (memory + 4 + index * MemoryLayout<SF_CUE_POINT>.stride)
        .loadUnaligned(as: SF_CUE_POINT.self)
      let name = withUnsafeBytes(of: point.name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      cues.append((point.sample_offset, point.position, point.indx, name))
    }
  }
}
