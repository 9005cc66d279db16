import Timing

/// Gives a FLAC file its length at once, and comments of our own with the markers as chapters.
///
/// libFLAC states the length in the end, by going back, which a pipe does not allow. libsndfile has
/// no comments for chapters. Sources: RFC 9639, section 8; the Vorbis comment specification; the
/// chapter extension of Vorbis comments (Xiph wiki), which numbers chapters with three digits.
struct FLACHeader: EncodedFilter {
  /// How many of the markers become chapters.
  let markers: Int
  /// The only block that the encoder goes back to stands before the comments.
  let shift = 0
  private let comments: [String]
  private let frames: Int
  /// `nil` once the header has passed.
  private var pending: [UInt8]? = []
  private static let commentBlock: UInt8 = 4
  private static let mostChapters = 999
  /// A block's size has 24 bits.
  private static let largestBlock = (1 << 24) - 1

  init(_ metadata: AudioMetadata, rate: SampleRate, frames: Int) {
    self.frames = frames
    let tags = metadata.tags
    let texts = [
      ("TITLE", tags.title), ("ARTIST", tags.artist), ("COMMENT", tags.comment),
      ("SOFTWARE", tags.software),
    ]
    var comments = texts.compactMap { key, text in text.map { "\(key)=\($0)" } }
    // Room for the encoder's name.
    // What players of games and loops read; RFC 9639 leaves the names of comments open.
    if let loop = metadata.loop {
      comments.append("LOOPSTART=\(loop.lowerBound.index)")
      comments.append("LOOPLENGTH=\((loop.upperBound - loop.lowerBound).index)")
    }
    var room = FLACHeader.largestBlock - 1024 - comments.reduce(0) { $0 + 4 + $1.utf8.count }
    var held = 0
    for marker in metadata.markers.prefix(FLACHeader.mostChapters) {
      let key = "CHAPTER" + padded(held + 1, 3)
      let chapter = [
        "\(key)=\(clockText(milliseconds(marker.frame, rate)))", "\(key)NAME=\(marker.label)",
      ]
      room -= chapter.reduce(0) { $0 + 4 + $1.utf8.count }
      if room < 0 { break }
      comments += chapter
      held += 1
    }
    self.comments = comments
    markers = held
  }

  mutating func pass(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard var header = pending else { return Array(bytes) }
    header += bytes
    guard let end = FLACHeader.end(of: header) else {
      pending = header
      return []
    }
    pending = nil
    return rewritten(header[..<end]) + header[end...]
  }

  /// Behind the last block, `nil` where that is not there yet.
  private static func end(of header: [UInt8]) -> Int? {
    var place = 4
    while place + 4 <= header.count {
      let (size, isLast) = (blockSize(header, place), header[place] & 0x80 != 0)
      place += 4 + size
      if isLast { return place <= header.count ? place : nil }
    }
    return nil
  }

  private static func blockSize(_ header: [UInt8], _ place: Int) -> Int {
    header[place + 1...place + 3].reduce(0) { $0 << 8 | Int($1) }
  }

  private func rewritten(_ header: ArraySlice<UInt8>) -> [UInt8] {
    let old = Array(header)
    var new = Array(old[..<4])
    var place = 4
    while place < old.count {
      let end = place + 4 + FLACHeader.blockSize(old, place)
      let kind = old[place] & 0x7F
      var content = Array(old[place + 4..<end])
      if kind == 0 {
        // STREAMINFO: the length is the 36 bits before the checksum of 16 bytes.
        content[13] = content[13] & 0xF0 | UInt8(truncatingIfNeeded: frames >> 32) & 0x0F
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: frames).bigEndian) {
          content.replaceSubrange(14..<18, with: $0)
        }
      } else if kind == FLACHeader.commentBlock {
        content = commentBlock(vendor: content)
      }
      new.append(old[place])
      new += (1...3).map { UInt8(truncatingIfNeeded: content.count >> (24 - 8 * $0)) }
      new += content
      place = end
    }
    return new
  }

  /// The encoder's name from the block that it made, and our own comments.
  private func commentBlock(vendor block: [UInt8]) -> [UInt8] {
    let size = block[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
    var new = ChunkBytes(.little)
    new.append(Array(block[..<(4 + size)]))
    new.append(UInt32(comments.count))
    for comment in comments {
      new.append(UInt32(comment.utf8.count))
      new.append(Array(comment.utf8))
    }
    return new.bytes
  }
}

/// The place of a frame to the nearest millisecond, a half up.
func milliseconds(_ frame: Frame, _ rate: SampleRate) -> Int {
  let (seconds, rest) = frame.index.quotientAndRemainder(dividingBy: rate.hertz)
  return seconds * 1000 + (2000 * rest + rate.hertz) / (2 * rate.hertz)
}

/// `HH:MM:SS.mmm`.
private func clockText(_ milliseconds: Int) -> String {
  let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
  let hours = padded(seconds / 3600, 2)
  return "\(hours):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2)).\(padded(rest, 3))"
}

private func padded(_ number: Int, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
