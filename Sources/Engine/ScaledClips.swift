/// Clips at their gains, on the grid of 24 bits, the channels of the mix in turn: what is the same
/// for every hit of a sound at one level and place, and is worked out once.
///
/// Which clips are kept changes no bit: ``VoiceSum`` comes to the same numbers either way.
final class ScaledClips {
  private struct Scaling: Hashable {
    let clip: UnsafePointer<Float>
    let left: UInt32
    let right: UInt32

    init(_ voice: Voice) {
      clip = voice.clip.left
      left = voice.gain.left.bitPattern
      right = voice.gain.right.bitPattern
    }
  }

  private let channels: Int
  /// `nil` for what has been met once: chance gives most hits a gain of their own, which would
  /// fill the memory for nothing.
  private var clips: [Scaling: UnsafePointer<Int32>?] = [:]
  private var samples = 0

  private static let mostSamples = 4 << 20
  private static let mostEntries = 1 << 14

  init(channels: Int) { self.channels = channels }

  deinit { removeAll() }

  /// The samples for a voice, valid as long as this object; `nil` where they are not kept.
  ///
  /// - Precondition: the voice's samples are on the grid; see ``Voice/bound``.
  func samples(of voice: Voice) -> UnsafePointer<Int32>? {
    let scaling = Scaling(voice)
    switch clips[scaling] {
    case .none:
      if clips.count < ScaledClips.mostEntries { clips[scaling] = .some(nil) }
      return nil
    case .some(.some(let found)): return found
    case .some(.none):
      let count = voice.clip.frames * channels
      guard samples + count <= ScaledClips.mostSamples else { return nil }
      samples += count
      let memory = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, count))
      memory.initialize(repeating: 0, count: count)
      var plain = voice
      plain.scaled = nil
      VoiceSum<Int32>(channels: channels, fadeLength: 1).add(
        plain, to: memory, from: voice.start, count: voice.clip.frames, isWhole: true)
      clips[scaling] = .some(UnsafePointer(memory))
      return UnsafePointer(memory)
    }
  }

  private func removeAll() {
    for case let clip? in clips.values { clip.deallocate() }
    clips = [:]
  }
}
