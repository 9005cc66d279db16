/// Where the samples stand in a file that holds them as they are, and what else stands there.
protocol PCMLayout {
  /// The byte order of the samples and of the layout's own numbers.
  var order: ChunkBytes.Order { get }
  /// What stands before the samples; as long whatever the number of frames.
  func head(frames: Int) -> [UInt8]
  /// What stands behind so many bytes of samples, padding included.
  func tail(dataBytes: Int) -> [UInt8]
  /// The largest file whose sizes the layout can state.
  var largestFile: Int { get }
  var leftOut: LeftOut { get }
}

/// What a container has no place for.
struct LeftOut: Hashable {
  var markers = 0
  var loop = false
}

/// Writes a file that holds samples as they are: all but the place of the numbers is common to
/// WAV, W64, AIFF, CAF and AU.
///
/// The head is right from the start, for as many frames as are expected, so that the file can go
/// into a pipe. Elsewhere it is written again at the end, for as many as there were.
final class PCMEncoder: AudioEncoder {
  private var file: OutputFile
  private let layout: any PCMLayout
  private let format: AudioFormat
  private let headSize: Int
  private var dataBytes = 0
  /// Samples that are not yet written, to make few and large writes.
  private let pending: UnsafeMutableRawPointer
  private var pendingCount = 0
  private static let pendingCapacity = 1 << 18

  var leftOut: LeftOut { layout.leftOut }

  init(
    _ file: consuming OutputFile, format: AudioFormat, layout: any PCMLayout, expectedFrames: Int
  ) throws(AudioFileError) {
    let head = layout.head(frames: expectedFrames)
    self.file = file
    self.layout = layout
    self.format = format
    headSize = head.count
    pending = .allocate(byteCount: PCMEncoder.pendingCapacity, alignment: 16)
    try self.file.write(head)
  }

  /// The size of the whole file.
  static func size(_ layout: any PCMLayout, format: AudioFormat, frames: Int) -> Int {
    let dataBytes = frames * format.bytesPerFrame
    return layout.head(frames: frames).count + dataBytes + layout.tail(dataBytes: dataBytes).count
  }

  deinit { pending.deallocate() }

  func append(_ words: UnsafeBufferPointer<Int32>) throws(AudioFileError) {
    let bytes = words.count * format.samples.bytes
    if headSize + dataBytes + bytes > layout.largestFile { throw tooLarge }
    // One byte more, as packing asks for.
    if pendingCount + bytes + 1 > PCMEncoder.pendingCapacity { try flush() }
    precondition(bytes < PCMEncoder.pendingCapacity, "a block of bounded size")
    SampleConversion.pack(
      words, as: format.samples, order: layout.order, into: pending + pendingCount)
    pendingCount += bytes
    dataBytes += bytes
  }

  private func flush() throws(AudioFileError) {
    try file.write(UnsafeRawBufferPointer(start: pending, count: pendingCount))
    pendingCount = 0
  }

  private var tooLarge: AudioFileError {
    AudioFileError(path: file.path, cause: .tooLargeForFormat(format.container))
  }

  func finish() throws(AudioFileError) -> Int {
    try flush()
    let tail = layout.tail(dataBytes: dataBytes)
    if file.size + tail.count > layout.largestFile { throw tooLarge }
    if file.isStream {
      do throws(AudioFileError) {
        try file.write(tail)
      } catch {
        // A reader may go once it has as many samples as the head promised.
        if error.cause == .readerGone { return file.size }
        throw error
      }
    } else {
      try file.write(tail)
      try file.write(layout.head(frames: dataBytes / format.bytesPerFrame), at: 0)
    }
    try file.complete()
    return file.size
  }
}
