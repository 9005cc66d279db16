/// What is shown of a song that plays.
struct PlayState: Equatable, Sendable {
  struct Track: Equatable, Sendable {
    var name: String
    var isMuted = false
  }

  /// A sound that a key strikes.
  struct Pad: Equatable, Sendable {
    var key: Character
    var name: String
  }

  /// The level of one of the two outputs.
  struct Meter: Equatable, Sendable {
    /// In dB below full scale; minus infinity for silence.
    var peak = -Double.infinity
    /// Whether any level so far was beyond full scale.
    var hasClipped = false

    /// Takes a new level. A clip stays.
    mutating func show(_ peak: Double) {
      self.peak = peak
      if peak > 0 { hasClipped = true }
    }
  }

  var title = ""
  /// The song's place in a set list, from 1, and how many songs are in it.
  var songNumber = 1
  var songCount = 1

  var section = ""
  /// From 1.
  var sectionNumber = 1
  var sectionCount = 1
  var bar = 1
  /// From 1 to the beats of the bar.
  var beat = 1
  var beatCount = 4
  /// Whether the beat is an accented one.
  var isAccent = false
  /// How long ago the beat fell, as a share of the beat: 0 to 1.
  var beatAge = 0.0

  /// Beats a minute, as they sound now.
  var tempo = 120.0
  /// As the song writes it: `7/8`.
  var meter = "4/4"
  /// Seconds.
  var elapsed = 0.0
  /// Seconds; `nil` where the song has no end.
  var remaining: Double?

  var isStopped = false
  var isLooping = false
  var playsSubdivisions = true
  var leavesGaps = false
  /// In dB.
  var volume = 0.0
  var tracks: [Track] = []
  var pads: [Pad] = []
  var left = Meter()
  var right = Meter()

  /// How often the sound broke off.
  var xruns = 0
  /// How many sounds came too late for their time.
  var lateSounds = 0
  /// How many sounds are heard at once now.
  var voices = 0
  var sampleRate = 48_000
  /// Frames at a time.
  var bufferSize = 1024
  /// Where the session is being recorded to.
  var recording: String?
  var message: String?
}
