import CFLAC
import Timing

/// What a FLAC file says about itself in words, the markers as chapters among it.
///
/// Sources: RFC 9639, section 8.6; the Vorbis comment specification; the chapter extension of Vorbis
/// comments (Xiph wiki), which numbers chapters with three digits.
struct FLACComments {
  /// How many of the markers become chapters.
  let markers: Int
  private let comments: [String]
  private static let mostChapters = 999
  /// A block's size has 24 bits.
  private static let largestBlock = (1 << 24) - 1

  init(_ metadata: AudioMetadata, rate: SampleRate) {
    let tags = metadata.tags
    let texts = [
      ("TITLE", tags.title), ("ARTIST", tags.artist), ("COMMENT", tags.comment),
      ("SOFTWARE", tags.software),
    ]
    var comments = texts.compactMap { key, text in text.map { "\(key)=\($0)" } }
    // What players of games and loops read; RFC 9639 leaves the names of comments open.
    if let loop = metadata.loop {
      comments.append("LOOPSTART=\(loop.lowerBound.index)")
      comments.append("LOOPLENGTH=\((loop.upperBound - loop.lowerBound).index)")
    }
    // Less the room for the encoder's name.
    var room = FLACComments.largestBlock - 1024 - comments.reduce(0) { $0 + 4 + $1.utf8.count }
    var held = 0
    for marker in metadata.markers.prefix(FLACComments.mostChapters) {
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

  /// The content of the metadata block: the encoder's name, and the comments.
  var block: [UInt8] {
    var block = ChunkBytes(.little)
    func append(_ text: String) {
      block.append(UInt32(text.utf8.count))
      block.append(Array(text.utf8))
    }
    append(String(cString: flac_vendor()))
    block.append(UInt32(comments.count))
    for comment in comments { append(comment) }
    return block.bytes
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
