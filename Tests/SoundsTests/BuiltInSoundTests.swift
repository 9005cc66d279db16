import SongModel
import Sounds
import Testing
import Timing

@Suite("Every built-in sound, at every rate")
struct BuiltInSoundTests {
  @Test("begins on its first frame", arguments: Rendering.all)
  func onset(_ sound: Rendering) {
    // 2⁻¹⁰ of full scale is 32 steps of 16 bits: still heard through a level of -30 dB.
    #expect(sound.samples[0].magnitude >= 0x1p-10)
    // And it is part of the attack: not more than 24 dB below the peak.
    #expect(Double(sound.samples[0].magnitude) >= sound.peak / 16)
  }

  @Test("begins on its first frame at rates that nobody measured")
  func onsetAtOddRates() {
    // Short sounds only; what they are made of is what the long ones are made of.
    let short: [BuiltInSound] = [
      .clickHigh, .clickLow, .clickSoft, .beepHigh, .beepLow, .rim, .hat, .shaker, .clap, .snare,
      .rim808, .hat808, .clave808, .shaker808, .snare808, .cowbell808, .rim909, .hat909, .snare909,
      .clap909, .acousticRim, .acousticHat, .acousticPedalHat, .acousticKick, .metronomeWood,
      .metronomeSoft,
    ]
    for hertz in [8_001, 11_025, 12_345, 16_000, 31_999, 37_800, 88_200, 176_400, 191_999] {
      for sound in short {
        let rendering = Rendering(sound, SampleRate(hertz: hertz)!)
        #expect(
          Double(rendering.samples[0].magnitude) >= rendering.peak / 16,
          "\(rendering.testDescription)")
      }
    }
  }

  @Test("ends in silence, without a step", arguments: Rendering.all)
  func end(_ sound: Rendering) {
    // The fade falls with the third power: 10u³, u being the part of it that is left. In the last
    // hundredth of the sound u < 0.04, so what is left of a peak of 1/2 is below 2⁻¹¹.
    let last = sound.samples.suffix(sound.samples.count / 100)
    #expect(last.allSatisfy { $0.magnitude < 0x1p-11 })
    #expect(sound.samples.suffix(3).allSatisfy { $0.magnitude < 0x1p-16 })
    // Half of the last bit of 24: zero in every integer format.
    #expect(sound.samples.last!.magnitude < 0x1p-24)
  }

  @Test("has no mean", arguments: Rendering.all)
  func mean(_ sound: Rendering) {
    // It is taken away in Double. What comes back is each sample's rounding to Float: below 2⁻²⁵ for
    // samples up to 1, so the mean cannot exceed that either. It is a quarter of a bit of 24.
    let sum = sound.samples.reduce(0.0) { $0 + Double($1) }
    #expect((sum / Double(sound.samples.count)).magnitude <= 0x1p-25)
  }

  @Test("has the same peak at every rate, at least 6 dB below full scale", arguments: Rendering.all)
  func peak(_ sound: Rendering) {
    let reference = Rendering.of(sound.sound, at: .standard)
    // It is set in Double, so only the rounding to Float is left: 2⁻²⁴ of the value.
    #expect((sound.peak / reference.peak - 1).magnitude < 0x1p-22)
    #expect(sound.peak < 0.502)
  }

  @Test("lasts as long at every rate", arguments: Rendering.all)
  func length(_ sound: Rendering) {
    let reference = Rendering.of(sound.sound, at: .standard)
    let seconds = Double(sound.samples.count) / Double(sound.rate.hertz)
    let expected = Double(reference.samples.count) / 48_000
    // Each length is rounded to a frame of its own.
    #expect((seconds - expected).magnitude <= 0.5 / Double(sound.rate.hertz) + 0.5 / 48_000)
  }

  @Test("is as loud at every rate that holds its band", arguments: Rendering.all)
  func loudness(_ sound: Rendering) {
    guard sound.rate.hertz >= 44_100 else { return }
    let reference = Rendering.of(sound.sound, at: .standard)
    // The noise is another one at each rate, and the peak that sets the level is chance: up to 2 dB,
    // a factor of 1.6.
    let ratio = sound.energy / reference.energy
    #expect((1 / 1.6...1.6).contains(ratio))
  }

  @Test("is mono, at the rate asked for", arguments: BuiltInSound.allCases)
  func shape(_ sound: BuiltInSound) {
    let rate = SampleRate(hertz: 8000)!
    let buffer = sound.samples(at: rate)
    #expect(buffer.channels.count == 1)
    #expect(buffer.rate == rate)
  }

  @Test("holds nothing but numbers", arguments: Rendering.all)
  func finite(_ sound: Rendering) {
    #expect(sound.samples.allSatisfy { $0.isFinite })
  }
}

@Suite("What the built-in sounds are")
struct BuiltInSoundCharacterTests {
  /// Clicks and beeps hold nothing that needs a higher rate than 8 kHz.
  @Test("a click or beep has its pitch", arguments: measuredRates)
  func pitches(_ rate: SampleRate) {
    let pitches: [(BuiltInSound, Double)] = [
      (.clickHigh, 2400), (.clickLow, 1600), (.clickSoft, 1200), (.beepHigh, 1760), (.beepLow, 880),
    ]
    for (sound, pitch) in pitches {
      let spectrum = Rendering.of(sound, at: rate).spectrum
      // A sound of 26 ms has a line 38 Hz wide.
      #expect((spectrum.strongest - pitch).magnitude < 40, "\(sound.rawValue)")
    }
  }

  @Test("a click has its energy between 1 and 4 kHz", arguments: measuredRates)
  func clickBand(_ rate: SampleRate) {
    for sound in [BuiltInSound.clickHigh, .clickLow, .clickSoft] {
      #expect(Rendering.of(sound, at: rate).spectrum.share(1000...4000) > 0.9, "\(sound.rawValue)")
    }
  }

