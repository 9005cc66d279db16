import Sounds
import Timing

/// How samples become what a file stores. Any thread may use it.
public struct SampleEncoding: Sendable {
  let format: AudioFormat
  let dither: Dither?
  /// The order of bytes where the file holds samples as they are, `nil` where an encoder takes
  /// words.
  let order: ChunkBytes.Order?

  /// Whether equal samples become equal bytes wherever they stand: dither is not the same anywhere.
  public var isEqualEverywhere: Bool { dither == nil }

  /// The same with other noise, or with none.
  public func dithered(by dither: Dither?) -> SampleEncoding {
    SampleEncoding(
      format: format, dither: format.encoded == .int16 ? dither : nil, order: order)
  }

  public func makeBlock() -> EncodedBlock { EncodedBlock(channels: format.channels) }

  /// Encodes a block over what `encoded` held.
  ///
  /// - Parameter first: its place in the file.
  /// - Precondition: the block has the file's channels.
  public func encode(_ block: SampleBlock, from first: Frame, into encoded: EncodedBlock) {
    precondition(block.channels == format.channels, "the file's channels")
    encoded.reset(block.frames, format, asBytes: order != nil)
    for range in block.sounding {
      let place = range.lowerBound * format.channels
      switch block.samples {
      case .integers(let samples):
        encode(samples + place, range, first.index, into: encoded)
      case .floats(let samples):
        encode(samples + place, range, first.index, into: encoded)
      }
    }
  }

  private func encode<Sample: StoredSample>(
    _ samples: UnsafePointer<Sample>, _ range: Range<Int>, _ first: Int, into encoded: EncodedBlock
  ) {
    let bad = encoded.levels.count(
      samples, frames: range.count, channels: format.channels, start: range.lowerBound,
      clips: format.clips)
    if let bad {
      encoded.firstNotFinite = encoded.firstNotFinite ?? range.lowerBound + bad
      return
    }
    let count = range.count * format.channels
    guard let order else {
      encoded.fillWords(range, channels: format.channels) {
        words(samples, count, first + range.lowerBound, into: $0)
      }
      return
    }
    encoded.fillBytes(range, size: format.bytesPerFrame) { bytes in
      let size = format.samples.bytes
      if format.samples == .int24, let words = Sample.words24(samples),
        encoded.levels.peaks.allSatisfy({ $0 < 1 })
      {
        // They are the words as they stand.
        return SampleConversion.pack(
          UnsafeBufferPointer(start: words, count: count), as: .int24, order: order, into: bytes)
      }
      var done = 0
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: SampleEncoding.piece) { piece in
        while done < count {
          let part = min(SampleEncoding.piece, count - done)
          let start = first + range.lowerBound + done / format.channels
          words(samples + done, part, start, into: piece.baseAddress!)
          SampleConversion.pack(
            UnsafeBufferPointer(start: piece.baseAddress!, count: part), as: format.samples,
            order: order, into: bytes + done * size)
          done += part
        }
      }
    }
  }

  /// Samples that are converted and packed at once: so few that they stay in the first cache.
  private static let piece = 2048

  private func words<Sample: StoredSample>(
    _ samples: UnsafePointer<Sample>, _ count: Int, _ frame: Int,
    into words: UnsafeMutablePointer<Int32>
  ) {
    if let dither {
      SampleConversion.words(
        samples, count, channels: format.channels, dither: dither, frame: frame, into: words)
    } else if format.container.isLossy {
      SampleConversion.cutWords(samples, count, into: words)
    } else {
      SampleConversion.words(samples, count, as: format.samples, into: words)
    }
  }
}
