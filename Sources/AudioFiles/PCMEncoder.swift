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
  private var samples: RunWriter
  private let layout: any PCMLayout
  private let format: AudioFormat
  private let headSize: Int
  private var dataBytes = 0
  var leftOut: LeftOut { layout.leftOut }

  init(
    _ file: consuming OutputFile, format: AudioFormat, layout: any PCMLayout, expectedFrames: Int
  ) throws(AudioFileError) {
    let head = layout.head(frames: expectedFrames)
    self.file = file
    self.layout = layout
    self.format = format
    headSize = head.count
    samples = RunWriter(unit: self.file.isStream ? 1 : PCMEncoder.unit)
    self.file.reserve(PCMEncoder.size(layout, format: format, frames: expectedFrames))
    try self.file.write(head)
  }

  /// The size of the whole file.
  static func size(_ layout: any PCMLayout, format: AudioFormat, frames: Int) -> Int {
    let dataBytes = frames * format.bytesPerFrame
    return layout.head(frames: frames).count + dataBytes + layout.tail(dataBytes: dataBytes).count
  }

  var order: ChunkBytes.Order? { layout.order }

  func append(_ block: EncodedBlock) throws(AudioFileError) {
    let count = block.frames * format.bytesPerFrame
    if headSize + dataBytes + count > layout.largestFile { throw tooLarge }
    try samples.append(block, size: format.bytesPerFrame, to: &file)
    dataBytes += count
  }

  /// The bytes that are written at once: the system's page cache takes as much in one piece.
  private static let unit = 1 << 18

  private var tooLarge: AudioFileError {
    AudioFileError(path: file.path, cause: .tooLargeForFormat(format.container))
  }

  func finish() throws(AudioFileError) -> Int {
    try samples.finish(&file)
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
