import Timing

/// Measures how loud stretches of sound are to the ear, by the K-weighting of ITU-R BS.1770-4: the
/// input of ``IntegratedLoudness``.
///
/// Any stretch of a stream can be measured by itself, in any order and on any thread. A filter
/// remembers all that ever went through it, but this one is started anew for every ``group`` of
/// hops, ``lead`` frames before the first of them, from silence. So the energy of a hop depends on
/// the frames of its group up to its end, on those of the lead, and on nothing else, and stretches
/// that begin with a group give the very bits that the whole stream gives.
///
/// What is left out by that is nothing that could be measured. The filter's slowest part is the
/// high pass, two poles at about 38 Hz: its impulse response falls as t·e^(−239·t) with t in
/// seconds. Of the energy of all that sounded earlier than 100 ms ago less than 2⁻⁶⁰ comes out.
/// Even in a hop on the verge of being too faint to count, 70 dB below what came before, that is
/// an error below 0.0001 LU.
///
/// Samples are filtered in single precision, and their squares added up in double precision in
/// the end: the energies are right to about 10⁻⁶ of their value, 0.000005 LU.
public struct KWeighting: Sendable {
  /// The number of channels, 1 or 2.
  public let channels: Int
  /// The frames of a hop: 100 ms, rounded as libebur128 rounds them.
  public let hop: Int
  /// The hops before which the filter starts anew.
  public static let group = 4
  /// How many frames before a group its energies depend on: one hop.
  public var lead: Int { hop }

  let filter: KFilter
  /// What the squares of the filter's outputs are to be multiplied with.
  let scale: Double
  /// Silence of 1, 2, 4... pieces, and of the shorter one at the end of a hop.
  let silences: InlineArray<10, KSilence>
  let lastSilence: KSilence

  /// - Parameter channels: 1 or 2.
  public init(rate: SampleRate, channels: Int) {
    precondition((1...2).contains(channels), "mono or stereo")
    self.channels = channels
    hop = KWeighting.hop(at: rate)
    filter = KFilter(rate: rate)
    // The filter counts in steps of 2⁻²³.
    scale = filter.energy * 0x1p-46
    var silence = KSilence(frames: KLanes<Int32>.piece, of: filter)
    var silences = InlineArray<10, KSilence>(repeating: silence)
    for i in silences.indices {
      silences[i] = silence
      silence = KSilence(twice: silence)
    }
    self.silences = silences
    precondition(hop / KLanes<Int32>.piece < 1 << silences.count, "a hop of fewer pieces")
    lastSilence = KSilence(frames: hop % KLanes<Int32>.piece, of: filter)
  }

  /// The frames of 100 ms: (rate + 5)/10, rounded down.
  static func hop(at rate: SampleRate) -> Int { (rate.hertz + 5) / 10 }

  /// Measures successive hops: of each the sum of the squares of its weighted samples, over all
  /// channels, for a full scale of 1. Where samples are more than 2⁴⁰ times full scale it may be
  /// infinite.
  ///
  /// About 2.5 ns a frame of two channels, half of that where both are the same, a tenth where
  /// they are silent, and next to nothing where that is known; as much for one channel as for two.
  ///
  /// - Parameters:
  ///   - samples: the first frame of the first hop, channels interleaved. The ``lead`` frames
  ///     before it are read too.
  ///   - areEqual: whether it is known that both channels have the same bits, lead included. Else
  ///     they are compared.
  ///   - sounding: the frames that may hold anything but zeros, counted from the first frame of the
  ///     first hop, in order; `nil` where that is not known. It saves time and changes no bit.
  ///   - energies: where the results go, one for each hop.
  @specialized(where S == Int32)
  @specialized(where S == Float)
  public func energies<S: KSample>(
    of samples: UnsafePointer<S>, hops: Int, areEqual: Bool = false,
    sounding: [Range<Int>]? = nil, into energies: UnsafeMutablePointer<Double>
  ) {
    guard hops > 0 else { return }
    energies.update(repeating: 0, count: hops)
    var streams = KStreams(
      of: samples, channels: channels, areEqual: areEqual, hops: hops, hop: hop)
    let sounding = sounding ?? [-lead..<hops * hop]
    withUnsafePointer(to: self) { weighting in
      sounding.withUnsafeBufferPointer { sounding in
        var lanes = KLanes(of: weighting, samples, sounding: sounding)
        lanes.run(&streams, into: energies)
      }
    }
  }
}
