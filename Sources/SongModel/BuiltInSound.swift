/// The sounds that need no file, in the order in which they are listed.
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

  /// The name as a song writes it.
  public var name: String { rawValue }
}
