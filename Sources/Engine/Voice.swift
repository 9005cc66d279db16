import Timing

/// A sound that is being heard. Its frames are counted like the song's.
struct Voice: BitwiseCopyable {
  let clip: Clip
  let gain: StereoGain
  private(set) var start: Int
  /// Sounds of one number silence one another; -1 for none.
  let choke: Int
  /// Where its fade begins, if it has been choked.
  private(set) var fadeStart = Int.max
  /// Where it is over.
  private(set) var end: Int
  /// The clip at its gain, where it has been worked out; see ``ScaledClips``.
  var scaled: UnsafePointer<Int32>?

  init(_ clip: Clip, gain: StereoGain, start: Int, choke: Int) {
    self.clip = clip
    self.gain = gain
    self.start = start
    self.choke = choke
    end = start + clip.frames
  }

  /// Starts on another frame.
  @_noAllocation @_noLocks
  mutating func move(to frame: Int) {
    end += frame - start
    start = frame
  }

  /// Fades out from a frame on, unless it does so already.
  ///
  /// - Parameter length: the number of frames that it takes.
  @_noAllocation @_noLocks
  mutating func fade(from frame: Int, length: Int) {
    guard frame < fadeStart else { return }
    fadeStart = frame
    end = min(end, frame + length)
  }
}
