import Sounds
import Timing
import Workers

/// Writes one audio file, block by block.
///
/// The file gets its name in ``finish()``. Without that call, or after any error, nothing of it
/// stays behind; see ``OutputFile``. A pipe gets its bytes in order, as they come.
public struct AudioWriter: ~Copyable {
  /// A named place in the file.
  public struct Marker: Hashable, Sendable {
    public let frame: Frame
    public let label: String

    /// - Precondition: `frame` is not negative.
    public init(frame: Frame, label: String) {
      precondition(frame >= .zero, "a marker before the file")
      self.frame = frame
      self.label = label
    }
  }

  /// What a finished file holds.
  public struct Summary: Hashable, Sendable {
    public let path: String
    public let format: AudioFormat
    /// The file's length.
    public let frames: Frame
    /// The size of the file.
    public let bytes: Int
    public let levels: LevelReport
    /// The markers that the container has no place for.
    public let markersLeftOut: Int
    /// Whether there is a loop that the container has no place for.
    public let isLoopLeftOut: Bool
  }

  public let path: String
  public let format: AudioFormat
  private let encoder: any AudioEncoder
  /// How samples become what ``append(_:)`` takes.
  public let encoding: SampleEncoding
  /// How many there have to be; a pipe's reader has been told so.
  private let promisedFrames: Int?
  private var levels: LevelReport
  private var frames = 0

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - expectedFrames: the length that the file will have. Into a pipe exactly so many have to
  ///     be written; elsewhere only the size counts: by it, WAV becomes RF64 from the start, and a
  ///     container that cannot be so large is refused.
  ///   - dither: for samples of 16 bits; without it, and in all other formats, they are rounded.
  ///   - compression: of FLAC, from 0, the fastest level, to 8, the one with the smallest files.
  ///   - workers: what encodes FLAC beside the caller, who is no job of theirs; `nil` for nobody.
  /// - Throws: where the file cannot be created or its format cannot hold such samples.
  public init(
    creating path: String, format: AudioFormat, metadata: AudioMetadata, expectedFrames: Frame,
    dither: Dither? = nil, compression: Int = 5, workers: WorkerPool? = nil
  ) throws(AudioFileError) {
    try self.init(
      creating: path, format: format, metadata: metadata, expectedFrames: expectedFrames,
      dither: dither, compression: compression, workers: workers, limit: .max)
  }

  /// - Parameter limit: the bytes that count as a full disk, for tests.
  init(
    creating path: String, format: AudioFormat, metadata: AudioMetadata, expectedFrames: Frame,
    dither: Dither?, compression: Int, workers: WorkerPool?, limit: Int
  ) throws(AudioFileError) {
    precondition(expectedFrames >= .zero, "a length")
    precondition((0...8).contains(compression), "a level of FLAC")
    if let objection = format.objection ?? format.objection(toFrames: expectedFrames) {
      throw AudioFileError(path: path, cause: objection)
    }
    if metadata.texts.contains(where: { $0.utf8.contains(0) }) {
      throw AudioFileError(path: path, cause: .nulInText)
    }
    let expected = expectedFrames.index
    let layout = pcmLayout(format, metadata, expectedFrames: expected)
    if let layout, PCMEncoder.size(layout, format: format, frames: expected) > layout.largestFile {
      throw AudioFileError(path: path, cause: .tooLargeForFormat(format.container))
    }
    let file = try OutputFile(creating: path, limit: limit)
    let isStream = file.isStream
    encoder = try makeEncoder(
      file, layout, format, metadata, expectedFrames: expected, compression: compression,
      workers: workers)
    promisedFrames = isStream ? expected : nil
    self.path = path
    self.format = format
    encoding = SampleEncoding(
      format: format, dither: format.encoded == .int16 ? dither : nil, order: encoder.order)
    levels = LevelReport(channels: format.channels)
  }

  /// Appends a block of any length that ``encoding`` has made.
  ///
  /// Samples beyond ±1 are cut to full scale in integer and lossy formats, and reported in the
  /// summary.
  ///
  /// - Throws: where writing fails, and where a sample is infinite or not a number.
  /// - Precondition: into a pipe, no more frames than were expected.
  public mutating func append(_ block: EncodedBlock) throws(AudioFileError) {
    precondition(
      promisedFrames.map { frames + block.frames <= $0 } ?? true, "more frames than a pipe was told"
    )
    if let bad = block.firstNotFinite {
      throw AudioFileError(path: path, cause: .notFinite(frame: frames + bad))
    }
    levels.add(block.levels, from: frames)
    try encoder.append(block)
    frames += block.frames
  }

  /// Encodes a block of samples and appends it.
  public mutating func append(_ samples: SampleBlock) throws(AudioFileError) {
    let block = encoding.makeBlock()
    encoding.encode(samples, from: Frame(frames), into: block)
    try append(block)
  }

  /// Completes the file and gives it its name.
  ///
  /// - Precondition: into a pipe, as many frames as were expected.
  public consuming func finish() throws(AudioFileError) -> Summary {
    precondition(promisedFrames.map { frames == $0 } ?? true, "fewer frames than a pipe was told")
    let bytes = try encoder.finish()
    let leftOut = encoder.leftOut
    return Summary(
      path: path, format: format, frames: Frame(frames), bytes: bytes, levels: levels,
      markersLeftOut: leftOut.markers, isLoopLeftOut: leftOut.loop)
  }

  /// Gives up: removes what was written.
  public consuming func abandon() {}
}

/// What turns words into the bytes of a file. Dropping one before it has finished removes the file.
protocol AudioEncoder: AnyObject {
  /// Of the bytes that it takes; `nil` where it takes words.
  var order: ChunkBytes.Order? { get }
  /// Appends whole frames.
  func append(_ block: EncodedBlock) throws(AudioFileError)
  /// Completes the file. Called once, last.
  ///
  /// - Returns: the size of the file in bytes.
  func finish() throws(AudioFileError) -> Int
  var leftOut: LeftOut { get }
}

private func makeEncoder(
  _ file: consuming OutputFile, _ layout: (any PCMLayout)?, _ format: AudioFormat,
  _ metadata: AudioMetadata, expectedFrames: Int, compression: Int, workers: WorkerPool?
) throws(AudioFileError) -> any AudioEncoder {
  if format.container == .flac {
    return try FLACEncoder(
      file, format: format, metadata: metadata, expectedFrames: expectedFrames,
      compression: compression, workers: workers)
  }
  guard let layout else {
    return try SndfileEncoder(
      file, format: format, metadata: metadata, expectedFrames: expectedFrames)
  }
  return try PCMEncoder(file, format: format, layout: layout, expectedFrames: expectedFrames)
}

/// The layout of a container that holds samples as they are; `nil` for the others.
private func pcmLayout(_ format: AudioFormat, _ metadata: AudioMetadata, expectedFrames: Int)
  -> (any PCMLayout)?
{
  switch format.container {
  case .wav, .rf64:
    WAVLayout(format: format, metadata: metadata, expectedFrames: expectedFrames)
  case .w64: W64Layout(format: format, metadata: metadata)
  case .aiff: AIFFLayout(format: format, metadata: metadata)
  case .caf: CAFLayout(format: format, metadata: metadata)
  case .au: AULayout(format: format, metadata: metadata)
  case .flac, .ogg, .opus, .mp3: nil
  }
}
