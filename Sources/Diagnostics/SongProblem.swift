/// A mistake in what a song says.
public enum SongProblem: Sendable {
  /// The kinds of value that a song writes.
  public enum Value: String, CaseIterable, Sendable {
    case number
    case wholeNumber
    case noteValue
    case tempo
    case meter
    case key
    case level
    case pan
    case span
    case time
    case instant
    case bits
    case tail
    case percent
    case swing
    case position
    case semitones
    case decibels
    case normalization
  }

  /// What a place of the file can hold.
  public enum Shape: String, Sendable {
    case text
    case mapping
    case list
    case textOrList
    case textOrMapping
    case textOrListOrMapping
    case nothing
  }

  // Keys and shapes
  /// A key that means nothing in the mapping `context`.
  case unknownKey(key: String, in: String, nearest: String?)
  /// A key of a pattern's long form beside the tracks of its short form.
  case longFormKey(key: String)
  case wrongShape(of: String, expected: Shape, found: Shape)
  /// Two keys that exclude one another in `context`.
  case conflictingKeys(String, String, in: String)
  case missingKey(key: String, in: String)

  // Values
  case badValue(Value, text: String)
  case outOfRange(what: String, text: String, range: String)
  case tooManyDigits(text: String)
  case badChoice(what: String, text: String, choices: [String], nearest: String?)

  // Names
  case unknownSound(name: String, nearest: String?)
  case unknownPattern(name: String, nearest: String?)
  case unknownSection(name: String, nearest: String?)
  case emptyName(of: String)

  // Sections
  /// An item of `song` that is a mapping, but not of one name to one section.
  case songItem(keys: Int)
  case noLength(section: String)
  case emptyList(of: String)
  case tooFine(what: String)
  case songTooLong
  case clickPatternLength(steps: Int, units: Int, meter: String)
  case repeatedSubdivision(Int)

  /// `meter` or `beat` changes inside a bar.
  case notAtBarLine(key: String)
  case noSuchBeat(Int, bar: Int)
  case pastTheEnd
  case emptyChange
  case unknownTrack(name: String, nearest: String?)
  case badEuclid
  /// A sound would start before the file does.
  case beforeTheFile(track: String, by: String)

  // What is legal and rarely meant
  case noEffect(key: String, because: String)
  case unplayed(pattern: String)
  case acrossBars(pattern: String, length: String, meter: String)
  case closeClicks(milliseconds: String)
  case tempoJump(from: String, end: String, to: String, start: String)

  // Steps
  case unknownStep(Character)
  case unknownClickStep(Character)
  case unclosedGroup
  case unopenedGroup
  case emptyGroup
  case groupTooDeep(limit: Int)
  case strayModifier(Character)
  case badStepRepeat(text: String)
  case tooManySteps(limit: Int)
  case noSteps
  case trackDoesNotFit(track: String, length: String, pattern: String)
  case patternTooShort(track: String, length: String, pattern: String)

  // A session
  /// An entry of `live` that comes before the one above it.
  case liveOrder(at: String)
  case emptyLiveEntry(actions: [String])
  /// `live` and `output` have another rate each.
  case ratesDiffer(live: Int, output: Int)
  /// A passage is played over and over, and nothing ends that.
  case endlessSession

  // Layers
  case layerOrder(below: Int, before: Int)
  /// No layer plays the velocities from here on.
  case layerGap(from: Int)

  // Sets
  /// A set stands where a song has to.
  case setNotSong(path: String)

  // Files
  case unreadableSong(path: String, reason: String)
  case unreadableKit(path: String, reason: String)
  case unreadableSound(path: String, reason: String)
  /// The kit asks something of a sound that cannot be done to it.
  case badTreatment(reason: String, help: String?)
}

