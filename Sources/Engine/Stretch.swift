import Timing

/// The stretch of a song that is to stand in a file.
public struct Stretch: Hashable, Sendable {
  public let start: Frame
  public let count: Frame
  /// The length of a turn where the file is a loop.
  public let period: Frame?

  /// From a frame of the file to another one.
  public init(from start: Frame, to end: Frame) {
    self.start = start
    count = end - start
    period = nil
  }

  /// From a frame of a loop to another one.
  ///
  /// It is taken from a later turn of the song played over and over: from the first before which
  /// so many turns have passed that all that can ring into it does, and the master remembers no
  /// other.
  ///
  /// - Parameters:
  ///   - period: the length of a turn.
  ///   - longest: that of the longest sound.
  ///   - memory: that of the master.
  public init(from start: Frame, to end: Frame, ofLoop period: Frame, longest: Frame, memory: Int) {
    precondition(period > .zero, "a turn of at least a frame")
    let turns = 1 + (longest.index + memory) / period.index + 1
    self.start = Frame(start.index + turns * period.index)
    count = end - start
    self.period = period
  }
}
