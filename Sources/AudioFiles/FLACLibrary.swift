import CFLAC

/// Why libFLAC could not encode, in its words.
struct FLACFailure: Error, Hashable {
  let reason: String
}

/// An encoder of libFLAC for blocks of one channel, and the frames that it has made.
///
/// It numbers its blocks from 0, and the samples' checksum is left to others.
final class FLACLibrary {
  /// The frames one after another, and where each ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var blocks = 0
  private let handle: UnsafeMutablePointer<FLAC__StreamEncoder>

  /// - Parameter sampleBits: one more than the stream has, for the difference of two channels.
  init(_ shape: FLACShape, sampleBits: Int) throws(FLACFailure) {
    guard let handle = FLAC__stream_encoder_new() else {
      throw FLACFailure(reason: "out of memory")
    }
    self.handle = handle
    // The subset has no 25 bits; the stream is of it all the same.
    FLAC__stream_encoder_set_streamable_subset(handle, 0)
    FLAC__stream_encoder_set_channels(handle, 1)
    FLAC__stream_encoder_set_bits_per_sample(handle, UInt32(sampleBits))
    FLAC__stream_encoder_set_sample_rate(handle, UInt32(shape.format.rate.hertz))
    FLAC__stream_encoder_set_compression_level(handle, UInt32(shape.compression))
    FLAC__stream_encoder_set_blocksize(handle, UInt32(shape.blockFrames))
    FLAC__stream_encoder_set_do_md5(handle, 0)
    let status = FLAC__stream_encoder_init_stream(
      handle,
      { _, bytes, count, samples, _, library in
        // Without samples it is the head of a file of its own.
        if samples > 0 {
          Unmanaged<FLACLibrary>.fromOpaque(library!).takeUnretainedValue()
            .append(UnsafeBufferPointer(start: bytes, count: count))
        }
        return FLAC__STREAM_ENCODER_WRITE_STATUS_OK
      }, nil, nil, nil, Unmanaged.passUnretained(self).toOpaque())
    if status != FLAC__STREAM_ENCODER_INIT_STATUS_OK { throw failure }
    // Enough for a channel that cannot be compressed. What is not used costs nothing.
    bytes.reserveCapacity(FLACSegment.blocks * shape.blockFrames * 4)
  }

  private func append(_ frame: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: frame)
    ends.append(bytes.count)
  }

  /// Encodes a block, after which only the last one may be short.
  ///
  /// - Returns: the block's number.
  /// - Throws: also where a sample has too many bits.
  func encode(_ samples: UnsafePointer<Int32>, frames: Int) throws(FLACFailure) -> Int {
    if FLAC__stream_encoder_process(handle, [samples], UInt32(frames)) == 0 { throw failure }
    blocks += 1
    return blocks - 1
  }

  /// Lets out the last frames.
  func finish() throws(FLACFailure) {
    if FLAC__stream_encoder_finish(handle) == 0 { throw failure }
  }

  /// The size of all frames together.
  var size: Int { bytes.count }

  /// One of the frames, after ``finish()``.
  func frame(_ index: Int) throws(FLACFailure) -> ArraySlice<UInt8> {
    guard index < ends.count else { throw FLACFailure(reason: "libFLAC left out a block") }
    return bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  private var failure: FLACFailure {
    FLACFailure(
      reason: "libFLAC: "
        + String(cString: FLAC__stream_encoder_get_resolved_state_string(handle)))
  }

  deinit { FLAC__stream_encoder_delete(handle) }
}
