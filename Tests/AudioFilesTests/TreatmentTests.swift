import Glibc
import SongModel
import Sounds
import Testing
import Timing

@testable import AudioFiles

private let decayRates = [8000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000, 384_000]

@Suite struct TreatmentTests {
  let folder = TemporaryFolder()

  @Test("a sound that nothing is done to keeps its bits", arguments: [BuiltInSound.kick, .hat])
  func untouched(sound: BuiltInSound) throws {
    let buffer = sound.samples(at: .standard)
    let result = try RawSound(buffer).samples(at: .standard, treatment: .none)
    #expect(result.channels == buffer.channels)
    // A rate and a transposition that undo each other are no conversion either.
    let low = RawSound(sound.samples(at: rate(24_000)))
    let same = try low.samples(at: .standard, treatment: Treatment(transpose: 12))
    #expect(same.channels == low.channels)
    let back = try RawSound(buffer).samples(
      at: .standard, treatment: Treatment(transpose: 1), cents: -100)
    #expect(back.channels == buffer.channels)
  }

  @Test(
    "the start is cut at floor(start·rate + 1/2) of the file's own frames",
    arguments: [
      (44_100, "0"), (44_100, "1/44100"), (44_100, "1/88200"), (44_100, "10/882001"),
      (44_100, "1/3"), (192_000, "5/384000"), (5512, "1/7"), (5512, "3/11024"), (500_000, "1/3"),
      (500_000, "1/1000001"), (500_000, "1/1000000"),
    ])
  func start(hertz: Int, start: String) throws {
    let count = hertz / 2
    let numbers = (0..<count).map { Float($0) / 0x1p20 }
    try writeAudio(folder.file("a.wav"), format(.wav, .float32, channels: 1), [numbers])
    // The rate stands at byte 24.
    var bytes = readBytes(folder.file("a.wav"))
    bytes.replaceSubrange(24..<28, with: littleEndian([UInt32(hertz)]))
    writeBytes(bytes, to: folder.file("a.wav"))
    let parts = start.split(separator: "/").map { Int128($0)! }
    let time = Rational(parts[0], parts.count > 1 ? parts[1] : 1)
    let sound = try RawSound(reading: folder.file("a.wav"))
    #expect(sound.hertz == hertz)

    let expected = Int((time * Rational(Int128(hertz)) + Rational(1, 2)).floor)
    // To the file's own rate where the song can have it, else to see the length.
    if let own = SampleRate(hertz: hertz) {
      let result = try sound.samples(at: own, treatment: Treatment(start: time))
      #expect(result.channels[0] == Array(numbers[expected...]))
    } else {
      let result = try sound.samples(at: .standard, treatment: Treatment(start: time))
      let length = (count - expected) * 48_000
      #expect(result.frames == (length + hertz - 1) / hertz)
    }
  }

  @Test("a start at the end or behind it is a fault")
  func pastTheEnd() throws {
    let sound = sound(noise(4800))
    let huge = Rational(Int128(1) << 100, 3)
    for start in [Rational(1, 10), Rational(9599, 96_000), 1, huge] {
      let fault = fault { () throws(TreatmentFault) in
        _ = try sound.samples(at: .standard, treatment: Treatment(start: start))
      }
      #expect(fault == .startsPastTheEnd(length: Rational(1, 10)), "\(start)")
    }
    let last = try sound.samples(at: .standard, treatment: Treatment(start: Rational(4799, 48_000)))
    #expect(last.channels == [[noise(4800)[4799]]])
  }

  @Test("a decay ends on its frame, and follows its formula", arguments: decayRates)
  func decay(hertz: Int) throws {
    let own = rate(hertz)
    let ones = [Float](repeating: 1, count: hertz / 10)
    let sound = RawSound(SampleBuffer(channels: [ones, ones.map { -$0 / 2 }], rate: own))
    for decay in [Rational(1, 100), Rational(1, 30), Rational(101, 2000), Rational(2001, 384_000)] {
      let result = try sound.samples(at: own, treatment: Treatment(decay: decay))
      #expect(result.frames == Seconds(decay).frame(at: own).index)
      #expect(result.channels[1] == result.channels[0].map { -$0 / 2 })
      var worst = 0.0
      for frame in 0..<result.frames {
        let time = Double(frame) / Double(hertz)
        let gain = (pow(10, -3 * time / decay.double) - 0.001) / 0.999
        worst = max(worst, abs(20 * log10(Double(result.channels[0][frame]) / gain)))
      }
      // A Float is right to 5·10⁻⁷ dB; the rest is for what the formula loses next to its zero.
      #expect(worst < 0.001)
      #expect(result.channels[0][0] == 1)
    }
  }

