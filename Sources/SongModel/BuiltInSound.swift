/// The sounds that need no file, in the order in which they are listed: first those that a name
/// means where no kit says otherwise, then those of each ``BuiltInKit``.
public enum BuiltInSound: String, CaseIterable, Sendable {
  case clickHigh = "click-high"
  case clickLow = "click-low"
  case clickSoft = "click-soft"
  case beepHigh = "beep-high"
  case beepLow = "beep-low"
  case woodHigh = "wood-high"
  case woodLow = "wood-low"
  case clave
  case cowbell
  case rim
  case kick
  case snare
  case clap
  case hat
  case openHat = "open-hat"
  case tomHigh = "tom-high"
  case tomMid = "tom-mid"
  case tomLow = "tom-low"
  case crash
  case ride
  case shaker
  case tambourine

  case kick808 = "808-kick"
  case snare808 = "808-snare"
  case clap808 = "808-clap"
  case rim808 = "808-rim"
  case hat808 = "808-hat"
  case openHat808 = "808-open-hat"
  case tomHigh808 = "808-tom-high"
  case tomMid808 = "808-tom-mid"
  case tomLow808 = "808-tom-low"
  case crash808 = "808-crash"
  case cowbell808 = "808-cowbell"
  case clave808 = "808-clave"
  case shaker808 = "808-shaker"

  case kick909 = "909-kick"
  case snare909 = "909-snare"
  case clap909 = "909-clap"
  case rim909 = "909-rim"
  case hat909 = "909-hat"
  case openHat909 = "909-open-hat"
  case tomHigh909 = "909-tom-high"
  case tomMid909 = "909-tom-mid"
  case tomLow909 = "909-tom-low"
  case crash909 = "909-crash"
  case ride909 = "909-ride"

  case acousticKick = "acoustic-kick"
  case acousticSnare = "acoustic-snare"
  case acousticRim = "acoustic-rim"
  case acousticHat = "acoustic-hat"
  case acousticOpenHat = "acoustic-open-hat"
  case acousticPedalHat = "acoustic-pedal-hat"
  case acousticTomHigh = "acoustic-tom-high"
  case acousticTomMid = "acoustic-tom-mid"
  case acousticTomLow = "acoustic-tom-low"
  case acousticCrash = "acoustic-crash"
  case acousticRide = "acoustic-ride"
  case acousticRideBell = "acoustic-ride-bell"

  case metronomeBell = "metronome-bell"
  case metronomeWood = "metronome-wood"
  case metronomeSoft = "metronome-soft"

  /// The name as a song writes it.
  public var name: String { rawValue }
}
