import Timing

/// Text about a file, stored in it. `nil` is left out.
public struct AudioTags: Hashable, Sendable {
  public var title: String?
  public var artist: String?
  public var comment: String?
  /// The program and its version, `tactus 1.0`: by this ``isWrittenByTactus(path:)`` knows the file.
  public var software: String

  public init(
    title: String? = nil, artist: String? = nil, comment: String? = nil, software: String
  ) {
    self.title = title
    self.artist = artist
    self.comment = comment
    self.software = software
  }

  var texts: [String] { [title, artist, comment, software].compactMap { $0 } }
}

/// What a file says beside its samples. A container keeps what it has a place for; the summary
/// counts the markers, and tells of the loop, that it has none for.
public struct AudioMetadata: Hashable, Sendable {
  public var tags: AudioTags
  /// In the order in which the file shall list them.
  public var markers: [AudioWriter.Marker]
  /// What a sampler repeats without end. WAV and RF64 hold it.
  public var loop: Range<Frame>?
  /// Where a workstation places frame 0, since midnight. WAV and RF64 hold it.
  public var timeReference: Frame

  /// - Precondition: the loop has a frame, and neither it nor the reference is negative.
  public init(
    tags: AudioTags, markers: [AudioWriter.Marker] = [], loop: Range<Frame>? = nil,
    timeReference: Frame = .zero
  ) {
    precondition(loop.map { !$0.isEmpty && $0.lowerBound >= .zero } ?? true, "a loop of frames")
    precondition(timeReference >= .zero, "a time since midnight")
    self.tags = tags
    self.markers = markers
    self.loop = loop
    self.timeReference = timeReference
  }

  var texts: [String] { tags.texts + markers.map(\.label) }
}
