import Workers

/// Writes FLAC through libFLAC, on as many threads as there are.
///
/// The samples are cut into segments, each is encoded by itself, and the frames are joined in order:
/// so the bytes do not depend on the number of threads. (They do depend on libFLAC's version, and on
/// the processor that it finds.) Into a pipe go neither places to seek to nor what is known only at
/// the end: the sizes of the frames and the MD5.
final class FLACEncoder: AudioEncoder {
  /// A segment that somebody works on.
  private struct Pending {
    let frames: Future<Result<FLACFrames, FLACFailure>>
    /// Also the MD5 has to be done with it, or samples would pile up.
    let digested: Future<Void>?
  }

  private var file: OutputFile
  private let shape: FLACShape
  private let head: FLACHead
  private let workers: WorkerPool?
  /// `nil` into a pipe, which has no place for it.
  private let digest: FLACDigest?
  /// A thread of its own for it.
  private let digesting: WorkerPool?
  /// Interleaved samples that are not yet a whole segment.
  private var words: [Int32] = []
  private let segmentWords: Int
  private var pending: [Pending] = []
  private var blocks = 0
  private var written = 0
  private var frameBytes = 0
  private var facts = FLACHead.Facts(frames: 0)
  let leftOut: LeftOut
  /// STREAMINFO counts in 36 bits.
  static let mostFrames = 1 << 36 - 1

  /// - Parameter workers: `nil` to encode on the caller's thread alone.
  init(
    _ file: consuming OutputFile, format: AudioFormat, metadata: AudioMetadata,
    expectedFrames: Int, compression: Int, workers: WorkerPool?
  ) throws(AudioFileError) {
    shape = FLACShape(format: format, compression: compression)
    let comments = FLACComments(metadata, rate: format.rate)
    leftOut = LeftOut(markers: metadata.markers.count - comments.markers)
    head = FLACHead(shape, comments, seekFrames: file.isStream ? nil : expectedFrames)
    segmentWords = FLACSegment.blocks * shape.blockFrames * format.channels
    self.workers = workers
    digest = file.isStream ? nil : FLACDigest(format.samples)
    digesting = file.isStream || workers == nil ? nil : WorkerPool(count: 1)
    self.file = file
    try self.file.write(head.bytes(FLACHead.Facts(frames: expectedFrames)))
  }

  var order: ChunkBytes.Order? { nil }

  func append(_ block: EncodedBlock) throws(AudioFileError) {
    var rest = block.words[..<(block.frames * shape.channels)]
    facts.frames += block.frames
    if facts.frames > FLACEncoder.mostFrames {
      throw AudioFileError(path: file.path, cause: .tooLargeForFormat(.flac))
    }
    while !rest.isEmpty {
      if words.isEmpty { words.reserveCapacity(segmentWords) }
      let part = rest.prefix(segmentWords - words.count)
      words.append(contentsOf: part)
      rest = rest.dropFirst(part.count)
      if words.count == segmentWords { try encodeSegment() }
    }
  }

  private func encodeSegment() throws(AudioFileError) {
    let segment = FLACSegment(words: words, firstBlock: blocks, shape: shape)
    let frames = words.count / shape.channels
    words = []
    blocks += (frames + shape.blockFrames - 1) / shape.blockFrames
    guard let workers else {
      digest?.update(segment.words)
      return try write(segment.result)
    }
    let digested = digesting?.run { [digest] in digest!.update(segment.words) }
    pending.append(Pending(frames: workers.run { segment.result }, digested: digested))
    if pending.count > 2 * (workers.count + 1) { try writeOldest() }
  }

  private func writeOldest() throws(AudioFileError) {
    let oldest = pending.removeFirst()
    oldest.digested?.value()
    try write(workers!.value(of: oldest.frames))
  }

  private func write(_ result: Result<FLACFrames, FLACFailure>) throws(AudioFileError) {
    let frames: FLACFrames
    do throws(FLACFailure) {
      frames = try result.get()
    } catch {
      throw AudioFileError(path: file.path, cause: .encoderFailed(reason: error.reason))
    }
    try file.write(frames.bytes)
    let interval = FLACHead.blocksBetweenPoints(shape)
    for size in frames.sizes {
      if written % interval == 0 { facts.places.append(frameBytes) }
      facts.smallestFrame = written == 0 ? size : min(facts.smallestFrame, size)
      facts.largestFrame = max(facts.largestFrame, size)
      frameBytes += size
      written += 1
    }
  }

  func finish() throws(AudioFileError) -> Int {
    // libFLAC makes a file of it; it is refused as with the other compressed formats.
    if facts.frames == 0 {
      throw AudioFileError(path: file.path, cause: .nothingToWrite(.flac))
    }
    if !words.isEmpty { try encodeSegment() }
    while !pending.isEmpty { try writeOldest() }
    if let digest {
      facts.digest = digest.finish()
      try file.write(head.bytes(facts), at: 0)
    }
    try file.complete()
    return file.size
  }
}

extension FLACSegment {
  var result: Result<FLACFrames, FLACFailure> {
    do throws(FLACFailure) {
      return .success(try frames())
    } catch {
      return .failure(error)
    }
  }
}
