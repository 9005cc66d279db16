/// The voices that sound in a window of frames: all that its samples depend on.
struct Score {
  /// By lane, of those in which anything sounds.
  struct Lane {
    let index: Int
    let voices: [Voice]
    /// The frames of the window in which any of them sounds.
    let sounding: [Range<Int>]
    /// Whether it is known that both channels have the same samples.
    let areChannelsEqual: Bool
  }

  /// The window, in frames of the song. It may begin before the song does.
  let window: Range<Int>
  let lanes: [Lane]
  /// Whether no sum of any of these voices can pass 31 bits of steps.
  let fitsIntegers: Bool

  init(of walk: VoiceWalk, window: Range<Int>, scaledBy clips: ScaledClips?) {
    self.window = window
    var bound: Int? = 0
    var lanes: [Lane] = []
    for (index, all) in walk.voices.enumerated() {
      var voices: [Voice] = []
      var ranges: [Range<Int>] = []
      for var voice in all {
        let range = (voice.start..<max(voice.start, voice.end)).clamped(to: window)
        guard !range.isEmpty else { continue }
        let largest = voice.bound
        bound = bound.flatMap { sum in largest.map { sum + $0 } }
        if largest != nil { voice.scaled = clips?.samples(of: voice) }
        voices.append(voice)
        ranges.append(range.lowerBound - window.lowerBound..<range.upperBound - window.lowerBound)
      }
      if !voices.isEmpty {
        lanes.append(
          Lane(
            index: index, voices: voices, sounding: ranges.joined(),
            areChannelsEqual: voices.allSatisfy(\.areChannelsEqual)))
      }
    }
    self.lanes = lanes
    fitsIntegers = bound.map { $0 <= Int(Int32.max) } ?? false
  }

  /// The same for two windows that have the same samples, wherever they stand.
  var words: [Int] {
    var words: [Int] = []
    for lane in lanes {
      for voice in lane.voices {
        let gains = UInt64(voice.gain.left.bitPattern) << 32 | UInt64(voice.gain.right.bitPattern)
        // What fades behind the window is the same as what does not.
        let fades = voice.fadeStart < window.upperBound
        words += [
          lane.index, Int(bitPattern: voice.clip.left), Int(truncatingIfNeeded: gains),
          voice.start - window.lowerBound, fades ? voice.fadeStart - window.lowerBound : Int.max,
        ]
      }
    }
    return words
  }
}
