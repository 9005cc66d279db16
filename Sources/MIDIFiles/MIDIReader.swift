/// Reads a standard MIDI file of any format. Chunks of unknown kinds are passed over, as the
/// standard asks.
///
/// - Throws: at the first byte that is wrong.
///
/// Cost: proportional to the number of bytes; the memory stays below 40 times theirs. A
/// ``MIDIFileReader`` takes next to none.
public func readMIDIFile(_ bytes: [UInt8]) throws(MIDIError) -> MIDIFile {
  var reader = try MIDIFileReader(bytes)
  var tracks: [MIDITrack] = []
  while var track = try reader.nextTrack() {
    var events: [MIDIEvent] = []
    while let place = try track.next() { events.append(place.event) }
    tracks.append(MIDITrack(events: events, end: track.tick))
  }
  return MIDIFile(format: reader.format, division: reader.division, tracks: tracks)
}

/// Walks through the tracks of a standard MIDI file of any format, of as many bytes as memory holds.
/// Nothing is kept but the bytes themselves.
///
///     var reader = try MIDIFileReader(bytes)
///     while var track = try reader.nextTrack() {
///       while let place = try track.next() { … }
///     }
public struct MIDIFileReader: Sendable {
  public let format: MIDIFile.Format
  public let division: MIDIFile.Division
  /// How many tracks the header promises, 0 to 65535.
  public let trackCount: Int
  private let bytes: [UInt8]
  /// Where the next chunk begins.
  private var offset: Int
  private var found = 0

  /// Reads the header.
  public init(_ bytes: [UInt8]) throws(MIDIError) {
    guard bytes.starts(with: "MThd".utf8) else { throw MIDIError(offset: 0, cause: .notMIDI) }
    self.bytes = bytes
    var header = try MIDIFileReader.chunk(of: bytes, at: 4)
    guard header.end - header.offset >= 6 else {
      throw header.error(.headerTooShort(header.end - header.offset))
    }
    let number = try header.word()
    guard let format = MIDIFile.Format(rawValue: UInt16(number)) else {
      throw header.error(.unknownFormat(number), before: 2)
    }
    trackCount = try header.word()
    if format == .singleTrack && trackCount != 1 {
      throw header.error(.tracksOfFormatZero(trackCount), before: 2)
    }
    self.format = format
    division = try MIDIFileReader.division(&header)
    offset = header.end
  }

  /// The next track; `nil` after the last one. What the track before it holds need not have been
  /// read.
  ///
  /// - Throws: where the bytes are no chunk, and where there are not as many tracks as promised.
  public mutating func nextTrack() throws(MIDIError) -> MIDITrackReader? {
    while offset < bytes.count {
      guard bytes.count - offset >= 8 else {
        throw MIDIError(offset: offset, cause: .fileEnds)
      }
      let isTrack = bytes[offset..<offset + 4].elementsEqual("MTrk".utf8)
      let chunk = try MIDIFileReader.chunk(of: bytes, at: offset + 4)
      offset = chunk.end
      if isTrack {
        found += 1
        return MIDITrackReader(chunk)
      }
    }
    guard found == trackCount else {
      throw MIDIError(offset: 10, cause: .trackCount(promised: trackCount, found: found))
    }
    return nil
  }

  /// What a chunk holds whose length stands at `offset`.
  private static func chunk(of bytes: [UInt8], at offset: Int) throws(MIDIError) -> MIDIBytes {
    var length = MIDIBytes(bytes, offset..<bytes.count, shortage: .fileEnds)
    let claimed = try length.word() << 16 | length.word()
    let start = length.offset
    guard claimed <= bytes.count - start else {
      throw length.error(.chunkTooLong(claimed: claimed, left: bytes.count - start), before: 4)
    }
    return MIDIBytes(bytes, start..<start + claimed, shortage: .trackEnds)
  }

  private static func division(_ header: inout MIDIBytes) throws(MIDIError) -> MIDIFile.Division {
    let word = try header.word()
    if word < 0x8000 {
      guard word > 0 else { throw header.error(.badDivision(word), before: 2) }
      return .pulsesPerQuarter(word)
    }
    let (frames, ticks) = (256 - word >> 8, word & 0xFF)
    guard [24, 25, 29, 30].contains(frames), ticks > 0 else {
      throw header.error(.badDivision(word), before: 2)
    }
    return .timeCode(framesPerSecond: frames, ticksPerFrame: ticks)
  }
}
