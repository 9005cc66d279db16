import Diagnostics
import Timing

/// A sound of the kit.
public struct Sound: Sendable {
  public enum Source: Sendable {
    case builtIn(BuiltInSound)
    /// A path that can be opened as it stands, and where the song names the file.
    case file(path: String, span: SourceSpan)
  }

  public var name: String
  public var source: Source
  public var volume: Level
  public var pan: Pan
  /// The MIDI note, 0 to 127, where the kit states one.
  public var note: Int?
  /// The MIDI channel, 1 to 16.
  public var channel: Int

  public static let noteRange = 0...127
  public static let channelRange = 1...16
  public static let percussionChannel = 10

  public init(
    name: String, source: Source, volume: Level = .unity, pan: Pan = .center, note: Int? = nil,
    channel: Int = Sound.percussionChannel
  ) {
    self.name = name
    self.source = source
    self.volume = volume
    self.pan = pan
    self.note = note
    self.channel = channel
  }
}
