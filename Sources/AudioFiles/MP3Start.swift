/// Puts the tag before an MP3 file, and its length into its first block at once.
///
/// LAME leaves the first block empty and goes back in the end to fill it, which a pipe does not
/// allow. Decoders find there how many frames at the start and at the end are not of the sound, and
/// play the block as silence where they find nothing. In a file LAME's own entry replaces this.
/// Source: "Mp3 Info Tag rev 1" of the LAME project, and what LAME 3.100 writes.
struct MP3Start: EncodedFilter {
  private let tag: [UInt8]
  private let format: AudioFormat
  private let frames: Int
  /// The first block; `nil` once it has passed.
  private var pending: [UInt8]? = []
  /// Behind all that is changed in the block, and less than any has.
  private static let changed = 80

  init(_ tag: ID3Tag, format: AudioFormat, frames: Int) {
    self.tag = tag.bytes
    self.format = format
    self.frames = frames
  }

  var shift: Int { tag.count }

  mutating func pass(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard var block = pending else { return Array(bytes) }
    block += bytes
    guard block.count >= MP3Start.changed else {
      pending = block
      return []
    }
    pending = nil
    let entry = lengthEntry
    let place = 4 + sideInformation
    block.replaceSubrange(place..<place + entry.count, with: entry)
    return tag + block
  }

  /// MPEG-1 has rates from 32000 hertz, MPEG-2 and MPEG-2.5 the lower ones.
  private var isMPEG1: Bool { format.rate.hertz >= 32_000 }

  /// The bytes between a block's head and its sound.
  private var sideInformation: Int {
    switch (isMPEG1, format.channels) {
    case (true, 2): 32
    case (false, 1): 9
    default: 17
    }
  }

  private var lengthEntry: [UInt8] {
    let block = isMPEG1 ? 1152 : 576
    // What LAME puts before the sound; behind it stand at least as many, up to a whole block.
    let delay = 576
    var padding = block - (frames + delay) % block
    if padding < 576 { padding += block }
    var entry = ChunkBytes(.big)
    entry.append(id: "Info")
    // The number of blocks, and no more.
    entry.append(UInt32(1))
    entry.append(UInt32(clamping: (frames + delay + padding) / block))
    entry.append(text: "LAME", field: 9)
    // Method, low-pass filter, peak, gains, flags and bit rate: unknown.
    entry.fill(12)
    entry.append([
      UInt8(delay >> 4), UInt8(delay & 0xF) << 4 | UInt8(padding >> 8), UInt8(padding & 0xFF),
    ])
    return entry.bytes
  }
}
