/// What stands before the frames of a FLAC stream: its length and format, places to seek to, and
/// comments.
///
/// The head has the same size whatever is filled in, so that it can be written again at the end.
/// Source: RFC 9639, sections 8.1 to 8.6.
struct FLACHead {
  /// What is known at the end. Zero stands for unknown.
  struct Facts {
    var frames: Int
    var smallestFrame = 0
    var largestFrame = 0
    /// Where each frame that can be sought begins, from the first frame on, in bytes.
    var places: [Int] = []
    /// The MD5 of all samples, 16 bytes.
    var digest = [UInt8](repeating: 0, count: 16)
  }

  private let shape: FLACShape
  private let comments: [UInt8]
  /// How many places to seek to there is room for.
  private let points: Int

  /// - Parameter expectedFrames: `nil` where there shall be no places to seek to.
  init(_ shape: FLACShape, _ comments: FLACComments, seekFrames expectedFrames: Int?) {
    self.shape = shape
    self.comments = comments.block
    let interval = FLACHead.blocksBetweenPoints(shape) * shape.blockFrames
    points = expectedFrames.map { ($0 + interval - 1) / interval } ?? 0
  }

  /// Ten seconds, or the last whole block before.
  static func blocksBetweenPoints(_ shape: FLACShape) -> Int {
    max(1, 10 * shape.format.rate.hertz / shape.blockFrames)
  }

  func bytes(_ facts: Facts) -> [UInt8] {
    var bytes = Array("fLaC".utf8)
    append(to: &bytes, kind: 0, streamInfo(facts), isLast: false)
    if points > 0 { append(to: &bytes, kind: 3, seekTable(facts), isLast: false) }
    append(to: &bytes, kind: 4, comments, isLast: true)
    return bytes
  }

  private func append(to bytes: inout [UInt8], kind: UInt8, _ content: [UInt8], isLast: Bool) {
    bytes.append(kind | (isLast ? 0x80 : 0))
    bytes += bigEndian(content.count, bytes: 3)
    bytes += content
  }

  private func streamInfo(_ facts: Facts) -> [UInt8] {
    // Rate, channels less one, bits less one and length have 20, 3, 5 and 36 bits.
    let format =
      shape.format.rate.hertz << 44 | (shape.channels - 1) << 41 | (shape.bits - 1) << 36
      | facts.frames
    let size = bigEndian(shape.blockFrames, bytes: 2)
    return size + size + bigEndian(facts.smallestFrame, bytes: 3)
      + bigEndian(facts.largestFrame, bytes: 3) + bigEndian(format, bytes: 8) + facts.digest
  }

  private func seekTable(_ facts: Facts) -> [UInt8] {
    let interval = FLACHead.blocksBetweenPoints(shape) * shape.blockFrames
    var table: [UInt8] = []
    for point in 0..<points {
      guard point < facts.places.count else {
        // An empty place.
        table += bigEndian(-1, bytes: 8) + bigEndian(0, bytes: 10)
        continue
      }
      let first = point * interval
      table += bigEndian(first, bytes: 8) + bigEndian(facts.places[point], bytes: 8)
      table += bigEndian(min(shape.blockFrames, facts.frames - first), bytes: 2)
    }
    return table
  }
}
