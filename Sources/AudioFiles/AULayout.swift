import Timing

/// The format of Sun and NeXT: a head of numbers, an annotation, and the samples.
///
/// The annotation is text in lines: the program, then `Title=`, `Artist=` and `Comment=`. Source:
/// the manual page `au(4)` of SunOS, and the list of encodings in NeXT's `soundstruct.h`.
struct AULayout: PCMLayout {
  let order = ChunkBytes.Order.big
  /// The size has 32 bits, which libsndfile and ffmpeg read as a signed number.
  static let largest = Int(Int32.max)
  let largestFile = AULayout.largest
  private let format: AudioFormat
  private let metadata: AudioMetadata

  init(format: AudioFormat, metadata: AudioMetadata) {
    self.format = format
    self.metadata = metadata
  }

  var leftOut: LeftOut {
    LeftOut(markers: metadata.markers.count, loop: metadata.loop != nil)
  }

  /// The numbers.
  static let numbersSize = 24

  func head(frames: Int) -> [UInt8] {
    let tags = metadata.tags
    let lines = [
      tags.software, tags.title.map { "Title=\($0)" }, tags.artist.map { "Artist=\($0)" },
      tags.comment.map { "Comment=\($0)" },
    ]
    var annotation = ChunkBytes(.big)
    annotation.append(text: lines.compactMap { $0 }.joined(separator: "\n"))
    annotation.pad(to: 8)

    var head = ChunkBytes(.big)
    head.append(id: ".snd")
    head.append(UInt32(AULayout.numbersSize + annotation.count))
    head.append(UInt32(clamping: frames * format.bytesPerFrame))
    // Linear of 16, 24 and 32 bits, and IEEE 754.
    let encoding: UInt32 =
      switch format.samples {
      case .int16: 3
      case .int24: 4
      case .int32: 5
      case .float32: 6
      }
    head.append(encoding)
    head.append(UInt32(format.rate.hertz))
    head.append(UInt32(format.channels))
    head.append(annotation)
    return head.bytes
  }

  func tail(dataBytes: Int) -> [UInt8] { [] }
}
