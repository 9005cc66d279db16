import Timing

/// The mixing desk: a strip for each lane, and the master.
public struct Mix: Sendable {
  /// A lane's place on the desk.
  public struct Strip: Hashable, Sendable {
    public var volume: Level
    /// Takes the place of the kit's, or of the click's.
    public var pan: Pan?

    public init(volume: Level = .unity, pan: Pan? = nil) {
      self.volume = volume
      self.pan = pan
    }
  }

  /// What the level of the whole file is brought to.
  public enum Normalization: Hashable, Sendable {
    /// The largest sample, relative to full scale.
    case peak(Decibels)
    /// Integrated loudness after EBU R 128, in LUFS.
    case loudness(Rational)
  }

  public var volume: Level
  /// The true peak that the master never passes, at most 0 dB.
  public var limiter: Decibels?
  public var normalize: Normalization?
  /// By lane; a lane that is not there has a neutral strip.
  public var strips: [Int: Strip]
  public var muted: Set<Int>
  /// Where it is not empty, all other lanes are silent.
  public var soloed: Set<Int>

  /// Of a limiter's ceiling and of a peak, in decibels.
  public static let levels = Rational(-60)...Rational.zero
  /// In LUFS; the lower end is where the measurement's own gate begins.
  public static let loudnesses = Rational(-70)...Rational.zero

  public init(
    volume: Level = .unity, limiter: Decibels? = nil, normalize: Normalization? = nil,
    strips: [Int: Strip] = [:], muted: Set<Int> = [], soloed: Set<Int> = []
  ) {
    self.volume = volume
    self.limiter = limiter
    self.normalize = normalize
    self.strips = strips
    self.muted = muted
    self.soloed = soloed
  }
}

// A lane is what plays: the click, a track, or the cues. It has a strip, a stem and a line in
// reports.
extension Song {
  public static let clickLane = 0
  /// A track's lane is its index plus one; the cues come after all of them.
  public var cueLane: Int { tracks.count + 1 }
  public var laneCount: Int { tracks.count + 2 }

  /// What lists, stems and options call a lane.
  public func name(ofLane lane: Int) -> String {
    switch lane {
    case Song.clickLane: Song.clickName
    case cueLane: Song.cueName
    default: tracks[lane - 1].name
    }
  }

  /// The lane of a name: of the click, a track or the cues, in this order.
  public func lane(named name: String) -> Int? {
    (0..<laneCount).first { self.name(ofLane: $0) == name }
  }

  public static let clickName = "click"
  public static let cueName = "cue"

  /// The lanes that are silent throughout, the click's with the count-in.
  public var silentLanes: Set<Int> {
    mix.soloed.isEmpty ? mix.muted : mix.muted.union(Set(0..<laneCount).subtracting(mix.soloed))
  }
}
