import SongModel
import Sounds
import Testing
import Timing

/// What a name sounds like under a kit, or under none: what the language says.
private func sound(_ name: String, under kit: BuiltInKit?) -> BuiltInSound? {
  kit?.sounds.first { $0.name == name }?.sound ?? BuiltInSound(rawValue: name)
}

private let noKitAndEach: [BuiltInKit?] = [nil] + BuiltInKit.allCases
private let defaults = BuiltInSound.allCases.filter { $0.kit == nil }

@Suite("The built-in kits")
struct BuiltInKitTests {
  @Test("have the names that a song writes")
  func names() {
    #expect(BuiltInKit.allCases.map(\.name) == ["808", "909", "acoustic", "metronome"])
  }

  @Test("each sound belongs to one kit, or is what its name means without one")
  func membership() {
    #expect(defaults.count == 22)
    for kit in BuiltInKit.allCases {
      let sounds = Set(kit.sounds.map(\.sound))
      #expect(sounds == Set(BuiltInSound.allCases.filter { $0.kit == kit }), "\(kit)")
    }
    // So those of one kit stand together, in the order of the kits.
    let inOrder = BuiltInSound.allCases.compactMap(\.kit)
    for (kit, next) in zip(inOrder, inOrder.dropFirst()) where kit != next {
      #expect(inOrder.lastIndex(of: kit)! < inOrder.firstIndex(of: next)!)
    }
  }

  @Test("a kit gives a name once, and its sounds in their order", arguments: BuiltInKit.allCases)
  func once(_ kit: BuiltInKit) {
    let names = kit.sounds.map(\.name)
    #expect(Set(names).count == names.count)
    var firsts: [BuiltInSound] = []
    for row in kit.sounds where !firsts.contains(row.sound) { firsts.append(row.sound) }
    #expect(firsts == BuiltInSound.allCases.filter { $0.kit == kit })
  }

  @Test(
    "a drum kit has drums and cymbals of its own, named for the kit",
    arguments: [BuiltInKit.tr808, .tr909, .acoustic])
  func drums(_ kit: BuiltInKit) {
    for name in [
      "kick", "snare", "rim", "hat", "open-hat", "tom-high", "tom-mid", "tom-low", "crash", "ride",
    ] {
      #expect(sound(name, under: kit)?.kit == kit, "\(name)")
    }
    for row in kit.sounds where row.name != "ride" {
      #expect(row.sound.name == "\(kit.name)-\(row.name)")
    }
  }

  @Test("the metronome's click is a bell and wood")
  func metronome() {
    #expect(sound("click-high", under: .metronome) == .metronomeBell)
    #expect(sound("click-low", under: .metronome) == .metronomeWood)
    #expect(sound("click-soft", under: .metronome) == .metronomeSoft)
  }

  @Test("what is heard under one kit has keys of the General MIDI percussion map to itself")
  func notes() {
    #expect(BuiltInSound.allCases.allSatisfy { (35...81).contains($0.generalMIDINote) })
    for kit in noKitAndEach {
      let own = kit?.sounds.map(\.name) ?? []
      let standIns = defaults.filter { !own.contains($0.name) }
      let heard = Set(standIns + BuiltInSound.allCases.filter { $0.kit == kit })
      #expect(Set(heard.map(\.generalMIDINote)).count == heard.count, "\(kit?.name ?? "no kit")")
    }
  }

  @Test("every summary is its own, and short enough for a list")
  func summaries() {
    let summaries = BuiltInKit.allCases.map(\.summary)
    #expect(summaries.allSatisfy { (1...40).contains($0.count) })
    #expect(Set(summaries).count == summaries.count)
  }
}

@Suite("The balance of the kits")
struct KitBalanceTests {
  @Test("sounds leave room for the others where they fall on one frame", arguments: noKitAndEach)
  func headroom(_ kit: BuiltInKit?) throws {
    let together = [
      ["kick", "snare", "hat", "crash"], ["kick", "clap", "open-hat"],
      ["kick", "tom-low", "crash"], ["click-high", "kick", "hat", "crash"],
      ["click-low", "kick", "hat", "crash"],
    ]
    for names in together {
      let sounds = try names.map { try #require(sound($0, under: kit)) }
      expectRoom(sounds)
    }
    // The metronome's bell and wood beside any kit.
    for click in [BuiltInSound.metronomeBell, .metronomeWood] {
      let drums = try ["kick", "hat", "crash"].map { try #require(sound($0, under: kit)) }
      expectRoom([click] + drums)
    }
  }

  private func expectRoom(_ sounds: [BuiltInSound]) {
    for rate in measuredRates {
      let parts = sounds.map { Rendering.of($0, at: rate).samples }
      var sum = [Float](repeating: 0, count: parts.map(\.count).max()!)
      for part in parts {
        for (index, sample) in part.enumerated() { sum[index] += sample }
      }
      #expect(
        sum.allSatisfy { $0.magnitude < 1 }, "\(sounds.map(\.name)) at \(rate.hertz) Hz")
    }
  }

  @Test("a sound is as loud as the one whose name it takes", arguments: BuiltInKit.allCases)
  func loudness(_ kit: BuiltInKit) {
    var heard: Set<BuiltInSound> = []
    // By its first name: the 808's cymbal is a crash that may be called a ride.
    for (name, sound) in kit.sounds where heard.insert(sound).inserted {
      guard let standard = defaults.first(where: { $0.name == name }) else { continue }
      // 2 dB: less than anybody turns a level to hear a difference in a pattern, and room for the
      // peaks to be whole decibels.
      let loudness = Rendering.of(sound, at: .standard).loudness
      let expected = Rendering.of(standard, at: .standard).loudness
      #expect(
        (loudness - expected).magnitude < 2, "\(sound.name): \(loudness), \(name): \(expected)")
    }
  }

  @Test("a sound is another instrument than the others of its name")
  func difference() {
    for name in Set(BuiltInKit.allCases.flatMap { $0.sounds.map(\.name) }) {
      let sounds = Set(noKitAndEach.compactMap { sound(name, under: $0) })
      for one in sounds {
        for other in sounds where other != one {
          // 0.75² = 0.56: close to half of each is not in the other. All begin on their first
          // frame, so they are compared as they would be heard together.
          let likeness = correlation(one, other)
          #expect(likeness < 0.75, "\(one.name), \(other.name): \(likeness)")
        }
      }
    }
  }

  /// |Σab|/√(Σa²·Σb²): 1 for two sounds that differ in level alone.
  private func correlation(_ one: BuiltInSound, _ other: BuiltInSound) -> Double {
    let a = Rendering.of(one, at: .standard).samples.map(Double.init)
    let b = Rendering.of(other, at: .standard).samples.map(Double.init)
    let product = zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
    func energy(_ samples: [Double]) -> Double { samples.reduce(0) { $0 + $1 * $1 } }
    return product.magnitude / (energy(a) * energy(b)).squareRoot()
  }
}
