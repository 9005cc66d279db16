import AudioFiles

/// A writer that can stand in a list.
final class AudioOutput {
  private var writer: AudioWriter?

  init(_ writer: consuming AudioWriter) { self.writer = consume writer }

  /// Writes some frames of a block.
  func write(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>?, _ frames: Range<Int>
  ) throws(AudioFileError) {
    guard !frames.isEmpty else { return }
    try writer!.write(
      left: UnsafeBufferPointer(start: left + frames.lowerBound, count: frames.count),
      right: right.map {
        UnsafeBufferPointer(start: $0 + frames.lowerBound, count: frames.count)
      })
  }

  /// Completes the file. Called once, last.
  func finish() throws(AudioFileError) -> AudioWriter.Summary {
    guard let complete = writer.take() else { preconditionFailure("a file is finished once") }
    return try complete.finish()
  }
}
