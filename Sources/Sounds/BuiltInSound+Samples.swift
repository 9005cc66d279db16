import SongModel
import Timing

extension BuiltInSound {
  /// The sound at a rate: mono, from its first frame on, ending in silence. The same bits on every
  /// processor. Cost: proportional to the length, between 0.02 µs and 0.1 µs a frame.
  public func samples(at rate: SampleRate) -> SampleBuffer {
    synthesis(at: rate).finished(peak: peak)
  }

  private func synthesis(at rate: SampleRate) -> Synthesis {
    switch self {
    case .clickHigh: Clicks.high(rate)
    case .clickLow: Clicks.low(rate)
    case .clickSoft: Clicks.soft(rate)
    case .beepHigh: Clicks.beep(1760, rate)
    case .beepLow: Clicks.beep(880, rate)
    case .woodHigh: Percussion.woodBlock(1180, rate)
    case .woodLow: Percussion.woodBlock(790, rate)
    case .clave: Percussion.clave(rate)
    case .cowbell: Percussion.cowbell(rate)
    case .rim: Percussion.rim(rate)
    case .kick: Drums.kick(rate)
    case .snare: Drums.snare(rate)
    case .clap: Drums.clap(rate)
    case .hat: Cymbals.hat(rate)
    case .openHat: Cymbals.openHat(rate)
    case .tomHigh: Drums.tomHigh(rate)
    case .tomMid: Drums.tomMid(rate)
    case .tomLow: Drums.tomLow(rate)
    case .crash: Cymbals.crash(rate)
    case .ride: Cymbals.ride(rate)
    case .shaker: Percussion.shaker(rate)
    case .tambourine: Percussion.tambourine(rate)
    }
  }

  /// The largest sample, relative to full scale: the balance of the kit.
  ///
  /// Judged by the loudest 100 ms of each sound, weighted as loudness meters do: kick and snare in
  /// front, hats and ride 3 to 10 dB behind. Kick, snare, hat and crash stay below full scale together
  /// when they fall on one frame, and so do a click, kick, hat and crash.
  private var peak: Decibels {
    switch self {
    case .clickHigh, .clickLow, .woodHigh, .woodLow: Decibels(-6)
    case .clickSoft: Decibels(-8)
    case .kick, .snare, .rim, .clave: Decibels(-9)
    case .clap: Decibels(-10)
    case .tomHigh, .tomMid, .tomLow, .cowbell: Decibels(-11)
    case .crash: Decibels(-13)
    case .beepHigh, .beepLow: Decibels(-14)
    case .ride: Decibels(-15)
    case .hat: Decibels(-17)
    case .openHat, .shaker, .tambourine: Decibels(-18)
    }
  }
}
