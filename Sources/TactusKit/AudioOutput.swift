import AudioFiles

/// A writer that can stand in a list.
final class AudioOutput {
  private var writer: AudioWriter?
  /// What the file takes.
  let encoding: SampleEncoding

  init(_ writer: consuming AudioWriter) {
    encoding = writer.encoding
    self.writer = consume writer
  }

  func append(_ block: EncodedBlock) throws(AudioFileError) { try writer!.append(block) }

  /// Completes the file. Called once, last.
  func finish() throws(AudioFileError) -> AudioWriter.Summary {
    guard let complete = writer.take() else { preconditionFailure("a file is finished once") }
    return try complete.finish()
  }
}