extension SongProblem: ProblemFacts {
  enum ID: String, CaseIterable {
    case unknownKey = "unknown-key"
    case longFormKey = "long-form-key"
    case wrongShape = "wrong-shape"
    case conflictingKeys = "conflicting-keys"
    case missingKey = "missing-key"
    case badValue = "bad-value"
    case outOfRange = "out-of-range"
    case tooManyDigits = "too-many-digits"
    case badChoice = "bad-choice"
    case unknownSound = "unknown-sound"
    case unknownPattern = "unknown-pattern"
    case unknownSection = "unknown-section"
    case emptyName = "empty-name"
    case songItem = "song-item"
    case noLength = "no-length"
    case emptyList = "empty-list"
    case tooFine = "too-fine"
    case songTooLong = "song-too-long"
    case clickPatternLength = "click-pattern-length"
    case repeatedSubdivision = "repeated-subdivision"
    case notAtBarLine = "not-at-bar-line"
    case noSuchBeat = "no-such-beat"
    case pastTheEnd = "past-the-end"
    case emptyChange = "empty-change"
    case unknownTrack = "unknown-track"
    case badEuclid = "bad-euclid"
    case beforeTheFile = "before-the-file"
    case noEffect = "no-effect"
    case unplayed = "unplayed"
    case acrossBars = "across-bars"
    case closeClicks = "close-clicks"
    case tempoJump = "tempo-jump"
    case unknownStep = "unknown-step"
    case unbalancedGroup = "unbalanced-group"
    case emptyGroup = "empty-group"
    case groupTooDeep = "group-too-deep"
    case strayModifier = "stray-modifier"
    case badStepRepeat = "bad-step-repeat"
    case tooManySteps = "too-many-steps"
    case noSteps = "no-steps"
    case trackDoesNotFit = "track-does-not-fit"
    case patternTooShort = "pattern-too-short"
    case liveOrder = "live-order"
    case emptyLiveEntry = "empty-live-entry"
    case ratesDiffer = "rates-differ"
    case endlessSession = "endless-session"
    case layerOrder = "layer-order"
    case layerGap = "layer-gap"
    case setNotSong = "set-not-song"
    case unreadableSong = "unreadable-song"
    case unreadableKit = "unreadable-kit"
    case unreadableSound = "unreadable-sound"
    case badTreatment = "bad-treatment"
  }

  var id: ID {
    switch self {
    case .unknownKey: .unknownKey
    case .longFormKey: .longFormKey
    case .wrongShape: .wrongShape
    case .conflictingKeys: .conflictingKeys
    case .missingKey: .missingKey
    case .badValue: .badValue
    case .outOfRange: .outOfRange
    case .tooManyDigits: .tooManyDigits
    case .badChoice: .badChoice
    case .unknownSound: .unknownSound
    case .unknownPattern: .unknownPattern
    case .unknownSection: .unknownSection
    case .emptyName: .emptyName
    case .songItem: .songItem
    case .noLength: .noLength
    case .emptyList: .emptyList
    case .tooFine: .tooFine
    case .songTooLong: .songTooLong
    case .clickPatternLength: .clickPatternLength
    case .repeatedSubdivision: .repeatedSubdivision
    case .notAtBarLine: .notAtBarLine
    case .noSuchBeat: .noSuchBeat
    case .pastTheEnd: .pastTheEnd
    case .emptyChange: .emptyChange
    case .unknownTrack: .unknownTrack
    case .badEuclid: .badEuclid
    case .beforeTheFile: .beforeTheFile
    case .noEffect: .noEffect
    case .unplayed: .unplayed
    case .acrossBars: .acrossBars
    case .closeClicks: .closeClicks
    case .tempoJump: .tempoJump
    case .unknownStep, .unknownClickStep: .unknownStep
    case .unclosedGroup, .unopenedGroup: .unbalancedGroup
    case .emptyGroup: .emptyGroup
    case .groupTooDeep: .groupTooDeep
    case .strayModifier: .strayModifier
    case .badStepRepeat: .badStepRepeat
    case .tooManySteps: .tooManySteps
    case .noSteps: .noSteps
    case .trackDoesNotFit: .trackDoesNotFit
    case .patternTooShort: .patternTooShort
    case .liveOrder: .liveOrder
    case .emptyLiveEntry: .emptyLiveEntry
    case .ratesDiffer: .ratesDiffer
    case .endlessSession: .endlessSession
    case .layerOrder: .layerOrder
    case .layerGap: .layerGap
    case .setNotSong: .setNotSong
    case .unreadableSong: .unreadableSong
    case .unreadableKit: .unreadableKit
    case .unreadableSound: .unreadableSound
    case .badTreatment: .badTreatment
    }
  }

  var severity: Severity {
    switch self {
    case .noEffect, .unplayed, .acrossBars, .closeClicks, .tempoJump: .note
    default: .error
    }
  }
}
