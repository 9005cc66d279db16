import Sounds

/// A sound's samples where the mixer reads them, valid as long as their bank.
struct Clip: BitwiseCopyable {
  let left: UnsafePointer<Float>
  /// The left again where the sound is mono.
  let right: UnsafePointer<Float>
  let frames: Int
  let isStereo: Bool
  /// The largest magnitude of its samples.
  let peak: Float

  /// Copies a buffer to memory of its own. For a mono mix a stereo sound is mixed down here, once.
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
    var peak: Float = 0
    for samples in [left, right] {
      for index in 0..<frames { peak = max(peak, abs(samples[index])) }
    }
    self.peak = peak
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