  @Test("a click is over in 10 to 40 ms")
  func clickLength() {
    for sound in [BuiltInSound.clickHigh, .clickLow, .clickSoft] {
      let frames = sound.samples(at: .standard).frames
      #expect((480...1920).contains(frames), "\(sound.rawValue)")
    }
  }

  @Test("a pure tone stays pure at 8 kHz: nothing folds back")
  func purity() {
    let rate = SampleRate(hertz: 8000)!
    // Outside 200 Hz around the tone lie only the flanks of its onset and fade.
    #expect(Rendering.of(.beepHigh, at: rate).spectrum.share(1560...1960) > 0.998)
    #expect(Rendering.of(.beepLow, at: rate).spectrum.share(680...1080) > 0.998)
  }

  /// Where the instruments have their energy, at 48 kHz.
  @Test(
    "an instrument sounds where it belongs",
    arguments: [
      (BuiltInSound.kick, 30.0...250.0, 0.95), (.snare, 150...10_000, 0.9),
      (.tomHigh, 150...300, 0.85), (.tomMid, 100...230, 0.85), (.tomLow, 70...170, 0.85),
      (.clap, 600...5000, 0.75), (.hat, 4000...18_000, 0.85), (.openHat, 4000...18_000, 0.85),
      (.crash, 1000...16_000, 0.8), (.ride, 2000...16_000, 0.75), (.shaker, 4000...16_000, 0.85),
      (.tambourine, 3600...16_000, 0.9), (.cowbell, 500...3000, 0.85), (.clave, 2300...2700, 0.9),
      (.woodHigh, 1000...3500, 0.9), (.woodLow, 650...2500, 0.9), (.rim, 400...3000, 0.9),
      (.kick808, 30...150, 0.95), (.snare808, 150...12_000, 0.9), (.clap808, 500...4000, 0.9),
      (.rim808, 400...3000, 0.9), (.hat808, 4000...18_000, 0.9), (.openHat808, 4000...18_000, 0.9),
      (.tomHigh808, 160...260, 0.85), (.tomMid808, 115...190, 0.85), (.tomLow808, 80...130, 0.85),
      (.crash808, 2000...14_000, 0.85), (.cowbell808, 500...4500, 0.9),
      (.clave808, 2300...2700, 0.9), (.shaker808, 4000...18_000, 0.9),
      (.kick909, 30...500, 0.95), (.snare909, 140...16_000, 0.9), (.clap909, 700...10_000, 0.9),
      (.rim909, 150...1500, 0.9), (.hat909, 4000...18_000, 0.9), (.openHat909, 4000...18_000, 0.9),
      (.tomHigh909, 130...500, 0.9), (.tomMid909, 95...360, 0.9), (.tomLow909, 65...260, 0.9),
      (.crash909, 1000...18_000, 0.85), (.ride909, 1000...18_000, 0.9),
      (.acousticKick, 40...250, 0.9), (.acousticSnare, 150...12_000, 0.9),
      (.acousticRim, 150...4000, 0.9), (.acousticHat, 1000...16_000, 0.9),
      (.acousticOpenHat, 1000...16_000, 0.85), (.acousticPedalHat, 1000...9000, 0.85),
      (.acousticTomHigh, 130...400, 0.9), (.acousticTomMid, 95...300, 0.9),
      (.acousticTomLow, 65...215, 0.9), (.acousticCrash, 300...14_000, 0.9),
      (.acousticRide, 1000...12_000, 0.85), (.acousticRideBell, 700...8000, 0.95),
      (.metronomeBell, 1000...6000, 0.95), (.metronomeWood, 900...3000, 0.9),
      (.metronomeSoft, 600...1300, 0.9),
    ] as [(BuiltInSound, ClosedRange<Double>, Double)])
  func band(_ sound: BuiltInSound, _ range: ClosedRange<Double>, _ share: Double) {
    #expect(Rendering.of(sound, at: .standard).spectrum.share(range) > share)
  }

  @Test("the pairs stand in their order of pitch")
  func order() {
    for row: [BuiltInSound] in [
      [.clickSoft, .clickLow, .clickHigh], [.beepLow, .beepHigh], [.woodLow, .woodHigh],
      [.kick, .tomLow, .tomMid, .tomHigh], [.kick808, .tomLow808, .tomMid808, .tomHigh808],
      [.kick909, .tomLow909, .tomMid909, .tomHigh909],
      [.acousticKick, .acousticTomLow, .acousticTomMid, .acousticTomHigh],
      [.metronomeSoft, .metronomeWood, .metronomeBell],
    ] {
      let pitches = row.map { Rendering.of($0, at: .standard).spectrum.strongest }
      // A semitone apart at least, 6 %.
      for (lower, higher) in zip(pitches, pitches.dropFirst()) {
        #expect(higher > 1.06 * lower, "\(row.map(\.rawValue))")
      }
    }
  }

  @Test(
    "an open hi-hat rings five times as long as a closed one",
    arguments: [
      (BuiltInSound.openHat, BuiltInSound.hat), (.openHat808, .hat808), (.openHat909, .hat909),
      (.acousticOpenHat, .acousticHat),
    ])
  func hats(_ open: BuiltInSound, _ closed: BuiltInSound) {
    #expect(
      open.samples(at: .standard).frames > 5 * closed.samples(at: .standard).frames)
  }

  @Test("every summary is its own, and short enough for a list", arguments: BuiltInSound.allCases)
  func summaries(_ sound: BuiltInSound) {
    #expect((1...40).contains(sound.summary.count))
    #expect(BuiltInSound.allCases.filter { $0.summary == sound.summary }.count == 1)
  }
}
