import SongModel
import Sounds

/// A sound that is being heard.
struct Voice {
  /// An index into the mixer's clips.
  let clip: Int
  let gain: StereoGain
  /// The next frame of the sound; negative while the sound starts later in the block.
  var position: Int
}

/// A sound's samples where the mixer reads them, valid as long as the mixer.
struct Clip {
  let left: UnsafePointer<Float>
  /// The left again where the sound is mono.
  let right: UnsafePointer<Float>
  let frames: Int
  let isStereo: Bool

  /// Copies a buffer to memory of its own. For a mono file a stereo sound is mixed down here, once.
  init(_ buffer: SampleBuffer, channels: Int) {
    frames = buffer.frames
    isStereo = buffer.isStereo && channels == 2
    if buffer.isStereo && channels == 1 {
      let mixed = zip(buffer.channels[0], buffer.channels[1]).map { ($0 + $1) * StereoGain.half }
      left = Clip.copy(of: mixed)
      right = left
    } else {
      left = Clip.copy(of: buffer.channels[0])
      right = isStereo ? Clip.copy(of: buffer.channels[1]) : left
    }
  }

  private static func copy(of samples: [Float]) -> UnsafePointer<Float> {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, samples.count))
    memory.initialize(from: samples, count: samples.count)
    return UnsafePointer(memory)
  }

  func deallocate() {
    if isStereo { right.deallocate() }
    left.deallocate()
  }
}
