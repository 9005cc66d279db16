import Timing

/// What a Hydrogen song says, in its own terms; every default filled in.
struct HydrogenSong {
  var name: String?
  var author: String?
  var notes: String?
  var license: String?
  /// Quarter notes a minute.
  var tempo: Rational
  var volume: Rational
  var isLooped: Bool
  /// The delay of every second sixteenth, as a share of half a sixteenth, 0 to 1.
  var swing: Rational
  /// Shares of the largest deviations, 0 to 1.
  var humanizeTime: Rational
  var humanizeVelocity: Rational
  /// `nil` where the song leaves it to the program's settings.
  var isTimelineOn: Bool?
  /// By column.
  var tempoMarkers: [(column: Int, tempo: Rational)]
  var tags: [(column: Int, name: String)]
  var panLaw: String
  var hasEffects: Bool
  var hasAutomation: Bool
  var hasPlaybackTrack: Bool
  var instruments: [HydrogenInstrument]
  var patterns: [HydrogenPattern]
  /// Indices of patterns that play together.
  var columns: [[Int]]
  /// Whether the song names patterns that it does not have.
  var namesUnknownPatterns: Bool
}

struct HydrogenPattern {
  var name: String
  /// In ticks, 192 a whole note.
  var size: Int
  /// What the length is counted in.
  var denominator: Int
  var notes: [HydrogenNote]
  /// Indices of the patterns that play along.
  var virtuals: [Int] = []

  /// What a column without patterns lasts.
  static let emptySize = 192
  static let ticksPerWholeNote: Int128 = 192
}

struct HydrogenNote: Hashable {
  /// In ticks.
  var position: Int
  /// −1 to 1: the share of five ticks that it comes late.
  var leadLag: Rational
  /// 0 to 1.
  var velocity: Rational
  /// −1 to 1, from the instrument's place.
  var pan: Rational
  /// In semitones from the sample's own pitch.
  var pitch: Rational
  /// 0 to 1.
  var probability: Rational
  /// In ticks; `nil` for as long as the sample.
  var length: Int?
  var isStop: Bool
  var instrument: Int
}

struct HydrogenInstrument {
  enum Selection { case velocity, roundRobin, random }

  var id: Int
  var name: String
  var drumkit: String?
  /// The folder of the drumkit, where the song says it.
  var drumkitPath: String?
  var volume: Rational
  var gain: Rational
  /// −1 to 1.
  var pan: Rational
  var isMuted: Bool
  var isSoloed: Bool
  /// In semitones.
  var pitchOffset: Rational
  var randomPitch: Rational
  var followsVelocity: Bool
  var hasFilter: Bool
  var hasEnvelope: Bool
  var hasEffects: Bool
  /// `nil` for none.
  var muteGroup: Int?
  /// Whether a hit ends the ones before it.
  var stopsItself: Bool
  /// From 0; `nil` for none.
  var midiChannel: Int?
  var midiNote: Int?
  var selection: Selection
  var layers: [HydrogenLayer]
  /// How many further components sound along.
  var furtherComponents: Int
  /// Whether only its number is known.
  var isUnknown = false
}

struct HydrogenLayer: Hashable {
  var file: String
  /// The velocities that it serves, both included.
  var low: Rational
  var high: Rational
  var gain: Rational
  /// In semitones.
  var pitch: Rational
  /// Whether Hydrogen cuts, loops, stretches or shapes it.
  var isEdited: Bool
}
