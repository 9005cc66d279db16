import Sounds
import Timing

/// Samples as one file stores them, ready to be appended to it. It may be filled again, and costs
/// memory for the longest block that it has held.
public final class EncodedBlock: @unchecked Sendable {
  // One thread at a time has it.

  /// The length.
  public internal(set) var frames = 0
  /// Whether every byte is zero.
  public internal(set) var isSilent = true
  var levels: LevelReport
  /// The first frame with a sample that is infinite or not a number.
  var firstNotFinite: Int?
  /// One stored sample each, the channels in turn, for encoders.
  private(set) var words: [Int32] = []
  /// The bytes of the file, for containers that hold samples as they are; none are needed of a
  /// block that is silent. Behind them there are some more that mean nothing.
  private(set) var bytes: [UInt8] = []
  /// The frames that are not zero from the last time.
  private var filled: [Range<Int>] = []

  public init(channels: Int) { levels = LevelReport(channels: channels) }

  /// The memory that it takes.
  public var byteCount: Int { words.count * 4 + bytes.count }

  /// Makes room for a block of zeros.
  func reset(_ frames: Int, _ format: AudioFormat, asBytes: Bool) {
    for range in filled {
      if asBytes {
        fill(&bytes, range, format.bytesPerFrame)
      } else {
        fill(&words, range, format.channels)
      }
    }
    filled = []
    if !asBytes { grow(&words, to: frames * format.channels) }
    self.frames = frames
    isSilent = true
    levels = LevelReport(channels: format.channels)
    firstNotFinite = nil
  }

  private func fill<Value: Numeric>(_ values: inout [Value], _ range: Range<Int>, _ size: Int) {
    values.withUnsafeMutableBufferPointer { values in
      (values.baseAddress! + range.lowerBound * size).update(
        repeating: .zero, count: range.count * size)
    }
  }

  private func grow<Value: Numeric>(_ values: inout [Value], to count: Int) {
    if values.count < count { values += repeatElement(.zero, count: count - values.count) }
  }

  /// Fills some of the frames with words.
  func fillWords(_ range: Range<Int>, channels: Int, _ body: (UnsafeMutablePointer<Int32>) -> Void)
  {
    mark(range)
    words.withUnsafeMutableBufferPointer { body($0.baseAddress! + range.lowerBound * channels) }
  }

  /// Fills some of the frames with bytes.
  func fillBytes(_ range: Range<Int>, size: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    mark(range)
    grow(&bytes, to: frames * size + SampleConversion.slack)
    bytes.withUnsafeMutableBytes { body($0.baseAddress! + range.lowerBound * size) }
  }

  private func mark(_ range: Range<Int>) {
    filled.append(range)
    isSilent = false
  }

  /// A copy that later blocks do not change.
  public func copied() -> EncodedBlock {
    let copy = EncodedBlock(channels: levels.peaks.count)
    copy.frames = frames
    copy.isSilent = isSilent
    copy.levels = levels
    copy.firstNotFinite = firstNotFinite
    copy.words = words
    copy.bytes = bytes
    return copy
  }
}

/// How samples become what a file stores. Any thread may use it.
public struct SampleEncoding: Sendable {
  let format: AudioFormat
  let dither: Dither?
  /// The order of bytes where the file holds samples as they are, `nil` where an encoder takes
  /// words.
  let order: ChunkBytes.Order?

  /// Whether equal samples become equal bytes wherever they stand: dither is not the same anywhere.
  public var isEqualEverywhere: Bool { dither == nil }

  /// The same with other noise, or with none.
  public func dithered(by dither: Dither?) -> SampleEncoding {
    SampleEncoding(
      format: format, dither: format.encoded == .int16 ? dither : nil, order: order)
  }

  public func makeBlock() -> EncodedBlock { EncodedBlock(channels: format.channels) }

  /// Encodes a block over what `encoded` held.
  ///
  /// - Parameter first: its place in the file.
  /// - Precondition: the block has the file's channels.
  public func encode(_ block: SampleBlock, from first: Frame, into encoded: EncodedBlock) {
    precondition(block.channels == format.channels, "the file's channels")
    encoded.reset(block.frames, format, asBytes: order != nil)
    for range in block.sounding {
      let place = range.lowerBound * format.channels
      switch block.samples {
      case .integers(let samples):
        encode(samples + place, range, first.index, into: encoded)
      case .floats(let samples):
        encode(samples + place, range, first.index, into: encoded)
      }
    }
  }

  private func encode<Sample: StoredSample>(
    _ samples: UnsafePointer<Sample>, _ range: Range<Int>, _ first: Int, into encoded: EncodedBlock
  ) {
    let bad = encoded.levels.count(
      samples, frames: range.count, channels: format.channels, start: range.lowerBound,
      clips: format.clips)
    if let bad {
      encoded.firstNotFinite = encoded.firstNotFinite ?? range.lowerBound + bad
      return
    }
    let count = range.count * format.channels
    guard let order else {
      encoded.fillWords(range, channels: format.channels) {
        words(samples, count, first + range.lowerBound, into: $0)
      }
      return
    }
    encoded.fillBytes(range, size: format.bytesPerFrame) { bytes in
      // What the last store covers beyond the range belongs to the next, or to nobody.
      let size = format.samples.bytes
      let end = bytes + count * size
      let kept = end.loadUnaligned(as: UInt32.self)
      var done = 0
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: SampleEncoding.piece) { piece in
        while done < count {
          let part = min(SampleEncoding.piece, count - done)
          let start = first + range.lowerBound + done / format.channels
          words(samples + done, part, start, into: piece.baseAddress!)
          SampleConversion.pack(
            UnsafeBufferPointer(start: piece.baseAddress!, count: part), as: format.samples,
            order: order, into: bytes + done * size)
          done += part
        }
      }
      end.storeBytes(of: kept, as: UInt32.self)
    }
  }

  /// Samples that are converted and packed at once: so few that they stay in the first cache.
  private static let piece = 2048

  private func words<Sample: StoredSample>(
    _ samples: UnsafePointer<Sample>, _ count: Int, _ frame: Int,
    into words: UnsafeMutablePointer<Int32>
  ) {
    if let dither {
      SampleConversion.words(
        samples, count, channels: format.channels, dither: dither, frame: frame, into: words)
    } else if format.container.isLossy {
      SampleConversion.cutWords(samples, count, into: words)
    } else {
      SampleConversion.words(samples, count, as: format.samples, into: words)
    }
  }
}
