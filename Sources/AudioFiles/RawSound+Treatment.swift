import SongModel
import Sounds
import Timing

extension RawSound {
  /// The sound as a song plays it: at the song's rate, and treated as its kit says.
  ///
  /// In this order: the start is cut away, to the frame of the sound's own rate that it falls on;
  /// the rest is brought to the song's rate and transposed in one conversion of
  /// rate/hertz · 2^(−semitones/12), by which n frames become ⌈n·ratio⌉ and the first stays the
  /// first; it is stretched and pitched; it is faded out. A step that changes nothing is left out,
  /// and the samples keep their bits.
  ///
  /// The result is the same bits on every machine, but for `stretch` and `pitch`: there only two
  /// runs on one machine agree. In stereo at 48 kHz a conversion takes about a tenth of the sound's
  /// length, and `stretch` or `pitch` about half of it.
  ///
  /// - Parameter cents: added to `transpose`, the hit's own random part.
  /// - Precondition: a start that is not negative, `transpose` and `pitch` within
  ///   ``Treatment/semitones``, `stretch` within ``Treatment/stretches``, a `decay` that is not
  ///   negative, and `cents` from −9600 to 9600.
  public func samples(
    at rate: SampleRate, treatment: Treatment, cents: Int = 0
  ) throws(TreatmentFault) -> SampleBuffer {
    try samples(at: rate, treatment: treatment, cents: cents, limit: RawSound.longest)
  }

  func samples(
    at rate: SampleRate, treatment: Treatment, cents: Int = 0, limit: Int
  ) throws(TreatmentFault) -> SampleBuffer {
    precondition(
      Treatment.semitones.contains(treatment.transpose)
        && Treatment.semitones.contains(treatment.pitch)
        && Treatment.stretches.contains(treatment.stretch), "a treatment within its ranges")
    precondition((-9600...9600).contains(cents), "a random part of at most 96 semitones")
    var result = try cut(at: treatment.start)

    let semitones = treatment.transpose.double + Double(cents) / 100
    let ratio = Double(rate.hertz) / Double(hertz) * PortableMath.exp2(-semitones / 12)
    if ratio != 1 {
      let length = convertedLength(result[0].count, ratio: ratio)
      if length > Double(limit) { throw .tooLong(limit: limit) }
      result = try finite(converted(result, ratio: ratio, length: Int(length)))
    }
    if treatment.stretch != .one || treatment.pitch != .zero {
      let length = stretchedLength(result[0].count, stretch: treatment.stretch)
      if length > limit { throw .tooLong(limit: limit) }
      result = try finite(
        stretched(result, at: rate, stretch: treatment.stretch, pitch: treatment.pitch))
    }
    if result[0].count > limit { throw .tooLong(limit: limit) }
    if let decay = treatment.decay { result = faded(result, at: rate, over: decay) }
    return SampleBuffer(channels: result, rate: rate)
  }

  /// What is left from `start` on, in seconds.
  private func cut(at start: Rational) throws(TreatmentFault) -> [[Float]] {
    precondition(start >= .zero, "a start within the sound")
    if start == .zero { return channels }
    let length = Rational(Int128(frames), Int128(hertz))
    // Tested as a time first, so that no start is too large for a frame.
    guard start < length, case let first = Seconds(start).frame(atHertz: hertz).index,
      first < frames
    else { throw .startsPastTheEnd(length: length) }
    return first == 0 ? channels : channels.map { Array($0[first...]) }
  }
}

private func finite(_ channels: [[Float]]) throws(TreatmentFault) -> [[Float]] {
  // The filter may carry the largest of finite samples past the end of what a Float holds.
  for channel in channels {
    if let bad = channel.firstIndex(where: { !$0.isFinite }) { throw .notFinite(frame: bad) }
  }
  return channels
}

/// Samples that fade out over `decay` seconds, and end there.
///
/// The gain at time t is (10^(−3t/d) − 10⁻³)/(1 − 10⁻³): an exponential fall of 60 dB, lowered so
/// that it arrives at exactly zero. It is worked out anew for each frame, so that nothing adds up.
private func faded(_ channels: [[Float]], at rate: SampleRate, over decay: Rational) -> [[Float]] {
  precondition(decay >= .zero, "a decay into the future")
  let frames = channels[0].count
  // Tested as a time first, so that no decay is too large for a frame.
  let end =
    decay < Rational(Int128(frames), Int128(rate.hertz))
    ? min(frames, Seconds(decay).frame(at: rate).index) : frames
  // −3·log2(10), as the fall of 60 dB in powers of two.
  let fall = -9.965784284662087043610
  let length = decay.double * Double(rate.hertz)
  var result = channels.map { Array($0[..<end]) }
  for frame in 0..<end {
    let gain = (PortableMath.exp2(fall * (Double(frame) / length)) - 0.001) / 0.999
    for channel in result.indices {
      result[channel][frame] = Float(Double(result[channel][frame]) * gain)
    }
  }
  return result
}
