import SongModel

/// What a sound's channels are multiplied with to stand at its place between the loudspeakers.
struct StereoGain: Sendable {
  var left: Float
  var right: Float

  static let half = Float(0.5)

  /// Constant power for a mono sound: left = cos θ, right = sin θ, with θ from 0 on the left to a
  /// quarter of a circle on the right, so that left² + right² = 1 and the centre is at −3 dB.
  static func constantPower(gain: Double, at pan: Pan) -> StereoGain {
    switch pan.position {
    case -1: return StereoGain(left: Float(gain), right: 0)
    case 1: return StereoGain(left: 0, right: Float(gain))
    case 0:
      let side = Float(gain * (0.5).squareRoot())
      return StereoGain(left: side, right: side)
    default:
      let turns = (pan.position + 1) / 8
      return StereoGain(
        left: Float(gain * PortableMath.cosine(turns: turns)),
        right: Float(gain * PortableMath.sine(turns: turns)))
    }
  }

  /// Balance for a stereo sound: the far side is turned down in proportion, the near side stays.
  static func balance(gain: Double, at pan: Pan) -> StereoGain {
    StereoGain(
      left: Float(gain * min(1, 1 - pan.position)), right: Float(gain * min(1, 1 + pan.position)))
  }
}
