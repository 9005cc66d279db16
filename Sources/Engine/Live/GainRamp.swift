import SongModel
import Timing

/// A gain that changes from a frame on, in a straight line, so that no step is heard.
struct GainRamp: BitwiseCopyable {
  /// The first frame that is not at the old gain.
  let frame: Int
  let from: Double
  let to: Double
  /// How many frames it takes.
  let length: Int

  /// The gain before anything is changed.
  static func unity(at rate: SampleRate) -> GainRamp {
    GainRamp(
      frame: .min / 2, from: 1, to: 1,
      length: Seconds(LiveChange.fade).frame(at: rate).index)
  }

  @_noAllocation @_noLocks
  func gain(at frame: Int) -> Double {
    if frame < self.frame { return from }
    let done = frame - self.frame + 1
    return done >= length ? to : from + (to - from) * (Double(done) / Double(length))
  }

  /// What is heard when another change comes, perhaps before this one has arrived.
  @_noAllocation @_noLocks
  func changed(to gain: Double, at frame: Int) -> GainRamp {
    GainRamp(frame: frame, from: self.gain(at: frame - 1), to: gain, length: length)
  }

  /// Multiplies samples that begin with a frame.
  @_noAllocation @_noLocks
  func scale(_ samples: UnsafeMutablePointer<Float>, _ count: Int, from first: Int) {
    if frame + length <= first {
      if to == 1 { return }
      for index in 0..<count { samples[index] = Float(Double(samples[index]) * to) }
      return
    }
    for index in 0..<count {
      samples[index] = Float(Double(samples[index]) * gain(at: first + index))
    }
  }
}

/// The volume of a session, from its first frame to its last.
public struct VolumeCourse: Sendable {
  /// In the order of their frames.
  private var ramps: [GainRamp] = []

  public init(_ changes: [LiveChange], at rate: SampleRate) {
    var last = GainRamp.unity(at: rate)
    for change in changes {
      guard case .volume(let level) = change.action else { continue }
      last = last.changed(to: level.gain, at: Seconds(change.at).frame(at: rate).index)
      ramps.append(last)
    }
  }

  /// Whether it never changes, and every sample keeps its bits.
  public var isNeutral: Bool { ramps.isEmpty }

  /// Multiplies samples that begin with a frame.
  public func scale(_ samples: UnsafeMutablePointer<Float>, _ count: Int, from first: Int) {
    guard let start = ramps.first?.frame, first + count > start else { return }
    var done = max(0, start - first)
    while done < count {
      let frame = first + done
      let index = ramps.lastIndex { $0.frame <= frame }!
      let end = index + 1 < ramps.count ? min(count, ramps[index + 1].frame - first) : count
      ramps[index].scale(samples + done, end - done, from: frame)
      done = end
    }
  }
}
