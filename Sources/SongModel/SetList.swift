import Diagnostics
import Timing

/// Songs that are played one after the other, as a set file lists them.
public struct SetList: Sendable {
  /// A song of the list, and what comes after it.
  public struct Item: Sendable {
    /// The song's file, as it can be opened, at the place where the set names it.
    public var song: Spanned<String>
    /// How long there is silence before the next song, in seconds.
    public var pause: Rational
    /// Whether the next song waits for a key.
    public var stops: Bool

    public init(song: Spanned<String>, pause: Rational = .zero, stops: Bool = false) {
      self.song = song
      self.pause = pause
      self.stops = stops
    }
  }

  public var title: String?
  public var comment: String?
  /// One at least.
  public var items: [Item]

  public init(title: String? = nil, comment: String? = nil, items: [Item]) {
    self.title = title
    self.comment = comment
    self.items = items
  }
}
