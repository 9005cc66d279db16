/// Some frames of sound where they stand in memory: samples of the channels in turn.
///
/// It is valid for as long as whoever made it says, and copied by nobody.
public struct SampleBlock {
  public enum Samples {
    /// In units of ``unit``.
    case integers(UnsafePointer<Int32>)
    /// 1 is full scale.
    case floats(UnsafePointer<Float>)

    /// Those that stand so many further.
    public func advanced(by count: Int) -> Samples {
      switch self {
      case .integers(let samples): .integers(samples + count)
      case .floats(let samples): .floats(samples + count)
      }
    }
  }

  /// One step of 24 bits, 2⁻²³ of full scale: the grid on which sounds are summed.
  public static let unit = 0x1p-23 as Float

  public let samples: Samples
  public let frames: Int
  /// 1 or 2.
  public let channels: Int
  /// The frames that may hold anything but silence, in order; all samples outside are zero.
  public let sounding: [Range<Int>]

  public init(_ samples: Samples, frames: Int, channels: Int, sounding: [Range<Int>]) {
    self.samples = samples
    self.frames = frames
    self.channels = channels
    self.sounding = sounding
  }
}

extension [Range<Int>] {
  /// The ranges in order, those that meet made one.
  public func joined() -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// The parts within a stretch, counted from its start.
  public func clipped(to stretch: Range<Int>) -> [Range<Int>] {
    compactMap { range in
      let part = range.clamped(to: stretch)
      return part.isEmpty
        ? nil : part.lowerBound - stretch.lowerBound..<part.upperBound - stretch.lowerBound
    }
  }
}
