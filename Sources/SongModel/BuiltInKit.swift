/// The kits that need no file, in the order in which they are listed.
///
/// A kit gives some names of the language a sound of its own. A name that it does not give means
/// what it means without a kit, the ``BuiltInSound`` of that name.
public enum BuiltInKit: String, CaseIterable, Sendable {
  case tr808 = "808"
  case tr909 = "909"
  case acoustic
  case metronome

  /// The name as a song writes it.
  public var name: String { rawValue }

  /// What the kit is, in at most 40 characters, for lists.
  public var summary: String {
    switch self {
    case .tr808: "drum machine of 1980, all circuits"
    case .tr909: "drum machine of 1983, grainy cymbals"
    case .acoustic: "drums and cymbals, played with sticks"
    case .metronome: "a bell for the accent, wood for the beat"
    }
  }

  /// Which names the kit gives which sound, in the order in which they are listed. Each name stands
  /// there once; a sound may have several names, and the first one is the one to list it by.
  public var sounds: [(name: String, sound: BuiltInSound)] {
    switch self {
    case .tr808:
      [
        ("kick", .kick808), ("snare", .snare808), ("clap", .clap808), ("rim", .rim808),
        ("hat", .hat808), ("open-hat", .openHat808), ("tom-high", .tomHigh808),
        ("tom-mid", .tomMid808), ("tom-low", .tomLow808), ("crash", .crash808),
        // The machine has one cymbal; whoever writes a ride for it means that one.
        ("ride", .crash808), ("cowbell", .cowbell808), ("clave", .clave808),
        ("shaker", .shaker808),
      ]
    case .tr909:
      [
        ("kick", .kick909), ("snare", .snare909), ("clap", .clap909), ("rim", .rim909),
        ("hat", .hat909), ("open-hat", .openHat909), ("tom-high", .tomHigh909),
        ("tom-mid", .tomMid909), ("tom-low", .tomLow909), ("crash", .crash909),
        ("ride", .ride909),
      ]
    case .acoustic:
      [
        ("kick", .acousticKick), ("snare", .acousticSnare), ("rim", .acousticRim),
        ("hat", .acousticHat), ("open-hat", .acousticOpenHat), ("pedal-hat", .acousticPedalHat),
        ("tom-high", .acousticTomHigh), ("tom-mid", .acousticTomMid),
        ("tom-low", .acousticTomLow), ("crash", .acousticCrash), ("ride", .acousticRide),
        ("ride-bell", .acousticRideBell),
      ]
    case .metronome:
      [
        ("click-high", .metronomeBell), ("click-low", .metronomeWood),
        ("click-soft", .metronomeSoft),
        ("bell", .metronomeBell), ("wood", .metronomeWood), ("wood-high", .metronomeWood),
        ("wood-low", .metronomeSoft),
      ]
    }
  }
}

extension BuiltInSound {
  /// The kit that the sound belongs to; `nil` for those that a name means without one.
  public var kit: BuiltInKit? {
    BuiltInKit.allCases.first { kit in kit.sounds.contains { $0.sound == self } }
  }
}
