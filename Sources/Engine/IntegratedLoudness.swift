import SongModel
import Timing

/// How loud a programme is as a whole, by EBU R 128 and ITU-R BS.1770-4: the mean over blocks of
/// 400 ms, one every 100 ms, of which those below −70 LUFS do not count, nor those more than 10 LU
/// below the mean of the others.
///
/// The second gate is known only in the end, when no block is at hand any more. So blocks are kept
/// in bins: as many and how much energy in all. Bins are 2⁻¹² wide or less, 0.001 LU, and each
/// passes the gate or fails as a whole, by the mean of its blocks. That is the exact result of a
/// programme with no block louder or fainter by more than 0.001 LU.
///
/// A bin takes 16 bytes, and bins are made 64 at a time, once one is needed: at most 64 KB for every
/// 3 dB that the blocks range over, whatever the length of the programme.
public struct IntegratedLoudness: Sendable {
  /// The energies of the last hops, the newest last.
  private var last = SIMD4<Double>.zero
  private var hops = 0
  private let framesOfBlock: Double
  /// Bins by the exponent of the energy of their blocks, from that of the gate on, and the highest
  /// bits of its mantissa, in rows. A row is empty where there was no block.
  private var rows: [[Bin]] = []
  /// Whether a hop had more energy than a number can hold.
  private var isBeyond = false

  private struct Bin: Sendable {
    var blocks = 0
    /// Of the energy of a frame.
    var sum = 0.0
  }

  private static let bits = 12
  private static let bitsOfRow = 6
  /// −70 LUFS, as the mean square of a frame: 10^((−70 + 0.691)/10).
  private static let gate = PortableMath.amplitude(decibels: 2 * (0.691 - 70))

  /// - Parameter rate: the rate of the frames whose energies it will be given.
  public init(rate: SampleRate) {
    framesOfBlock = Double(4 * KWeighting.hop(at: rate))
  }

  /// Takes in the next hop of the programme.
  ///
  /// - Parameter hopEnergy: as ``KWeighting`` measures it, not negative.
  public mutating func add(_ hopEnergy: Double) {
    last = SIMD4(last[1], last[2], last[3], hopEnergy)
    hops += 1
    guard hops >= 4 else { return }
    let energy = ((last[0] + last[1]) + (last[2] + last[3])) / framesOfBlock
    guard energy >= IntegratedLoudness.gate else { return }
    guard energy.isFinite else {
      isBeyond = true
      return
    }
    let octave = Int(energy.exponent - IntegratedLoudness.gate.exponent)
    let rest = Double.significandBitCount - IntegratedLoudness.bits
    let bin =
      octave << IntegratedLoudness.bits | Int(energy.significandBitPattern >> UInt64(rest))
    let row = bin >> IntegratedLoudness.bitsOfRow
    let place = bin & (1 << IntegratedLoudness.bitsOfRow - 1)
    while rows.count <= row { rows.append([]) }
    if rows[row].isEmpty {
      rows[row] = Array(repeating: Bin(), count: 1 << IntegratedLoudness.bitsOfRow)
    }
    rows[row][place].blocks += 1
    rows[row][place].sum += energy
  }

  /// The loudness of what has been taken in so far, in LUFS, rounded to hundredths.
  ///
  /// `nil` where there is nothing to measure: less than 400 ms, or nothing that reaches −70 LUFS,
  /// or samples far beyond what any file holds. Looks at every bin
  /// that was made: up to a millisecond.
  public var lufs: Rational? {
    guard !isBeyond, let all = mean(above: 0), let loud = mean(above: all / 10) else { return nil }
    // 10·log10 of an energy is half of 20·log10.
    let lufs = PortableMath.decibels(amplitude: loud) / 2 - 0.691
    return Rational(Int128((lufs * 100).rounded()), 100)
  }

  /// The mean energy of the blocks in bins whose mean reaches a threshold.
  private func mean(above threshold: Double) -> Double? {
    var all = Bin()
    for row in rows {
      for bin in row where bin.blocks > 0 && bin.sum / Double(bin.blocks) >= threshold {
        all.blocks += bin.blocks
        all.sum += bin.sum
      }
    }
    return all.blocks > 0 ? all.sum / Double(all.blocks) : nil
  }
}
