import CRubberBand
import SongModel
import Timing

/// The number of frames that `frames` become: floor(frames·stretch + 1/2).
func stretchedLength(_ frames: Int, stretch: Rational) -> Int {
  // As many as there are in `stretch` seconds at that many frames a second, exact for every
  // fraction.
  Seconds(stretch).frame(atHertz: frames).index
}

/// The first frame that is not quiet: where a channel reaches a thousandth of the largest sample of
/// all channels, 60 dB below it.
///
/// - Returns: `nil` for silence.
func onset(of channels: [[Float]]) -> Int? {
  let peak = channels.reduce(0) { $1.reduce($0) { max($0, $1.magnitude) } }
  if peak == 0 { return nil }
  return channels.compactMap { $0.firstIndex { $0.magnitude >= peak / 1000 } }.min()
}

/// A hit made longer or shorter, or higher or lower, by Rubber Band's finer engine.
///
/// Only what begins with the onset is given to the engine, which knows no sound before its first
/// frame and so lets the attack start there; with silence in front, the attack would be smeared
/// over it, by 60 ms where the stretch is 8. What the engine gives is placed so that its own
/// onset, by the rule of ``onset(of:)``, stands on the stretched place of the old one. All before
/// that is silent.
///
/// Two runs give the same bits on one machine; on another the processor may differ in the way that
/// it multiplies and adds. The cost is about half the length of the sound in stereo.
///
/// - Precondition: finite samples.
func stretched(
  _ channels: [[Float]], at rate: SampleRate, stretch: Rational, pitch: Rational
) -> [[Float]] {
  let length = stretchedLength(channels[0].count, stretch: stretch)
  guard let old = onset(of: channels) else { return channels.map { _ in silence(length) } }
  let place = stretchedLength(old, stretch: stretch)
  let engine = StretchEngine(
    channels: channels.count, rate: rate, timeRatio: stretch.double,
    pitchScale: PortableMath.exp2(pitch.double / 12))
  let hit = engine.output(of: channels, from: old)
  guard let new = onset(of: hit) else { return channels.map { _ in silence(length) } }
  return hit.map { channel in
    var result = silence(place)
    result.reserveCapacity(length)
    result += channel[new...].prefix(length - place)
    return result + silence(length - result.count)
  }
}

private func silence(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

/// The one owner of a Rubber Band handle, for one sound.
private struct StretchEngine: ~Copyable {
  private let state: RubberBandState
  private let channels: Int
  /// Frames handed over at a time.
  private static let block = 1 << 12
  /// Silence behind the sound, so that even a single frame gives an output.
  private static let padding = 1 << 12

  init(channels: Int, rate: SampleRate, timeRatio: Double, pitchScale: Double) {
    // Drums: both channels keep together over all frequencies. One thread, so that nothing depends
    // on their number.
    let options =
      RubberBandOptionProcessOffline.rawValue | RubberBandOptionEngineFiner.rawValue
      | RubberBandOptionChannelsTogether.rawValue | RubberBandOptionThreadingNever.rawValue
    // It would tell of extreme ratios on standard error.
    RubberBand.setDefaultDebugLevel(-1)
    // The rate only sets the sizes of its windows, and 192 kHz is the highest that it knows.
    state = RubberBand.new(
      UInt32(min(rate.hertz, 192_000)), UInt32(channels), RubberBandOptions(options), timeRatio,
      pitchScale)!
    precondition(RubberBand.engineVersion(state) == 3, "Rubber Band 3 or later")
    self.channels = channels
    RubberBand.setMaxProcessSize(state, UInt32(StretchEngine.block))
  }

  deinit { RubberBand.delete(state) }

  /// What the engine makes of a sound from frame `start` on, and of the silence behind it.
  func output(of sound: [[Float]], from start: Int) -> [[Float]] {
    feed(sound, from: start) { RubberBand.study(state, $0, $1, $2) }
    var result = [[Float]](repeating: [], count: channels)
    feed(sound, from: start) { samples, count, isLast in
      RubberBand.process(state, samples, count, isLast)
      retrieve(into: &result)
    }
    return result
  }

  /// Hands a sound and the silence behind it over in blocks.
  private func feed(
    _ sound: [[Float]], from start: Int,
    to body: (UnsafePointer<UnsafePointer<Float>?>, UInt32, Int32) -> Void
  ) {
    let block = StretchEngine.block
    let end = sound[0].count + StretchEngine.padding
    var samples = [Float](repeating: 0, count: block * channels)
    for position in stride(from: start, to: end, by: block) {
      let count = min(block, end - position)
      for (index, channel) in sound.enumerated() {
        let part = channel[min(position, channel.count)..<min(position + count, channel.count)]
        let silence = repeatElement(Float(0), count: count - part.count)
        samples.replaceSubrange((index * block)..<(index * block + count), with: part + silence)
      }
      samples.withUnsafeBufferPointer { samples in
        let sides = (0..<channels).map { samples.baseAddress! + $0 * block as UnsafePointer? }
        body(sides, UInt32(count), position + count == end ? 1 : 0)
      }
    }
  }

  /// Appends what the engine has ready.
  private func retrieve(into result: inout [[Float]]) {
    let block = StretchEngine.block
    var samples = [Float](repeating: 0, count: block * channels)
    while case let ready = Int(RubberBand.available(state)), ready > 0 {
      let count = samples.withUnsafeMutableBufferPointer { samples in
        let sides = (0..<channels).map {
          samples.baseAddress! + $0 * block as UnsafeMutablePointer?
        }
        return Int(RubberBand.retrieve(state, sides, UInt32(min(ready, block))))
      }
      for index in 0..<channels {
        result[index] += samples[(index * block)..<(index * block + count)]
      }
    }
  }
}
