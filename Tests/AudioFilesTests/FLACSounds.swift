import Glibc

/// Sounds that FLAC codes in different ways. Each has two channels.
enum FLACSound: String, CaseIterable, Sendable {
  case silence, fullScale, oneSide, equal, opposite, noise, extremes, chord, coarse, changing

  /// - Parameter bits: of the samples that it will be stored in.
  func channels(_ frames: Int, bits: Int) -> [[Float]] {
    let unit = Float(1) / Float(Int64(1) << Int64(bits - 1))
    let random = AudioFilesTests.noise(frames, seed: 3)
    let other = AudioFilesTests.noise(frames, seed: 9)
    let zero = [Float](repeating: 0, count: frames)
    switch self {
    case .silence: return [zero, zero]
    case .fullScale: return [zero.map { _ in 1 }, zero.map { _ in -1 }]
    case .oneSide: return [random.map { $0 * 0.3 }, zero]
    case .equal: return [random.map { $0 * 0.3 }, random.map { $0 * 0.3 }]
    case .opposite: return [random, random.map { -$0 }]
    case .noise: return [random, other]
    // The largest differences of channels and of neighbours.
    case .extremes:
      let left: [Float] = (0..<frames).map { $0 % 2 == 0 ? 1 : -1 }
      return [left, left.map { -$0 }]
    case .chord: return FLACSound.chord(frames, random)
    // The low eight bits are zero.
    case .coarse:
      let step = 256 * unit
      return [random, other].map { $0.map { ($0 * 0.9 / step).rounded() * step } }
    // Another kind of block every 4096 frames.
    case .changing:
      let kinds: [FLACSound] = [.silence, .equal, .noise, .oneSide, .fullScale, .chord, .opposite]
      var all: [[Float]] = [[], []]
      for (index, start) in stride(from: 0, to: frames, by: 4096).enumerated() {
        let size = min(4096, frames - start)
        let block = kinds[index % kinds.count].channels(size, bits: bits)
        for channel in 0..<2 { all[channel] += block[channel] }
      }
      return all
    }
  }

  /// Notes that fade, at different places between the sides, with a little noise.
  private static func chord(_ frames: Int, _ noise: [Float]) -> [[Float]] {
    (0..<2).map { channel in
      (0..<frames).map { frame in
        let time = Double(frame) / 48_000
        let notes = [220, 277.2, 329.6, 1760].enumerated().map { index, hertz in
          let side = channel == 0 ? Double(index) / 3 : 1 - Double(index) / 3
          let fade = 1 - (time * 3 + Double(index) / 4).truncatingRemainder(dividingBy: 1)
          return side * fade * sin(2 * .pi * hertz * time) / 5
        }
        return Float(notes.reduce(0, +)) + noise[frame] * 0.001
      }
    }
  }
}
