/// Samples as one file stores them, ready to be appended to it. It may be filled again, and costs
/// memory for the longest block that it has held.
public final class EncodedBlock: @unchecked Sendable {
  // One thread at a time has it.

  /// The length.
  public internal(set) var frames = 0
  /// The frames that may be other than zero, in order.
  private(set) var filled: [Range<Int>] = []
  /// Whether every sample is zero.
  public var isSilent: Bool { filled.isEmpty }
  var levels: LevelReport
  /// The first frame with a sample that is infinite or not a number.
  var firstNotFinite: Int?
  /// One stored sample each, the channels in turn, for encoders: all frames.
  private(set) var words: [Int32] = []
  /// The bytes of the file, for containers that hold samples as they are: the filled frames, one
  /// range after the other. Behind them there may be more that mean nothing.
  private var bytes: [UInt8] = []
  private var usedBytes = 0

  public init(channels: Int) { levels = LevelReport(channels: channels) }

  /// The memory that a copy takes.
  public var byteCount: Int { words.count * 4 + usedBytes }

  /// Makes room for a block of zeros.
  func reset(_ frames: Int, _ format: AudioFormat, asBytes: Bool) {
    if !asBytes {
      for range in filled { clearWords(range, format.channels) }
      let count = frames * format.channels
      if words.count < count { words += repeatElement(0, count: count - words.count) }
    }
    filled = []
    usedBytes = 0
    self.frames = frames
    levels = LevelReport(channels: format.channels)
    firstNotFinite = nil
  }

  private func clearWords(_ range: Range<Int>, _ channels: Int) {
    words.withUnsafeMutableBufferPointer { words in
      (words.baseAddress! + range.lowerBound * channels).update(
        repeating: 0, count: range.count * channels)
    }
  }

  /// Fills some of the frames with words.
  func fillWords(_ range: Range<Int>, channels: Int, _ body: (UnsafeMutablePointer<Int32>) -> Void)
  {
    mark(range)
    words.withUnsafeMutableBufferPointer { body($0.baseAddress! + range.lowerBound * channels) }
  }

  /// Fills some of the frames with bytes. What is written a little beyond them does no harm.
  func fillBytes(_ range: Range<Int>, size: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    mark(range)
    let start = usedBytes
    usedBytes += range.count * size
    let needed = usedBytes + SampleConversion.slack
    if bytes.count < needed { bytes += repeatElement(0, count: needed - bytes.count) }
    bytes.withUnsafeMutableBytes { body($0.baseAddress! + start) }
  }

  private func mark(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= filled.last?.upperBound ?? 0 && range.upperBound <= frames,
      "frames of the block, in order")
    filled.append(range)
  }

  /// Gives the bytes of all frames, a run at a time.
  ///
  /// - Parameters:
  ///   - size: the bytes of a frame.
  ///   - body: gets where a run's bytes are, `nil` for zeros, and how many.
  func forEachRun<Failure: Error>(
    size: Int, _ body: (UnsafeRawPointer?, Int) throws(Failure) -> Void
  ) throws(Failure) {
    try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
      var (frame, place) = (0, 0)
      for range in filled where !range.isEmpty {
        if range.lowerBound > frame { try body(nil, (range.lowerBound - frame) * size) }
        try body(UnsafeRawPointer(bytes.baseAddress! + place), range.count * size)
        place += range.count * size
        frame = range.upperBound
      }
      if frames > frame { try body(nil, (frames - frame) * size) }
    }
  }

  /// A copy that later blocks do not change.
  public func copied() -> EncodedBlock {
    let copy = EncodedBlock(channels: levels.peaks.count)
    copy.frames = frames
    copy.filled = filled
    copy.levels = levels
    copy.firstNotFinite = firstNotFinite
    copy.words = words
    copy.bytes = Array(bytes[..<usedBytes])
    copy.usedBytes = usedBytes
    return copy
  }
}
