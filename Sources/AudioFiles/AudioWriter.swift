import Timing

/// Writes one audio file, block by block.
///
/// The file gets its name in ``finish(markers:)``. Without that call, or after any error, nothing
/// of it stays behind; see ``OutputFile``.
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
    /// The markers that the format cannot hold: all in FLAC, those after 2³² frames in WAV.
    public let markersLeftOut: Int
  }

  public let path: String
  public let format: AudioFormat
  private let encoder: any AudioEncoder
  private var levels: LevelReport
  private var frames = 0
  /// A block's worth of words.
  private var words: [Int32]
  private static let blockFrames = 4096

  /// - Parameters:
  ///   - expectedFrames: the length that the file will have, at least. Only its size counts: by
  ///     it, WAV becomes RF64 from the start.
  /// - Throws: where the file cannot be created or its format cannot hold such samples.
  public init(
    creating path: String, format: AudioFormat, tags: AudioTags, expectedFrames: Frame
  ) throws(AudioFileError) {
    try self.init(
      creating: path, format: format, tags: tags, expectedFrames: expectedFrames, limit: .max)
  }

  /// - Parameter limit: the bytes that count as a full disk, for tests.
  init(
    creating path: String, format: AudioFormat, tags: AudioTags, expectedFrames: Frame, limit: Int
  ) throws(AudioFileError) {
    if let objection = format.objection { throw AudioFileError(path: path, cause: objection) }
    if tags.texts.contains(where: { $0.utf8.contains(0) }) {
      throw AudioFileError(path: path, cause: .nulInText)
    }
    let file = try OutputFile(creating: path, limit: limit)
    encoder =
      switch format.container {
      case .wav:
        try WAVEncoder(file, format: format, tags: tags, expectedFrames: expectedFrames.index)
      case .flac: try FLACEncoder(file, format: format, tags: tags)
      }
    self.path = path
    self.format = format
    levels = LevelReport(channels: format.channels)
    words = Array(repeating: 0, count: AudioWriter.blockFrames * format.channels)
  }

  /// Appends a block of any length.
  ///
  /// Samples beyond ±1 are cut to full scale in integer formats, and reported in the summary.
  ///
  /// - Parameter right: the second channel of a stereo file, `nil` for a mono one.
  /// - Throws: where writing fails, and where a sample is infinite or not a number.
  /// - Precondition: as many channels as the format has, equally long.
  public mutating func write(
    left: UnsafeBufferPointer<Float>, right: UnsafeBufferPointer<Float>?
  ) throws(AudioFileError) {
    precondition((right == nil ? 1 : 2) == format.channels, "the format's channels")
    precondition(right == nil || right!.count == left.count, "channels of equal length")
    var start = 0
    while start < left.count {
      let range = start..<min(start + AudioWriter.blockFrames, left.count)
      try writeBlock(
        UnsafeBufferPointer(rebasing: left[range]),
        right.map { UnsafeBufferPointer(rebasing: $0[range]) })
      start = range.upperBound
    }
  }

  private mutating func writeBlock(
    _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>?
  ) throws(AudioFileError) {
    let samples = format.samples
    if let bad = levels.count(left, right, start: frames, clips: samples.isInteger) {
      throw AudioFileError(path: path, cause: .notFinite(frame: frames + bad))
    }
    words.withUnsafeMutableBufferPointer { words in
      SampleConversion.words(left, right, as: samples, into: words.baseAddress!)
    }
    let count = left.count * format.channels
    try words.withUnsafeBufferPointer { [encoder] words throws(AudioFileError) in
      try encoder.append(UnsafeBufferPointer(rebasing: words[..<count]))
    }
    frames += left.count
  }

  /// Completes the file and gives it its name.
  ///
  /// - Parameter markers: in the order in which the file shall list them.
  public consuming func finish(markers: [Marker] = []) throws(AudioFileError) -> Summary {
    if markers.contains(where: { $0.label.utf8.contains(0) }) {
      throw AudioFileError(path: path, cause: .nulInText)
    }
    let end = try encoder.finish(markers: markers)
    return Summary(
      path: path, format: format, frames: Frame(frames), bytes: end.bytes, levels: levels,
      markersLeftOut: end.markersLeftOut)
  }

  /// Gives up: removes what was written.
  public consuming func abandon() {}
}

/// What turns words into the bytes of a file. Dropping one before it has finished removes the file.
protocol AudioEncoder: AnyObject {
  /// Appends whole frames of interleaved words.
  func append(_ words: UnsafeBufferPointer<Int32>) throws(AudioFileError)
  /// Completes the file. Called once, last.
  func finish(markers: [AudioWriter.Marker]) throws(AudioFileError) -> (
    bytes: Int, markersLeftOut: Int
  )
}
