import CFLAC

/// Why libFLAC could not encode, in its words.
struct FLACFailure: Error, Hashable {
  let reason: String
}

/// An encoder of libFLAC, and the frames that it has made.
///
/// It numbers its blocks from 0, and the samples' checksum is left to others.
final class FLACLibrary {
  /// The frames one after another, and where each ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private let handle: UnsafeMutablePointer<FLAC__StreamEncoder>

  /// - Parameter tellsChannelsApart: codes each of two channels by itself, whatever the level does.
  init(_ shape: FLACShape, tellsChannelsApart: Bool = false) throws(FLACFailure) {
    guard let handle = FLAC__stream_encoder_new() else {
      throw FLACFailure(reason: "out of memory")
    }
    self.handle = handle
    FLAC__stream_encoder_set_channels(handle, UInt32(shape.channels))
    FLAC__stream_encoder_set_bits_per_sample(handle, UInt32(shape.bits))
    FLAC__stream_encoder_set_sample_rate(handle, UInt32(shape.format.rate.hertz))
    FLAC__stream_encoder_set_compression_level(handle, UInt32(shape.compression))
    FLAC__stream_encoder_set_blocksize(handle, UInt32(shape.blockFrames))
    FLAC__stream_encoder_set_do_md5(handle, 0)
    if tellsChannelsApart {
      FLAC__stream_encoder_set_do_mid_side_stereo(handle, 0)
      FLAC__stream_encoder_set_loose_mid_side_stereo(handle, 0)
    }
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
  }

  private func append(_ frame: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: frame)
    ends.append(bytes.count)
  }

  /// Encodes a block.
  ///
  /// - Parameter right: not looked at where there is one channel.
  /// - Throws: also where a sample is too large for the format.
  func encode(
    _ left: UnsafePointer<Int32>, _ right: UnsafePointer<Int32>, frames: Int
  ) throws(FLACFailure) {
    if FLAC__stream_encoder_process(handle, [left, right], UInt32(frames)) == 0 { throw failure }
  }

  /// Lets out the last frames.
  func finish() throws(FLACFailure) {
    if FLAC__stream_encoder_finish(handle) == 0 { throw failure }
  }

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