  @Test("a decay longer than the sound leaves its length, however long it is")
  func longDecay() throws {
    let sound = sound(noise(4800))
    for decay in [Rational(1, 10), 1, Rational(Int128(1) << 100, 3)] {
      let result = try sound.samples(at: .standard, treatment: Treatment(decay: decay))
      #expect(result.frames == 4800)
      #expect(result.channels[0][1].magnitude <= noise(4800)[1].magnitude)
    }
    #expect(try sound.samples(at: .standard, treatment: Treatment(decay: .zero)).frames == 0)
  }

  @Test("a decay counts from the start, after the conversion and the stretching")
  func order() throws {
    let sound = sound([Float](repeating: 0.5, count: 48_000))
    let treatment = Treatment(
      start: Rational(1, 2), transpose: 12, stretch: 2, decay: Rational(1, 10))
    let result = try sound.samples(at: rate(96_000), treatment: treatment)
    #expect(result.frames == 9600)
    let whole = try sound.samples(
      at: rate(96_000), treatment: Treatment(start: Rational(1, 2), transpose: 12, stretch: 2))
    // Half a second, half of it by the transposition, and twice that by the stretching.
    #expect(whole.frames == 48_000)
    let faded = try RawSound(whole).samples(
      at: rate(96_000), treatment: Treatment(decay: Rational(1, 10)))
    #expect(result.channels == faded.channels)
  }

  @Test("what would become too long is a fault, before memory is taken for it")
  func tooLong() {
    // 768 times as long: 153 million frames.
    let low = sound([Float](repeating: 0.1, count: 200_000), at: rate(8000))
    let converting = fault { () throws(TreatmentFault) in
      _ = try low.samples(at: rate(384_000), treatment: Treatment(transpose: -48))
    }
    #expect(converting == .tooLong(limit: 1 << 27))
    let short = sound(noise(1000))
    for (treatment, length) in [
      (Treatment(stretch: Rational(3, 2)), 1500), (Treatment(transpose: -12), 2000),
      (.none, 1000),
    ] {
      for limit in [length - 1, length] {
        let fault = fault { () throws(TreatmentFault) in
          _ = try short.samples(at: .standard, treatment: treatment, limit: limit)
        }
        #expect(fault == (limit < length ? .tooLong(limit: limit) : nil))
      }
    }
  }

  @Test(
    "samples that leave the range of numbers are a fault",
    arguments: [Treatment(transpose: -1), Treatment(stretch: 2), Treatment(pitch: 3)])
  func notFinite(treatment: Treatment) {
    let largest = Float.greatestFiniteMagnitude
    let sound = sound((0..<20_000).map { $0 / 50 % 2 == 0 ? largest : -largest })
    let fault = fault { () throws(TreatmentFault) in
      _ = try sound.samples(at: .standard, treatment: treatment)
    }
    guard case .notFinite(let frame) = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect((0..<40_000).contains(frame))
  }

  @Test(
    "a fault says what is wrong and what to do",
    arguments: [
      (
        TreatmentFault.startsPastTheEnd(length: Rational(1, 3)),
        "it starts at or after the end of its source, which is 0.333 s long; "
          + "use an earlier 'start'"
      ),
      (
        .tooLong(limit: 1 << 27),
        "it becomes too long: more than 134217728 frames; "
          + "use a shorter file, a higher 'transpose' or a lower 'stretch'"
      ),
      (
        .notFinite(frame: 7),
        "its samples are too large to be converted: frame 7 becomes infinite; "
          + "export the file again at a lower level"
      ),
    ])
  func wording(fault: TreatmentFault, text: String) {
    #expect(fault.description == text)
  }
}
