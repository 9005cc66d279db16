import SongModel
import Timing

/// Which sound of a kit each key of a file is.
struct MIDITrackReading {
  /// A hit of the file, at its exact place.
  struct Hit {
    var at: WholeNotes
    /// An index into ``MIDITrackReading/sounds``.
    let sound: Int
    let velocity: Velocity
    var isFlam = false
  }

  private(set) var sounds: [DraftSound] = []
  /// In the order of their places.
  var hits: [Hit] = []
  private(set) var clicks: [Hit] = []
  /// By how many seconds all hits of a sound are late; negative for early.
  var offsets: [Int: Rational] = [:]
  private(set) var remarks: [String] = []

  /// The names of a track that is a click and no drum.
  private static let clickNames: Set<String> = ["click", "metronome", "click track"]

  init(_ score: MIDIScore) {
    let sources = MIDITrackReading.drums(score, &remarks)
    var sounds: [MIDIScore.Source: Int] = [:]
    var isClick: [MIDIScore.Source: Bool] = [:]
    var counts: [Int: Int] = [:]
    for source in sources { counts[source.track, default: 0] += 1 }
    for source in sources {
      sounds[source] = sound(of: source, score, isAlone: counts[source.track] == 1)
      let track = score.tracksOfNames[source] ?? score.trackNames[source.track]
      let name = track.map { $0.trimmedBlanks.lowercased() }
      isClick[source] = name.map(MIDITrackReading.clickNames.contains) ?? false
    }
    for note in score.notes {
      guard let sound = sounds[note.source] else { continue }
      let hit = Hit(at: score.position(note.tick), sound: sound, velocity: note.velocity)
      if isClick[note.source]! { clicks.append(hit) } else { hits.append(hit) }
    }
  }

  /// The keys that are drums: those of channel 10 and those that a text names; in a file without
  /// any, all that there are, as pads send them on the channel that they are set to.
  private static func drums(
    _ score: MIDIScore, _ remarks: inout [String]
  ) -> [MIDIScore.Source] {
    var order: [MIDIScore.Source] = []
    var counts: [MIDIScore.Source: Int] = [:]
    for note in score.notes {
      if counts[note.source] == nil { order.append(note.source) }
      counts[note.source, default: 0] += 1
    }
    let told = Dictionary(uniqueKeysWithValues: zip(score.named, score.named.indices))
    order = order.enumerated().sorted {
      ($0.element.track, told[$0.element] ?? .max, $0.offset)
        < ($1.element.track, told[$1.element] ?? .max, $1.offset)
    }.map(\.element)
    func isDrum(_ source: MIDIScore.Source) -> Bool {
      source.channel == Sound.percussionChannel || score.names[source] != nil
    }
    let drums = order.filter(isDrum)
    guard !drums.isEmpty else { return order }
    var left: [(track: Int, channel: Int, count: Int)] = []
    for source in order where !isDrum(source) {
      let index = left.firstIndex { ($0.track, $0.channel) == (source.track, source.channel) }
      if let index {
        left[index].count += counts[source]!
      } else {
        left.append((source.track, source.channel, counts[source]!))
      }
    }
    for (track, channel, count) in left {
      let name = score.trackNames[track].map { "'\($0)'" } ?? "\(track + 1)"
      remarks.append(
        "Track \(name) plays no drums, \(count) notes on channel \(channel): left out.")
    }
    return drums
  }

  // MARK: - Sounds

  private var known: [DraftSound: Int] = [:]
  private var names: Set<String> = []
  private var numbers: [String: Int] = [:]

  /// The index of a key's sound.
  private mutating func sound(
    of source: MIDIScore.Source, _ score: MIDIScore, isAlone: Bool
  ) -> Int {
    var name = score.names[source]
    if name == nil, isAlone, let track = score.trackNames[source.track]?.trimmedBlanks,
      !track.isEmpty, track.unicodeScalars.count <= 40
    {
      name = track
    }
    let (standard, builtIn) = GeneralMIDI.sound(source.note)
    var sound = DraftSound(name: name ?? standard, .builtIn(builtIn))
    if builtIn.generalMIDINote != source.note { sound.note = source.note }
    sound.channel = source.channel
    let identity = sound
    if let index = known[identity] { return index }
    // Another key of that name has a name of its own.
    let stem = sound.name
    while !names.insert(sound.name).inserted {
      numbers[stem, default: 1] += 1
      sound.name = "\(stem) \(numbers[stem]!)"
    }
    if let named = BuiltInSound(rawValue: sound.name), named != builtIn,
      named.generalMIDINote == source.note
    {
      sound.layers = [DraftSound.Layer(takes: [.builtIn(named)])]
    }
    if !(35...81).contains(source.note) {
      remarks.append(
        "No drum of General MIDI has the note \(source.note): '\(sound.name)' is a wood block.")
    }
    known[identity] = sounds.count
    sounds.append(sound)
    return sounds.count - 1
  }

  /// The kit that has to be written: sounds that are no built-in ones of that name.
  func kit(of used: Set<Int>) -> [DraftSound] {
    sounds.indices.filter(used.contains).map { sounds[$0] }.filter { sound in
      guard case .builtIn(let source) = sound.layers[0].takes[0] else { return true }
      return source.name != sound.name || sound.note != nil
        || sound.channel != Sound.percussionChannel
    }
  }
}

extension MIDITrackReading {
  /// Moves hits towards a grid that starts anew at every bar line. What lies halfway goes to the
  /// later place.
  mutating func quantize(to grid: WholeNotes, strength: Rational, in bars: MIDIBarReading) {
    hits = hits.map { hit in
      let line = bars.lineBefore(hit.at)
      let steps = ((hit.at - line) / grid + Rational(1, 2)).floor
      // The next bar line is a place of the grid too.
      let place = min(line + grid * Rational(steps), bars.lineAfter(hit.at))
      return Hit(
        at: hit.at + (place - hit.at) * strength, sound: hit.sound, velocity: hit.velocity)
    }
    hits = hits.indices.sorted { (hits[$0].at, $0) < (hits[$1].at, $1) }.map { hits[$0] }
  }
}

/// The percussion keys of General MIDI, level 1.
enum GeneralMIDI {
  /// What a song calls a key, and the built-in sound that comes nearest.
  static func sound(_ note: Int) -> (name: String, sound: BuiltInSound) {
    if let exact = BuiltInSound.allCases.first(where: { $0.generalMIDINote == note }) {
      return (exact.name, exact)
    }
    guard let (name, sound) = others[note] else { return ("note \(note)", .woodHigh) }
    return (name, sound)
  }

  /// Those that are no built-in sound's own.
  private static let others: [Int: (String, BuiltInSound)] = [
    35: ("kick 2", .kick), 40: ("snare 2", .snare), 41: ("floor-tom-low", .tomLow),
    43: ("floor-tom-high", .tomLow), 48: ("tom-high-mid", .tomMid), 52: ("china", .crash),
    55: ("splash", .crash), 57: ("crash 2", .crash), 58: ("vibraslap", .shaker),
    59: ("ride 2", .ride), 62: ("conga-mute", .beepHigh), 63: ("conga-open", .beepHigh),
    64: ("conga-low", .beepLow), 65: ("timbale-high", .tomHigh), 66: ("timbale-low", .tomMid),
    71: ("whistle-short", .beepHigh), 72: ("whistle-long", .beepHigh), 73: ("guiro-short", .shaker),
    74: ("guiro-long", .shaker), 78: ("cuica-mute", .woodHigh), 79: ("cuica-open", .woodLow),
    80: ("triangle-mute", .acousticRideBell),
  ]
}
