import SongModel
import Timing

/// Keeps the true peak of a stream below a ceiling, by turning it down in time and for as long as
/// needed, all channels alike.
///
/// **What it leaves alone.** A frame comes out with its bits unless a true peak above
/// ceiling·(1 − 2⁻¹²), which is 0.0021 dB below the ceiling, lies near enough: less than ``delay``
/// frames behind it, or less than ``memory`` before.
///
/// **What it never passes.** Whatever comes in, the output's true peak as ``LevelMeter`` and
/// libebur128 estimate it stays below ceiling·(1 − 10⁻⁴). What is rounded afterwards to few bits
/// needs an allowance as well.
///
/// The derivation. A stage gives each frame n a gain g[n] ≤ t/T[n], where T is the frame's peak in
/// what comes in and t = ceiling·(1 − 2⁻¹²). An interpolated value of what goes out is
///
///     Σ h[k]·g[n+k]·x[n+k] = g[n]·Σ h[k]·x[n+k] + Σ h[k]·(g[n+k] − g[n])·x[n+k]
///
/// whose first part is at most t. For the second, |g[n+k] − g[n]| ≤ |k|·a/b, where a is the largest
/// attenuation that the stage gives, and b the length of its boxes (see ``AttenuationCurve``). So
/// with no sample that comes in above t, what goes out is below t·(1 + a·K/b), K = max Σ |h[k]·k|.
/// Below 96 kHz K is 1.91, and b at least 128. Below 192 kHz K is 3.82, and b at least 256. Either
/// way K/b < 0.015.
///
/// - The first stage takes anything. No sample goes out above t, since a frame's peak is at least
///   its sample; so no interpolated value is above t·Σ |h[k]|, which is at most 2.307·t.
/// - Hence the second has a ≤ 1 − 1/2.307 < 0.567, and goes up to t·(1 + 0.0085).
/// - Hence the third has a < 0.0085, and goes up to t·(1 + 0.000128) < ceiling·(1 − 0.000116), with
///   room for the roundings of single precision, which are below 2⁻¹⁷.
///
/// From 192 kHz on nothing is interpolated, and the first stage does.
///
/// **How it moves.** The gain begins to fall 2.6 to 5.3 ms (at 8 kHz, 32 ms) before a peak, is held
/// for 25 ms after it, half a cycle of 20 Hz, and returns from silence in 250 ms, from less in
/// proportion. From one frame to the next it changes by at most 1/128.
///
/// **What it depends on.** Frame n of the output, counted without the delay, depends on the frames
/// n − ``memory`` to n + ``delay`` of the input to the last bit, and on nothing else: a stretch of
/// a stream that begins ``memory`` frames early is the same as there in the whole.
public struct Limiter: ~Copyable {
  /// How many frames the output lies behind the input. Whoever wants all of it in place drops as
  /// many frames at the start, and feeds as many of silence at the end.
  public let delay: Int
  /// How many frames before a frame it depends on: about 0.85 s, and 0.28 s from 192 kHz on.
  public let memory: Int
  /// 1 or 2.
  public let channels: Int
  private var first: LimiterStage
  private var second: LimiterStage
  private var third: LimiterStage

  /// - Parameters:
  ///   - ceiling: what the true peak stays below, relative to full scale; not above 0 dB.
  ///   - allowance: what rounding and dither may later add to a peak, 1 for full scale: the ceiling
  ///     is lowered by as much.
  ///   - channels: 1 or 2.
  public init(ceiling: Decibels, allowance: Double = 0, rate: SampleRate, channels: Int) {
    precondition(ceiling.value <= .zero, "a ceiling of 0 dB or below")
    precondition((1...2).contains(channels), "mono or stereo")
    let amplitude = PortableMath.amplitude(decibels: ceiling.value.double) - allowance
    precondition(amplitude > 0, "an allowance below the ceiling")
    let target = amplitude * (1 - 0x1p-12)
    let stage = { LimiterStage(target: target, rate: rate, channels: channels) }
    first = stage()
    second = stage()
    third = stage()
    let stages = first.isInterpolated ? 3 : 1
    delay = stages * first.delay
    memory = stages * first.memory
    self.channels = channels
  }

  /// Replaces a block by the one ``delay`` frames before it, turned down where needed; silence
  /// comes before the first block. `right` is ignored for one channel.
  ///
  /// Neither allocates nor waits. Two channels take about 3 ns a frame well below the ceiling, 20
  /// where much has to be interpolated to know, and 60 to 100 where the gain moves.
  ///
  /// - Precondition: there is a `right` for two channels. Samples that are infinite or not a number
  ///   come out as such, and may take frames near them along.
  public mutating func process(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>?, count: Int
  ) {
    precondition(channels == 1 || right != nil, "a pointer for each channel")
    let right = channels == 2 ? right : nil
    var start = 0
    while start < count {
      let size = min(LimiterStage.largestBlock, count - start)
      let left = left + start
      let right = if let right { right + start } else { nil as UnsafeMutablePointer<Float>? }
      let isActing = first.process(left: left, right: right, count: size, isHarmless: false)
      if first.isInterpolated {
        // What the stage before has let pass untouched has no peak above the target.
        let isActingAgain = second.process(
          left: left, right: right, count: size, isHarmless: !isActing)
        _ = third.process(left: left, right: right, count: size, isHarmless: !isActingAgain)
      }
      start += size
    }
  }
}
